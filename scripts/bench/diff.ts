import { parseArgs } from 'node:util';
import { openTerminal } from '../../src/cli/terminal.ts';
import { type Case, CASES } from './diff/cases.ts';
import { exponentOf, measure, type Point } from './diff/measure.ts';

const SIZES = [62, 125, 250, 500, 1000];
/**
 * Where the bound in time holds, in kilobytes, and the bounds: milliseconds for the diff, and the exponent of growth for
 * the diff and for the labels. What a label costs is a matter of how many differences there are to label.
 */
const BOUND_SIZE = 500;
const MOST_MS = 150;
const STEEPEST = 1.15;
/** A bound that broke is measured again this often: a machine that was busy is not a slow comparison. */
const TRIES = 2;
/** Small enough that even a case of quadratic labels ends. */
const WARM_UP_SIZE = 4;

interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  readonly diff: Share;
  /** Null: labels were not asked for. */
  readonly judge: Share | null;
}

/** Time at the size that the bound names; null where it was not reached. */
interface Share {
  readonly ms: number | null;
  readonly exponent: number | null;
  readonly broken: readonly string[];
}

const terminal = openTerminal();

/**
 * Times the comparison of two readings over kinds and sizes of pages; exit 1 when one breaks a bound. `--labels` times the
 * labels of the differences as well, which takes some minutes; `--only` chooses cases by a part of their names.
 */
export function benchDiff(flags: readonly string[]): number {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      json: { type: 'boolean' },
      labels: { type: 'boolean' },
      only: { type: 'string', default: '' },
    },
  });
  const chosen = CASES.filter(({ name }) => name.includes(values.only));
  const [labels, json] = [values.labels === true, values.json === true];
  for (const one of chosen) {
    terminal.progress(`warming up: ${one.name}`);
    measure(one, WARM_UP_SIZE);
  }
  if (!json) printHead(labels);
  const lines = chosen.map((one) => {
    const line = lineOf(one, labels);
    if (!json) printLine(line, labels);
    return line;
  });
  const broken = lines.filter(isBroken);
  if (json) terminal.out(JSON.stringify({ sizes: SIZES, mostMs: MOST_MS, steepest: STEEPEST, lines }));
  else printSum(lines, broken);
  return broken.length === 0 && chosen.length > 0 ? 0 : 1;
}

function isBroken({ diff, judge }: Line): boolean {
  return diff.broken.length + (judge?.broken.length ?? 0) > 0;
}

function lineOf(one: Case, labels: boolean): Line {
  let line = measured(one, labels);
  for (let again = 1; again < TRIES && isBroken(line); again += 1) line = better(line, measured(one, labels));
  return line;
}

function measured(one: Case, labels: boolean): Line {
  let last = labels ? measure(one, WARM_UP_SIZE, null) : undefined;
  const points = SIZES.map((kilobytes) => {
    terminal.progress(`${one.name}: ${kilobytes} KB`);
    const point = measure(one, kilobytes, last);
    if (labels) last = point;
    return point;
  });
  return judged(one.name, { points, labels });
}

function better(line: Line, other: Line): Line {
  const points = line.points.map((point, at) => {
    const twin = other.points[at] ?? point;
    const judges = [point.judge, twin.judge].filter((time) => time !== null);
    return {
      ...point,
      diff: Math.min(point.diff, twin.diff),
      judge: judges.length === 0 ? null : Math.min(...judges),
    };
  });
  return judged(line.name, { points, labels: line.judge !== null });
}

function judged(name: string, { points, labels }: { points: readonly Point[]; labels: boolean }): Line {
  return { name, points, diff: shareOf(points, 'diff'), judge: labels ? shareOf(points, 'judge') : null };
}

function shareOf(points: readonly Point[], part: 'diff' | 'judge'): Share {
  const timed = points.flatMap((point) => {
    const time = point[part];
    return time === null ? [] : [[point.kilobytes, time] as const];
  });
  const ms = timed.find(([kilobytes]) => kilobytes === BOUND_SIZE)?.[1] ?? null;
  const exponent = timed.length > 1 ? exponentOf(timed) : null;
  const broken = [
    ...(part === 'diff' && (ms ?? 0) > MOST_MS ? ['slow'] : []),
    ...(timed.length < points.length || (exponent ?? 0) > STEEPEST ? ['steep'] : []),
  ];
  return { ms, exponent, broken };
}

function printHead(labels: boolean): void {
  terminal.out(`Best times of the diff in ms${labels ? ', below each with the labels' : ''}.\n`);
  const sizes = SIZES.map((kilobytes) => `${kilobytes} KB`.padStart(8)).join('');
  terminal.out(`${'case'.padEnd(42)}${'blocks'.padStart(8)}${'differ'.padStart(8)}${sizes}  growth`);
}

function printLine(line: Line, labels: boolean): void {
  const at = line.points.find(({ kilobytes }) => kilobytes === BOUND_SIZE) ?? line.points.at(-1);
  const counts = [at?.blocks ?? 0, at?.differences ?? 0].map((count) => String(count).padStart(8)).join('');
  terminal.out(`${line.name.padEnd(42)}${counts}${timesOf(line, 'diff')}`);
  if (labels) terminal.out(`${'  with labels'.padEnd(58)}${timesOf(line, 'judge')}`);
}

function printSum(lines: readonly Line[], broken: readonly Line[]): void {
  const bounds = `${MOST_MS} ms at ${BOUND_SIZE} KB, growth n^${STEEPEST}`;
  terminal.out(
    broken.length === 0
      ? `\nEvery case keeps the bounds: ${bounds}.`
      : `\n${broken.length} of ${lines.length} cases break a bound: ${bounds}.`,
  );
}

function timesOf(line: Line, part: 'diff' | 'judge'): string {
  const times = SIZES.map((_, at) => line.points[at]?.[part]?.toFixed(1) ?? '-').map((time) =>
    time.padStart(8),
  );
  const share = line[part];
  const marks = share?.broken.map((what) => what.toUpperCase()).join(' ') ?? '';
  return `${times.join('')}  n^${share?.exponent?.toFixed(2) ?? '-'} ${marks}`.trimEnd();
}
