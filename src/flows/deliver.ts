import type { SendResult, Unsent } from '../core/messages/send-result.ts';
import { nextTry } from '../core/retry.ts';
import { noteWorking } from '../store/channels.ts';
import {
  claimDelivery,
  dueDeliveries,
  dueDelivery,
  endAttempt,
  type Attempt,
  type AttemptEnd,
  type Due,
  type Look,
} from '../store/outbox.ts';
import { noteTrouble } from './channel-trouble.ts';
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

/** Channels that are sent to at the same time: a hung one holds up itself (fault 46), and the pool has 8 connections. */
const SIDE_BY_SIDE = 6;

/**
 * Tries everything that is due, channel beside channel and in each the oldest first; one channel's trouble keeps no other
 * from its messages.
 * @throws AggregateError when tries ended in a bug or a lost database, after all others were made
 */
export async function deliverDue(db: Database, world: World): Promise<readonly Delivered[]> {
  return deliverAll(db, world, await dueDeliveries(db, lookOf(world)));
}

/** The same for deliveries that were woken; those that are not due are left. */
export async function deliverWoken(
  db: Database,
  world: World,
  ids: readonly number[],
): Promise<readonly Delivered[]> {
  const due: Due[] = [];
  for (const id of ids) {
    const found = await dueDelivery(db, id, lookOf(world));
    if (found !== null) due.push(found);
  }
  return deliverAll(db, world, due);
}

async function deliverAll(db: Database, world: World, due: readonly Due[]): Promise<readonly Delivered[]> {
  const queues = [...Map.groupBy(due, ({ channelId }) => channelId).values()];
  const delivered: Delivered[] = [];
  const faults: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
      for (const one of queue) {
        try {
          const done = await deliverOne(db, world, one);
          if (done !== null) delivered.push(done);
        } catch (error) {
          faults.push(error);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} deliveries could not be tried`);
  return delivered.toSorted((a, b) => a.id - b.id);
}

/**
 * One try of one delivery: seal, claim, send, record. No network call happens while a row is locked. A crash between
 * sending and recording sends again under the same key (P11).
 * @returns null when there was nothing to try: sent already, not due, carried by another, or in another worker's hands
 */
async function deliverOne(db: Database, world: World, { id, open }: Due): Promise<Delivered | null> {
  if (open) {
    await sealAlert(db, world, id);
    await world.reach('deliver sealed');
  }
  const { leaseS } = world.settings;
  const began = performance.now();
  const attempt = await claimDelivery(db, id, { look: lookOf(world), leaseS });
  if (attempt === null) return null;
  await world.reach('deliver claimed');
  const outlived = performance.now() - began > leaseS * 1000;
  const tried = outlived ? notSent(world) : await tryOnce(world, attempt);
  await world.reach('deliver sent');
  if (!(await record(db, world, { attempt, tried }))) return null;
  await world.reach('deliver recorded');
  const { end } = tried;
  const error = end.state === 'sent' ? null : end.error;
  return { id, channel: shownAddress(world, attempt.channel), state: end.state, code: end.code, error };
}

interface Tried {
  readonly end: AttemptEnd;
  /** What the channel's sender said; null: it was not asked. */
  readonly result: SendResult | null;
}

/** How the try ended and what it says of the channel are one commit. */
async function record(
  db: Database,
  world: World,
  { attempt, tried }: { attempt: Attempt; tried: Tried },
): Promise<boolean> {
  const { end, result } = tried;
  return db.transaction().execute(async (tx) => {
    if (!(await endAttempt(tx, attempt, { end, now: world.now() }))) return false;
    if (result?.sent === true) await noteWorking(tx, attempt.channel.id);
    else if (result !== null) await noteTrouble(tx, world, { channel: attempt.channel, result });
    await world.reach('deliver recording');
    return true;
  });
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
  const { channel, key, unclear } = attempt;
  const port = portOf(world, channel);
  if (!port.knowsRepeats && unclear > 1) {
    const error = 'it may have arrived, so it is not sent a third time';
    return { end: { state: 'dead', code: null, error, outcome: 'unclear' }, result: null };
  }
  const marks = !port.knowsRepeats && unclear > 0;
  const message = marks ? port.markAsRepeat(attempt.message) : attempt.message;
  const { address, secrets } = channel;
  const result = await port.send({ address, message, key, secrets });
  if (result.sent) return { end: { state: 'sent', code: result.code }, result };
  const repeatable = port.knowsRepeats || unclear === 0;
  return { end: afterFailure(world, result, { attempt: attempt.attempt, repeatable }), result };
}

function afterFailure(
  world: World,
  result: Unsent,
  { attempt, repeatable }: { attempt: number; repeatable: boolean },
): AttemptEnd {
  const { code, reason } = result;
  const outcome = result.permanent ? 'refused' : result.ambiguous ? 'unclear' : 'failed';
  const next = nextTry(result, { attempt, repeatable, jitter: world.random() });
  if (next.next === 'give up') return { state: 'dead', code, error: next.reason, outcome };
  const nextAt = new Date(+world.now() + next.afterS * 1000);
  return { state: 'queued', code, error: reason, outcome, nextAt };
}

function lookOf(world: World): Look {
  return { now: world.now(), confirmAfterS: world.settings.confirmAfterS };
}
