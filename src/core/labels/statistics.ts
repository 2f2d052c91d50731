import type { Block } from '../block.ts';
import { isFact, type TypedValue } from '../fact.ts';
import { hasMoney } from '../facts/has-money.ts';
import { isChosen } from '../facts/number.ts';
import { zip } from '../zip.ts';
import { type Considered, oncePerPage, type Rule, type Surroundings, textsOf } from './rule.ts';

/** From this many numbers moving at once in one table or list, it is a table of statistics. */
const FEW = 5;
/** A table under such a heading says what is sold, in any language that borrows the words. */
const OFFERS =
  /pric|\bplan|limit|quota|tier|compare|preis|tarif|precio|offer|angebot|prix|offre|prezz|prijs|abonn|preço|cen[ayní]+k|\bceny|pakiet|abonament|\bpris|hinta|hinnasto|\bár(?:ak|lista)|pachet|preț|fiyat|paket|цен[аы]|план|ціни|τιμ|料金|プラン|价格|價格|套餐|方案|요금|가격|سعر|أسعار|מחיר|חביל/iu;
/** One amount may stand in any prose. */
const PRICES = 2;
const NUMBERS = /\d[\d.,]*/g;

/**
 * A page of statistics renews its numbers all at once: five or more edits in which only bare numbers moved, making most of what differs. A page with prices on it sells what it counts, and there nothing is a statistic; neither is
 * one step taken in many places, nor numbers that somebody chose.
 */
export const statistics: Rule = {
  name: 'statistics',
  noise: 'counter',
  reason: 'a table of running statistics was renewed as a whole',
  explains: (considered, page) => {
    const tables = renewed(page);
    if (tables === null || !tables.has(considered.difference.place.headings.at(-1) ?? '')) return false;
    const { kind, place } = considered.difference;
    const joins = place.role === 'row' && (kind === 'added' || kind === 'removed' || isMarked(considered));
    return isTick(considered) || (joins && !carriesUnit(considered, 'but a version'));
  },
};

/** The headings of the tables that were renewed; null when no statistics were. */
const renewed = oncePerPage(({ all, before, after }: Surroundings): ReadonlySet<string> | null => {
  const ticking = all.filter(isTick);
  const substance = all.filter(
    ({ difference: { kind } }) => kind !== 'moved' && kind !== 'typographic' && kind !== 'link',
  );
  if (ticking.length < FEW || 2 * ticking.length < substance.length) return null;
  if ([before, after].some((side) => side.filter(({ text }) => hasMoney(text)).length >= PRICES)) return null;
  const sides = [...before, ...after];
  const tables = ticking.filter(({ difference }) => {
    const heading = difference.place.headings.at(-1) ?? '';
    return !OFFERS.test(heading) && !isPriced(sides, heading);
  });
  if (tables.length < FEW || isDecision(tables)) return null;
  return new Set(tables.map(({ difference }) => difference.place.headings.at(-1) ?? ''));
});

function isPriced(blocks: readonly Block[], heading: string): boolean {
  return blocks.some((block) => (block.headings.at(-1) ?? '') === heading && hasMoney(block.text));
}

/** The same step in half of the places, or chosen numbers in half of them: somebody has set these. */
function isDecision(ticks: readonly Considered[]): boolean {
  const steps = ticks.flatMap(stepsOf);
  const largest = Math.max(
    ...Map.groupBy(steps, (step) => step.join('>'))
      .values()
      .map((same) => same.length),
  );
  const chosen = steps.filter((step) =>
    step.every((number) => isChosen(Number(number.replace(/[.,]/g, '')))),
  );
  return 2 * largest > steps.length || 2 * chosen.length > steps.length;
}

function stepsOf(tick: Considered): (readonly [string, string])[] {
  const [before = '', after = ''] = textsOf(tick);
  return zip(before.match(NUMBERS) ?? [], after.match(NUMBERS) ?? []).filter(([old, fresh]) => old !== fresh);
}

function isTick(considered: Considered): boolean {
  const { kind } = considered.difference;
  if (kind !== 'edited' || carriesUnit(considered)) return false;
  const [before = '', after = ''] = textsOf(considered);
  return before.replace(NUMBERS, '#') === after.replace(NUMBERS, '#');
}

/** A row that got a mark beside its numbers, such as "(p)" behind a version: no word of it differs. */
function isMarked({ difference: { kind }, words: { before, after } }: Considered): boolean {
  return (
    kind === 'edited' &&
    (`${before} ${after}`.replace(NUMBERS, '').match(/\p{L}+/gu) ?? []).join('').length <= 1
  );
}

/**
 * A number with a unit of its own, a discount or a version is a fact, however many move at once. A version that heads a row
 * only names what the row counts.
 */
function carriesUnit(
  { valuesBefore, valuesAfter }: Considered,
  except: 'but a version' | null = null,
): boolean {
  return [...valuesBefore, ...valuesAfter].some(
    (value) => isUnit(value) && !(except !== null && value.type === 'version'),
  );
}

function isUnit(value: TypedValue): boolean {
  return isFact(value) && !(value.type === 'percent' && value.role === 'other') && value.type !== 'date';
}
