import { isFact } from '../fact.ts';
import { hasMoney } from '../facts/has-money.ts';
import { isChosen, parseNumber } from '../facts/number.ts';
import { zip } from '../zip.ts';
import {
  BOAST,
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
    const moved = movedSentences(before, after);
    return moved.length > 0 && moved.every((sentence) => isRunning(sentence, considered, page));
  },
};

/** A sentence whose numbers moved, and whether the text says more than it. */
interface Sentence {
  readonly before: string;
  readonly after: string;
  readonly whole: boolean;
}

/** A quota or a price in the next sentence, which stayed, says nothing about a count that moved. */
function movedSentences(before: string, after: string): Sentence[] {
  const [old, fresh] = [sentencesOf(before), sentencesOf(after)];
  if (old.length !== fresh.length) return [{ before, after, whole: true }];
  return zip(old, fresh)
    .filter(([was, is]) => was !== is)
    .map(([was, is]) => ({ before: was, after: is, whole: old.length === 1 }));
}

/** "Tel. 555", "approx. 5,000": behind a short word or an abbreviation a number goes on with the sentence. */
const SENTENCE_END =
  /(?<=\p{L}{2}\.|[!?])\s+(?=[^\p{Ll}\d])|(?<=\p{L}{4}(?<!approx|circa)\.|[!?])\s+(?=\d)|(?<=[。！？])/u;

function sentencesOf(text: string): string[] {
  return text.split(SENTENCE_END);
}

function isRunning(sentence: Sentence, considered: Considered, page: Surroundings): boolean {
  const { before, after, whole } = sentence;
  const steps = stepsBetween(before, after);
  if (steps === null || steps.length === 0) return false;
  if (OWN_VISITS.test(after) || LEFT.test(after)) return !isLimit(considered, after);
  if (countsItself(considered, { after, steps })) return true;
  const boast = boastIn(before, after);
  if (boast !== null) return movedLittle(boast, steps) && !isHeld(considered, page);
  return (whole || !areChosen(steps)) && movedLittle(after, steps) && !isHeld(considered, page);
}

/** "Trusted by 2,024 teams" counts customers, whatever the sentence goes on to say. */
function boastIn(before: string, after: string): string | null {
  const [was, is] = [BOAST.exec(before)?.[0], BOAST.exec(after)?.[0]];
  if (was === undefined || is === undefined) return null;
  return before.replace(was, '#') === after.replace(is, '#') ? is : null;
}

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
function isLimit({ valuesAfter }: Considered, after: string): boolean {
  if (LEFT.test(after)) return valuesAfter.some((value) => isFact(value) && value.type !== 'quantity');
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

function areChosen(steps: readonly Step[]): boolean {
  return steps.every(({ old, fresh }) => isChosen(old) && isChosen(fresh));
}

/** Both numbers chosen, beside a price: what is sold holds that much. */
function isHeld({ difference: { place, before, after } }: Considered, page: Surroundings): boolean {
  const steps = stepsBetween(before ?? '', after ?? '') ?? [];
  return areChosen(steps) && pricedSections(page).has(place.headings.at(-1) ?? '');
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
