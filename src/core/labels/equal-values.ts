import { isFact, type TypedValue } from '../fact.ts';
import { sameValue } from '../facts/same-value.ts';
import { wordsOf } from '../diff/tokens.ts';
import type { Considered, Rule } from './rule.ts';

/** "$49" and "$49.00", "1.099 €" and "€ 1,099": written otherwise, worth the same (P9, fault 18). */
export const equalValues: Rule = {
  name: 'equal values',
  noise: 'typographic',
  reason: 'the values before and after are equal, only their spelling differs',
  comparesValues: true,
  explains: (considered) => {
    const { valuesBefore, valuesAfter } = considered;
    if (valuesBefore.length === 0 || valuesBefore.length !== valuesAfter.length) return false;
    const equal = valuesBefore.every((value, at) => {
      const other = valuesAfter[at];
      return other !== undefined && isFact(value) && sameValue(value, other);
    });
    return equal && restOf(considered, 'before') === restOf(considered, 'after');
  },
};

/** The differing words that write no value: an adjective between a number and its unit is no part of the spelling. */
function restOf({ words, valuesBefore, valuesAfter }: Considered, side: 'before' | 'after'): string {
  const values = side === 'before' ? valuesBefore : valuesAfter;
  const spelling = new Set(values.flatMap(spellingOf));
  return wordsOf(words[side])
    .filter((word) => !spelling.has(word))
    .join(' ');
}

function spellingOf({ type, text }: TypedValue): string[] {
  const words = wordsOf(text);
  return type === 'money' || type === 'date' || type === 'percent'
    ? words
    : words.filter((word) => /\d/.test(word));
}
