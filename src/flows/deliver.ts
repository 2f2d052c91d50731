import type { MailMessage, SlackMessage } from '../core/messages/message.ts';
import type { SendResult, Unsent } from '../core/messages/send-result.ts';
import { markAsRepeat } from '../core/messages/slack-parts.ts';
import { shownAddress } from '../core/address/channel-address.ts';
import { nextTry } from '../core/retry.ts';
import { disableChannel, type Channel } from '../store/channels.ts';
import {
  claimDelivery,
  dueDeliveryIds,
  endAttempt,
  UNCLEAR,
  type Attempt,
  type AttemptEnd,
} from '../store/deliveries.ts';
import type { Database, World } from './world.ts';

/** How one delivery stood after this run. */
export interface Delivered {
  readonly id: number;
  readonly channel: string;
  readonly state: AttemptEnd['state'];
  readonly code: number | null;
  readonly error: string | null;
}

/**
 * Tries everything that is due, oldest first; one channel's trouble keeps no other from its messages.
 * @throws AggregateError when tries ended in a bug or a lost database, after all others were made
 */
export async function deliverDue(db: Database, world: World): Promise<readonly Delivered[]> {
  const delivered: Delivered[] = [];
  const faults: unknown[] = [];
  for (const id of await dueDeliveryIds(db, world.now())) {
    try {
      const done = await deliverOne(db, world, id);
      if (done !== null) delivered.push(done);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} deliveries could not be tried`);
  return delivered;
}

/**
 * One try of one delivery: claim, send, record. No network call happens while a row is locked. A crash between sending
 * and recording sends again under the same key (P11).
 * @returns null when there was nothing to try: sent already, not due, or in another worker's hands
 */
export async function deliverOne(db: Database, world: World, id: number): Promise<Delivered | null> {
  const attempt = await claimDelivery(db, id, world.now());
  if (attempt === null) return null;
  const { end, refused } = await tryOnce(world, attempt);
  if (!(await endAttempt(db, attempt, end))) return null;
  if (refused !== null) {
    await disableChannel(db, attempt.channel.id, { reason: refused, now: world.now() });
  }
  const error = end.state === 'sent' ? null : end.error;
  return { id, channel: shownAddress(attempt.channel), state: end.state, code: end.code, error };
}

/** Sends a rendered message to a channel. */
export async function sendTo(
  world: World,
  channel: Pick<Channel, 'kind' | 'address'>,
  what: { readonly message: object; readonly idempotencyKey: string; readonly repeat: boolean },
): Promise<SendResult> {
  if (channel.kind === 'email') {
    const mail = what.message as MailMessage;
    const { mailFrom: from } = world.settings;
    return world.sendEmail({ ...mail, to: channel.address, from, idempotencyKey: what.idempotencyKey });
  }
  const message = what.message as SlackMessage;
  return world.sendSlack({ url: channel.address, message: what.repeat ? markAsRepeat(message) : message });
}

interface Tried {
  readonly end: AttemptEnd;
  /** Why the receiver will never take a message; null: it may. */
  readonly refused: string | null;
}

/** Mail services know a message by its key. Slack does not: what may have arrived is repeated once, and says so. */
async function tryOnce(world: World, attempt: Attempt): Promise<Tried> {
  const { channel, unclear } = attempt;
  const keyed = channel.kind === 'email';
  if (!keyed && unclear === 2) {
    const error = 'it may have arrived, so it is not sent a third time';
    return { end: { state: 'dead', code: null, error }, refused: null };
  }
  const result = await sendTo(world, channel, { ...attempt, repeat: unclear > 0 });
  if (result.sent) return { end: { state: 'sent', code: result.code, at: world.now() }, refused: null };
  const refused = result.permanent ? result.reason : null;
  return { end: afterFailure(world, result, { ...attempt, repeatable: keyed || unclear === 0 }), refused };
}

function afterFailure(world: World, result: Unsent, attempt: Attempt & { repeatable: boolean }): AttemptEnd {
  const { code, reason } = result;
  const next = nextTry(result, { ...attempt, jitter: world.random() });
  if (next.next === 'give up') return { state: 'dead', code, error: next.reason };
  const error = result.ambiguous || attempt.unclear > 0 ? `${UNCLEAR}${reason}` : reason;
  return { state: 'queued', code, error, nextAt: new Date(+world.now() + next.afterS * 1000) };
}
