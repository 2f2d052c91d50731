import type { Block } from '../block.ts';
import type { TypedValue } from '../fact.ts';
import { locateValues } from '../facts/find-values.ts';
import { languageFlip } from './languages.ts';
import {
  type Considered,
  isTerm,
  type LabelContext,
  oncePerPage,
  type Rule,
  type Surroundings,
} from './rule.ts';

/** Fewer common words leave the language of a page open. */
const ENOUGH = 15;
/** Enough among the differing words alone to doubt; not enough to explain anything. */
const HINT = 3;
/** The same page in another language has about as many blocks; a page rebuilt for another market has not. */
const SAME_SHAPE = 2;

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

/** What stands in both languages; null where the language is the same, or open. */
const commonTerms = oncePerPage(({ before, after }: Surroundings): ReadonlySet<string> | null => {
  const [shorter = 0, longer = 0] = [before.length, after.length].toSorted((a, b) => a - b);
  if (longer > SAME_SHAPE * shorter) return null;
  if (languageFlip(textOf(before), textOf(after), ENOUGH) === null) return null;
  return weightsOn(before).intersection(weightsOn(after));
});

/**
 * Whether what went was in one language and what came is in another. Where the page is too short to be sure, its differences
 * are told, but not before they have stood a day: a site that chose by the visitor's country chooses back.
 */
export function languageSwitched({ before, after }: LabelContext): boolean {
  return languageFlip(wordsOfOne(before, after), wordsOfOne(after, before), HINT) !== null;
}

function wordsOfOne(own: readonly Block[], other: readonly Block[]): string {
  const shared = new Set(other.map((block) => block.text));
  return own.flatMap(({ text }) => (shared.has(text) ? [] : [text])).join('\n');
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map((block) => block.text).join('\n');
}

/** Of every value, term or not: what one language calls a trial the finder may not know in the other. */
function weightsOn(blocks: readonly Block[]): Set<string> {
  const values = blocks.flatMap((block) => locateValues(block.text).map(({ value }) => value));
  return new Set(values.map((value) => `${value.type} ${weightOf(value)}`));
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
  return /\p{L}{3}|\p{Lo}{2}/u.test(`${before ?? ''} ${after ?? ''}`);
}
