import { clip, oneLine } from './messages/inert.ts';

/** 1 Monday to 7 Sunday. */
export const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const WORKING_DAYS: readonly number[] = [1, 2, 3, 4, 5];

/** Monday first. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const HOW_TO = 'Give daily, weekdays, or days such as tue or mon,wed,fri.';

export type ReadDays =
  /** Ascending, each once, at least one. */
  | { readonly ok: true; readonly days: readonly number[] }
  /** What is wrong and what to give instead. */
  | { readonly ok: false; readonly say: string };

/**
 * Reads the days of a digest as a founder gives them: "daily", "weekdays", or weekdays ("tue", "Mon, Wednesday"), in any
 * case and order, with commas or spaces between them.
 */
export function daysOf(text: string): ReadDays {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { ok: false, say: `No day is given. ${HOW_TO}` };
  if (words.length === 1 && words[0] === 'daily') return { ok: true, days: EVERY_DAY };
  if (words.length === 1 && words[0] === 'weekdays') return { ok: true, days: WORKING_DAYS };
  const unknown = words.filter((word) => dayNamed(word) === 0);
  if (unknown.length > 0) return { ok: false, say: faultOf(unknown) };
  const given = new Set(words.map(dayNamed));
  return { ok: true, days: EVERY_DAY.filter((day) => given.has(day)) };
}

/** "tue" and "tuesday" are 2; 0 for what names no day. */
function dayNamed(word: string): number {
  const named = (name: string) => [name, name.slice(0, 3)].includes(word);
  return WEEKDAYS.findIndex((name) => named(name.toLowerCase())) + 1;
}

/** A word may be of any length and from anywhere: it is quoted short, as one line. */
function faultOf(unknown: readonly string[]): string {
  if (unknown.includes('weekly')) return 'Weekly needs its day: give mon, tue, wed, thu, fri, sat or sun.';
  if (unknown.some((word) => word === 'daily' || word === 'weekdays'))
    return `Daily and weekdays stand alone. ${HOW_TO}`;
  const named = unknown.slice(0, 3).map((word) => `"${clip(oneLine(word), 20)}"`);
  return `${named.join(', ')} ${unknown.length === 1 ? 'is no day' : 'are no days'}. ${HOW_TO}`;
}

/**
 * The days in words that follow "a digest": "every day", "on weekdays", "on Tuesdays", "on Mondays, Wednesdays and Fridays".
 * @param days 1 Monday to 7 Sunday, in any order
 */
export function dayWords(days: readonly number[]): string {
  const named = EVERY_DAY.filter((day) => days.includes(day));
  if (named.length === EVERY_DAY.length) return 'every day';
  if (named.join() === WORKING_DAYS.join()) return 'on weekdays';
  const plurals = named.map((day) => `${WEEKDAYS[day - 1]}s`);
  const last = plurals.pop();
  if (last === undefined) return 'on no day';
  return `on ${plurals.length === 0 ? last : `${plurals.join(', ')} and ${last}`}`;
}
