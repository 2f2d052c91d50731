import { Cron } from 'croner';
import { deliverDue, deliverWoken, openSendLanes } from '../flows/deliver.ts';
import { discoverPages } from '../flows/discover-pages.ts';
import { explainDue } from '../flows/explain-due.ts';
import { improveWords } from '../flows/improve-words.ts';
import { visit } from '../flows/run-checks.ts';
import { sendDigests } from '../flows/send-digests.ts';
import type { Database, World } from '../flows/world.ts';
import { OVERDUE_APART_MS } from '../core/watch/rhythm.ts';
import { claimDuePage, type Lease } from '../store/leases.ts';
import { spreadOverdue } from '../store/pages.ts';
import { isDatabaseTrouble } from '../store/trouble.ts';
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
const MINUTE_MS = 60_000;

/**
 * The loops of one process: due pages are claimed, visited and explained; woken deliveries are sent; what a worker that
 * died has left, and retries that are due, are looked for nine times a lease; digests every minute. A cron wakes the weekly
 * look for new pages. Any number of workers may run on one database. What fell due while none ran comes back one by one,
 * host after host, and not all at once.
 */
export async function startWorker(db: Database, world: World, log: WorkerLog): Promise<Worker> {
  await spreadOverdue(db, { now: world.now(), apartMs: OVERDUE_APART_MS });
  const stopping = new AbortController();
  const { signal } = stopping;
  const lanes = openSendLanes();
  const explain = oneAtATime(async () => void (await explainDue(db, world)));
  const lane: Lane = { db, world, log, explain };
  const leaseMs = world.settings.leaseS * 1000;
  const lookMs = Math.min(MINUTE_MS, leaseMs / LOOKS_A_LEASE);
  // Each in a loop of its own: words that cannot be found today, or a long queue, must not stop what else is due.
  const loops = [
    ...Array.from({ length: LANES }, () => runLane(lane, signal)),
    every(lookMs, lane, { signal, step: explain }),
    every(Math.min(MINUTE_MS, leaseMs), lane, {
      signal,
      step: async () => {
        const improved = await improveWords(db, world);
        if (improved > 0) log.info({ events: improved }, 'better words');
      },
    }),
    every(lookMs, lane, {
      signal,
      step: async () => {
        for (const done of await deliverDue(db, world, lanes)) log.info(done, 'delivery');
      },
    }),
    every(Math.min(MINUTE_MS, leaseMs), lane, {
      signal,
      step: async () => {
        for (const digest of await sendDigests(db, world)) log.info(digest, 'digest');
      },
    }),
  ];
  await world.jobs.onDelivery(async (ids) => {
    for (const done of await deliverWoken(db, world, { ids, lanes })) log.info(done, 'delivery');
  });
  let looking = Promise.resolve();
  const newPages = new Cron('*/5 * * * *', { protect: true }, async () => {
    looking = lookForPages(lane);
    await looking;
  });
  return {
    async stop() {
      stopping.abort();
      newPages.stop();
      await Promise.all([...loops, looking]);
    },
  };
}

/**
 * A step again and again, by a clock that nobody sets: a jump of the day's clock neither hurries it nor holds it up (C20).
 */
async function every(
  restMs: number,
  { log }: Lane,
  { signal, step }: { signal: AbortSignal; step: Step },
): Promise<void> {
  while (!signal.aborted) {
    await step().catch((error: unknown) => report(log, error, 'upkeep'));
    await rest(signal, restMs);
  }
}

/** What a loop survived. A database that is away is no bug: what it kept from being done is done when it is back. */
function report(log: WorkerLog, error: unknown, doing: string): void {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const why = first instanceof Error ? first.message : String(first);
  const away = isDatabaseTrouble(first) ? `: the database is away or cannot work (${why}); tried again` : '';
  log.error({ err: error }, `${doing}${away}`);
}

async function lookForPages({ db, world, log }: Lane): Promise<void> {
  try {
    for (const look of await discoverPages(db, world)) log.info(look, 'new pages');
  } catch (error) {
    report(log, error, 'new pages');
  }
}

/** What a loop works with. */
interface Lane {
  readonly db: Database;
  readonly world: World;
  readonly log: WorkerLog;
  /** Gives words to what fell due, one run at a time in this process. */
  readonly explain: Step;
}

async function runLane(lane: Lane, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const worked = await visitNext(lane).catch((error: unknown) => {
      report(lane.log, error, 'check');
      return false;
    });
    if (!worked) await rest(stop, REST_MS);
  }
}

async function visitNext({ db, world, log, explain }: Lane): Promise<boolean> {
  const lease: Lease | null = await claimDuePage(db, world.now(), world.settings);
  if (lease === null) return false;
  const result = await visit(db, world, lease);
  if (result === null) return true;
  const { url, outcome, witness, reason, checkId } = result;
  log.info({ url, outcome, witness, reason, check: checkId }, 'check');
  await explain();
  return true;
}

async function rest(stop: AbortSignal, ms: number): Promise<void> {
  if (stop.aborted) return;
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
