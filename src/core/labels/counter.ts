import { isFact } from '../fact.ts';
import { hasMoney } from '../facts/has-money.ts';
import { isChosen, parseNumber } from '../facts/number.ts';
import { zip } from '../zip.ts';
import {
  COUNT,
  COUNT_ALONE,
  DIALLED,
  LEFT,
  MEASURED,
  OPINION,
  OWN_VISITS,
  RUNNING,
  USE,
} from './counter-words.ts';
import { type Considered, loneText, oncePerPage, type Rule, type Surroundings, textsOf } from './rule.ts';

const NUMBER = /(?<!\d)\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?!\d)\+?|\d[\d.,'’]*\d[kKmM]?\+?|\d[kKmM]?\+?/g;
/** Under this a count that grows says nothing; from here on it is told under "customers". Product rule, PRODUCT 2. */
const SMALL_MOVE = 0.1;
/** A few opinions more are a small move however few there were. */
const FEW_MORE = 5;

/**
 * A number that moves by itself. Words say that it does: who is looking, what came in today, what is left, what visitors say;
 * or it is large and moved little. Numbers that somebody chose are limits, and so is what a plan holds.
 */
export const counter: Rule = {
  name: 'counter',
  noise: 'counter',
  reason: 'only a running count moved',
  explains: (considered, page) => {
    if (considered.difference.kind !== 'edited') return isCountAlone(considered, page);
    const [before = '', after = ''] = textsOf(considered);
    if (masked(before) !== masked(after)) return false;
    if (isProgress(considered)) return true;
    const steps = stepsBetween(before, after);
    if (steps === null || steps.length === 0) return false;
    if (OWN_VISITS.test(after) || LEFT.test(after)) return !isLimit(considered);
    return (
      countsItself(considered, { after, steps }) || (movedLittle(after, steps) && !isHeld(considered, page))
    );
  },
};

interface Step {
  readonly old: number;
  readonly fresh: number;
}

/** The numbers gone, and of the word behind each only its beginning: "3 отзыва", "5 отзывов". */
function masked(text: string): string {
  return text.replace(NUMBER, '#').replace(/#(\s?)(\p{L}{3})\p{L}*/gu, '#$1$2');
}

/** The numbers that differ; null where one is a year. */
function stepsBetween(before: string, after: string): Step[] | null {
  const numbers = (text: string): string[] => [...text.matchAll(NUMBER)].map(([number]) => number);
  const moved = zip(numbers(before), numbers(after)).filter(([old, fresh]) => old !== fresh);
  if (moved.some(([old, fresh]) => isYear(old) && isYear(fresh))) return null;
  return moved.map(([old, fresh]) => ({ old: parseNumber(old) ?? NaN, fresh: parseNumber(fresh) ?? NaN }));
}

/** "25,000 visits per month" and "3 seats online" are what a plan holds, not what a page counted. */
function isLimit({ difference: { after }, valuesAfter }: Considered): boolean {
  if (LEFT.test(after ?? '')) return valuesAfter.some((value) => isFact(value) && value.type !== 'quantity');
  return valuesAfter.some((value) => isFact(value) && !/quer|view|^[\d.,]+$/i.test(value.text));
}

/** "12/40 done": both numbers are the state of something that runs. */
function isProgress({ words }: Considered): boolean {
  return /^\d+\s*\/\s*\d+$/.test(words.before) && /^\d+\s*\/\s*\d+$/.test(words.after);
}

/** The words say that it is counted while time runs, or by those who look; and nobody chose the numbers. */
function countsItself(
  { valuesAfter }: Considered,
  { after, steps }: { after: string; steps: Step[] },
): boolean {
  if (valuesAfter.some(isFact) || steps.some(({ old, fresh }) => isChosen(old) && isChosen(fresh)))
    return false;
  if (RUNNING.test(after)) return !hasMoney(after);
  if (MEASURED.test(after)) return false;
  return USE.test(after) || (OPINION.test(after) && steps.every(isFewMore));
}

function isFewMore({ old, fresh }: Step): boolean {
  return Math.abs(fresh - old) <= Math.max(FEW_MORE, SMALL_MOVE * old);
}

function movedLittle(after: string, steps: readonly Step[]): boolean {
  if (MEASURED.test(after) || DIALLED.test(after) || !COUNT.test(after)) return false;
  return steps.every(
    ({ old, fresh }) => Math.min(old, fresh) >= 1000 && Math.abs(fresh - old) / old < SMALL_MOVE,
  );
}

/** Both numbers chosen, beside a price: what is sold holds that much. */
function isHeld({ difference: { place, before, after } }: Considered, page: Surroundings): boolean {
  const steps = stepsBetween(before ?? '', after ?? '') ?? [];
  const chosen = steps.every(({ old, fresh }) => isChosen(old) && isChosen(fresh));
  return chosen && pricedSections(page).has(place.headings.at(-1) ?? '');
}

const pricedSections = oncePerPage(({ before, after }: Surroundings): ReadonlySet<string> => {
  const priced = [...before, ...after].filter(({ text }) => hasMoney(text));
  return new Set(priced.map((block) => block.headings.at(-1) ?? ''));
});

/** 2024 -> 2025 is a year, not a count; counts of that size are written "2,024" or carry a "+". */
function isYear(text: string): boolean {
  return /^(?:19|20)\d{2}$/.test(text);
}

/** "8,931 views" that left and "9,002 views" that came: a list in another order, each with its own count. */
function isCountAlone(considered: Considered, page: Surroundings): boolean {
  const text = loneText(considered);
  if (text === null || !isUnchosenCount(text)) return false;
  const other = considered.difference.kind === 'added' ? 'removed' : 'added';
  return page.all.some((one) => one.difference.kind === other && isUnchosenCount(loneText(one) ?? ''));
}

function isUnchosenCount(text: string): boolean {
  const [number = ''] = text.match(NUMBER) ?? [];
  return COUNT_ALONE.test(text) && !isChosen(parseNumber(number) ?? 0);
}
