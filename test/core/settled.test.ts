import { expect, test } from 'vitest';
import { isUnsettled, settledKeys, type AwaySighting } from '../../src/core/sight/settled.ts';
import { VOLATILE_PLACE } from '../../src/core/sight/volatile.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const HOUR = 3_600_000;

/** Sightings `hours` apart, the newest first, each with what it showed: "ab" for the keys a and b. */
function sightings(shown: readonly string[], hours = 24): readonly AwaySighting[] {
  return shown.map((keys, at) => ({ at: new Date(+NOW - (at + 1) * hours * HOUR), away: [...keys] }));
}

const all = (n: number, keys: string): string[] => Array.from({ length: n }, () => keys);

test.each<[string, readonly AwaySighting[], string]>([
  ['seven looks over seven days', sightings(all(7, 'a')), 'a'],
  ['what all of them showed', sightings([...all(6, 'ab'), 'a']), 'a'],
  ['six days', sightings(all(6, 'a')), ''],
  ['four looks in eight days', sightings(all(4, 'a'), 48), ''],
  ['many looks in six days', sightings(all(20, 'a'), 7), ''],
  ['the baseline in between', sightings([...all(3, 'a'), '', ...all(8, 'a')]), ''],
  ['the baseline more than seven days ago', sightings([...all(8, 'a'), '', '']), 'a'],
  ['nothing seen yet', [], ''],
])('%s', (...[, seen, expected]) => {
  expect([...settledKeys(seen, NOW)].join('')).toBe(expected);
});

test('unsettled is what nothing but a restless place explained', () => {
  const volatile = { noise: 'volatile', rule: VOLATILE_PLACE, reason: '' } as const;
  const slip = { noise: 'cosmetic', rule: 'slip', reason: '' } as const;
  expect([[], [volatile], [volatile, slip], [slip]].map((labels) => isUnsettled({ labels }))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
