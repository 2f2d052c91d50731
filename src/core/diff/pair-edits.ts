import { bagOf, overlap, type Bag } from './overlap.ts';
import type { Keyed } from './keyed.ts';

/** A block that one side lacks, with the hunk it stands in and its position on its own side. */
export interface Loose {
  readonly keyed: Keyed;
  readonly hunk: number;
  readonly at: number;
}

export type Pair = readonly [before: Loose, after: Loose];

/** Likeness from which two blocks are one that was edited: less inside a hunk, where place speaks too. Measured: detection.md, 9. */
const ALIKE_IN_HUNK = 0.4;
const ALIKE_ACROSS = 0.6;
/** Fewer words say too little to recognise a block elsewhere on the page. */
const WORDS_ACROSS = 3;
/** Comparisons in one hunk; beyond, rare words choose the candidates. */
const HUNK_COMPARISONS = 2500;
/** A word that stands in more removed blocks than this chooses nothing. */
const RARE = 4;

interface Scored {
  readonly pair: Pair;
  readonly score: number;
}

/** Which loose blocks are edits of each other. Each block is in one pair at most. */
export function pairEdits(removed: readonly Loose[], added: readonly Loose[]): Pair[] {
  const bags = new Map<Loose, Bag>(
    [...removed, ...added].map((loose) => [loose, bagOf(loose.keyed.block.text)]),
  );
  const taken = new Set<Loose>();
  const pairs: Pair[] = [];
  const take = (found: readonly Pair[]): void => {
    for (const pair of found) {
      if (pair.some((loose) => taken.has(loose))) continue;
      for (const loose of pair) taken.add(loose);
      pairs.push(pair);
    }
  };
  const free = (list: readonly Loose[]): Loose[] => list.filter((loose) => !taken.has(loose));
  take(byLabel(removed, added));
  take(best(inHunks(free(removed), free(added), bags)));
  take(valuesInOrder(free(removed), free(added)));
  take(best(across(free(removed), free(added), bags)));
  return pairs;
}

/** Values under one label are the same value then and now, if the label has as many on both sides. */
function byLabel(removed: readonly Loose[], added: readonly Loose[]): Pair[] {
  const after = Map.groupBy(added.filter(hasLabel), (loose) => labelOf(loose));
  return [...Map.groupBy(removed.filter(hasLabel), (loose) => labelOf(loose))].flatMap(([label, olds]) => {
    const news = after.get(label) ?? [];
    return olds.length === news.length ? zip(olds, news) : [];
  });
}

function hasLabel(loose: Loose): boolean {
  return loose.keyed.label !== null;
}

function labelOf(loose: Loose): string {
  return loose.keyed.labelKey;
}

function zip(olds: readonly Loose[], news: readonly Loose[]): Pair[] {
  return olds.flatMap((old, at) => {
    const fresh = news[at];
    return fresh === undefined ? [] : [[old, fresh] as const];
  });
}

function inHunks(
  removed: readonly Loose[],
  added: readonly Loose[],
  bags: ReadonlyMap<Loose, Bag>,
): Scored[] {
  const news = Map.groupBy(added, (loose) => loose.hunk);
  return [...Map.groupBy(removed, (loose) => loose.hunk)]
    .flatMap(([hunk, olds]) => {
      const fresh = news.get(hunk) ?? [];
      if (olds.length * fresh.length > HUNK_COMPARISONS) return byRareWords(olds, fresh, bags);
      return olds.flatMap((old) => fresh.flatMap((loose) => scored([old, loose], bags)));
    })
    .filter(({ score }) => score >= ALIKE_IN_HUNK);
}

function across(removed: readonly Loose[], added: readonly Loose[], bags: ReadonlyMap<Loose, Bag>): Scored[] {
  const long = (loose: Loose): boolean => (bags.get(loose)?.size ?? 0) >= WORDS_ACROSS;
  return byRareWords(removed.filter(long), added.filter(long), bags).filter(
    ({ score }) => score >= ALIKE_ACROSS,
  );
}

/** Compares only blocks that share a word which stands in few removed blocks. */
function byRareWords(
  removed: readonly Loose[],
  added: readonly Loose[],
  bags: ReadonlyMap<Loose, Bag>,
): Scored[] {
  const holders = new Map<string, Loose[]>();
  for (const loose of removed) {
    for (const word of bags.get(loose)?.counts.keys() ?? []) {
      const known = holders.get(word);
      if (known === undefined) holders.set(word, [loose]);
      else known.push(loose);
    }
  }
  return added.flatMap((loose) => {
    const candidates = new Set<Loose>();
    for (const word of bags.get(loose)?.counts.keys() ?? []) {
      const known = holders.get(word) ?? [];
      if (known.length <= RARE) for (const old of known) candidates.add(old);
      if (candidates.size > 20) break;
    }
    return [...candidates].flatMap((old) => scored([old, loose], bags));
  });
}

function scored(pair: Pair, bags: ReadonlyMap<Loose, Bag>): Scored[] {
  const [a, b] = [bags.get(pair[0]), bags.get(pair[1])];
  if (a === undefined || b === undefined) return [];
  const score = overlap(a, b);
  return score > 0 ? [{ pair, score }] : [];
}

/** Best first; of equals the nearest in order, so that a column of alike values stays a column. */
function best(found: readonly Scored[]): Pair[] {
  const distance = ({ pair: [a, b] }: Scored): number => Math.abs(a.at - b.at);
  return found.toSorted((x, y) => y.score - x.score || distance(x) - distance(y)).map(({ pair }) => pair);
}

/** Blocks of numbers alone share no words: those of one hunk pair up in order, if there are as many before as after. */
function valuesInOrder(removed: readonly Loose[], added: readonly Loose[]): Pair[] {
  const news = Map.groupBy(added.filter(isNumber), (loose) => loose.hunk);
  return [...Map.groupBy(removed.filter(isNumber), (loose) => loose.hunk)].flatMap(([hunk, olds]) => {
    const fresh = news.get(hunk) ?? [];
    return olds.length === fresh.length ? zip(olds, fresh) : [];
  });
}

function isNumber({ keyed }: Loose): boolean {
  return /\d/.test(keyed.plain) && !/\p{L}{3}/u.test(keyed.plain);
}
