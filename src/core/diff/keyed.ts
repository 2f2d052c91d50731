import type { Block } from '../block.ts';
import { squash } from './squash.ts';
import { isBareValue, saysNoUnit } from './values.ts';

/** A block with what comparisons ask about it. */
export interface Keyed {
  readonly block: Block;
  /** The squashed text; a row's cells are kept apart, or a mark could change its column unseen. */
  readonly plain: string;
  /** The plain key and, for a bare value, the label it stands under and its column there. */
  readonly key: string;
  /** The text that names a bare value; null for every other block, and where no text of its own names it. */
  readonly label: string | null;
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
  const plainly = (block: Block): Plain => {
    const name = block.cells === undefined ? block.text : block.cells.join('\u0001');
    const plain = squashed.get(name) ?? plainKey(block);
    squashed.set(name, plain);
    return { block, plain, isValue: isValue(block) };
  };
  const [olds, news] = [before.map(plainly), after.map(plainly)];
  const repeated = repeatedIn(olds).union(repeatedIn(news));
  return [labelled(olds, repeated), labelled(news, repeated)];
}

interface Plain {
  readonly block: Block;
  readonly plain: string;
  readonly isValue: boolean;
}

function plainKey(block: Block): string {
  return block.cells === undefined ? squash(block.text) : block.cells.map(squash).join('|');
}

function repeatedIn(list: readonly Plain[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { plain } of list) (seen.has(plain) ? repeated : seen).add(plain);
  return repeated;
}

function labelled(list: readonly Plain[], repeated: ReadonlySet<string>): Keyed[] {
  const headings = new Map<string, number>();
  return list.map(({ block, plain, isValue }, at) => {
    const found = isValue ? labelPlace(at, { block, list, repeated, headings }) : NO_LABEL;
    if (/^h[1-6]$/.test(block.role)) headings.set(block.text, at);
    const label = list[found.at];
    const labelKey = label?.plain ?? '';
    const inColumn = found.direct && saysNoUnit(block.text);
    const column = inColumn ? `#${at - found.at}` : '';
    const key = label === undefined ? plain : `${plain}\u0001${labelKey}${column}`;
    return { block, plain, key, label: label?.block.text ?? null, labelKey, near: found.direct, inColumn };
  });
}

interface LabelFound {
  /** Position of the label; -1: none. */
  readonly at: number;
  /** Only values stand between the label and its value. */
  readonly direct: boolean;
}

const NO_LABEL: LabelFound = { at: -1, direct: false };

/** A heading that says "Free" names a plan; only a figure makes a heading a value. */
function isValue({ role, text, cells }: Block): boolean {
  if (cells !== undefined || !isBareValue(text)) return false;
  return /\d/.test(text) || !/^(?:h[1-6]|title)$/.test(role);
}

interface Surroundings {
  readonly block: Block;
  readonly list: readonly Plain[];
  readonly repeated: ReadonlySet<string>;
  /** The headings above the block, by text: where the nearest of each stands. */
  readonly headings: ReadonlyMap<string, number>;
}

/**
 * The text directly above a run of values, if it is no value and stands once on either side. With any other text between
 * them nothing says that the two belong together: in a grid of plain elements the text above is the next column's.
 * Failing this, the heading above, however far.
 */
function labelPlace(at: number, { block, list, repeated, headings }: Surroundings): LabelFound {
  for (let above = at - 1; above >= at - REACH; above -= 1) {
    const other = list[above];
    if (other?.block.region !== block.region) break;
    if (other.isValue) continue;
    if (!repeated.has(other.plain)) return { at: above, direct: true };
    break;
  }
  const heading = block.headings.at(-1);
  return { at: heading === undefined ? -1 : (headings.get(heading) ?? -1), direct: false };
}
