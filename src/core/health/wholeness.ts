import type { Block } from '../block.ts';
import { isConsentPage } from './consent-page.ts';
import { isHalfPage, type Side, wasHalfPage } from './half-page.ts';
import type { Unwell } from './health.ts';
import { contentHash } from '../read/content-hash.ts';
import { findUnready } from './unready.ts';
import { maskNumbers } from '../sight/volatile.ts';

/**
 * Is a healthy reading the whole page, ready, seen from what the page stood at (P5)? What this refuses is believed only when
 * it has stood a day: a company may do all of it on purpose.
 * @returns null: it is
 */
export function judgeWholeness(now: Side, before: Side): Unwell | null {
  if (isHalfPage(now, before))
    return unwell('collapsed', 'less text than before and its end is missing: the page came in part');
  if (findUnready(before.blocks, now.blocks) !== null)
    return unwell('unready', 'the prices are missing while their cards stand: the page was not ready');
  if (isConsentPage(now.blocks, before.blocks))
    return { health: 'blocked', kind: 'consent', reason: 'the site asks for consent in place of the page' };
  if (isStandIn(now, before))
    return unwell('stand-in', 'hardly a text of the page is there: something else stands in its place');
  return null;
}

function unwell(kind: string, reason: string): Unwell {
  return { health: 'failed', kind, reason };
}

/** Does this reading show that the one before it was broken, though it was believed? Then it is no news, but the first. */
export function showsBroken(now: Side, before: Side): boolean {
  return wasHalfPage(now, before) || findUnready(now.blocks, before.blocks)?.visible === true;
}

/** Smaller pages have too little to share. */
const LEAST_BLOCKS = 8;
const SHARED = 0.1;
/** A page that was written anew is seldom so much shorter; a consent page, an age gate, a wall in another language is. */
const SHORTER = 0.6;

function isStandIn(now: Side, before: Side): boolean {
  if (before.blocks.length < LEAST_BLOCKS || now.textLength >= SHORTER * before.textLength) return false;
  const texts = new Set(now.blocks.map(textOf));
  const shared = before.blocks.filter((block) => texts.has(textOf(block)));
  return shared.length < SHARED * before.blocks.length;
}

function textOf({ text }: Block): string {
  return maskNumbers(text);
}

/**
 * What a refused reading is known by from visit to visit: its texts without their numbers, for a clock may tick on it; of a
 * page without prices only that it has none.
 */
export function standsAs(kind: string, blocks: readonly Block[]): string {
  const plain = blocks.map((block) => ({ ...block, text: textOf(block), links: [] }));
  return kind === 'unready' ? kind : contentHash('of texts without numbers', plain);
}
