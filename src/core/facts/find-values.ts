import type { TypedValue } from '../fact.ts';
import { findCounters, findPercents, findQuantities } from './amounts.ts';
import { findDates } from './dates.ts';
import { findDurations } from './durations.ts';
import { findMoney } from './money.ts';
import { findCodes, findVersions } from './names.ts';
import { type Finder, type Found, inAscii, scanOf } from './scan.ts';
import { findClocks, findCopyrightYears, findRelativeTimes, saysPast } from './times.ts';

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
const HOLDS_VALUE = /[\d∞]|limit|begrenz|schränk/i;

/** Typed values of a text in their order, no two from the same words. Several languages; see each finder for its forms. */
export function findValues(text: string): TypedValue[] {
  return locateValues(text).map(({ value }) => value);
}

/** The same, with the part of the text that each was read from. */
export function locateValues(text: string): Found[] {
  const scan = scanOf(inAscii(text.slice(0, LONGEST)));
  if (!HOLDS_VALUE.test(scan.text) && !saysPast(scan.text)) return [];
  const taken = new Uint8Array(scan.text.length);
  const values: Found[] = [];
  for (const find of FINDERS) {
    for (const found of find(scan)) {
      if (taken[found.from] === 1 || taken[found.to - 1] === 1) continue;
      taken.fill(1, found.from, found.to);
      values.push(asWritten(found, scan.text, text));
    }
  }
  return values.sort((a, b) => a.from - b.from);
}

/** A quote is what the page wrote, not what the finder read. */
function asWritten(found: Found, read: string, text: string): Found {
  const { from, to, value } = found;
  if (read === text || value.text !== read.slice(from, to)) return found;
  return { from, to, value: { ...value, text: text.slice(from, to) } };
}
