import { type Considered, oncePerPage, type Rule, type Surroundings, textsOf } from './rule.ts';

/** From this many numbers moving at once in one table or list, it is a table of statistics. */
const FEW = 5;
const NUMBERS = /\d[\d.,]*/g;

/**
 * A page of statistics renews its numbers all at once: five or more edits in which only bare numbers moved, making most
 * of what differs. None of them has a currency. Rows that join or leave the same table belong to it.
 */
export const statistics: Rule = {
  name: 'statistics',
  noise: 'counter',
  reason: 'a table of running statistics was renewed as a whole',
  explains: (considered, page) => {
    const tables = renewed(page);
    if (tables === null) return false;
    const { kind, place } = considered.difference;
    const joins = (kind === 'added' || kind === 'removed') && place.role === 'row';
    return isTick(considered) || (joins && tables.has(place.headings.at(-1) ?? ''));
  },
};

/** The headings of the tables that were renewed; null when no statistics were. */
const renewed = oncePerPage(({ all }: Surroundings): ReadonlySet<string> | null => {
  const ticking = all.filter(isTick);
  const substance = all.filter(
    ({ difference: { kind } }) => kind !== 'moved' && kind !== 'typographic' && kind !== 'link',
  );
  if (ticking.length < FEW || 2 * ticking.length < substance.length) return null;
  const rows = ticking.filter(({ difference }) => difference.place.role === 'row');
  return new Set(rows.map(({ difference }) => difference.place.headings.at(-1) ?? ''));
});

function isTick(considered: Considered): boolean {
  const { kind } = considered.difference;
  const [before = '', after = ''] = textsOf(considered);
  if (kind !== 'edited' || /\p{Sc}|\b(?:eur|usd|euro)\b/iu.test(before + after)) return false;
  return before.replace(NUMBERS, '#') === after.replace(NUMBERS, '#');
}
