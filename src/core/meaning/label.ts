import type { Block } from '../block.ts';
import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import { hasMoney } from '../facts/has-money.ts';
import { isCall, leadOf, namesSomething, skeletonOf, typedSkeletonOf } from './mask.ts';
import { folded, plain } from './plain.ts';
import { planKey, planKeyOf, planName } from './plan-name.ts';
import { headingBelow, indexOf } from './scene.ts';
import type { Face, Scene, Side } from './scene.ts';

/** A value that stands in a difference, on one side. */
export interface Standing {
  readonly value: TypedValue;
  /** Its place among the values of its text, or of its cell. */
  readonly nth: number;
  /** The cell of a row that holds it; null outside tables. */
  readonly column: number | null;
  readonly difference: Difference;
  readonly side: Side;
  /** The difference's text of that side. */
  readonly text: string;
}

/** What a value is the value of. Two sides are compared only under one key. */
export interface Label {
  readonly key: string;
  /** The label's words as the page has them: a plan's name, a row's first cell. */
  readonly name: string;
  /** The column or card that the labelled row belongs to, for "Seats 3 -> 5 in Pro". */
  readonly within: string | null;
}

const HEADING = /^h[1-6]$/;

/**
 * The labels of a standing value, most trusted first: row and column; the words before it; its own sentence; the card's
 * title. Each only if it is unique on its side: a label that stands on several blocks (a repeated "details >") is none,
 * unless they all say the same.
 */
export function labelsOf(scene: Scene, standing: Standing): Label[] {
  const face = scene[standing.side];
  const at = indexOf(face, standing.difference, standing.side);
  const block = face.blocks[at];
  if (!block) return [];
  if (block.role === 'row') return cellLabel(face, { block, at, column: standing.column });
  const own = [
    leadLabel(face, block, standing),
    sentenceLabel(face, block, standing),
    lineLabel(face, block, standing),
  ];
  const onTop = namedBelow(face, { block, at, label: standing.difference.place.headings.at(-1) });
  const named = onTop === null ? cardLabels(face, block, standing) : [onTop];
  return [...own, ...named].filter((label) => label !== null);
}

function sameEverywhere(face: Face, block: Block, belongs: (other: Block) => boolean): boolean {
  return face.blocks.every((other) => other.text === block.text || !belongs(other));
}

function leadLabel(face: Face, block: Block, { value }: Standing): Label | null {
  const lead = leadOf(block.text, value.text);
  const key = lead === null ? '' : planKey(lead);
  if (lead === null || key === '' || !namesSomething(key)) return null;
  const unique = sameEverywhere(face, block, (other) => {
    const text = folded(other.text);
    if (text.startsWith(`${key} `)) return /\d/u.test(text.slice(key.length));
    return text.includes(key) && planKeyOf(other.text) === key;
  });
  return unique ? { key: `lead ${key}`, name: planName(lead), within: null } : null;
}

function sentenceLabel(face: Face, block: Block, standing: Standing): Label | null {
  if (!namesSomething(block.text)) return null;
  const skeleton = skeletonOf(block.text);
  if (!sameEverywhere(face, block, (other) => skeletonOf(other.text) === skeleton)) return null;
  const heading = block.headings.at(-1);
  return {
    key: `sentence ${standing.nth} ${typedSkeletonOf(block.text)}`,
    name: namesItself(face, block, standing) ? '' : plain(heading ?? ''),
    within: null,
  };
}

/** A price behind words of its own, below a card: "Only 21 seats left at $99" is no price of the last plan. */
function namesItself(face: Face, block: Block, { value }: Standing): boolean {
  if (value.type !== 'money' || leadOf(block.text, value.text) === null) return false;
  const [at] = face.byText.get(block.headings.at(-1) ?? '') ?? [];
  return at !== undefined && /^h[2-6]$/.test(face.blocks[at]?.role ?? '');
}

/** A text directly above a bare value, which the diff has found to name it; unique on the page or none. */
function lineLabel(face: Face, block: Block, standing: Standing): Label | null {
  const label = standing.difference.place.headings.at(-1);
  if (label === undefined || label === block.headings.at(-1) || namesSomething(block.text)) return null;
  const [at, ...others] = face.byText.get(label) ?? [];
  const named = others.length === 0 && at !== undefined ? face.blocks[at] : undefined;
  // A button or a slogan above a price names nothing: only a short text of its own does.
  const isName =
    !isCall(label) && named?.role !== 'button' && named?.links.length === 0 && /^[^!?.]{2,40}$/u.test(label);
  return isName && label.split(' ').length <= 4
    ? { key: `line ${folded(label)} ${skeletonOf(block.text)}`, name: plain(label), within: null }
    : null;
}

