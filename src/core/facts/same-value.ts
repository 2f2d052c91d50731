import type { TypedValue } from '../fact.ts';

/**
 * Whether two values say the same, however they are written: $49 and $49.00, 1.099 € and € 1,099, 24 Nov and 24.11. are
 * equal. Period, unit, currency and role are part of the value: €17 a month is not €17 a year.
 */
export function sameValue(a: TypedValue, b: TypedValue): boolean {
  return fingerprint(a) === fingerprint(b);
}

/** What a value says, equal for all ways to write it. */
export function fingerprint(value: TypedValue): string {
  const { text, ...meaning } = value;
  const written = text.toLowerCase().replace(/\s+/g, ' ');
  if (value.type === 'date' && value.iso !== null) return JSON.stringify(meaning);
  const parts = Object.keys(meaning).length > 1 && value.type !== 'date' ? [] : [written];
  return JSON.stringify([meaning, ...parts]);
}
