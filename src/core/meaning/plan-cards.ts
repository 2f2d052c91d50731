import type { Block } from '../block.ts';
import type { Difference } from '../difference.ts';
import { hasMoney } from '../facts/has-money.ts';
import { cellsOf, headerAt } from './label.ts';
import { leadOf } from './mask.ts';
import { folded, plain, wordsOf } from './plain.ts';
import { holdsWords, planKey, planKeyOf, planName } from './plan-name.ts';
import { inFrame, indexOf, isLegalText } from './scene.ts';
import type { Face, Scene, Side } from './scene.ts';
import { speaksOf } from './words.ts';

/** A plan or offer whose title came or left. */
export interface Card {
  readonly title: string;
  readonly difference: Difference;
  readonly side: Side;
  /** Texts inside the card, on its side. */
  readonly inside: readonly string[];
  /** A column of a table, named by its header row. */
  readonly column: boolean;
}

const HEADING = /^h[2-6]$/;

/** Does a card hold what makes it a plan: a price, "free", or a price on request? */
function isPriced(texts: readonly string[]): boolean {
  return texts.some(
    (text) =>
      hasMoney(text) || speaksOf(text, 'on request') || /^(free|gratis|kostenlos|gratuit)$/iu.test(text),
  );
}

/** Titles of plans among the differences of one side: card headings, first cells of rows, columns, "Free $0 per month". */
export function cardsOn(scene: Scene, side: Side): Card[] {
  return scene.differences.flatMap((difference) => {
    if (difference[side] === null || isLegalText(scene, difference) || inFrame(difference.place)) return [];
    const at = indexOf(scene[side], difference, side);
    const block = scene[side].blocks[at];
    if (!block) return [];
    if (block.role === 'row') return rowCards(scene, { difference, side, at, block });
    if (HEADING.test(block.role)) return headingCard(scene, { difference, side, at, block });
    return lineCard(scene, { difference, side, at, block });
  });
}

interface Spot {
  readonly difference: Difference;
  readonly side: Side;
  readonly at: number;
  readonly block: Block;
}

function headingCard(scene: Scene, spot: Spot): Card[] {
  const { blocks } = scene[spot.side];
  const title = plain(spot.block.text);
  const inside = blocks
    .filter((other) => other.headings.at(-1) === spot.block.text)
    .map((other) => other.text);
  if (wordsOf(title).length > 5 || !isPriced(inside)) return [];
  return goneOrNew(scene, [{ title, difference: spot.difference, side: spot.side, inside, column: false }]);
}

function lineCard(scene: Scene, spot: Spot): Card[] {
  const lead = leadOf(spot.block.text);
  const text = spot.block.text;
  if (lead === null || /[.!?]\s/u.test(lead) || wordsOf(text).length > 12 || !hasMoney(text)) return [];
  const values = spot.side === 'before' ? spot.difference.valuesBefore : spot.difference.valuesAfter;
  const isSold = values.some((value) => value.type === 'money' && value.role === 'price');
  // "We raised $50M" is a sentence about somebody, not a plan called "We raised".
  if (!isSold || /^(?:we|you|our|it|they|this|wir|sie|nous|vous|nosotros)(?!\p{L})/iu.test(lead)) return [];
  const title = planName(lead);
  if (title === '' || isSpokenOf(scene[spot.side === 'before' ? 'after' : 'before'], title)) return [];
  return goneOrNew(scene, [
    { title, difference: spot.difference, side: spot.side, inside: [text], column: false },
  ]);
}

/** A plan of which only a sentence spoke is neither gone nor new while another text still, or already, speaks of it. */
function isSpokenOf(face: Face, title: string): boolean {
  const name = title.slice(0, planKey(title).length);
  // "Free" is a word of every page: only beside a price is it a plan.
  const anywhere = !speaksOf(name, 'free');
  return face.blocks.some(
    ({ text, region }) => region !== 'footer' && holdsWords(text, name) && (anywhere || hasMoney(text)),
  );
}

function rowCards(scene: Scene, spot: Spot): Card[] {
  const face = scene[spot.side];
  const cells = cellsOf(spot.block).map(plain);
  if (headerAt(face, spot.at) === spot.at && !hasMoney(spot.block.text))
    return columnCards(scene, spot, cells);
  const [title = ''] = cells;
  const isFeature = speaksOf(title, 'price') || /^(extra|additional|zusätzliche)\b/iu.test(title);
  if (title === '' || isFeature || wordsOf(title).length > 5 || !isPriced(cells.slice(1))) return [];
  return goneOrNew(scene, [
    { title, difference: spot.difference, side: spot.side, inside: cells.slice(1), column: false },
  ]);
}

/** A table's header row names the plans: a name that stands on one side only came or left. */
function columnCards(scene: Scene, spot: Spot, cells: readonly string[]): Card[] {
  const face = scene[spot.side];
  const rows: string[][] = [];
  for (let at = spot.at + 1; face.blocks[at]?.role === 'row'; at += 1) {
    rows.push(cellsOf(face.blocks[at] as Block).map(plain));
  }
  const cards = cells.map((title, column) => ({
    title,
    difference: spot.difference,
    side: spot.side,
    inside: rows.map((row) => row[column] ?? ''),
    column: true,
  }));
  const priced = cards.slice(1).some((card) => isPriced(card.inside));
  return priced
    ? goneOrNew(
        scene,
        cards.slice(1).filter((card) => card.title !== ''),
      )
    : [];
}

/** Only titles that the other face does not have, in any of the places where a title may stand. */
function goneOrNew(scene: Scene, cards: readonly Card[]): Card[] {
  return cards.filter((card) => !titleStands(scene[card.side === 'before' ? 'after' : 'before'], card.title));
}

function titleStands(face: Face, title: string): boolean {
  const wanted = folded(title);
  return face.blocks.some((block) => {
    if (block.region === 'footer') return false;
    if (block.role === 'row') return cellsOf(block).some((cell) => folded(cell) === wanted);
    return folded(block.text) === wanted || planKeyOf(block.text) === planKey(title);
  });
}
