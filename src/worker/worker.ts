import { Cron } from 'croner';
import { deliverDue, deliverWoken, openSendLanes } from '../flows/deliver.ts';
import type { Lanes } from '../flows/lanes.ts';
import { discoverPages } from '../flows/discover-pages.ts';
import { explainDue } from '../flows/explain-due.ts';
import { visit } from '../flows/run-checks.ts';
import { sendDigests } from '../flows/send-digests.ts';
import type { Database, World } from '../flows/world.ts';
import { OVERDUE_APART_MS } from '../core/watch/rhythm.ts';
import { claimDuePage, type Lease } from '../store/leases.ts';
import { spreadOverdue } from '../store/pages.ts';

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

/**
 * The loops of one process: due pages are claimed, visited and explained; woken deliveries are sent; every minute a cron
 * wakes the queries "whose retry is due?" and "whose digest is due?". Any number of workers may run on one database.
 * What fell due while none ran comes back one by one, host after host, and not all at once.
 */
export async function startWorker(db: Database, world: World, log: WorkerLog): Promise<Worker> {
  await spreadOverdue(db, { now: world.now(), apartMs: OVERDUE_APART_MS });
  const stopping = new AbortController();
  const sendLanes = openSendLanes();
  const lane: Lane = { db, world, log, sendLanes };
  const lanes = Array.from({ length: LANES }, () => runLane(lane, stopping.signal));
  await world.jobs.onDelivery(async (ids) => {
    for (const done of await deliverWoken(db, world, { ids, lanes: sendLanes })) log.info(done, 'delivery');
  });
  let underWay = Promise.resolve();
  const minute = new Cron('* * * * *', { protect: true }, async () => {
    underWay = upkeep(lane);
    await underWay;
  });
  return {
    async stop() {
      stopping.abort();
      minute.stop();
      await Promise.all([...lanes, underWay]);
    },
  };
}

/** What every minute asks. Each step on its own: words that cannot be found today must not stop mail that is written. */
export async function upkeep({ db, world, log, sendLanes }: Lane): Promise<void> {
  const steps = [
    async () => void (await explainDue(db, world)),
    async () => {
      for (const look of await discoverPages(db, world)) log.info(look, 'new pages');
    },
    async () => {
      for (const digest of await sendDigests(db, world)) log.info(digest, 'digest');
    },
    async () => {
      for (const done of await deliverDue(db, world, sendLanes)) log.info(done, 'delivery');
    },
  ];
  for (const step of steps) await step().catch((error: unknown) => log.error({ error }, 'upkeep'));
}

/** What a loop works with. */
export interface Lane {
  readonly db: Database;
  readonly world: World;
  readonly log: WorkerLog;
  /** What the process sends goes through these, whoever found it. */
  readonly sendLanes?: Lanes;
}

async function runLane(lane: Lane, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const worked = await visitNext(lane).catch((error: unknown) => {
      lane.log.error({ error }, 'check');
      return false;
    });
    if (!worked) await rest(stop);
  }
}

async function visitNext({ db, world, log }: Lane): Promise<boolean> {
  const lease: Lease | null = await claimDuePage(db, world.now(), world.settings);
  if (lease === null) return false;
  const result = await visit(db, world, lease);
  if (result === null) return true;
  const { url, outcome, witness, reason, checkId } = result;
  log.info({ url, outcome, witness, reason, check: checkId }, 'check');
  await explainDue(db, world);
  return true;
}

async function rest(stop: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, REST_MS);
    stop.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    }
  });
}
