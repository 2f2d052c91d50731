import { parseArgs } from 'node:util';
import { openTerminal } from '../../src/cli/terminal.ts';
import { freshApp, type FreshApp } from '../support/fresh-app.ts';
import { playDay, waiting } from './delivery/down.ts';
import { measure, type Measured } from './delivery/measure.ts';
import { seed, type Seeded } from './delivery/seed.ts';
import { openSinks, type Sinks } from './delivery/sinks.ts';
import { startWorkerProcess } from './delivery/worker-process.ts';
import { writeEvents, type Pace, type Played } from './delivery/write-events.ts';

const P50_S = 5;
const P99_S = 60;
/** What waits this long after the last event is lost. */
const SETTLE_S = 240;
/** One webhook in this many is down, half of them silent and half refusing. */
const DOWN_EVERY = 5;
const terminal = openTerminal();

interface Stage {
  readonly opened: FreshApp;
  readonly sinks: Sinks;
  readonly seeded: Seeded;
}

interface Outage {
  readonly channels: number;
  /** Messages to the channels that are well, while others are down. */
  readonly well: Measured;
  /** Messages to the channels that were down. */
  readonly down: Pick<Measured, 'lost' | 'repeated'> & { readonly deliveries: number };
  readonly overAfterHours: number;
}

/**
 * Times messages from the commit of their event to their arrival, with the product's own worker and real sockets; exit 1
 * when the target is missed (half within 5 s, 99 of 100 within 60 s) or a message is lost.
 */
export async function benchDelivery(flags: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seconds: { type: 'string', default: '60' },
      rate: { type: 'string', default: '50' },
      down: { type: 'string', default: '0' },
      json: { type: 'boolean' },
    },
  });
  const pace = { perSecond: Number(values.rate), seconds: Number(values.seconds) };
  const opened = await freshApp(terminal.progress, new Date());
  if (!opened.ok) throw new Error(opened.say);
  const sinks = await openSinks();
  try {
    const seeded = await seed(opened.app.db, { origin: sinks.origin, now: new Date() });
    const stage = { opened, sinks, seeded };
    const healthy = await playHealthy(stage, pace);
    const downFor = { ...pace, seconds: Number(values.down) };
    const outage = downFor.seconds > 0 ? await playOutage(stage, downFor) : null;
    if (values.json === true) terminal.out(JSON.stringify({ ...pace, healthy, outage }));
    else print(pace, healthy, outage);
    return isMet(healthy, outage) ? 0 : 1;
  } finally {
    await sinks.close();
    await opened.close();
  }
}

async function playHealthy(stage: Stage, pace: Pace): Promise<Measured> {
  const written = await withWorker(stage, pace, []);
  return measure(stage.opened.app.db, { written, sinks: stage.sinks });
}

async function playOutage(stage: Stage, pace: Pace): Promise<Outage> {
  const { opened, sinks, seeded } = stage;
  const { db } = opened.app;
  const paths = seeded.hooks.filter((_, at) => at % DOWN_EVERY === 0);
  const start = new Date();
  sinks.feel(
    'silent',
    paths.filter((_, at) => at % 2 === 0),
  );
  sinks.feel(
    'refusing',
    paths.filter((_, at) => at % 2 === 1),
  );
  const addresses = new Set(paths.map((path) => sinks.origin + path));
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'address'])
    .where('kind', '=', 'webhook')
    .execute();
  const isDown = (address: string): boolean => addresses.has(address);
  const down = rows.filter(({ address }) => isDown(address)).map(({ id }) => id);
  const written = await withWorker(stage, pace, down);
  const well = await measure(db, { written, sinks }, new Set(down));
  // A silent sink costs 15 s a try; the day is played with sinks that refuse.
  sinks.feel('refusing', paths);
  const back = (): void => sinks.feel('well', paths);
  const overAfterHours = await playDay(opened, { start, back }, terminal.progress);
  const all = await measure(db, { written, sinks });
  return {
    channels: down.length,
    well,
    down: {
      deliveries: (all.byKind['all']?.deliveries ?? 0) - (well.byKind['all']?.deliveries ?? 0),
      lost: all.lost - well.lost,
      repeated: all.repeated - well.repeated,
    },
    overAfterHours,
  };
}

/** Writes at the pace while a worker of the product runs, until nothing waits but what goes to channels that are down. */
async function withWorker(
  { opened, sinks, seeded }: Stage,
  pace: Pace,
  down: readonly number[],
): Promise<Played> {
  const { databaseUrl, db, world } = opened.app;
  const worker = await startWorkerProcess({ databaseUrl, origin: sinks.origin }, terminal.say);
  const before = worker.processorSeconds();
  try {
    terminal.progress(`${pace.perSecond} events a second for ${pace.seconds} s, ${down.length} sinks down`);
    const written = await writeEvents(opened, seeded.pages, pace);
    const until = performance.now() + SETTLE_S * 1000;
    while (performance.now() < until && (await waiting(db, down)) > 0) await world.sleep(500);
    const after = worker.processorSeconds();
    return { ...written, workerSeconds: before === null || after === null ? null : after - before };
  } finally {
    await worker.stop();
  }
}

function isMet(healthy: Measured, outage: Outage | null): boolean {
  const { p50, p99 } = healthy.byKind['all'] ?? { p50: Infinity, p99: Infinity };
  const lost = healthy.lost + (outage?.well.lost ?? 0) + (outage?.down.lost ?? 0);
  return p50 < P50_S && p99 < P99_S && lost === 0;
}

function print(pace: Pace, healthy: Measured, outage: Outage | null): void {
  terminal.out(`Seconds from commit to arrival, ${pace.perSecond} events a second for ${pace.seconds} s`);
  printMeasured(healthy);
  if (outage !== null) {
    terminal.out(`\nThe others, while ${outage.channels} webhooks were down`);
    printMeasured(outage.well);
    const { deliveries, lost, repeated } = outage.down;
    terminal.out(
      `\nDown for 24 h by the clock: ${deliveries} messages, ${lost} lost, ${repeated} twice, all there after ${outage.overAfterHours} h`,
    );
  }
  const met = isMet(healthy, outage) ? 'met' : 'MISSED';
  terminal.out(`\nTarget ${met}: half within ${P50_S} s, 99 of 100 within ${P99_S} s, none lost`);
}

function printMeasured(measured: Measured): void {
  terminal.out(
    `${''.padEnd(10)}${['messages', 'p50', 'p90', 'p99', 'max'].map((word) => word.padStart(9)).join('')}`,
  );
  for (const [kind, { deliveries, p50, p90, p99, max }] of Object.entries(measured.byKind)) {
    const times = [p50, p90, p99, max].map((seconds) => seconds.toFixed(2).padStart(9)).join('');
    terminal.out(`${kind.padEnd(10)}${String(deliveries).padStart(9)}${times}`);
  }
  const { events, eventsPerSecond, deliveriesPerSecond, carried, lost, repeated, workerMs } = measured;
  terminal.out(
    `${events} events, ${eventsPerSecond.toFixed(1)} a second, ${deliveriesPerSecond.toFixed(1)} deliveries a second; ${carried} came with another; ${lost} lost, ${repeated} twice`,
  );
  if (workerMs !== null) terminal.out(`the worker used ${workerMs.toFixed(1)} ms of processor a delivery`);
}
