import { squash } from '../diff/squash.ts';
import { type Considered, type Rule, textsOf } from './rule.ts';

/** Ways to write the same words; each pair of texts is compared after all of them. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bcannot\b|\bcan['’]t\b/gi, 'can not'],
  [/\bwon['’]t\b/gi, 'will not'],
  [/(?<=\p{L})n['’]t\b/giu, ' not'],
  [/(?<=\p{L})['’]re\b/giu, ' are'],
  [/(?<=\p{L})['’]ve\b/giu, ' have'],
  [/(?<=\p{L})['’]ll\b/giu, ' will'],
  [/\bI['’]m\b/gi, 'I am'],
  [/(?<=\b(?:it|that|there|here|what))['’]s\b/gi, ' is'],
  [/\s*\/\s*(?:mo|mth|month)(?!\p{L})|\s+(?:each|a) month(?!\p{L})/giu, ' per month'],
  [/\s*\/\s*(?:yr|year)(?!\p{L})|\s+(?:each|a) year(?!\p{L})/giu, ' per year'],
  [/\s*\/\s*(?=(?:user|seat|day|week|hour)(?!\p{L}))/giu, ' per '],
  [/\s*&\s*|\s+(?:and|und|et|y)\s+/gi, ' and '],
];

/** Two to twelve in English, German, French and Spanish. "One" and its kin are articles as well. */
const NUMBER_WORDS: readonly (readonly string[])[] = [
  ['two', 'zwei', 'deux', 'dos'],
  ['three', 'drei', 'trois', 'tres'],
  ['four', 'vier', 'quatre', 'cuatro'],
  ['five', 'fünf', 'cinq', 'cinco'],
  ['six', 'sechs', 'seis'],
  ['seven', 'sieben', 'sept', 'siete'],
  ['eight', 'acht', 'huit', 'ocho'],
  ['nine', 'neun', 'neuf', 'nueve'],
  ['ten', 'zehn', 'dix', 'diez'],
  ['eleven', 'elf', 'onze', 'once'],
  ['twelve', 'zwölf', 'douze', 'doce'],
];
const DIGITS = new Map(
  NUMBER_WORDS.flatMap((words, at) => words.map((word) => [word, String(at + 2)] as const)),
);

/** "don't" and "do not", "&" and "and": a matter of tone. */
export const sameWording: Rule = {
  name: 'same wording',
  noise: 'cosmetic',
  reason: 'the same words in another form ("do not" for "don\'t", "3" for "three")',
  comparesValues: true,
  explains: (considered) => isEqualBy(considered, spelledOut),
};

function spelledOut(text: string): string {
  const inDigits = text.replace(/\p{L}+/gu, (word) => DIGITS.get(word.toLowerCase()) ?? word);
  return SPELLINGS.reduce((spelled, [form, full]) => spelled.replace(form, full), inDigits);
}

const MARKUP = /<\/?[a-z][^<>]{0,200}>|&(?:nbsp|amp|quot|lt|gt|#\d+);|\*\*|\\[nt]/gi;

/** Tags, entities or marks of a markup language that show through, or no longer do. */
export const markupLeak: Rule = {
  name: 'markup leak',
  noise: 'cosmetic',
  reason: 'only marks of markup that showed through the text differ',
  comparesValues: true,
  explains: (considered) => isEqualBy(considered, (text) => text.replace(MARKUP, ' ')),
};

const HIDDEN_MAIL = /\[email\s*protected\]/gi;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Cloudflare puts "[email protected]" in place of an address; the same block with the address is the same block. */
export const hiddenMail: Rule = {
  name: 'hidden mail address',
  noise: 'volatile',
  reason: 'a mail address is shown on one visit and masked on the other',
  explains: (considered) =>
    textsOf(considered).filter((text) => /\[email\s*protected\]/i.test(text)).length === 1 &&
    isEqualBy(considered, (text) => text.replace(HIDDEN_MAIL, ' mail ').replace(MAIL, ' mail ')),
};

function isEqualBy(considered: Considered, form: (text: string) => string): boolean {
  if (considered.difference.kind !== 'edited') return false;
  const [before = '', after = ''] = textsOf(considered).map((text) => squash(form(text)));
  return before === after;
}
