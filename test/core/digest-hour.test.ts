import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestDue, localHour } from '../../src/core/digest-hour.ts';

describe('what the clock on an account’s wall says', () => {
  test.each([
    ['2026-03-20T12:00:00Z', 'UTC', '2026-03-20', 12, 5],
    ['2026-03-20T23:30:00Z', 'Asia/Tokyo', '2026-03-21', 8, 6],
    ['2026-03-01T03:00:00Z', 'America/Los_Angeles', '2026-02-28', 19, 6],
    ['2026-03-21T23:59:59Z', 'UTC', '2026-03-21', 23, 6],
    ['2026-03-22T00:00:00Z', 'UTC', '2026-03-22', 0, 7],
    ['2026-01-05T08:15:00Z', 'Asia/Kathmandu', '2026-01-05', 14, 1],
    // Samoa went without 30 December 2011: the day after the 29th was the 31st.
    ['2011-12-30T09:59:00Z', 'Pacific/Apia', '2011-12-29', 23, 4],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31', 0, 6],
    // Half an hour of summer time.
    ['2026-10-03T15:30:00Z', 'Australia/Lord_Howe', '2026-10-04', 2, 7],
    // Midnight does not exist: 23:59 is followed by 01:00.
    ['2026-04-23T21:59:00Z', 'Africa/Cairo', '2026-04-23', 23, 4],
    ['2026-04-23T22:00:00Z', 'Africa/Cairo', '2026-04-24', 1, 5],
  ])('%s in %s is %s, %i h, day %i', (...[at, zone, date, hour, weekday]) => {
    expect(localHour(new Date(at), zone)).toEqual({ date, hour, weekday });
  });

  test.each(['Mars/Olympus', '', 'utc+99'])('a zone that nobody knows (%j) reads as UTC', (zone) => {
    expect(localHour(new Date('2026-03-20T12:00:00Z'), zone)).toEqual({
      date: '2026-03-20',
      hour: 12,
      weekday: 5,
    });
  });
});

describe('when the digest is due', () => {
  const at = (date: string, hour: number) => ({ date, hour, weekday: 1 });
  const account = { digestHour: 8, lastDate: '2026-03-19' };
  test.each([
    ['before the hour', at('2026-03-20', 7), account, false],
    ['at the hour', at('2026-03-20', 8), account, true],
    ['a worker that was down catches up', at('2026-03-20', 19), account, true],
    ['half a day later the next one carries the events', at('2026-03-20', 20), account, false],
    ['once a local date', at('2026-03-20', 9), { ...account, lastDate: '2026-03-20' }, false],
    ['the first ever', at('2026-03-20', 8), { ...account, lastDate: null }, true],
    ['at midnight', at('2026-03-20', 0), { ...account, digestHour: 0 }, true],
    ['late in the evening', at('2026-03-20', 23), { ...account, digestHour: 23 }, true],
    [
      'after a move west the date has had its digest',
      at('2026-03-19', 8),
      { ...account, lastDate: '2026-03-20' },
      false,
    ],
  ])('%s', (...[, now, asked, due]) => {
    expect(digestDue(now, asked)).toBe(due);
  });
});

/** Local dates on which a worker that asks every so many minutes makes a digest. */
function digests(
  from: string,
  { zone, hour, days, everyMin }: { zone: string; hour: number; days: number; everyMin: number },
) {
  const made: string[] = [];
  const start = Date.parse(from);
  for (let at = start; at < start + days * 24 * 3_600_000; at += everyMin * 60_000) {
    const now = localHour(new Date(at), zone);
    if (digestDue(now, { digestHour: hour, lastDate: made.at(-1) ?? null })) made.push(now.date);
  }
  return made;
}

test.each([
  ['the spring gap at the hour itself', 'Europe/Berlin', '2026-03-28T14:00:00Z', 2],
  ['the autumn fold', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2],
  ['a midnight that does not exist', 'Africa/Cairo', '2026-04-22T12:00:00Z', 0],
  ['a midnight that comes twice', 'Africa/Cairo', '2026-10-28T12:00:00Z', 23],
  ['half an hour forth', 'Australia/Lord_Howe', '2026-10-02T12:00:00Z', 2],
  ['half an hour back', 'Australia/Lord_Howe', '2026-04-03T12:00:00Z', 1],
])('%s makes one digest a date', (...[, zone, from, hour]) => {
  const made = digests(from, { zone, hour, days: 4, everyMin: 10 });
  expect(new Set(made).size).toBe(made.length);
  expect(made.length).toBe(4);
});

test('the date that Samoa skipped has no digest, its neighbours have one each', () => {
  const made = digests('2011-12-28T12:00:00Z', { zone: 'Pacific/Apia', hour: 8, days: 4, everyMin: 30 });
  expect(made).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01']);
});

test('P11: however often a worker asks and wherever the account moves, no local date has two digests', () => {
  const zones = ['Pacific/Apia', 'America/New_York', 'Africa/Cairo', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
  const step = fc.record({ minutes: fc.integer({ min: 1, max: 40 * 60 }), zone: fc.constantFrom(...zones) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 23 }), (steps, digestHour) => {
      let at = Date.UTC(2026, 2, 1);
      const made: string[] = [];
      for (const { minutes, zone } of steps) {
        at += minutes * 60_000;
        const now = localHour(new Date(at), zone);
        if (digestDue(now, { digestHour, lastDate: made.at(-1) ?? null })) made.push(now.date);
      }
      expect(made).toEqual([...new Set(made)].toSorted());
    }),
  );
});
