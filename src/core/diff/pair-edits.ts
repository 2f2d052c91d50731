import { zip } from '../zip.ts';
import { type Bag, Dictionary, overlap } from './overlap.ts';
import type { Keyed } from './keyed.ts';

/** A block that one side lacks, with the hunk it stands in and its position on its own side. */
export interface Loose {
  readonly keyed: Keyed;
  readonly hunk: number;
  readonly at: number;
}

export type Pair = readonly [before: Loose, after: Loose];

/** Blocks that stand together; at least one. */
export type Run = readonly [Loose, ...Loose[]];

/** Groups that both sides have, by name. */
export function bothSides<Name>(
  removed: readonly Loose[],
  added: readonly Loose[],
  nameOf: (loose: Loose) => Name,
): (readonly [Run, Run])[] {
  const news = Map.groupBy(added, nameOf);
  return [...Map.groupBy(removed, nameOf)].flatMap(([name, [old, ...olds]]) => {
    const [fresh, ...others] = news.get(name) ?? [];
    return old !== undefined && fresh !== undefined
      ? [
          [
            [old, ...olds],
            [fresh, ...others],
          ] as const,
        ]
      : [];
  });
}

/** Likeness from which two blocks are one that was edited: less inside a hunk, where place speaks too. Measured: detection.md, 9. */
const ALIKE_IN_HUNK = 0.4;
const ALIKE_ACROSS = 0.6;
/** Fewer words say too little to recognise a block elsewhere on the page. */
const WORDS_ACROSS = 3;
/** Comparisons in one hunk; beyond, rare words choose the candidates. */
const HUNK_COMPARISONS = 2500;
/** A word that stands in more removed blocks than this chooses nothing. */
const RARE = 4;
/** With more candidates than these a block is compared with no further one. */
const MOST_CANDIDATES = 20;

interface Scored {
  readonly pair: Pair;
  readonly score: number;
}

