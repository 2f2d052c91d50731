import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { play, type Run } from './crash/play.ts';
import { planOf, type Death, type Plan } from './crash/plan.ts';
import { openSlot } from './crash/slot.ts';

interface Order {
  readonly runs: number;
  readonly seed: number;
  readonly slots: number;
}

/**
 * The crash matrix (delivery.md, C1 to C20): seeded stories in which real workers are killed with SIGKILL, and a checker
 * over what the outside saw. One JSON object on stdout; 1 when anything was lost, doubled or broken.
 */
async function crash({ runs, seed, slots }: Order): Promise<number> {
  const started = performance.now();
  // Short: a socket's path must fit 107 bytes.
  const folder = await mkdtemp('/tmp/sightline-crash-');
  await chmod(folder, 0o711);
  const done: Run[] = [];
  const plans = Array.from({ length: runs }, (_, index) => planOf(seed + index));
  // Ctrl-C: the runs under way are finished, and what was seen is said.
  process.once('SIGINT', () => void plans.splice(0));
  const lane = async (number: number): Promise<void> => {
    const slot = await openSlot(join(folder, String(number)), join(folder, 'compiled'));
    try {
      for (let plan = plans.shift(); plan !== undefined; plan = plans.shift()) {
        const run = await play(slot, plan).catch((error: unknown) => unplayed(plan, error));
        done.push(run);
        report(run, done.length, runs);
      }
    } finally {
      await slot.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(slots, runs) }, async (_, number) => lane(number)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const summary = summaryOf(done, seed, performance.now() - started);
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  return summary.lost + summary.double + summary.broken > 0 ? 1 : 0;
}

/** The stage itself gave way: that is no verdict, and must not pass for one. */
function unplayed(plan: Plan, error: unknown): Run {
  const broken = [`the run could not be played: ${error instanceof Error ? error.message : String(error)}`];
  return { plan, deaths: 0, recoveryS: null, lost: [], double: [], broken, slackRepeats: 0, givenUp: 0 };
}

function faultsOf({ lost, double, broken }: Run): readonly string[] {
  return [
    ...lost.map((l) => `lost: ${l}`),
    ...double.map((d) => `double: ${d}`),
    ...broken.map((b) => `broken: ${b}`),
  ];
}

function report(run: Run, number: number, of: number): void {
  const faults = faultsOf(run);
  if (faults.length > 0) {
    process.stderr.write(`seed ${run.plan.seed}, ${wordsOf(run.plan)}: ${faults.join('; ')}\n`);
  } else if (number % 10 === 0) process.stderr.write(`${number} of ${of} runs\n`);
}

function wordsOf({ death, again, parts, model }: Plan): string {
  const twice = again === null ? '' : `, then at ${again}`;
  return `${placeOf(death)}${'time' in death ? ` (${death.time})` : ''}${twice}, ${parts.join(' + ')}${model ? ', with a model' : ''}`;
}

function placeOf(death: Death): string {
  switch (death.by) {
    case 'fail-point':
      return death.point;
    case 'standing still':
      return `standing still at ${death.point}`;
    case 'clock':
      return `clock ${death.days > 0 ? 'a day ahead' : 'a day behind'}, ${death.point}`;
    case 'hold':
      return `while the ${death.hold} holds`;
    case 'moment':
      return 'at any moment';
    case 'full disk':
      return death.killed ? 'in a full disk' : 'a full disk, not killed';
    default:
      return death.by;
  }
}

function summaryOf(runs: readonly Run[], seed: number, ms: number) {
  const total = (of: (run: Run) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
  const died = runs
    .flatMap(({ recoveryS }) => (recoveryS === null ? [] : [recoveryS]))
    .toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const value = died[Math.min(died.length - 1, Math.floor(died.length * share))];
    return value === undefined ? null : Number(value.toFixed(2));
  };
  const places = [...Map.groupBy(runs, ({ plan }) => placeOf(plan.death))];
  return {
    runs: runs.length,
    seed,
    deaths: total(({ deaths }) => deaths),
    lost: total(({ lost }) => lost.length),
    double: total(({ double }) => double.length),
    broken: total(({ broken }) => broken.length),
    slackRepeats: total(({ slackRepeats }) => slackRepeats),
    givenUp: total(({ givenUp }) => givenUp),
    notDied: runs.filter(({ deaths }) => deaths === 0).length,
    recovery: { median: at(0.5), p99: at(0.99), max: at(1) },
    slowest: runs
      .filter(({ recoveryS }) => recoveryS !== null)
      .toSorted((a, b) => (b.recoveryS ?? 0) - (a.recoveryS ?? 0))
      .slice(0, 5)
      .map(({ plan, recoveryS }) => ({ seed: plan.seed, plan: wordsOf(plan), seconds: recoveryS })),
    minutes: Number((ms / 60_000).toFixed(1)),
    byPoint: Object.fromEntries(places.map(([place, of]) => [place, of.length]).toSorted()),
    failures: runs
      .filter((run) => faultsOf(run).length > 0)
      .map((run) => ({ seed: run.plan.seed, plan: wordsOf(run.plan), faults: faultsOf(run) })),
  };
}

function orderOf(argv: readonly string[]): Order {
  const { values } = parseArgs({
    args: [...argv],
    options: { runs: { type: 'string' }, seed: { type: 'string' }, slots: { type: 'string' } },
  });
  const whole = (name: 'runs' | 'seed' | 'slots', usual: number): number => {
    const given = values[name];
    if (given === undefined) return usual;
    if (!/^\d{1,9}$/.test(given)) throw new Error(`--${name} takes a whole number, not "${given}"`);
    return Number(given);
  };
  return {
    runs: whole('runs', 100),
    seed: whole('seed', 1),
    slots: Math.max(1, whole('slots', Math.min(4, availableParallelism() + 1))),
  };
}

process.exitCode = await crash(orderOf(process.argv.slice(2)));
