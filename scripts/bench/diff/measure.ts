import { diffBlocks } from '../../../src/core/diff/diff-blocks.ts';
import { labelDifferences } from '../../../src/core/labels/label-differences.ts';
import type { Case } from './cases.ts';

/** One case at one size; times in milliseconds. */
export interface Point {
  readonly kilobytes: number;
  readonly blocks: number;
  readonly differences: number;
  readonly diff: number;
  /** The diff and the labels of all its differences: the whole judgement of two readings. Null: not tried. */
  readonly judge: number | null;
}

/** Labels that would take longer than this, if they grew with the square of the size, are not tried. */
const HOPELESS_MS = 8000;

/** Samples of one measurement are taken until they are this many, or took this long together. */
const MOST_SAMPLES = 12;
const ENOUGH_MS = 150;
const SAMPLE_MS = 40;

/** @param smaller the same case at a smaller size, null for the first; left out, labels are not timed */
export function measure(one: Case, kilobytes: number, smaller?: Point | null): Point {
  const sides = one.sides(1000 * kilobytes);
  const differences = diffBlocks(sides.before, sides.after);
  const diff = bestOf(3, () => diffBlocks(sides.before, sides.after));
  return {
    kilobytes,
    blocks: sides.before.length,
    differences: differences.length,
    diff,
    judge: isHopeless(kilobytes, smaller)
      ? null
      : diff + bestOf(1, () => labelDifferences(differences, sides)),
  };
}

function isHopeless(kilobytes: number, smaller: Point | null | undefined): boolean {
  if (smaller === undefined) return true;
  if (smaller === null) return false;
  return smaller.judge === null || smaller.judge * (kilobytes / smaller.kilobytes) ** 2 > HOPELESS_MS;
}

/**
 * Time of the thread's own work, best of several samples: what else the machine does adds to the clock on the wall. The
 * system counts that work in ticks of milliseconds, so that short runs are timed several at once.
 */
function bestOf(least: number, run: () => unknown): number {
  const first = timed(1, run);
  const atOnce = Math.max(1, Math.ceil(SAMPLE_MS / Math.max(first, SAMPLE_MS / 20)));
  let best = atOnce === 1 ? first : Number.POSITIVE_INFINITY;
  let spent = first;
  for (let samples = 1; samples < MOST_SAMPLES && (samples < least || spent < ENOUGH_MS); samples += 1) {
    const took = timed(atOnce, run);
    best = Math.min(best, took / atOnce);
    spent += took;
  }
  return best;
}

function timed(times: number, run: () => unknown): number {
  const start = process.threadCpuUsage();
  for (let at = 0; at < times; at += 1) run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The exponent e of the power law time = c · size^e that fits best: least squares over the logarithms. */
export function exponentOf(points: readonly (readonly [size: number, time: number])[]): number {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(time)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const rise = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return rise / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}
