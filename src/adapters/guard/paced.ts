import { nextTurn, type Pace, turnsToKeep } from '../../core/channels/pace.ts';
import type { Send } from '../../core/channels/post.ts';
import { unsent } from '../../core/messages/send-result.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A send that waits longer holds a worker; the schedule of the delivery waits better. */
const LONGEST_WAIT_MS = 5_000;

/** Addresses whose turns are remembered; beyond that, those whose turns are over are forgotten. */
const MOST_ADDRESSES = 1_000;

/**
 * The same sender, in the pace that the other side takes from one address: it waits a little, or answers at once when to
 * come again. Counts this process alone; what others send, the other side counts (429).
 */
export function paced<Message extends object>(
  send: Send<Message>,
  paces: readonly Pace[],
  clock: Clock = CLOCK,
): Send<Message> {
  const turns = new Map<string, readonly number[]>();
  const widest = Math.max(...paces.map(({ perMs }) => perMs));
  return async (post) => {
    const now = clock.now();
    const taken = turns.get(post.address) ?? [];
    const turn = nextTurn(taken, now, paces);
    const waitMs = turn - now;
    if (waitMs > LONGEST_WAIT_MS)
      return unsent('Too many messages to one address at once.', { retryAfterS: Math.ceil(waitMs / 1000) });
    turns.set(post.address, turnsToKeep([...taken, turn], paces));
    if (turns.size > MOST_ADDRESSES) forget(turns, now - widest);
    if (waitMs > 0) await clock.sleep(waitMs);
    return send(post);
  };
}

function forget(turns: Map<string, readonly number[]>, before: number): void {
  for (const [address, taken] of turns) if ((taken.at(-1) ?? 0) < before) turns.delete(address);
}
