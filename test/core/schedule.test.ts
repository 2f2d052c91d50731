import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextCheckAt, type ScheduleQuestion } from '../../src/core/watch/schedule.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const ASKED: ScheduleQuestion = {
  outcome: 'unchanged',
  now: NOW,
  everyS: 6 * HOUR,
  confirmAfterS: 5 * MINUTE,
  failures: 0,
  retryAfterS: null,
  earliestDueAt: null,
};
const seconds = (over: Partial<ScheduleQuestion>): number =>
  (+nextCheckAt({ ...ASKED, ...over }) - +NOW) / 1000;
const inHours = (hours: number): Date => new Date(+NOW + hours * HOUR * 1000);

test.each([
  ['unchanged: as often as the page asks', {}, 6 * HOUR],
  ['P7: a first reading is read again after the delay', { outcome: 'first' }, 5 * MINUTE],
  ['P7: a suspicion is read again after the delay', { outcome: 'suspected' }, 5 * MINUTE],
  ['P7: what waits is looked at when it falls due', { outcome: 'changed', earliestDueAt: inHours(1) }, HOUR],
  ['P7: also after noise', { outcome: 'noise', earliestDueAt: inHours(2) }, 2 * HOUR],
  ['P7: also after what was held', { outcome: 'held', earliestDueAt: inHours(2) }, 2 * HOUR],
  ['what falls due after the next visit changes nothing', { earliestDueAt: inHours(7) }, 6 * HOUR],
  ['what is overdue waits for the next visit', { earliestDueAt: inHours(-1) }, 6 * HOUR],
  ['what is due this moment was looked at by this visit', { earliestDueAt: NOW }, 6 * HOUR],
  ['first failure', { outcome: 'failed', failures: 1 }, 5 * MINUTE],
  ['second failure', { outcome: 'failed', failures: 2 }, 15 * MINUTE],
  ['third failure', { outcome: 'failed', failures: 3 }, 60 * MINUTE],
  ['fourth failure: as often as the page asks', { outcome: 'failed', failures: 4 }, 6 * HOUR],
  [
    'no back-off is slower than the page',
    { outcome: 'failed', failures: 3, everyS: 10 * MINUTE },
    10 * MINUTE,
  ],
  ['a wall is not hammered', { outcome: 'blocked', failures: 1 }, 6 * HOUR],
  ['the server said when, sooner', { outcome: 'blocked', failures: 1, retryAfterS: 90 }, 90],
  ['the server said when, later', { outcome: 'failed', failures: 1, retryAfterS: DAY }, DAY],
  [
    'P12: a missing page of a weekly watch is looked at within the day',
    { outcome: 'gone', failures: 1, everyS: 7 * DAY },
    12 * HOUR,
  ],
  ['P12: and once more', { outcome: 'gone', failures: 2, everyS: 7 * DAY }, 12 * HOUR],
  [
    'three times missing: as often as the page asks',
    { outcome: 'gone', failures: 3, everyS: 7 * DAY },
    7 * DAY,
  ],
  ['a missing page is not visited more than it asks', { outcome: 'gone', failures: 1, everyS: HOUR }, HOUR],
] as const)('%s', (_, over, expected) => {
  expect(seconds(over)).toBe(expected);
});

test('the next visit is always ahead, and never later than the page or the server asked', () => {
  const outcome = fc.constantFrom(
    'first',
    'unchanged',
    'suspected',
    'changed',
    'noise',
    'held',
    'failed',
    'blocked',
    'gone',
  );
  const natural = fc.integer({ min: 1, max: 40 * DAY });
  fc.assert(
    fc.property(
      fc.record({
        outcome: outcome as fc.Arbitrary<ScheduleQuestion['outcome']>,
        everyS: natural,
        confirmAfterS: fc.integer({ min: 0, max: HOUR }),
        failures: fc.nat(9),
        retryAfterS: fc.option(fc.integer({ min: 60, max: DAY })),
        earliestDueAt: fc.option(fc.integer({ min: -50, max: 50 }).map(inHours)),
      }),
      (over) => {
        const wait = seconds(over);
        expect(wait).toBeGreaterThanOrEqual(over.confirmAfterS === 0 ? 0 : Math.min(1, over.everyS));
        expect(wait).toBeLessThanOrEqual(Math.max(over.everyS, over.confirmAfterS, over.retryAfterS ?? 0));
      },
    ),
  );
});
