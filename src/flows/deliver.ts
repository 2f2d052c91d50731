import type { SendResult, Unsent } from '../core/messages/send-result.ts';
import { nextTry, type Repeats } from '../core/retry.ts';
import { noteWorking } from '../store/channels.ts';
import { withdrawUntold } from '../store/corrections.ts';
import {
  claimDelivery,
  dueDeliveries,
  endAttempt,
  type Attempt,
  type AttemptEnd,
  type Due,
  type Look,
} from '../store/outbox.ts';
import { noteTrouble, noteUnclear } from './channel-trouble.ts';
import { openLanes, type Lanes } from './lanes.ts';
import { portOf, shownAddress } from './route.ts';
import { sealAlert } from './seal-alert.ts';
import type { Database, World } from './world.ts';

/** How one delivery stood after this run. */
export interface Delivered {
  readonly id: number;
  readonly channel: string;
  readonly state: AttemptEnd['state'];
  readonly code: number | null;
  readonly error: string | null;
}

/** Channels that are sent to at the same time. Most wait for an answer, and hold none of the pool's 8 connections. */
const SIDE_BY_SIDE = 32;

export function openSendLanes(): Lanes {
  return openLanes(SIDE_BY_SIDE);
}

/**
 * Tries everything that is due, channel beside channel and in each the oldest first; one channel's trouble keeps no other
 * from its messages. What waits behind a message that got no answer is left for the next time.
 * @param lanes what a process sends goes through the same ones
 * @throws AggregateError when tries ended in a bug or a lost database, after all others were made
 */
export async function deliverDue(
  db: Database,
  world: World,
  lanes: Lanes = openSendLanes(),
): Promise<readonly Delivered[]> {
  return deliverAll(db, world, { due: await dueDeliveries(db, lookOf(world)), lanes });
}

/** The same for deliveries that were woken; those that are not due are left. */
export async function deliverWoken(
  db: Database,
  world: World,
  { ids, lanes }: { ids: readonly number[]; lanes: Lanes },
): Promise<readonly Delivered[]> {
  return deliverAll(db, world, { due: await dueDeliveries(db, lookOf(world), ids), lanes });
}

