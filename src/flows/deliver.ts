import type { MailMessage, SlackMessage } from '../core/messages/message.ts';
import type { SendResult } from '../core/messages/send-result.ts';
import { markAsRepeat } from '../core/messages/slack-parts.ts';
import { nextTry } from '../core/retry.ts';
import { disableChannel, type Channel } from '../store/channels.ts';
import { claimDelivery, dueDeliveryIds, endAttempt, type Attempt, type AttemptEnd } from '../store/deliveries.ts';
import type { Database, World } from './world.ts';

/** How one delivery stood after this run. */
export interface Delivered {
  readonly id: number;
  readonly channel: string;
  readonly state: AttemptEnd['state'];
  readonly code: number | null;
  readonly error: string | null;
}

/** Tries everything that is due, oldest first; one channel's trouble delays no other. */
export async function deliverDue(db: Database, world: World): Promise<readonly Delivered[]> {
  const delivered: Delivered[] = [];
  for (const id of await dueDeliveryIds(db, world.now())) {
    const done = await deliverOne(db, world, id);
    if (done !== null) delivered.push(done);
  }
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
  const result = await send(world, attempt);
  const end = ending(world, attempt, result);
  if (!(await endAttempt(db, attempt, end))) return null;
  if (!result.sent && result.permanent) {
    await disableChannel(db, attempt.channel.id, { reason: result.reason, now: world.now() });
  }
  const error = end.state === 'sent' ? null : end.error;
  return { id, channel: attempt.channel.address, state: end.state, code: end.code, error };
}

async function send(world: World, attempt: Attempt): Promise<SendResult> {
  const repeat = attempt.lastError?.startsWith(AMBIGUOUS) === true;
  return sendTo(world, attempt.channel, { ...attempt, repeat });
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

/** Marks a try whose answer was lost, so that the next one of a channel without keys says that it may be a repeat. */
const AMBIGUOUS = 'no clear answer: ';

function ending(world: World, attempt: Attempt, result: SendResult): AttemptEnd {
  const now = world.now();
  if (result.sent) return { state: 'sent', code: result.code, at: now };
  const repeatable = attempt.channel.kind === 'email';
  const next = nextTry(result, { attempt: attempt.attempt, repeatable, jitter: world.random() });
  const error = result.ambiguous ? `${AMBIGUOUS}${result.reason}` : result.reason;
  if (next.next === 'give up') return { state: 'dead', code: result.code, error: next.reason };
  return { state: 'queued', code: result.code, error, nextAt: new Date(+now + next.afterS * 1000) };
}
