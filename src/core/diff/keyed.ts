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
  /** One of the values directly behind its label, where only the order says which column it belongs to. */
  readonly inColumn: boolean;
}

/** How many values may stand under one label: a price, its yearly form, a limit, a second limit. */
const REACH = 4;

export function keyBlocks(before: readonly Block[], after: readonly Block[]): readonly [Keyed[], Keyed[]] {
  const plainBefore = before.map(plainKey);
  const plainAfter = after.map(plainKey);
  const repeated = repeatedIn(plainBefore);
  for (const key of repeatedIn(plainAfter)) repeated.add(key);
  return [labelled(before, plainBefore, repeated), labelled(after, plainAfter, repeated)];
}

function plainKey(block: Block): string {
  return block.cells === undefined ? squash(block.text) : block.cells.map(squash).join('|');
}

function repeatedIn(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const key of keys) (seen.has(key) ? repeated : seen).add(key);
  return repeated;
}

function labelled(
  blocks: readonly Block[],
  plain: readonly string[],
  repeated: ReadonlySet<string>,
): Keyed[] {
  const values = blocks.map(isValue);
  return blocks.map((block, at) => {
    const own = plain[at] ?? '';
    const found = values[at] === true ? labelPlace(at, { blocks, values, plain, repeated }) : NO_LABEL;
    const labelKey = plain[found.at] ?? '';
    const inColumn = found.direct && saysNoUnit(block.text);
    const column = inColumn ? `#${at - found.at}` : '';
    const key = found.at === -1 ? own : `${own}\u0001${labelKey}${column}`;
    return { block, plain: own, key, label: blocks[found.at]?.text ?? null, labelKey, inColumn };
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
  readonly blocks: readonly Block[];
  readonly values: readonly boolean[];
  readonly plain: readonly string[];
  readonly repeated: ReadonlySet<string>;
}

/**
 * The text directly above a run of values, if it is no value and stands once on either side. With any other text between
 * them nothing says that the two belong together: in a grid of plain elements the text above is the next column's.
 * Failing this, the heading above, however far.
 */
function labelPlace(at: number, { blocks, values, plain, repeated }: Surroundings): LabelFound {
  for (let above = at - 1; above >= 0 && above >= at - REACH; above -= 1) {
    if (blocks[above]?.region !== blocks[at]?.region) break;
    if (values[above] === true) continue;
    if (!repeated.has(plain[above] ?? '')) return { at: above, direct: true };
    break;
  }
  return { at: headingPlace(at, blocks), direct: false };
}

function headingPlace(at: number, blocks: readonly Block[]): number {
  const heading = blocks[at]?.headings.at(-1);
  if (heading === undefined) return -1;
  return blocks.findLastIndex(
    (block, above) => above < at && block.text === heading && /^h[1-6]$/.test(block.role),
  );
}
