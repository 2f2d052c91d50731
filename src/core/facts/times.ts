import { findAll, type Finder } from './scan.ts';
import { oneOf, pastDays, pastPatterns, WORD_END, WORD_START } from './tongues.ts';

/** What people write besides what Intl says: a number in letters, a short form, a preposition left out. */
const MORE =
  "(?:an?|\\d+|few|one) (?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?) ago|\\d+[smhdwy] ago|vor (?:\\d+|einer|einem|wenigen) (?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)|il y a (?:\\d+|une?|quelques) (?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)|hace (?:\\d+|una?|unos) (?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)|just now|gerade eben|hier à|(?:une?|un[ao]|un[’']) ?(?:minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa|(?:godzinę|minutę|tydzień|miesiąc|rok) temu|\\d+ dager siden|\\d+ (?:perce|órája|hete|hónapja|éve)|(?:час|день|неделю|месяц|год|минуту) назад|πριν \\d+ (?:λεπτά|ώρες|ημέρες|μέρες|εβδομάδες|μήνες|χρόνια)|منذ (?:ساعة|يوم|أسبوع|شهر|ساعتين|يومين)";

const PAST = pastPatterns().map((pattern) =>
  pattern
    .replace(/^(för|for)\\s\?/, '(?:$1 )?')
    .replace(/^قبل/, '(?:قبل|منذ)')
    .replace('\\s?\\(\\d{1,4}\\)', ''),
);
/** 3日前まで, 3일 전까지: until three days before something, a term. */
const NO_TERM = '(?!まで|までに|に|の|까지|\\s*(?:من|before)(?![\\p{L}]))';
/** What stands before the number said once for all that begin so: five hundred alternatives at each word would be slow. */
const FACTORED = [...Map.groupBy(new Set(PAST), (pattern) => pattern.split('\\d{1,4}')[0] ?? '')].map(
  ([front, patterns]) => {
    const rests = patterns.map((pattern) => pattern.slice(front.length));
    return `${front}${numbered(rests)}`;
  },
);

function numbered(rests: readonly string[]): string {
  const behind = rests
    .filter((rest) => rest.startsWith('\\d{1,4}'))
    .map((rest) => rest.slice('\\d{1,4}'.length));
  return behind.length === 0 ? '' : `\\d{1,4}(?:${behind.join('|')})`;
}

const RELATIVE = new RegExp(
  `${WORD_START}(?<![\\d.,])(?:${MORE}|${FACTORED.join('|')}|${oneOf(pastDays())})${NO_TERM}${WORD_END}`,
  'giu',
);
/** Asked first, for they are far cheaper to look for: parts of words without which nothing above is said. */
const MARKS = [
  ...'ago|vor |il y a|hace |geleden|há |temu|sedan|siden|sitten|před |pred |ezelőtt|perce|órája|hete|napja|hónapja|éve|acum|önce'.split(
    '|',
  ),
  ...'назад|тому|πριν|前|전|قبل|منذ|לפני|just now|gerade eben|hier à'.split('|'),
  ...pastDays(),
];
/** The shortest of them want no letter behind. */
const SHORT_MARK = / (?:fa|sen)(?!\p{L})/iu;

const CLOCK =
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?!:?\d)(?:\s?[ap]\.?m\b\.?)?|\b(?:1[0-2]|[1-9])\s?[ap]m\b|\b(?:[01]?\d|2[0-3]) uhr\b/giu;

const COPYRIGHT =
  /(?:©|\(c\)|copyright|&copy;)[^\d\n]{0,40}?((?:19|20)\d{2}(?:\s?[-–—]\s?(?:(?:19|20)?\d{2}))?)|((?:19|20)\d{2}(?:\s?[-–—]\s?(?:19|20)\d{2})?)\s?(?:©|\(c\))/giu;

/** Whether a text may say when something was, with a number or without. */
export function saysPast(text: string): boolean {
  const low = text.toLowerCase();
  return MARKS.some((mark) => low.includes(mark)) || SHORT_MARK.test(text);
}

export const findRelativeTimes: Finder = (scan) =>
  saysPast(scan.text) ? findAll(scan, RELATIVE, ([text]) => ({ type: 'relative time', text })) : [];
export const findClocks: Finder = (scan) => findAll(scan, CLOCK, ([text]) => ({ type: 'clock', text }));
export const findCopyrightYears: Finder = (scan) =>
  findAll(scan, COPYRIGHT, ([, behind, before = '']) => ({
    type: 'copyright year',
    text: behind ?? before,
  }));
