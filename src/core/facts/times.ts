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
const RELATIVE = new RegExp(
  `${WORD_START}(?<![\\d.,])(?:${MORE}|${[...new Set(PAST)].join('|')}|${oneOf(pastDays())})${NO_TERM}${WORD_END}`,
  'giu',
);
/** Asked first, for it is far cheaper: a word without which nothing above is said. */
const SAYS_PAST = new RegExp(
  `ago|vor |il y a|hace |fa(?!\\p{L})|geleden|há |temu|sedan|sen(?!\\p{L})|siden|sitten|p[řr]ed |ezelőtt|perce|órája|hete|napja|hónapja|éve|acum|önce|назад|тому|πριν|前|전|قبل|منذ|לפני|just now|gerade eben|hier à|${oneOf(pastDays())}`,
  'iu',
);

const CLOCK =
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?!:?\d)(?:\s?[ap]\.?m\b\.?)?|\b(?:1[0-2]|[1-9])\s?[ap]m\b|\b(?:[01]?\d|2[0-3]) uhr\b/giu;

const COPYRIGHT =
  /(?:©|\(c\)|copyright|&copy;)[^\d\n]{0,40}?((?:19|20)\d{2}(?:\s?[-–—]\s?(?:(?:19|20)?\d{2}))?)|((?:19|20)\d{2}(?:\s?[-–—]\s?(?:19|20)\d{2})?)\s?(?:©|\(c\))/giu;

/** Whether a text without a digit may say when something was. */
export function saysPast(text: string): boolean {
  return SAYS_PAST.test(text);
}

export const findRelativeTimes: Finder = (scan) =>
  saysPast(scan.text) ? findAll(scan, RELATIVE, ([text]) => ({ type: 'relative time', text })) : [];
export const findClocks: Finder = (scan) => findAll(scan, CLOCK, ([text]) => ({ type: 'clock', text }));
export const findCopyrightYears: Finder = (scan) =>
  findAll(scan, COPYRIGHT, ([, behind, before = '']) => ({
    type: 'copyright year',
    text: behind ?? before,
  }));