/** Which loose blocks are edits of each other. Each block is in one pair at most. */
export function pairEdits(removed: readonly Loose[], added: readonly Loose[]): Pair[] {
  const bags = new Bags();
  const taken = new Set<Loose>();
  const pairs: Pair[] = [];
  const changedHands = handovers(removed, added);
  const take = (found: readonly Pair[]): void => {
    for (const pair of found) {
      if (pair.some((loose) => taken.has(loose)) || changedHands(pair)) continue;
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

/**
 * Pairs that are no edit: the same value under two labels, and two values one of which now stands, or stood, under another
 * label still. "$19 -> $49" would be said of a plan that never cost the one or the other.
 */
function handovers(removed: readonly Loose[], added: readonly Loose[]): (pair: Pair) => boolean {
  const values = (list: readonly Loose[]): Set<string> =>
    new Set(list.filter(hasLabel).map(({ keyed }) => keyed.plain));
  const [gone, come] = [values(removed), values(added)];
  return ([old, fresh]) =>
    old.keyed.plain === fresh.keyed.plain ||
    (hasLabel(old) &&
      hasLabel(fresh) &&
      labelOf(old) !== labelOf(fresh) &&
      (come.has(old.keyed.plain) || gone.has(fresh.keyed.plain)));
}

/** The words of blocks, counted once. */
class Bags {
  private readonly known = new Map<Loose, Bag>();
  private readonly dictionary = new Dictionary();

  of(loose: Loose): Bag {
    const known = this.known.get(loose);
    if (known !== undefined) return known;
    const bag = this.dictionary.bagOf(loose.keyed.block.text);
    this.known.set(loose, bag);
    return bag;
  }
}

/**
 * Values under one label are the same value then and now, if the label has as many on both sides; else those of one shape
 * are, a price with a price.
 */
function byLabel(removed: readonly Loose[], added: readonly Loose[]): Pair[] {
  return bothSides(removed.filter(hasLabel), added.filter(hasLabel), labelOf).flatMap(([olds, news]) =>
    olds.length === news.length ? zip(olds, news) : bothSides(olds, news, shapeOf).flatMap(inOrder),
  );
}

/** A value without its figures: "$# per month". */
function shapeOf({ keyed }: Loose): string {
  return keyed.plain.replace(/\d+(?:[.,]\d+)*/g, '#');
}

function hasLabel(loose: Loose): boolean {
  return loose.keyed.label !== null;
}

function labelOf(loose: Loose): string {
  return loose.keyed.labelKey;
}

/** First with first, if there are as many before as after. */
function inOrder([olds, news]: readonly [Run, Run]): Pair[] {
  return olds.length === news.length ? zip(olds, news) : [];
}

function hunkOf(loose: Loose): number {
  return loose.hunk;
}

function inHunks(removed: readonly Loose[], added: readonly Loose[], bags: Bags): Scored[] {
  const compare = comparison(bags, ALIKE_IN_HUNK);
  return bothSides(removed, added, hunkOf).flatMap(([olds, fresh]) => {
    if (olds.length * fresh.length > HUNK_COMPARISONS) return candidates(olds, fresh, bags).flatMap(compare);
    return olds.flatMap((old) => fresh.flatMap((loose) => compare([old, loose])));
  });
}

function across(removed: readonly Loose[], added: readonly Loose[], bags: Bags): Scored[] {
  const long = (loose: Loose): boolean => bags.of(loose).sorted.length >= WORDS_ACROSS;
  return candidates(removed.filter(long), added.filter(long), bags).flatMap(comparison(bags, ALIKE_ACROSS));
}

/** Blocks that share a word which stands in few removed blocks: only these are worth a comparison. */
function candidates(removed: readonly Loose[], added: readonly Loose[], bags: Bags): Pair[] {
  const holders = holdersOf(removed, bags);
  return added.flatMap((loose) => {
    const found = new Set<Loose>();
    for (const word of bags.of(loose).distinct) {
      for (const old of holders.get(word) ?? []) found.add(old);
      if (found.size > MOST_CANDIDATES) break;
    }
    return Array.from(found, (old) => [old, loose] as const);
  });
}

/** The blocks that each rare word stands in. Counted first: most words are not rare, and lists of them are dear. */
function holdersOf(list: readonly Loose[], bags: Bags): Map<number, Loose[]> {
  const counts = new Map<number, number>();
  for (const loose of list)
    for (const word of bags.of(loose).distinct) counts.set(word, (counts.get(word) ?? 0) + 1);
  const holders = new Map<number, Loose[]>();
  for (const loose of list) {
    for (const word of bags.of(loose).distinct) {
      if ((counts.get(word) ?? 0) > RARE) continue;
      const known = holders.get(word);
      if (known === undefined) holders.set(word, [loose]);
      else known.push(loose);
    }
  }
  return holders;
}

/** Scores a pair; nothing where it is less alike than asked for. */
function comparison(bags: Bags, least: number): (pair: Pair) => Scored[] {
  return (pair) => {
    const score = overlap(bags.of(pair[0]), bags.of(pair[1]), least);
    return score >= least ? [{ pair, score }] : [];
  };
}

/** Best first; of equals the nearest in order, so that a column of alike values stays a column. */
function best(found: readonly Scored[]): Pair[] {
  const distance = ({ pair: [a, b] }: Scored): number => Math.abs(a.at - b.at);
  return found.toSorted((x, y) => y.score - x.score || distance(x) - distance(y)).map(({ pair }) => pair);
}

/** Blocks of numbers alone share no words: those of one hunk pair up in order, if there are as many before as after. */
function valuesInOrder(removed: readonly Loose[], added: readonly Loose[]): Pair[] {
  return bothSides(removed.filter(isNumber), added.filter(isNumber), hunkOf).flatMap(inOrder);
}

function isNumber({ keyed }: Loose): boolean {
  return /\d/.test(keyed.plain) && !/\p{L}{3}/u.test(keyed.plain);
}
