import { type Considered, type Rule, type Surroundings, textsOf } from './rule.ts';

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
    const ticking = page.all.filter(isTick);
    const substance = page.all.filter(({ difference: { kind } }) => kind !== 'moved' && kind !== 'typographic' && kind !== 'link');
    if (ticking.length < FEW || 2 * ticking.length < substance.length) return false;
    return isTick(considered) || (loneRow(considered) && sharesTable(considered, { ticking, page }));
  },
};

function isTick(considered: Considered): boolean {
  const { kind } = considered.difference;
  const [before = '', after = ''] = textsOf(considered);
  if (kind !== 'edited' || /\p{Sc}|\b(?:eur|usd|euro)\b/iu.test(before + after)) return false;
  return before.replace(NUMBERS, '#') === after.replace(NUMBERS, '#');
}

function loneRow({ difference: { kind, place } }: Considered): boolean {
  return (kind === 'added' || kind === 'removed') && place.role === 'row';
}

function sharesTable(
  { difference: { place } }: Considered,
  { ticking }: { ticking: readonly Considered[]; page: Surroundings },
): boolean {
  return ticking.some(({ difference }) => difference.place.role === 'row' && difference.place.headings.at(-1) === place.headings.at(-1));
}