async function deliverAll(
  db: Database,
  world: World,
  { due, lanes }: { due: readonly Due[]; lanes: Lanes },
): Promise<readonly Delivered[]> {
  const delivered: Delivered[] = [];
  const tried = due.map(async (one) =>
    lanes.run(one, async () => {
      const { done, answers } = await deliverOne(db, world, one);
      if (done !== null) delivered.push(done);
      return answers;
    }),
  );
  const ended = await Promise.allSettled(tried);
  const faults = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} deliveries could not be tried`);
  return delivered.toSorted((a, b) => a.id - b.id);
}

interface Ended {
  /** Null: there was nothing to try: sent already, not due, carried by another, or in another worker's hands. */
  readonly done: Delivered | null;
  /** False: nothing came back, or the wish to be left alone. What waits for the channel would fare no better now. */
  readonly answers: boolean;
}

const NOTHING: Ended = { done: null, answers: true };

/**
 * One try of one delivery: seal, claim, send, record. No network call happens while a row is locked. A crash between
 * sending and recording sends again under the same key (P11).
 */
async function deliverOne(db: Database, world: World, due: Due): Promise<Ended> {
  const { id, open, channelId, corrects } = due;
  if (corrects !== null && (await withdrawUntold(db, { id, channelId, corrects }))) return NOTHING;
  if (open) {
    await sealAlert(db, world, id);
    await world.reach('deliver sealed');
  }
  const { leaseS } = world.settings;
  const began = performance.now();
  const attempt = await claimDelivery(db, id, { look: lookOf(world), leaseS });
  if (attempt === null) return NOTHING;
  await world.reach('deliver claimed');
  const outlived = performance.now() - began > leaseS * 1000;
  const tried = outlived ? notSent(world) : await tryOnce(world, attempt);
  await world.reach('deliver sent');
  if (!(await record(db, world, { attempt, tried }))) return NOTHING;
  await world.reach('deliver recorded');
  const { end, result } = tried;
  const error = end.state === 'sent' ? null : end.error;
  const done = { id, channel: shownAddress(world, attempt.channel), state: end.state, code: end.code, error };
  return { done, answers: result === null || hasAnswered(result) };
}

function hasAnswered(result: SendResult): boolean {
  return result.sent || result.messageOnly === true || (result.code !== null && result.retryAfterS === null);
}

interface Tried {
  readonly end: AttemptEnd;
  /** What the channel's sender said; null: it was not asked. */
  readonly result: SendResult | null;
}

/**
 * How the try ended and what it says of the channel are one commit. A message that was taken says nothing new of a channel
 * that works: one statement records it.
 */
async function record(
  db: Database,
  world: World,
  { attempt, tried }: { attempt: Attempt; tried: Tried },
): Promise<boolean> {
  const { end, result } = tried;
  const { channel } = attempt;
  const keep = async (tx: Database): Promise<boolean> => {
    if (!(await endAttempt(tx, attempt, { end, now: world.now() }))) return false;
    if (isUnsure(world, attempt, end)) await noteUnclear(tx, world, { channel, reason: end.error });
    if (result?.sent === false) await noteTrouble(tx, world, { channel, result });
    else if (result !== null && channel.failingSince !== null) await noteWorking(tx, channel.id);
    await world.reach('deliver recording');
    return true;
  };
  const isNews = result?.sent !== true || channel.failingSince !== null;
  return isNews ? db.transaction().execute(keep) : keep(db);
}

/** Given up because it may have arrived: where no key is known it is not sent a third time. */
function isUnsure(
  world: World,
  { channel }: Attempt,
  end: AttemptEnd,
): end is AttemptEnd & { state: 'dead' } {
  return end.state === 'dead' && end.outcome === 'unclear' && !portOf(world, channel).knowsRepeats;
}

/** This process stood still beyond its lease (C13): somebody else may be sending it now. */
function notSent(world: World): Tried {
  const error = 'its worker stood still, so it was not sent';
  return {
    end: { state: 'queued', code: null, error, outcome: 'failed', nextAt: world.now() },
    result: null,
  };
}

/** Keyed receivers know a message by its key. The others do not: what may have arrived is repeated once, and says so. */
async function tryOnce(world: World, attempt: Attempt): Promise<Tried> {
  const { channel, key, unclear, perhapsSentAt } = attempt;
  const port = portOf(world, channel);
  if (!port.knowsRepeats && unclear > 1) {
    const error = 'it may have arrived, so it is not sent a third time';
    return { end: { state: 'dead', code: null, error, outcome: 'unclear' }, result: null };
  }
  const marks = !port.knowsRepeats && perhapsSentAt !== null;
  const message = marks ? port.markAsRepeat(attempt.message) : attempt.message;
  const { address, secrets } = channel;
  const result = await port.send({ address, message, key, secrets, perhapsSentAt });
  if (result.sent) return { end: { state: 'sent', code: result.code }, result };
  const repeats = port.knowsRepeats ? 'known' : unclear === 0 ? 'once' : 'no more';
  return { end: afterFailure(world, result, { attempt: attempt.attempt, repeats }), result };
}

function afterFailure(
  world: World,
  result: Unsent,
  { attempt, repeats }: { attempt: number; repeats: Repeats },
): AttemptEnd {
  const { code, reason } = result;
  const outcome = result.permanent ? 'refused' : result.ambiguous ? 'unclear' : 'failed';
  const { leaseS } = world.settings;
  const next = nextTry(result, { attempt, repeats, leaseS, jitter: world.random() });
  if (next.next === 'give up') return { state: 'dead', code, error: next.reason, outcome };
  const nextAt = new Date(+world.now() + next.afterS * 1000);
  return { state: 'queued', code, error: reason, outcome, nextAt };
}

function lookOf(world: World): Look {
  return { now: world.now(), confirmAfterS: world.settings.confirmAfterS };
}
