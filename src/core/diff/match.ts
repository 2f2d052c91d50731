import { zip } from '../zip.ts';

/** Two positions that hold the same key. */
export type Match = readonly [before: number, after: number];

/** Table cells that one gap may cost, and all gaps together: 64 MB and about 100 ms at worst would be ten times this. */
const GAP_CELLS = 160_000;
const ALL_CELLS = 3_000_000;
/** How often, on average, a key may be looked at in search of anchors. Real pages need one, the worst of the bench under three. */
const LOOKS = 10;

interface Gap {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/**
 * Positions that two lists of keys have in common, in order: equal ends first, then the longest common sequence where the
 * table is small, else anchors (keys that occur once on both sides) that split the rest in two ("patience"). What is left
 * where all this has cost too much stays unmatched: the caller looks for moved keys anyway. Time grows with n log n.
 */
export function matchKeys(before: readonly string[], after: readonly string[]): Match[] {
  const ids = new Map<string, number>();
  const idOf = (key: string): number => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, ids.size);
    return ids.size - 1;
  };
  return new Matcher(before.map(idOf), after.map(idOf)).run();
}

class Matcher {
  private readonly matches: Match[] = [];
  private cellsLeft = ALL_CELLS;
  private looksLeft: number;
  private readonly a: readonly number[];
  private readonly b: readonly number[];

  constructor(a: readonly number[], b: readonly number[]) {
    this.a = a;
    this.b = b;
    this.looksLeft = LOOKS * (a.length + b.length);
  }

  run(): Match[] {
    const open: Gap[] = [{ a0: 0, a1: this.a.length, b0: 0, b1: this.b.length }];
    for (let gap = open.pop(); gap !== undefined; gap = open.pop()) {
      const inner = this.trim(gap);
      const cells = (inner.a1 - inner.a0) * (inner.b1 - inner.b0);
      if (cells === 0) continue;
      if (cells <= GAP_CELLS && cells <= this.cellsLeft) {
        this.cellsLeft -= cells;
        this.longest(inner);
      } else for (const part of this.split(inner)) open.push(part);
    }
    return this.matches.sort((x, y) => x[0] - y[0]);
  }

  private trim(gap: Gap): Gap {
    let { a0, a1, b0, b1 } = gap;
    while (a0 < a1 && b0 < b1 && this.a[a0] === this.b[b0]) this.matches.push([a0++, b0++]);
    while (a0 < a1 && b0 < b1 && this.a[a1 - 1] === this.b[b1 - 1]) this.matches.push([--a1, --b1]);
    return { a0, a1, b0, b1 };
  }

  private longest({ a0, a1, b0, b1 }: Gap): void {
    const width = b1 - b0 + 1;
    const table = new Uint16Array((a1 - a0 + 1) * width);
    const at = (i: number, j: number): number => table[(i - a0) * width + (j - b0)] ?? 0;
    for (let i = a1 - 1; i >= a0; i -= 1) {
      for (let j = b1 - 1; j >= b0; j -= 1) {
        const same = this.a[i] === this.b[j];
        table[(i - a0) * width + (j - b0)] = same
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
      }
    }
    for (let i = a0, j = b0; i < a1 && j < b1;) {
      if (this.a[i] === this.b[j]) this.matches.push([i++, j++]);
      else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
      else j += 1;
    }
  }

  /** The parts between anchors; none when no key anchors. */
  private split(gap: Gap): Gap[] {
    this.looksLeft -= gap.a1 - gap.a0 + gap.b1 - gap.b0;
    if (this.looksLeft < 0) return [];
    const anchors = rising(this.anchors(gap));
    const parts: Gap[] = [];
    let { a0, b0 } = gap;
    for (const [i, j] of anchors) {
      this.matches.push([i, j]);
      parts.push({ a0, a1: i, b0, b1: j });
      a0 = i + 1;
      b0 = j + 1;
    }
    return anchors.length === 0 ? [] : [...parts, { a0, a1: gap.a1, b0, b1: gap.b1 }];
  }

  /**
   * Keys that stand once on both sides of a gap; failing these, each that stands equally often, first with first and so on;
   * failing these too, each that stands on both sides at all.
   */
  private anchors(gap: Gap): Match[] {
    const inA = places(this.a, gap.a0, gap.a1);
    const inB = places(this.b, gap.b0, gap.b1);
    const common = [...inA].flatMap(([id, olds]) => {
      const news = inB.get(id);
      return news === undefined ? [] : [[olds, news] as const];
    });
    const once = common.filter(([olds, news]) => olds.length === 1 && news.length === 1);
    const alike = common.filter(([olds, news]) => olds.length === news.length);
    const chosen = [once, alike, common].find((list) => list.length > 0) ?? [];
    return chosen.flatMap(([olds, news]) => zip(olds, news));
  }
}

function places(list: readonly number[], from: number, to: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let at = from; at < to; at += 1) {
    const id = list[at] ?? -1;
    const known = found.get(id);
    if (known === undefined) found.set(id, [at]);
    else known.push(at);
  }
  return found;
}

/** The longest run of pairs that rises on both sides (patience sorting, n log n). */
function rising(pairs: readonly Match[]): Match[] {
  const tails: Step[] = [];
  for (const pair of pairs.toSorted((x, y) => x[0] - y[0])) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const tail = tails[middle];
      if (tail !== undefined && tail.pair[1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    tails[low] = { pair, previous: tails[low - 1] };
  }
  const run: Match[] = [];
  for (let step = tails.at(-1); step !== undefined; step = step.previous) run.push(step.pair);
  return run.reverse();
}

/** The last pair of a rising run, with the run before it. */
interface Step {
  readonly pair: Match;
  readonly previous: Step | undefined;
}
