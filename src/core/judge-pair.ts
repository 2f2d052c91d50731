import type { Block } from './block.ts';
import type { Difference } from './difference.ts';
import { judgeHealth } from './health/health.ts';
import { compareBlocks } from './labels/compare-blocks.ts';
import { type Read, readPage } from './read/read-page.ts';
import { judgeWholeness, showsBroken } from './health/wholeness.ts';
import { confirmByAgain } from './sight/second-read.ts';

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
  if (!old.ok) return notThePage(`the older side is not the page: ${old.reason}`);
  const fresh = look(after, { url, last: old });
  if (!fresh.ok) return notThePage(`the newer side is not the page: ${fresh.reason}`);
  // An older side that the newer dwarfs was itself the broken one.
  const backwards = look(before, { url, last: fresh });
  if (!backwards.ok) return notThePage(`the older side is not the page: ${backwards.reason}`);
  const [was, is] = [
    { ...old, body: before.body },
    { ...fresh, body: after.body },
  ];
  const broken = judgeWholeness(is, was);
  if (broken !== null) return notThePage(`the newer side is not the page: ${broken.reason}`);
  if (showsBroken(is, was))
    return notThePage('the older side is not the page: it was half of it, or unready');
  const found = compareBlocks(old.blocks, fresh.blocks);
  if (again === undefined) return verdictOf(found, { before: old.blocks, after: fresh.blocks });
  const second = look(again, { url, last: old });
  if (!second.ok)
    return notThePage(`the second read is not the page, so that nothing is confirmed: ${second.reason}`);
  return verdictOf(confirmByAgain(found, compareBlocks(old.blocks, second.blocks)), {
    before: old.blocks,
    after: fresh.blocks,
  });
}

function notThePage(reason: string): PairVerdict {
  return { verdict: 'noise', reasons: [reason], differences: [], texts: null };
}

function look(
  bytes: JudgedBytes,
  { url, last }: { url: string; last: Read | null },
): Read | { ok: false; reason: string } {
  const reading = readPage({ ...bytes, url, scope: null });
  const answer = { status: 200, finalUrl: url, hops: [], headers: {}, body: bytes.body };
  const health = judgeHealth({ answer, reading, last });
  return health.health === 'page' ? reading : { ok: false, reason: health.reason };
}

function verdictOf(differences: readonly Difference[], texts: PairVerdict['texts']): PairVerdict {
  if (differences.length === 0)
    return { verdict: 'same', reasons: ['nothing that can be read differs'], differences, texts };
  const open = differences.filter((difference) => difference.labels.length === 0);
  const reasons =
    open.length === 0
      ? differences.flatMap((difference) => difference.labels.map((label) => label.reason))
      : open.map((difference) => difference.urgency?.reason ?? 'no rule explains it');
  return {
    verdict: open.length === 0 ? 'noise' : 'tell',
    reasons: [...new Set(reasons)],
    differences,
    texts,
  };
}
