import { deliverDue, deliverWoken } from '../flows/deliver.ts';
import { discoverPages } from '../flows/discover-pages.ts';
import { explainDue } from '../flows/explain-due.ts';
import { visit } from '../flows/run-checks.ts';
import { sendDigests } from '../flows/send-digests.ts';
import type { Database, World } from '../flows/world.ts';
import { OVERDUE_APART_MS } from '../core/watch/rhythm.ts';
import { claimDuePage, type Lease } from '../store/leases.ts';
import { spreadOverdue } from '../store/pages.ts';
import { oneAtATime, type Step } from './one-at-a-time.ts';

/** What the loops report: one line a thing done, and faults that they survive. */
export interface WorkerLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Worker {
  /** Lets visits and tries under way end, then returns. */
  stop(): Promise<void>;
}

/** Visits at the same time: enough to keep a slow host from holding up the others, few enough for 8 connections. */
const LANES = 4;
/** How long a lane rests when no page is due. */
const REST_MS = 1000;
/** What a dead worker held is looked for so often within its lease: it is taken over a tenth of the lease late at most. */
const LOOKS_A_LEASE = 9;
const UPKEEP_MOST_MS = 60_000;

/**
 * The loops of one process: due pages are claimed, visited and explained; woken deliveries are sent; what a worker that
 * died has left, and retries that are due, are looked for nine times a lease; new pages and digests every minute. Any number
 * of workers may run on one database. What fell due while none ran comes back one by one, host after host, and not all at
 * once.
 */
export async function startWorker(db: Database, world: World, log: WorkerLog): Promise<Worker> {
  await spreadOverdue(db, { now: world.now(), apartMs: OVERDUE_APART_MS });
  const stopping = new AbortController();
  const lane: Lane = { db, world, log };
  const explain = oneAtATime(async () => void (await explainDue(db, world)));
  const loops = Array.from({ length: LANES }, () => runLane({ ...lane, explain }, stopping.signal));
  await world.jobs.onDelivery(async (ids) => {
    for (const done of await deliverWoken(db, world, ids)) log.info(done, 'delivery');
  });
  loops.push(runUpkeep({ ...lane, explain }, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** By a clock that nobody sets: a jump of the day's clock neither hurries nor holds up what is looked for. */
async function runUpkeep(lane: Lane, stop: AbortSignal): Promise<void> {
  const leaseMs = lane.world.settings.leaseS * 1000;
  const everyMs = Math.min(UPKEEP_MOST_MS, leaseMs);
  let kept = performance.now();
  while (!stop.aborted) {
    if (performance.now() - kept < everyMs) await takeOver(lane);
    else {
      kept = performance.now();
      await upkeep(lane);
    }
    await rest(stop, Math.min(everyMs, leaseMs / LOOKS_A_LEASE));
  }
}

/** What every minute asks. Each step on its own: words that cannot be found today must not stop mail that is written. */
export async function upkeep(lane: Lane): Promise<void> {
  const { db, world, log } = lane;
  await inTurn(lane, [
    explainStep(lane),
    async () => {
      for (const look of await discoverPages(db, world)) log.info(look, 'new pages');
    },
    async () => {
      for (const digest of await sendDigests(db, world)) log.info(digest, 'digest');
    },
    deliverStep(lane),
  ]);
}

/** The part of it that other people's messages wait for when a worker dies. */
async function takeOver(lane: Lane): Promise<void> {
  await inTurn(lane, [explainStep(lane), deliverStep(lane)]);
}

async function inTurn({ log }: Lane, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await step().catch((error: unknown) => log.error({ error }, 'upkeep'));
}

function explainStep({ db, world, explain }: Lane): Step {
  return explain ?? (async () => void (await explainDue(db, world)));
}

function deliverStep({ db, world, log }: Lane): Step {
  return async () => {
    for (const done of await deliverDue(db, world)) log.info(done, 'delivery');
  };
}

/** What a loop works with. */
export interface Lane {
  readonly db: Database;
  readonly world: World;
  readonly log: WorkerLog;
  /** Gives words to what fell due, one run at a time in this process; without it, at once. */
  readonly explain?: Step;
}

async function runLane(lane: Lane, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const worked = await visitNext(lane).catch((error: unknown) => {
      lane.log.error({ error }, 'check');
      return false;
    });
    if (!worked) await rest(stop, REST_MS);
  }
}

async function visitNext(lane: Lane): Promise<boolean> {
  const { db, world, log } = lane;
  const lease: Lease | null = await claimDuePage(db, world.now(), world.settings);
  if (lease === null) return false;
  const result = await visit(db, world, lease);
  if (result === null) return true;
  const { url, outcome, witness, reason, checkId } = result;
  log.info({ url, outcome, witness, reason, check: checkId }, 'check');
  await explainStep(lane)();
  return true;
}

async function rest(stop: AbortSignal, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    }
  });
}
