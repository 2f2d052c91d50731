import { wordsOf } from './tokens.ts';

/** A text as a bag of words. */
export interface Bag {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

export function bagOf(text: string): Bag {
  const counts = new Map<string, number>();
  const words = wordsOf(text);
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, size: words.length };
}

/** Words in common as a share of all (Dice): 0 for nothing, 1 for the same bag. */
export function overlap(a: Bag, b: Bag): number {
  const [small, large] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let common = 0;
  for (const [word, count] of small.counts) common += Math.min(count, large.counts.get(word) ?? 0);
  const all = a.size + b.size;
  return all === 0 ? 0 : (2 * common) / all;
}
