import type { Block } from '../block.ts';
import { type Cards, cardsIn, isValue } from './cards.ts';
import { squash } from './squash.ts';
import { saysNoUnit } from './values.ts';

/** A block with what comparisons ask about it. */
export interface Keyed {
  readonly block: Block;
  /** The squashed text; a row's cells are kept apart, or a mark could change its column unseen. */
  readonly plain: string;
  /** The same plain text on either side has the same number: names made of it stay short however long the text is. */
  readonly plainId: number;
  /** The plain key and, for a bare value, the label it stands under and its column there. */
  readonly key: string;
  /** The text that names a bare value; null for every other block, and where no text of its own names it. */
  readonly label: string | null;
  /** The headings above the label, where the value stands above its own card and so under another's heading; else null. */
  readonly labelPath: readonly string[] | null;
  /** The label squashed; '' where there is none. */
  readonly labelKey: string;
  /** Nothing but values stands between the label and this one. */
  readonly near: boolean;
  /** One of the values directly behind its label, where only the order says which column it belongs to. */
  readonly inColumn: boolean;
}

/** How many values may stand under one label: a price, its yearly form, a limit, a second limit. */
const REACH = 4;

export function keyBlocks(before: readonly Block[], after: readonly Block[]): readonly [Keyed[], Keyed[]] {
  const squashed = new Map<string, string>();
  const ids = new Map<string, number>();
  const plainly = (block: Block): Plain => {
    const name = block.cells === undefined ? block.text : block.cells.join('\u0001');
    const plain = squashed.get(name) ?? plainKey(block);
    squashed.set(name, plain);
    const plainId = ids.get(plain) ?? ids.size;
    ids.set(plain, plainId);
    return { block, plain, plainId, isValue: isValue(block) };
  };
  const [olds, news] = [before.map(plainly), after.map(plainly)];
  const repeated = repeatedIn(olds).union(repeatedIn(news));
  return [labelled(olds, repeated), labelled(news, repeated)];
}

interface Plain {
  readonly block: Block;
  readonly plain: string;
  readonly plainId: number;
  readonly isValue: boolean;
}

function plainKey(block: Block): string {
  return block.cells === undefined ? squash(block.text) : block.cells.map(squash).join('|');
}

function repeatedIn(list: readonly Plain[]): Set<number> {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  for (const { plainId } of list) (seen.has(plainId) ? repeated : seen).add(plainId);
  return repeated;
}

function labelled(list: readonly Plain[], repeated: ReadonlySet<number>): Keyed[] {
  const headings = new Map<string, number>();
  const cards = cardsIn(list);
  return list.map(({ block, plain, plainId, isValue }, at) => {
    const found = isValue ? labelPlace(at, { block, list, repeated, headings, cards }) : NO_LABEL;
    if (/^h[1-6]$/.test(block.role)) headings.set(block.text, at);
    const label = list[found.at];
    const labelKey = label?.plain ?? '';
    const inColumn = found.direct && saysNoUnit(block.text);
    const column = inColumn ? `#${Math.abs(at - found.near)}` : '';
    const key = label === undefined ? plain : `${plain}\u0001${labelKey}${column}`;
    return {
      block,
      plain,
      plainId,
      key,
      label: label?.block.text ?? null,
      labelPath: found.at > at ? (label?.block.headings ?? null) : null,
      labelKey,
      near: found.direct,
      inColumn,
    };
  });
}

interface LabelFound {
  /** Position of the label; -1: none. */
  readonly at: number;
  /** Position of the text that the run of values begins at: the label, or the tagline between it and them. */
  readonly near: number;
  /** Only values, and a tagline, stand between the label and its value. */
  readonly direct: boolean;
}

const NO_LABEL: LabelFound = { at: -1, near: -1, direct: false };

interface Surroundings {
  readonly block: Block;
  readonly list: readonly Plain[];
  readonly repeated: ReadonlySet<number>;
  /** The headings above the block, by text: where the nearest of each stands. */
  readonly headings: ReadonlyMap<string, number>;
  readonly cards: Cards;
}

/**
 * The text directly above a run of values, if it is no value and stands once on either side. With any other text between
 * them nothing says that the two belong together: in a grid of plain elements the text above is the next column's.
 * Failing this, the heading above, however far. A card is named by its heading, whatever its tagline says.
 */
function labelPlace(at: number, { block, list, repeated, headings, cards }: Surroundings): LabelFound {
  const below = cards.headingUnder.get(at);
  if (below !== undefined) return { at: below, near: below, direct: true };
  for (let above = at - 1; above >= at - REACH; above -= 1) {
    const other = list[above];
    if (other?.block.region !== block.region) break;
    if (other.isValue) continue;
    const over = cards.headingOver.get(above) ?? above;
    if (repeated.has(list[over]?.plainId ?? -1)) break;
    return { at: over, near: above, direct: true };
  }
  const heading = block.headings.at(-1);
  const farther = heading === undefined ? -1 : (headings.get(heading) ?? -1);
  return { at: farther, near: farther, direct: false };
}
