import type { TypedValue } from '../fact.ts';
import { findMoney } from './money.ts';
import { type Found, inAscii, scanOf } from './scan.ts';

type Money = Extract<TypedValue, { type: 'money' }>;

/** Blocks of this length are data; what they cost stands in their first part. */
const LONGEST = 20_000;

/** Asked first, for it is far cheaper: a sign, or letters without which no currency is named. */
const NAMES_CURRENCY =
  /\p{Sc}|[a-z]{3}|kr|fr|rs|rp|s\/|zł|kč|ft|tl|руб|р\.|гр|євро|евро|ευρώ|лв|[円元원]|ドル|ユーロ|달러|유로|ש|ر|د|ج|ي/iu;

/** Amounts of money in a text, in any currency that is known, and where they stand. */
export function locateMoney(text: string): (Found & { readonly value: Money })[] {
  const read = inAscii(text.slice(0, LONGEST));
  if (!/\d/.test(read) || !NAMES_CURRENCY.test(read)) return [];
  return findMoney(scanOf(read)).flatMap(({ from, to, value }) =>
    value.type === 'money' ? [{ from, to, value }] : [],
  );
}

/** Whether an amount of money stands in a text; sentences about funds and fines included. */
export function hasMoney(text: string): boolean {
  return locateMoney(text).length > 0;
}
