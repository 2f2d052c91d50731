import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OVERDUE_APART_MS, usualInterval, type RhythmQuestion } from '../../src/core/watch/rhythm.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const ASKED: RhythmQuestion = { everyS: 6 * HOUR, exact: false, quietS: 0, random: 0.5 };
const interval = (over: Partial<RhythmQuestion>): number => Math.round(usualInterval({ ...ASKED, ...over }));

test.each([
  ['a page that changed just now: its own interval', {}, 6 * HOUR],
  ['quiet for less than three days: still', { quietS: 3 * DAY - 1 }, 6 * HOUR],
  ['quiet for three days: half as often', { quietS: 3 * DAY }, 12 * HOUR],
  ['quiet for a week: once a day', { quietS: 7 * DAY }, DAY],
  ['quiet for a year: still once a day', { quietS: 365 * DAY }, DAY],
  ['hourly and quiet for half a day', { everyS: HOUR, quietS: 12 * HOUR }, 2 * HOUR],
  ['hourly and quiet for long: four times the interval', { everyS: HOUR, quietS: 30 * DAY }, 4 * HOUR],
  ['never more than a day', { everyS: 10 * HOUR, quietS: 365 * DAY }, DAY],
  ['a chosen interval is kept exactly', { exact: true, quietS: 365 * DAY, random: 0 }, 6 * HOUR],
  ['also one of more than a day', { exact: true, everyS: 7 * DAY, quietS: 365 * DAY, random: 0.9 }, 7 * DAY],
  ['jitter: a tenth earlier', { random: 0 }, 5.4 * HOUR],
  ['jitter: up to a tenth later', { random: 1 - Number.EPSILON }, 6.6 * HOUR],
])('%s', (_, over, seconds) => {
  expect(interval(over)).toBe(seconds);
});

test('whatever is asked, the answer lies between nine tenths of the interval and 1.1 of four of them or a day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60, max: 90 * DAY }),
      fc.integer({ min: 0, max: 1000 * DAY }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (everyS, quietS, random) => {
        const seconds = usualInterval({ everyS, exact: false, quietS, random });
        expect(seconds).toBeGreaterThanOrEqual(0.9 * everyS - 1);
        expect(seconds).toBeLessThanOrEqual(1.1 * Math.max(everyS, Math.min(4 * everyS, DAY)) + 1);
      },
    ),
  );
});

test('500 overdue pages take five minutes', () => {
  expect((500 * OVERDUE_APART_MS) / 60_000).toBe(5);
});
