import type { Block } from '../block.ts';
import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import { findValues } from '../facts/find-values.ts';
import { roleUnder } from '../facts/words-of-labels.ts';
import { isDayAlone, SPEAKS_OF_ITSELF } from './passing-time.ts';
import type { Considered, LabelContext } from './rule.ts';

/** A label has few words; a longer text is prose that happens to stand above. */
const LABEL_WORDS = 10;

type Role = 'effective' | 'end' | 'other';

/** A block that shows a day, with what gives the day its meaning. */
interface Dated {
  readonly block: Block;
  /** Role of each day that stands alone in the block or in one of its cells, by its text. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The words around the day: the same text under the same words is the same on both sides. */
  readonly around: string;
}

/**
 * A day whose meaning stands beside it, in a heading, a label above, a cell or a column, is the fact that it would be in one
 * sentence with those words. Where a label left together with its day, the label is the news.
 */
export function withDaysBeside(all: readonly Considered[], page: LabelContext): Considered[] {
  const dated = { before: datedIn(page.before), after: datedIn(page.after) };
  if (dated.before.length === 0 && dated.after.length === 0) return [...all];
  const kept = new Set(page.after.map((block) => block.text));
  const known = {
    before: new Set(dated.before.map(signature)),
    after: new Set(dated.after.map(signature)),
  };
  return all.map((considered) => {
    const { difference, valuesBefore, valuesAfter } = considered;
    const was = dated.before.filter((one) => !known.after.has(signature(one)) && stayed(one, kept));
    const is = dated.after.filter((one) => !known.before.has(signature(one)));
    return {
      ...considered,
      valuesBefore: typed(valuesBefore, rolesOf(difference, difference.before, was)),
      valuesAfter: typed(valuesAfter, rolesOf(difference, difference.after, is)),
    };
  });
}

function signature({ block, around }: Dated): string {
  const words = (block.cells ?? [block.text]).map((cell) => (isDayAlone(cell) ? dayOf(cell) : cell));
  return `${around}\n${words.join(' | ')}`;
}

function dayOf(text: string): string {
  return findValues(text)
    .map((value) => (value.type === 'date' ? (value.iso ?? value.text) : value.text))
    .join(' ');
}

function stayed({ around, block }: Dated, kept: ReadonlySet<string>): boolean {
  if (block.cells !== undefined || !isDayAlone(block.text)) return true;
  return around.split('\n').some((label) => kept.has(label));
}

function typed(values: readonly TypedValue[], roles: ReadonlyMap<string, Role>): readonly TypedValue[] {
  return values.map((value) => {
    if (value.type !== 'date' || value.role !== 'other') return value;
    const [role = 'other'] = [...roles].filter(([text]) => text.includes(value.text)).map(([, of]) => of);
    return { ...value, role };
  });
}

function rolesOf(
  { place }: Difference,
  text: string | null,
  dated: readonly Dated[],
): ReadonlyMap<string, Role> {
  const found = dated.filter(
    ({ block }) => block.text === text && block.role === place.role && block.region === place.region,
  );
  return new Map(found.flatMap(({ roles }) => [...roles]));
}

function datedIn(blocks: readonly Block[]): Dated[] {
  return blocks.flatMap((block, at) => {
    const found = block.cells === undefined ? labelled(blocks, at) : celled(blocks, at);
    return found === null ? [] : [found];
  });
}

function labelled(blocks: readonly Block[], at: number): Dated | null {
  const block = blocks[at];
  if (block === undefined) return null;
  const own = /^(.{3,80}?)(?:\s?[:：]|\s[–—])\s(.+)$/u.exec(block.text);
  const day = own?.[2] ?? block.text;
  if (!isDayAlone(day)) return null;
  const isHeading = /^h[1-6]$/.test(block.role);
  const beside = isHeading ? blocks[at + 1]?.text : labelAbove(blocks, at);
  const labels = own?.[1] === undefined ? [beside ?? '', block.headings.at(-1) ?? ''] : [own[1]];
  const role = roleBy(labels);
  return role === 'other'
    ? null
    : {
        block,
        roles: new Map([[day, role]]),
        around: [...labels, own === null ? '' : block.text].join('\n'),
      };
}

/** The text above; of several days in a row the one above the first. */
function labelAbove(blocks: readonly Block[], at: number): string {
  let above = at - 1;
  while (isDayAlone(blocks[above]?.text ?? '')) above -= 1;
  return blocks[above]?.text ?? '';
}

/** The nearest label that says anything: one that the page speaks of itself in keeps those farther away from speaking. */
function roleBy(labels: readonly string[]): Role {
  for (const label of labels) {
    if (label.split(/\s+/).length > LABEL_WORDS) continue;
    if (SPEAKS_OF_ITSELF.test(label)) return 'other';
    const role = roleUnder(label);
    if (role !== 'other') return role;
  }
  return 'other';
}

/** In a row the column says it, else the cells in front, else the heading above the table. */
function celled(blocks: readonly Block[], at: number): Dated | null {
  const block = blocks[at];
  const cells = block?.cells ?? [];
  if (block === undefined || !cells.some(isDayAlone)) return null;
  let first = at;
  while (blocks[first - 1]?.cells !== undefined) first -= 1;
  const head = first === at ? [] : (blocks[first]?.cells ?? []);
  const roles = cells.flatMap((cell, column): [string, Role][] => {
    if (!isDayAlone(cell)) return [];
    const before = cells.slice(0, column).findLast((other) => !isDayAlone(other)) ?? '';
    const role = roleBy([head[column] ?? '', before, block.headings.at(-1) ?? '']);
    return role === 'other' ? [] : [[cell, role]];
  });
  return roles.length === 0 ? null : { block, roles: new Map(roles), around: head.join(' | ') };
}
