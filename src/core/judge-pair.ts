import type { Block } from './block.ts';
import type { Difference, Label } from './difference.ts';
import { diffBlocks } from './diff/diff-blocks.ts';
import { squash } from './diff/squash.ts';
import { locateValues } from './facts/find-values.ts';
import { type Health, judgeHealth } from './health.ts';
import { labelDifferences } from './labels/label-differences.ts';
import { type Read, readPage } from './read/read-page.ts';

export interface JudgedBytes {
  readonly body: Uint8Array;
  readonly contentType: string | null;
}

export interface Pair {
  readonly before: JudgedBytes;
  readonly after: JudgedBytes;
  /** A second read of the newer side, moments later. */
  readonly again?: JudgedBytes;
  readonly url: string;
}

export interface PairVerdict {
  /** `same`: nothing differs. `noise`: every difference is explained. `tell`: at least one is not. */
  readonly verdict: 'same' | 'noise' | 'tell';
  /** Why, in words, without repetition. */
  readonly reasons: readonly string[];
  readonly differences: readonly Difference[];
  /** What was compared; null where a side was not the page. */
  readonly texts: { readonly before: readonly Block[]; readonly after: readonly Block[] } | null;
}

/** Judges one pair of stored bodies on its own, by rules alone: no history, no model, no network. */
export function judgePair({ before, after, again, url }: Pair): PairVerdict {
  const old = look(before, { url, last: null });
  const fresh = look(after, { url, last: old.reading });
  if (old.reading === null)
    return {
      verdict: 'noise',
      reasons: [`the older side is not the page: ${old.reason}`],
      differences: [],
      texts: null,
    };
  if (fresh.reading === null)
    return {
      verdict: 'noise',
      reasons: [`the newer side is not the page: ${fresh.reason}`],
      differences: [],
      texts: null,
    };
  // An older side that the newer dwarfs was itself the broken one.
  const backwards = look(before, { url, last: fresh.reading });
  if (backwards.reading === null)
    return {
      verdict: 'noise',
      reasons: [`the older side came in part: ${backwards.reason}`],
      differences: [],
      texts: null,
    };
  const found = compare(old.reading, fresh.reading);
  const differences = again === undefined ? found : confirm(found, { old: old.reading, again, url });
  return { ...verdictOf(differences), texts: { before: old.reading.blocks, after: fresh.reading.blocks } };
}

interface Look {
  readonly reading: Read | null;
  readonly reason: string;
}

function look(bytes: JudgedBytes, { url, last }: { url: string; last: Read | null }): Look {
  const reading = readPage({ ...bytes, url, scope: null });
  const answer = { status: 200, finalUrl: url, hops: [], headers: {}, body: bytes.body };
  const health: Health = judgeHealth({ answer, reading, last });
  if (health.health !== 'page') return { reading: null, reason: health.reason };
  return reading.ok ? { reading, reason: '' } : { reading: null, reason: reading.reason };
}

function compare(before: { blocks: readonly Block[] }, after: { blocks: readonly Block[] }): Difference[] {
  return labelDifferences(diffBlocks(before.blocks, after.blocks), {
    before: before.blocks,
    after: after.blocks,
  });
}

const UNCONFIRMED: Label = {
  noise: 'volatile',
  rule: 'second read',
  reason: 'a second read moments later does not show it',
};

/** What the second read does not show again was the page's own unrest (P7). A second read that is no page confirms nothing. */
function confirm(
  found: readonly Difference[],
  { old, again, url }: { old: Read; again: JudgedBytes; url: string },
): Difference[] {
  const { reading } = look(again, { url, last: old });
  const seen = new Set(reading === null ? [] : compare(old, reading).map(steadyKey));
  return found.map((difference) =>
    seen.has(steadyKey(difference))
      ? difference
      : { ...difference, labels: [...difference.labels, UNCONFIRMED], urgency: null },
  );
}

const TICKING = new Set(['clock', 'relative time', 'counter']);

/** A difference without what ticks in it: a new sentence beside a clock is the same sentence a minute later. */
function steadyKey({ kind, before, after }: Difference): string {
  return [kind, before, after].map((text) => (text === null ? '-' : squash(steady(text)))).join('\u0001');
}

function steady(text: string): string {
  let rest = text;
  for (const { from, to, value } of locateValues(text).toReversed()) {
    if (TICKING.has(value.type)) rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
  }
  return rest;
}

function verdictOf(differences: readonly Difference[]): Omit<PairVerdict, 'texts'> {
  if (differences.length === 0)
    return { verdict: 'same', reasons: ['nothing that can be read differs'], differences };
  const open = differences.filter((difference) => difference.labels.length === 0);
  const reasons =
    open.length === 0
      ? differences.flatMap((difference) => difference.labels.map((label) => label.reason))
      : open.map((difference) => difference.urgency?.reason ?? 'no rule explains it');
  return { verdict: open.length === 0 ? 'noise' : 'tell', reasons: [...new Set(reasons)], differences };
}
