import { looseWordsOf } from './tokens.ts';

/** A text as a bag of words, each a number. */
export interface Bag {
  /** Each word once, in the order of the text. */
  readonly distinct: readonly number[];
  /** Each as often as it stands there, smallest first. */
  readonly sorted: Int32Array;
}

/** Numbers words as they come, so that two bags of one dictionary compare as two lists of numbers. */
export class Dictionary {
  private readonly known = new Map<string, number>();

  bagOf(text: string): Bag {
    const words = looseWordsOf(text).map((word) => this.numberOf(word));
    return { distinct: [...new Set(words)], sorted: new Int32Array(words).sort() };
  }

  private numberOf(word: string): number {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    this.known.set(word, this.known.size);
    return this.known.size - 1;
  }
}

/**
 * Words in common as a share of all (Dice): 0 for nothing, 1 for the same bag.
 * @param least two bags whose sizes alone keep them below this share are not compared, and count as 0
 */
export function overlap(a: Bag, b: Bag, least = 0): number {
  const all = a.sorted.length + b.sorted.length;
  if (all === 0 || 2 * Math.min(a.sorted.length, b.sorted.length) < least * all) return 0;
  return (2 * common(a.sorted, b.sorted)) / all;
}

function common(a: Int32Array, b: Int32Array): number {
  let found = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const order = (a[i] ?? 0) - (b[j] ?? 0);
    if (order === 0) found += 1;
    if (order <= 0) i += 1;
    if (order >= 0) j += 1;
  }
  return found;
}
