import type { Block } from '../block.ts';
import { locateValues } from '../facts/find-values.ts';
import { type Considered, oncePerPage, type Rule, type Surroundings } from './rule.ts';

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

/**
 * The page came in another language: a site chose by the visitor's address or a cookie. What differs is the language, not
 * what is said in it. A price that the other language does not show as well is news all the same.
 */
export const otherLanguage: Rule = {
  name: 'other language',
  noise: 'variant',
  reason: 'the page came in another language',
  explains: (considered, page) => {
    const amounts = flippedAmounts(page);
    return (
      amounts !== null &&
      [...considered.valuesBefore, ...considered.valuesAfter].every(
        (value) => value.type !== 'money' || amounts.has(value.amount),
      ) &&
      hasWords(considered)
    );
  },
};

/** Amounts of money that stand in both languages; null where the language is the same, or open. */
const flippedAmounts = oncePerPage(({ before, after }: Surroundings): ReadonlySet<number> | null => {
  const [from, to] = [languageOf(before), languageOf(after)];
  if (from === null || to === null || from === to) return null;
  return amountsIn(before).intersection(amountsIn(after));
});

function languageOf(blocks: readonly Block[]): string | null {
  const text = blocks
    .map((block) => block.text)
    .join('\n')
    .slice(0, 50_000);
  const counts = Object.entries(COMMON).map(([name, words]) => ({
    name,
    count: text.match(words)?.length ?? 0,
  }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  if (first === undefined || second === undefined || first.count < ENOUGH) return null;
  return first.count >= LEAD * second.count ? first.name : null;
}

function amountsIn(blocks: readonly Block[]): Set<number> {
  const values = blocks.flatMap((block) => locateValues(block.text));
  return new Set(values.flatMap(({ value }) => (value.type === 'money' ? [value.amount] : [])));
}

/** A number alone has no language. */
function hasWords({ difference: { before, after } }: Considered): boolean {
  return /\p{L}{3}/u.test(`${before ?? ''} ${after ?? ''}`);
}
