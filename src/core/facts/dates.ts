import type { TypedValue } from '../fact.ts';
import { findAll, type Finder, type Scan } from './scan.ts';
import { monthNames, oneOf } from './tongues.ts';
import { roleOf } from './words-of-dates.ts';

/** Short names that people write in a day and month without a year, in English, German, French and Spanish. */
const SHORT =
  'jan feb mar apr jun jul aug sep sept oct okt nov dec dez ene abr ago dic mrz janv févr fév avr juil déc'.split(
    ' ',
  );
const LONG = monthNames('long');
const MONTHS = new Map([...monthNames('short'), ...LONG, ['sept', 9], ['fév', 2], ['fev', 2]]);

const END_OF_NAME = '\\.?(?![\\p{L}\\p{M}])';
const NAME = `(?:${oneOf([...LONG.keys(), ...SHORT])})${END_OF_NAME}`;
/** Short in another language, "led" and "mar" are words as well: only a year makes them months. */
const DATED_NAME = `(?:${oneOf(MONTHS.keys())})${END_OF_NAME}`;
const YEAR = '(?:19|20)\\d{2}';
const JOIN = '(?:of |de |di |den |ב)?';

const PATTERN = new RegExp(
  [
    '(?<iso>\\b\\d{4}-\\d{2}-\\d{2}\\b(?:T[\\d:.]+Z?)?)',
    `(?<!\\d)(?<y6>${YEAR})\\s?[年년]\\s?(?<m6>\\d{1,2})\\s?[月월](?:\\s?(?<d6>\\d{1,2})\\s?[日号號일])?`,
    `(?<!\\d)(?<m7>\\d{1,2})\\s?[月월]\\s?(?<d7>\\d{1,2})\\s?[日号號일]`,
    `(?<![\\p{L}\\d./])(?<y8>${YEAR})[./]\\s?(?<m8>\\d{1,2})[./]\\s?(?<d8>\\d{1,2})(?![\\d/])\\.?`,
    `(?<![\\d.])(?<y9>${YEAR})\\.? (?<m9>${NAME}) (?<d9>\\d{1,2})(?!\\d)\\.?`,
    `(?<![\\p{L}])(?=[\\p{L}\\p{M}]{3,14}\\.? \\d)(?<m1>${NAME}) (?<d1>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (?<y1>${YEAR})\\b)?`,
    `(?<!\\d)(?<d2>\\d{1,2})(?:st|nd|rd|th|er|\\.)? ${JOIN}(?:(?<m2>${NAME})(?:,? (?:de |del )?(?<y2>${YEAR})\\b)?|(?<m10>${DATED_NAME}),? (?:de )?(?<y10>${YEAR})\\b)`,
    `(?<![\\p{L}\\d.])(?<d3>\\d{1,2})\\.(?: (?=\\d{1,2}\\. ?${YEAR}))?(?<m3>\\d{1,2})\\. ?(?<y3>${YEAR}|\\d{2}(?! ?\\p{L}))?(?![\\d.])`,
    `(?<![\\d/])(?<a4>\\d{1,2})/(?<b4>\\d{1,2})/(?<y4>${YEAR})(?![\\d/])`,
    `(?<![\\p{L}])(?=[\\p{L}\\p{M}]{3,14}\\.? (?:de |del )?${YEAR})(?<m5>${DATED_NAME}) (?:de |del )?(?<y5>${YEAR})\\b`,
  ].join('|'),
  'giu',
);

export const findDates: Finder = (scan) => findAll(scan, PATTERN, (hit) => readDate(scan, hit));

function readDate(scan: Scan, hit: RegExpExecArray): TypedValue | null {
  const [text] = hit;
  const { groups = {} } = hit;
  const iso = isoOf(groups);
  if (iso === undefined) return null;
  return { type: 'date', text, iso, role: roleOf(scan.around(hit.index, hit.index + text.length)) };
}

/** ISO date; null where order or year is not clear; undefined where the digits are no date at all ("31.13."). */
function isoOf(parts: Readonly<Record<string, string | undefined>>): string | null | undefined {
  if (parts['iso'] !== undefined) return parts['iso'].slice(0, 10);
  if (parts['a4'] !== undefined)
    return isoOfSlashes(Number(parts['a4']), Number(parts['b4']), String(parts['y4']));
  const of = (part: string): string | undefined =>
    Object.entries(parts).find(
      ([name, text]) => text !== undefined && new RegExp(`^${part}\\d+$`).test(name),
    )?.[1];
  const [month, day, year] = [monthOf(of('m')), Number(of('d') ?? 1), of('y')];
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return year === undefined ? null : `${year.padStart(4, '20')}-${pad(month)}-${pad(day)}`;
}

/** 31/05 can only be a day first, 05/31 only a month first; 05/06 is left open. */
function isoOfSlashes(a: number, b: number, year: string): string | null | undefined {
  if (a < 1 || b < 1 || a > 31 || b > 31 || (a > 12 && b > 12)) return undefined;
  if (a > 12) return `${year}-${pad(b)}-${pad(a)}`;
  return b > 12 || a === b ? `${year}-${pad(a)}-${pad(b)}` : null;
}

/** 1 to 12 by name or number; 0 where it is neither. */
function monthOf(name = ''): number {
  return Number(name) || (MONTHS.get(name.toLowerCase().replace(/\.$/, '')) ?? 0);
}

function pad(number: number | string): string {
  return String(number).padStart(2, '0');
}
