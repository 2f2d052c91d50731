import type { Keyed } from './keyed.ts';
import { matchKeys } from './match.ts';
import { saysNoUnit } from './values.ts';
import { bothSides, type Loose, type Pair, pairEdits, type Run } from './pair-edits.ts';
import { pairUp, Waiting } from './waiting.ts';

/** How two lists of blocks lie on each other. Every block is in exactly one of the lists. */
export interface Alignment {
  /** In the same place, of equal squashed text. */
  readonly equal: readonly Pair[];
  /** The text of the whole hunk is the same, cut into other blocks. */
  readonly recut: readonly (readonly [Run, Run])[];
  /** Values that changed columns under one label: the same values in another order. */
  readonly swapped: readonly (readonly [Run, Run])[];
  readonly moved: readonly Pair[];
  readonly edited: readonly Pair[];
  readonly removed: readonly Loose[];
  readonly added: readonly Loose[];
}

export function align(before: readonly Keyed[], after: readonly Keyed[]): Alignment {
  const { equal, removed, added } = place(before, after);
  const loose = new Pool(removed, added);
  const recut = loose.takeRecut();
  const swapped = loose.takeSwaps();
  const stayed = loose.takeStayed();
  const moved = loose.takeEqual((item) => item.keyed.key);
  const edited = loose.takePairs(pairEdits(loose.removed, loose.added));
  // A value whose label went, or came, may have moved on its own; between two labels that both stand it changed hands.
  const standing = textsOnBothSides(before, after);
  const movedValues = loose.takeEqual((item) =>
    standing.has(item.keyed.labelKey) ? `${item.keyed.plain}\u0001${item.keyed.labelKey}` : item.keyed.plain,
  );
  return {
    equal: [...equal, ...stayed],
    recut,
    swapped,
    moved: [...moved, ...movedValues],
    edited,
    removed: loose.removed,
    added: loose.added,
  };
}

function textsOnBothSides(before: readonly Keyed[], after: readonly Keyed[]): Set<string> {
  const texts = (side: readonly Keyed[]): Set<string> => new Set(side.map((keyed) => keyed.plain));
  return texts(before).intersection(texts(after));
}

/** Matches in order; what lies between two matches is a hunk. */
function place(before: readonly Keyed[], after: readonly Keyed[]) {
  const matches = matchKeys(
    before.map((keyed) => keyed.key),
    after.map((keyed) => keyed.key),
  );
  const equal: Pair[] = [];
  const removed: Loose[] = [];
  const added: Loose[] = [];
  let hunk = 0;
  let a = 0;
  let b = 0;
  for (const [i, j] of [...matches, [before.length, after.length] as const]) {
    if (a < i || b < j) hunk += 1;
    for (; a < i; a += 1) removed.push(...looseAt(before, a, hunk));
    for (; b < j; b += 1) added.push(...looseAt(after, b, hunk));
    const [old] = looseAt(before, i, hunk);
    const [fresh] = looseAt(after, j, hunk);
    if (old !== undefined && fresh !== undefined) equal.push([old, fresh]);
    a = i + 1;
    b = j + 1;
  }
  return { equal, removed, added };
}

function looseAt(list: readonly Keyed[], at: number, hunk: number): Loose[] {
  const keyed = list[at];
  return keyed === undefined ? [] : [{ keyed, hunk, at }];
}

/** Blocks that are still without a partner; each `take` leaves fewer. */
class Pool {
  removed: readonly Loose[];
  added: readonly Loose[];

  constructor(removed: readonly Loose[], added: readonly Loose[]) {
    this.removed = removed;
    this.added = added;
  }

  /** Blocks of one name on both sides, first with first. */
  takeEqual(nameOf: (loose: Loose) => string): Pair[] {
    const waiting = new Waiting(this.added, nameOf);
    return this.takePairs(pairUp(this.removed, (old, taken) => waiting.first(nameOf(old), taken)));
  }

  /**
   * Blocks that stand where they stood. The text that names a value may differ, as of a plan that was renamed; but not to a
   * name that had another value: when two plans swap their names over standing prices, both prices changed.
   */
  takeStayed(): Pair[] {
    const named = new Set(this.removed.map(({ keyed }) => keyed.labelKey));
    const inPlace = ({ hunk, keyed }: Loose): string => `${hunk} ${keyed.plainId}`;
    const underLabel = (loose: Loose): string => `${inPlace(loose)}\u0001${loose.keyed.labelKey}`;
    const isFree = ({ keyed }: Loose): boolean => !named.has(keyed.labelKey) || !belongsToName(keyed);
    const free = new Waiting(this.added.filter(isFree), inPlace);
    const sameLabel = new Waiting(this.added, underLabel);
    const pairs = pairUp(this.removed, (old, taken) => {
      const [any, own] = [free.first(inPlace(old), taken), sameLabel.first(underLabel(old), taken)];
      return any === undefined || (own !== undefined && own.at < any.at) ? own : any;
    });
    return this.takePairs(pairs);
  }

  takePairs(pairs: readonly Pair[]): Pair[] {
    const gone = new Set(pairs.flat());
    this.leave(gone);
    return [...pairs];
  }

  /** A paragraph cut in two, or two put together, is the same text: hunks whose joined text is equal. */
  takeRecut(): (readonly [Run, Run])[] {
    const hunkOf = (loose: Loose): number => loose.hunk;
    const found = bothSides(this.removed, this.added, hunkOf).filter(
      ([olds, fresh]) => olds.length !== fresh.length && joined(olds) === joined(fresh),
    );
    this.leave(new Set(found.flat(2)));
    return found;
  }

  /** Equal values under one label whose order differs: a mark for yes that went from one plan's column to another's. */
  takeSwaps(): (readonly [Run, Run])[] {
    const name = (loose: Loose): string => `${loose.hunk}\u0001${loose.keyed.labelKey}`;
    const columns = bothSides(this.removed.filter(isInColumn), this.added.filter(isInColumn), name);
    const found = columns.filter(([olds, fresh]) => {
      const [a, b] = [plainOf(olds), plainOf(fresh)];
      return a.length > 1 && a.toSorted().join('|') === b.toSorted().join('|') && a.join('|') !== b.join('|');
    });
    this.leave(new Set(found.flat(2)));
    return found;
  }

  private leave(gone: ReadonlySet<Loose>): void {
    this.removed = this.removed.filter((loose) => !gone.has(loose));
    this.added = this.added.filter((loose) => !gone.has(loose));
  }
}

/** The value of the name right above it, if that is a heading; a price or a bare mark is any name's, "10 GB" below a note is not. */
function belongsToName({ block, label, near }: Keyed): boolean {
  if (label === null || !near) return false;
  return block.headings.at(-1) === label || saysNoUnit(block.text) || /\p{Sc}/u.test(block.text);
}

function isInColumn({ keyed }: Loose): boolean {
  return keyed.inColumn;
}

function plainOf(list: readonly Loose[]): string[] {
  return list.map((loose) => loose.keyed.plain);
}

function joined(list: readonly Loose[]): string {
  return list
    .map(({ keyed }) => (keyed.plain.includes('|') ? keyed.plain.replaceAll('|', '') : keyed.plain))
    .join('');
}
