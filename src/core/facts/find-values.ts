import type { TypedValue } from '../fact.ts';
import { findCounters, findDurations, findPercents, findQuantities } from './amounts.ts';
import { findDates } from './dates.ts';
import { findMoney } from './money.ts';
import { findCodes, findVersions } from './names.ts';
import { type Finder, type Found, scanOf } from './scan.ts';
import { findClocks, findCopyrightYears, findRelativeTimes } from './times.ts';

/** In order of trust: what an earlier finder took, a later one does not read again ("10 days ago" is no duration). */
const FINDERS: readonly Finder[] = [
  findRelativeTimes,
  findCopyrightYears,
  findDates,
  findClocks,
  findMoney,
  findPercents,
  findCounters,
  findDurations,
  findQuantities,
  findCodes,
  findVersions,
];

/** Longer texts are searched in their first part only; blocks of this length are data, not prose. */
const LONGEST = 100_000;

/** Typed values of a text in their order, no two from the same words. Several languages; see each finder for its forms. */
export function findValues(text: string): TypedValue[] {
  return locateValues(text).map(({ value }) => value);
}

/** The same, with the part of the text that each was read from. */
export function locateValues(text: string): Found[] {
  if (!/[\d∞]|limit|begrenz|schränk|yesterday|gestern|ayer|hace |il y a|hier|vor |just now|ago\b/i.test(text))
    return [];
  const scan = scanOf(text.slice(0, LONGEST));
  const taken = new Uint8Array(scan.text.length);
  const values: Found[] = [];
  for (const find of FINDERS) {
    for (const found of find(scan)) {
      if (taken[found.from] === 1 || taken[found.to - 1] === 1) continue;
      taken.fill(1, found.from, found.to);
      values.push(found);
    }
  }
  return values.sort((a, b) => a.from - b.from);
}
