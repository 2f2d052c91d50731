import type { Block } from '../block.ts';
import { isConsentControl, speaksOfConsent } from '../labels/consent-words.ts';

/** Regions that stand around a wall as they stand around the page. */
const FRAME: ReadonlySet<Block['region']> = new Set(['header', 'nav', 'footer']);
/** A whole policy about cookies is longer, and is a page. */
const MOST_TEXT = 1500;

/**
 * Does a site ask for consent in place of the page (walls.md), within its own header and footer? Nothing of what the page said
 * is there, and half of what is there speaks of consent and takes an answer. A notice over the page leaves the page standing.
 */
export function isConsentPage(now: readonly Block[], before: readonly Block[]): boolean {
  const [own, old] = [now, before].map(bodyOf) as [Block[], Block[]];
  const known = new Set(old.map(({ text }) => text));
  if (old.length === 0 || own.some(({ text }) => known.has(text))) return false;
  if (!own.some(({ text }) => isConsentControl(text))) return false;
  const speaking = own.filter(({ text }) => speaksOfConsent(text));
  return lengthOf(own) <= MOST_TEXT && 2 * lengthOf(speaking) >= lengthOf(own);
}

function bodyOf(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ role, region }) => role !== 'title' && role !== 'meta' && !FRAME.has(region));
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}
