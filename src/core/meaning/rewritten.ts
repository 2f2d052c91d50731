import type { Block } from '../block.ts';
import { hasMoney } from '../facts/has-money.ts';
import { maskNumbers } from '../sight/volatile.ts';
import { folded } from './plain.ts';
import { inFrame } from './scene.ts';

interface TwoTexts {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

/** A smaller page has too little to lose. */
const LEAST_BLOCKS = 8;
const LEFT = 0.1;

/**
 * Is hardly a text of the page's own part left (menus and footers stay when a page is replaced)? Then all its differences are
 * one piece of news, not ten removals (fault 38). A price list that is written anew is still a price list: its prices are told.
 */
export function isRewritten({ before, after }: TwoTexts): boolean {
  const own = before.filter((block) => !inFrame(block));
  if (own.length < LEAST_BLOCKS || (isPriced(own) && isPriced(after))) return false;
  const texts = new Set(after.map(textOf));
  return own.filter((block) => texts.has(textOf(block))).length < LEFT * own.length;
}

/** Is the page about something else now? Its main heading, or without one its title, shares no word with the earlier one. */
export function isRepurposed(texts: TwoTexts): boolean {
  if (!isRewritten(texts)) return false;
  const [was, is] = [subjectOf(texts.before), subjectOf(texts.after)];
  return was.size > 0 && is.size > 0 && was.isDisjointFrom(is);
}

const PRICES = 2;

function isPriced(blocks: readonly Block[]): boolean {
  return blocks.filter((block) => !inFrame(block) && hasMoney(block.text)).length >= PRICES;
}

function textOf({ text }: Block): string {
  return maskNumbers(text);
}

/** Words of four letters or more say what a heading is about. */
function subjectOf(blocks: readonly Block[]): Set<string> {
  const heading = blocks.find(({ role }) => role === 'h1') ?? blocks.find(({ role }) => role === 'title');
  return new Set(folded(heading?.text ?? '').match(/\p{L}{4,}/gu) ?? []);
}