/** The heading below a price, where the diff has found that it names the price: then the heading above is another card's. */
function namedBelow(
  face: Face,
  { block, at, label }: { block: Block; at: number; label: string | undefined },
): Label | null {
  if (label === undefined || namesSomething(block.text) || block.headings.includes(label)) return null;
  if (headingBelow(face, at) !== label) return null;
  return { key: `below ${folded(label)} ${typedSkeletonOf(block.text)}`, name: plain(label), within: null };
}

/** The card's title, if the page has one card of that title, and one block of that shape, or one with such a number, in it. */
function cardLabels(face: Face, block: Block, standing: Standing): (Label | null)[] {
  const heading = block.headings.at(-1);
  if (heading === undefined || namesItself(face, block, standing)) return [];
  const titles = face.blocks.filter((other) => HEADING.test(other.role) && other.text === heading).length;
  const section = face.blocks.filter((other) => other.headings.at(-1) === heading);
  const inCard = section.filter((other) => other.text !== block.text);
  if (titles > Math.max(section.length - inCard.length, 1)) return [];
  const skeleton = skeletonOf(block.text);
  const shape = typedSkeletonOf(block.text);
  const key = `card ${folded(heading)} ${nameAbove(face, section, block)}`;
  const named = { name: plain(heading), within: null };
  const shapeAlone = !inCard.some((other) => skeletonOf(other.text) === skeleton);
  const numberAlone = !inCard.some((other) => /\d/u.test(other.text)) || rivals(inCard, block) === 0;
  return [
    shapeAlone ? { key: `${key} ${shape}`, ...named } : null,
    shapeAlone && numberAlone && !namesSomething(shape) ? { key, ...named } : null,
  ];
}

/** A name inside the section, between its title and the value: then the section holds a list of cards, and the title is none's. */
function nameAbove(face: Face, section: readonly Block[], block: Block): string {
  const above = section
    .slice(0, section.indexOf(block))
    .findLast((other) => !face.taglines.has(other) && namesSomething(typedSkeletonOf(other.text)));
  if (above === undefined || above.role === 'li') return '';
  return above.text.split(' ').length <= 3 || /\d/u.test(above.text) ? folded(above.text) : '';
}

/** Blocks of the card that hold a number of the same look: money beside money, otherwise the same last word. */
function rivals(inCard: readonly Block[], block: Block): number {
  if (hasMoney(block.text)) return inCard.filter((other) => hasMoney(other.text)).length;
  const noun = folded(block.text).replace(/^.* /u, '');
  return inCard.filter((other) => folded(other.text).endsWith(noun)).length;
}

export function cellsOf(block: Block): readonly string[] {
  return block.cells ?? block.text.split(' | ');
}

/** First row of the table that a row belongs to: rows that follow each other under the same headings. */
export function headerAt(face: Face, at: number): number {
  const heading = face.blocks[at]?.headings.join('>');
  let first = at;
  while (face.blocks[first - 1]?.role === 'row' && face.blocks[first - 1]?.headings.join('>') === heading)
    first -= 1;
  return first;
}

interface Cell {
  readonly block: Block;
  /** Where the row stands in its face. */
  readonly at: number;
  readonly column: number | null;
}

function cellLabel(face: Face, { block, at, column }: Cell): Label[] {
  const cells = cellsOf(block);
  const row = rowName(block);
  if (column === null || column < 1 || !/\p{L}|\p{N}/u.test(row)) return [];
  const unique = sameEverywhere(face, block, (other) => other.role === 'row' && rowName(other) === row);
  const within = unique ? '' : folded(block.headings.join('>'));
  const header = columnName(face, at, column);
  const place = header === null ? `${column} of ${cells.length}` : folded(header);
  return [{ key: `cell ${within} ${folded(row)} ${place}`, name: row, within: header }];
}

function rowName(block: Block): string {
  const [first = ''] = cellsOf(block);
  return plain(first);
}

/** The name over a column; null when the table has no header row (its first row is like the others). */
function columnName(face: Face, at: number, column: number): string | null {
  const first = headerAt(face, at);
  const header = face.blocks[first];
  if (first === at || !header) return null;
  const cells = cellsOf(header);
  const bare = cells.slice(1).every((cell) => !hasMoney(cell) && !/^\s*\d[\d.,]*\s*$/u.test(cell));
  return bare ? plain(cells[column] ?? '') || null : null;
}
