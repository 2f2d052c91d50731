import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../src/cli/command.ts';
import type { Database } from '../../src/flows/world.ts';
import { openDatabase } from '../../src/store/database.ts';
import { startWorker, type Worker } from '../../src/worker/worker.ts';
import { fillDisk, freeDisk } from './full-disk.ts';
import { playMigration } from './migration.ts';
import type { Death, Plan } from './plan.ts';
import { isSettled, progressOf, standing, type Before } from './settled.ts';
import { openHere, type Slot } from './slot.ts';
import { digestFarOff, openingPages, overture, playParts } from './story.ts';
import { judge, type Verdict } from './verdict.ts';
import type { WorkerProcess } from './worker-process.ts';

const DAY_MS = 24 * 3_600_000;
/** A worker that has not died by then never will; a story that has not settled by then is lost. */
const DEATH_WITHIN_MS = 20_000;
const SETTLED_WITHIN_MS = 45_000;
const LOOK_MS = 40;
/** How long a worker that went on after standing still may try to write. */
const STALE_MS = 700;

/** What one run came to. */
export interface Run extends Verdict {
  readonly plan: Plan;
  /** Processes that were killed. */
  readonly deaths: number;
  /** Seconds from the last death to the moment when nothing was owed any more; null: nobody died. */
  readonly recoveryS: number | null;
}

/** A stage: one slot's, with one database. */
interface Stage {
  readonly slot: Slot;
  readonly plan: Plan;
  readonly db: Database;
  readonly url: string;
  readonly before: Before;
}

/** Plays one plan from its story to its verdict. */
export async function play(slot: Slot, plan: Plan): Promise<Run> {
  if (plan.death.by === 'migration') return playMigration(slot, plan);
  const name = `run_${plan.seed}`;
  const url = await slot.database(name);
  const { db, close } = openDatabase(url);
  slot.sinks.begin();
  for (const [path, html] of openingPages()) if (path !== '/features') slot.sinks.pages.set(path, html);
  try {
    await digestFarOff(db);
    const stage: Stage = { slot, plan, db, url, before: await standing(db) };
    const { deaths, recoveryS } = await story(stage);
    const verdict = await judge(db, { plan, seen: slot.sinks.seen, before: stage.before });
    if (verdict.lost.length > 0 && process.env['CRASH_LOG'] !== undefined) await showRows(db);
    return { plan, deaths, recoveryS, ...verdict };
  } finally {
    await close();
    await slot.drop(name);
  }
}

/** For whoever looks into a run that went wrong (CRASH_LOG=1): what stood in its database at the end. */
async function showRows(db: Database): Promise<void> {
  for (const table of ['pages', 'hosts', 'checks', 'deliveries', 'delivery_attempts'] as const) {
    const rows = await db.selectFrom(table).selectAll().execute();
    console.error(
      table,
      JSON.stringify(rows.slice(-12), (key, value) =>
        key === 'message' || key === 'trace' ? undefined : value,
      ),
    );
  }
}

interface Ended {
  readonly deaths: number;
  readonly recoveryS: number | null;
}

async function story(stage: Stage): Promise<Ended> {
  const { slot, plan, db } = stage;
  const victims = [slot.worker(), ...(plan.again === null ? [] : [slot.worker()])];
  const healer = await Healer.ready(stage);
  try {
    const told = overture(plan);
    if (told !== null) {
      await playParts(db, slot.sinks, { ...plan, parts: told });
      await healer.start();
      await settle({ ...stage, plan: { ...plan, parts: told } });
      await healer.pause();
    }
    await playParts(db, slot.sinks, plan);
    return await suffer(stage, { victims, healer });
  } finally {
    await Promise.all(victims.map(async (victim) => victim.kill()));
    await healer.close();
  }
}

interface Cast {
  readonly victims: readonly WorkerProcess[];
  readonly healer: Healer;
}

async function suffer(stage: Stage, { victims, healer }: Cast): Promise<Ended> {
  const { plan } = stage;
  let deaths = 0;
  let diedAt: number | null = null;
  for (const [index, victim] of victims.entries()) {
    const death: Death =
      index === 0 || plan.again === null ? plan.death : { by: 'fail-point', point: plan.again, time: 1 };
    if (death.by === 'two at once') await healer.start();
    const at = await endOf(stage, victim, death);
    if (at === null) continue;
    deaths += 1;
    diedAt = at;
  }
  if (!(plan.death.by === 'full disk' && !plan.death.killed)) await healer.start();
  const settledAt = await settle(stage);
  const [first] = victims;
  if (plan.death.by === 'standing still' && first?.standsStill() === true) {
    first.goOn();
    await pause(STALE_MS);
    await settle(stage);
  }
  await healer.pause();
  return { deaths, recoveryS: diedAt === null || settledAt === null ? null : (settledAt - diedAt) / 1000 };
}

