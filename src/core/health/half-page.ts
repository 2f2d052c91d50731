import type { Block } from '../block.ts';
import { maskNumbers } from '../sight/volatile.ts';
import { without } from '../without.ts';

/** Closing tags stand at the very end; a tracker or a comment may follow them. */
const TAIL_BYTES = 2048;

/** Does an HTML body end as whole ones do, with the closing tag of body or html near its end? */
export function endsWhole(body: Uint8Array): boolean {
  const tail = new TextDecoder('latin1').decode(body.subarray(Math.max(0, body.length - TAIL_BYTES)));
  return /<\/(?:html|body)\s*>/i.test(tail);
}

/** A page as it was sent and as it was read. */
export interface Side {
  readonly body: Uint8Array;
  readonly blocks: readonly Block[];
  readonly textLength: number;
}

/**
 * Is this half of the page (walls.md)? Some servers close the connection early and state no length, so that nothing but the
 * page itself tells: it holds less text than it did, and the closing tags that it had are missing. A page that never had
 * them is half where its text breaks off and all before that is as it was.
 */
export function isHalfPage(now: Side, before: Side): boolean {
  if (now.textLength >= before.textLength) return false;
  if (endsWhole(now.body))
    return endedEarly(now.blocks, before.blocks) || lostParts(now.blocks, before.blocks);
  return endsWhole(before.body) || breaksOff(now.blocks, before.blocks);
}

/** A template that gave up closes what it opened: the text breaks off all the same, and the footer that stood is missing. */
function endedEarly(part: readonly Block[], whole: readonly Block[]): boolean {
  const hasFooter = (blocks: readonly Block[]): boolean => blocks.some(({ region }) => region === 'footer');
  return hasFooter(whole) && !hasFooter(part) && breaksOff(part, whole);
}

/** Of 116 labelled real changes none took away a fifth of a page and put nothing new on it; three of 77 faults did. */
const LOST = 0.4;
const NEW = 0.05;
const LEAST_BLOCKS = 8;
/** A plan that goes takes one heading with it, and is told at once. */
const LEAST_HEADINGS = 2;

/** Parts of the template failed where header and footer stand: much of the text is gone, with its headings, and none is new. */
function lostParts(now: readonly Block[], before: readonly Block[]): boolean {
  const [own, old] = [bodyOf(now), bodyOf(before)];
  if (old.length < LEAST_BLOCKS) return false;
  const lost = without(old, own, masked);
  const headings = lost.filter(({ role }) => /^h[1-6]$/.test(role));
  return (
    lost.length >= LOST * old.length &&
    headings.length >= LEAST_HEADINGS &&
    without(own, old, masked).length <= NEW * own.length
  );
}

function bodyOf(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ role }) => role !== 'title' && role !== 'meta');
}

function masked({ text }: Block): string {
  return maskNumbers(text);
}

/**
 * Was the earlier reading half a page? Only where the page of now has the end that was missing, and what stood before it
 * unchanged: all else may be growth.
 */
export function wasHalfPage(now: Side, before: Side): boolean {
  return endsWhole(now.body) && isHalfPage(before, now) && breaksOff(before.blocks, now.blocks);
}

/** Clocks and rotating entries may differ in the part that came: one block in ten. */
const MAY_DIFFER = 0.1;

/** Are the blocks the first ones of the whole page, the last perhaps cut, and is its end missing? */
function breaksOff(part: readonly Block[], whole: readonly Block[]): boolean {
  const last = part.at(-1);
  if (last === undefined) return false;
  const text = withoutCutMark(last.text);
  if (text === '') return breaksOff(part.slice(0, -1), whole);
  const counterpart = whole[part.length - 1];
  if (counterpart?.text.startsWith(text) !== true) return false;
  if (part.length === whole.length && text === counterpart.text) return false;
  const differing = part.slice(0, -1).filter((block, at) => !sameButNumbers(block, whole[at]));
  return differing.length <= MAY_DIFFER * part.length;
}

/** A tag or an entity that was cut in two leaves its beginning behind as text. */
function withoutCutMark(text: string): string {
  return text.replace(/\s*[<&]\S*$/, '');
}

function sameButNumbers({ text }: Block, other: Block | undefined): boolean {
  return other !== undefined && maskNumbers(text) === maskNumbers(other.text);
}
