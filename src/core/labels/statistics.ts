import { isFact, type TypedValue } from '../fact.ts';
import { type Considered, oncePerPage, type Rule, type Surroundings, textsOf } from './rule.ts';

/** From this many numbers moving at once in one table or list, it is a table of statistics. */
const FEW = 5;
/** A table under such a heading, or with a price in it, says what is sold: its numbers are limits. */
const OFFERS = /\b(?:pric|plan|limit|quota|tier|compare|preis|tarif|precio|offer|angebot)/i;
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
const renewed = oncePerPage(({ all, before, after }: Surroundings): ReadonlySet<string> | null => {
  const ticking = all.filter(isTick);
  const substance = all.filter(
    ({ difference: { kind } }) => kind !== 'moved' && kind !== 'typographic' && kind !== 'link',
  );
  if (ticking.length < FEW || 2 * ticking.length < substance.length) return null;
  const headings = new Set(ticking.map(({ difference }) => difference.place.headings.at(-1) ?? ''));
  const sold = [...before, ...after].some(
    (block) => headings.has(block.headings.at(-1) ?? '') && /\p{Sc}/u.test(block.text),
  );
  if (sold || [...headings].some((heading) => OFFERS.test(heading))) return null;
  return headings;
});

function isTick(considered: Considered): boolean {
  const { kind } = considered.difference;
  if ([...considered.valuesBefore, ...considered.valuesAfter].some(isTerm)) return false;
  const [before = '', after = ''] = textsOf(considered);
  if (kind !== 'edited' || /\p{Sc}|\b(?:eur|usd|euro)\b/iu.test(before + after)) return false;
  return before.replace(NUMBERS, '#') === after.replace(NUMBERS, '#');
}

/** A number with a unit of its own, a discount or a version is a fact, however many move at once. */
function isTerm(value: TypedValue): boolean {
  return isFact(value) && !(value.type === 'percent' && value.role === 'other') && value.type !== 'date';
}