/** Lets a worker work until it ends as the plan says. @returns when; null: it lives on, and nothing is left to do */
async function endOf(stage: Stage, victim: WorkerProcess, death: Death): Promise<number | null> {
  const { slot, url, plan } = stage;
  const model = plan.model ? { OPENAI_API_KEY: 'sk-played', OPENAI_BASE_URL: `${slot.sinks.origin}/v1` } : {};
  const failPoint = 'point' in death ? { FAILPOINT: orderOf(death) } : {};
  const held = death.by === 'hold' ? nextHold(stage, death.hold) : null;
  if (death.by === 'full disk') await fillDisk(stage.db);
  await victim.go({
    env: { ...slot.env, DATABASE_URL: url, ...model, ...failPoint },
    clockMs: death.by === 'clock' ? death.days * DAY_MS : 0,
  });
  if (death.by === 'full disk') return emptyAgain(stage, victim, death.killed);
  if (death.by === 'moment') {
    await pause(death.afterMs);
    return killNow(victim);
  }
  const end = await firstOf(stage, victim, held);
  if (end === 'ended' || end === 'stands still') return performance.now();
  return end === 'held' ? killNow(victim) : null;
}

function orderOf(death: Extract<Death, { point: string }>): string {
  const how = death.by === 'standing still' ? 'stop' : 'kill';
  return `${death.point}:${how}:${'time' in death ? death.time : 1}`;
}

async function killNow(victim: WorkerProcess): Promise<number> {
  await victim.kill();
  return performance.now();
}

function nextHold({ slot }: Stage, at: Extract<Death, { by: 'hold' }>['hold']): Promise<void> {
  return new Promise((resolve) => {
    slot.sinks.hold = { at, held: resolve };
  });
}

async function emptyAgain({ db }: Stage, victim: WorkerProcess, killed: boolean): Promise<number> {
  await pause(2500);
  if (killed) await victim.kill();
  await freeDisk(db);
  return performance.now();
}

/** Whatever comes first: its end, its standing still, a held answer, or nothing left to do. */
async function firstOf(
  stage: Stage,
  victim: WorkerProcess,
  held: Promise<void> | null,
): Promise<'ended' | 'stands still' | 'held' | 'settled' | 'late'> {
  let isHeld = false;
  void held?.then(() => (isHeld = true));
  const until = performance.now() + DEATH_WITHIN_MS;
  while (performance.now() < until) {
    if (victim.isOver()) return 'ended';
    if (isHeld) return 'held';
    if (victim.standsStill()) return 'stands still';
    if (isSettled(await progressOf(stage.db, stage.before), stage.plan)) return 'settled';
    await pause(LOOK_MS);
  }
  return 'late';
}

/** @returns when nothing was owed any more; null: it never came */
async function settle({ db, before, plan }: Pick<Stage, 'db' | 'before' | 'plan'>): Promise<number | null> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < until) {
    if (isSettled(await progressOf(db, before), plan)) return performance.now();
    await pause(LOOK_MS);
  }
  return null;
}

/** The next worker: the product's own loops, in this process, ready to begin at once. */
class Healer {
  readonly #app: App;
  #worker: Worker | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  static async ready({ slot, url, plan }: Stage): Promise<Healer> {
    const model = plan.model
      ? { OPENAI_API_KEY: 'sk-played', OPENAI_BASE_URL: `${slot.sinks.origin}/v1` }
      : {};
    return new Healer(await openHere({ ...slot.env, ...model, DATABASE_URL: url }, () => new Date()));
  }

  async start(): Promise<void> {
    const { db, world } = this.#app;
    const error = (fields: object): void => {
      if (process.env['CRASH_LOG'] !== undefined) console.error(fields);
    };
    this.#worker ??= await startWorker(db, world, { info: () => {}, error });
  }

  async pause(): Promise<void> {
    await this.#worker?.stop();
    this.#worker = null;
  }

  async close(): Promise<void> {
    await this.pause();
    await this.#app.close();
  }
}
