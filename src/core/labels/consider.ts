import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import { changedWords, type Mark, markWords } from '../diff/mark-words.ts';
import { locateValues } from '../facts/find-values.ts';
import { fingerprint } from '../facts/same-value.ts';
import type { Considered } from './rule.ts';

/** Finds the differing words of a difference, and the typed values that stand in them. */
export function consider(difference: Difference): Considered {
  const { kind, before, after } = difference;
  if (kind === 'link' || kind === 'moved' || kind === 'typographic') {
    return { difference, words: { before: '', after: '' }, valuesBefore: [], valuesAfter: [] };
  }
  const marked = markWords(before ?? '', after ?? '');
  const old = located(before ?? '', marked.before);
  const fresh = located(after ?? '', marked.after);
  return {
    difference,
    words: changedWords(marked),
    valuesBefore: changedValues(old, fresh),
    valuesAfter: changedValues(fresh, old),
  };
}

interface Located {
  readonly value: TypedValue;
  readonly touched: boolean;
}

function located(text: string, marks: readonly Mark[]): Located[] {
  const changed = changedRanges(marks);
  let next = 0;
  return locateValues(text).map(({ from, to, value }) => {
    while ((changed[next]?.to ?? to) <= from) next += 1;
    return { value, touched: (changed[next]?.from ?? to) < to };
  });
}

function changedRanges(marks: readonly Mark[]): { from: number; to: number }[] {
  let at = 0;
  return marks.flatMap(({ text, changed }) => {
    const range = { from: at, to: at + text.length };
    at = range.to;
    return changed ? [range] : [];
  });
}

/** Values in the changed words, and those whose words stayed while their meaning moved ("$29" before "/mo", then "/yr"). */
function changedValues(own: readonly Located[], other: readonly Located[]): TypedValue[] {
  const known = new Set(other.map(({ value }) => fingerprint(value)));
  return own
    .filter(({ value, touched }) => touched || !known.has(fingerprint(value)))
    .map(({ value }) => value);
}
