import type { TypedValue } from '../fact.ts';
import { findAll, type Finder, type Scan } from './scan.ts';

/** First letters of the twelve months in English, German, French and Spanish, enough to tell them apart. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar|mär|mrz)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai)/,
  /^(?:jun|juin)/,
  /^(?:jul|juil)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep)/,
  /^(?:oct|okt)/,
  /^(?:nov)/,
  /^(?:dec|dez|déc|dic)/,
];

const NAME =
  '(?:jan(?:uary|uar|vier)?|enero|ene|feb(?:ruary|ruar|rero)?|février|févr|mar(?:ch|s|zo)?|märz|mrz|apr(?:il)?|avril|avr|abril|abr|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|juil|julio|aug(?:ust)?|août|agosto|ago|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?|dec(?:ember)?|dez(?:ember)?|déc(?:embre)?|dic(?:iembre)?)\\.?(?![\\p{L}])';

const PATTERN = new RegExp(
  [
    '(?<iso>\\b\\d{4}-\\d{2}-\\d{2}\\b(?:T[\\d:.]+Z?)?)',
    `(?<![\\p{L}])(?<m1>${NAME}) (?<d1>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (?<y1>(?:19|20)\\d{2})\\b)?`,
    `(?<!\\d)(?<d2>\\d{1,2})(?:st|nd|rd|th|er|\\.)? (?:of |de )?(?<m2>${NAME})(?:,? (?:de )?(?<y2>(?:19|20)\\d{2})\\b)?`,
    '(?<![\\p{L}\\d.])(?<d3>\\d{1,2})\\.(?<m3>\\d{1,2})\\.(?<y3>(?:19|20)?\\d{2})?(?!\\d)',
    '(?<![\\d/])(?<a4>\\d{1,2})/(?<b4>\\d{1,2})/(?<y4>(?:19|20)\\d{2})(?![\\d/])',
    `(?<![\\p{L}])(?<m5>${NAME}) (?<y5>(?:19|20)\\d{2})\\b`,
  ].join('|'),
  'giu',
);

const EFFECTIVE =
  /\b(?:effective|in effect|takes? effect|valid from|starting|as of|from|gültig ab|wirksam|in kraft|ab dem|ab|à compter du|à partir du|en vigueur|vigente|a partir del?|efectiv\w+)\b[^.]{0,15}$/;
const EFFECTIVE_BEHIND = /^\s*(?:\)|:)?\s*(?:takes? effect|in kraft|wirksam)/;
const END =
  /\b(?:until|through|till|ends?(?: on)?|ending|expires?(?: on)?|by|before|deadline|bis(?: zum)?|endet(?: am)?|läuft ab|jusqu'au|avant le|expire le|hasta(?: el)?|termina(?: el)?|sunset(?: on)?|shut(?:s|ting)? down(?: on)?|retire[ds]?(?: on)?|removed(?: on| in| from| after)?|(?:switched|turned) off(?: on| in| from| after)?|stops? working(?: on| in| from| after)?|entfernt(?: am| ab)?|abgeschaltet(?: am| ab)?|discontinued(?: on| from| after)?|end of life(?: on)?|offer valid)\b[^.]{0,10}$/;

export const findDates: Finder = (scan) => findAll(scan, PATTERN, (hit) => readDate(scan, hit));

function readDate(scan: Scan, hit: RegExpExecArray): TypedValue | null {
  const [text] = hit;
  const { groups = {} } = hit;
  const iso = isoOf(groups);
  if (iso === undefined) return null;
  const { before, behind } = scan.around(hit.index, hit.index + text.length);
  const role = END.test(before)
    ? 'end'
    : EFFECTIVE.test(before) || EFFECTIVE_BEHIND.test(behind)
      ? 'effective'
      : 'other';
  return { type: 'date', text, iso, role };
}

/** ISO date; null where order or year is not clear; undefined where the digits are no date at all ("31.13."). */
function isoOf(parts: Readonly<Record<string, string | undefined>>): string | null | undefined {
  if (parts['iso'] !== undefined) return parts['iso'].slice(0, 10);
  if (parts['a4'] !== undefined)
    return isoOfSlashes(Number(parts['a4']), Number(parts['b4']), String(parts['y4']));
  const month = monthOf(parts['m1'] ?? parts['m2'] ?? parts['m5']) ?? Number(parts['m3']);
  const day = Number(parts['d1'] ?? parts['d2'] ?? parts['d3'] ?? 1);
  const year = parts['y1'] ?? parts['y2'] ?? parts['y3'] ?? parts['y5'];
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return year === undefined ? null : `${year.padStart(4, '20')}-${pad(month)}-${pad(day)}`;
}

/** 31/05 can only be a day first, 05/31 only a month first; 05/06 is left open. */
function isoOfSlashes(a: number, b: number, year: string): string | null | undefined {
  if (a < 1 || b < 1 || a > 31 || b > 31 || (a > 12 && b > 12)) return undefined;
  if (a > 12) return `${year}-${pad(b)}-${pad(a)}`;
  return b > 12 || a === b ? `${year}-${pad(a)}-${pad(b)}` : null;
}

/** 1 to 12; 0 for a name of no month, null for no name. */
function monthOf(name: string | undefined): number | null {
  if (name === undefined) return null;
  return MONTHS.findIndex((month) => month.test(name.toLowerCase())) + 1;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
