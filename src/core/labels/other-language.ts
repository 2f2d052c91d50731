import type { Block } from '../block.ts';
import type { TypedValue } from '../fact.ts';
import { locateValues } from '../facts/find-values.ts';
import {
  type Considered,
  isTerm,
  type LabelContext,
  oncePerPage,
  type Rule,
  type Surroundings,
} from './rule.ts';

/** Words that every text of a language is full of and the other languages lack. */
const COMMON: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|and|of|for|with|your|is|are|you|this)\b/gi,
  de: /\b(?:der|und|das|ist|für|mit|nicht|sie|ein|auf)\b/gi,
  fr: /\b(?:le|les|des|et|pour|vous|dans|est|une|votre)\b/gi,
  es: /\b(?:el|los|las|para|con|una|del|que|por|su)\b/gi,
};
/** Fewer such words, or a lead under three times, leave the language open. */
const ENOUGH = 15;
const LEAD = 3;
/** Enough among the differing words alone to doubt; not enough to explain anything. */
const HINT = 3;

/**
 * The page came in another language: a site chose by the visitor's address or a cookie. What differs is the language, not
 * what is said in it. A price that the other language does not show as well is news all the same.
 */
export const otherLanguage: Rule = {
  name: 'other language',
  noise: 'variant',
  reason: 'the page came in another language',
  comparesValues: true,
  explains: (considered, page) => {
    const common = commonTerms(page);
    const terms = termsIn([...considered.valuesBefore, ...considered.valuesAfter]);
    return common !== null && terms.isSubsetOf(common) && hasWords(considered);
  },
};

/** Terms that stand in both languages; null where the language is the same, or open. */
const commonTerms = oncePerPage(({ before, after }: Surroundings): ReadonlySet<string> | null => {
  const [from, to] = [languageOf(before), languageOf(after)];
  if (from === null || to === null || from === to) return null;
  return termsOn(before).intersection(termsOn(after));
});

/**
 * Whether what went was in one language and what came is in another. Where the page is too short to be sure, its differences
 * are told, but not before they have stood a day: a site that chose by the visitor's country chooses back.
 */
export function languageSwitched({ before, after }: LabelContext): boolean {
  const [from, to] = [wordsOfOne(before, after), wordsOfOne(after, before)].map((words) =>
    languageIn(words, HINT),
  );
  return from !== null && to !== null && from !== to;
}

function wordsOfOne(own: readonly Block[], other: readonly Block[]): string {
  const shared = new Set(other.map((block) => block.text));
  return own.flatMap(({ text }) => (shared.has(text) ? [] : [text])).join('\n');
}

function languageOf(blocks: readonly Block[]): string | null {
  return languageIn(blocks.map((block) => block.text).join('\n'), ENOUGH);
}

function languageIn(words: string, enough: number): string | null {
  const text = words.slice(0, 50_000);
  const counts = Object.entries(COMMON).map(([name, words]) => ({
    name,
    count: text.match(words)?.length ?? 0,
  }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  if (first === undefined || second === undefined || first.count < enough) return null;
  return first.count >= LEAD * second.count ? first.name : null;
}

function termsOn(blocks: readonly Block[]): Set<string> {
  return termsIn(blocks.flatMap((block) => locateValues(block.text).map(({ value }) => value)));
}

/** What any language writes alike of each term: the amount, the share, the days, the date. */
function termsIn(values: readonly TypedValue[]): Set<string> {
  return new Set(values.filter(isTerm).map((value) => `${value.type} ${weightOf(value)}`));
}

function weightOf(value: TypedValue): string | number {
  if (value.type === 'money') return value.amount;
  if (value.type === 'percent') return value.value;
  if (value.type === 'duration') return value.days;
  return value.type === 'date' && value.iso !== null ? value.iso : value.text;
}

/** A number alone has no language. */
function hasWords({ difference: { before, after } }: Considered): boolean {
  return /\p{L}{3}/u.test(`${before ?? ''} ${after ?? ''}`);
}
