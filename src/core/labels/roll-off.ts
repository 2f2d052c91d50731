import { isEntry } from '../pending/news-page.ts';
import type { TypedValue } from '../fact.ts';
import { findValues } from '../facts/find-values.ts';
import { oncePerPage, type Rule, type Surroundings } from './rule.ts';

/** With fewer dated entries standing there is no list whose order could be known. */
const LEAST_KEPT = 2;

/**
 * The oldest entry of a dated list left as a newer one came: by its own date it is older than all that stay, and what came is
 * newer than all of them. An entry from the middle, or one that leaves alone, was taken out by somebody and is told.
 */
export const rollOff: Rule = {
  name: 'roll-off',
  noise: 'roll-off',
  reason: 'the oldest entry of a dated list left it as a newer one came',
  explains: ({ difference }, page) =>
    difference.kind === 'removed' && isEntry(difference) && hunksRolledOff(page).has(difference.hunk),
};

const hunksRolledOff = oncePerPage((page: Surroundings): ReadonlySet<number> => {
  const removed = datedHunks(page, 'removed');
  const added = datedHunks(page, 'added');
  if (removed.size === 0 || added.size === 0) return new Set();
  const kept = keptDates(page);
  if (kept.length < LEAST_KEPT) return new Set();
  const [oldest, newest] = [least(kept), most(kept)];
  const came = [...added.values()].flat();
  if (least(came) < newest) return new Set();
  return new Set([...removed].filter(([, dates]) => most(dates) <= oldest).map(([hunk]) => hunk));
});

/** Per hunk the dates of the entries that came or left there. */
function datedHunks(page: Surroundings, kind: 'added' | 'removed'): Map<number, string[]> {
  const hunks = new Map<number, string[]>();
  for (const { difference, valuesBefore, valuesAfter } of page.all) {
    if (difference.kind !== kind || !isEntry(difference)) continue;
    const dates = daysOf(kind === 'added' ? valuesAfter : valuesBefore);
    if (dates.length > 0) hunks.set(difference.hunk, [...(hunks.get(difference.hunk) ?? []), ...dates]);
  }
  return hunks;
}

function keptDates({ before, after }: Surroundings): string[] {
  const texts = new Set(before.map((block) => block.text));
  return after
    .filter(
      ({ text, region }) => texts.has(text) && /\d/.test(text) && region !== 'footer' && text.length < 200,
    )
    .flatMap(({ text }) => daysOf(findValues(text)));
}

function daysOf(values: readonly TypedValue[]): string[] {
  return values.flatMap((value) => (value.type === 'date' && value.iso !== null ? [value.iso] : []));
}

function least(days: readonly string[]): string {
  return days.reduce((a, b) => (a < b ? a : b));
}

function most(days: readonly string[]): string {
  return days.reduce((a, b) => (a > b ? a : b));
}
