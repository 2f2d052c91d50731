import { describe, expect, test } from 'vitest';
import { EVERY_DAY } from '../../src/core/digest-days.ts';
import { digestDue, isFirstDayOfWeek, nextDigest, type DigestSchedule } from '../../src/core/digest-due.ts';
import { wallTime } from '../../src/core/zone-clock.ts';

const AT_EIGHT: DigestSchedule = { timeZone: 'UTC', hour: 8, days: EVERY_DAY, lastDate: null };
const WORKING_DAYS = [1, 2, 3, 4, 5];

describe('what the clock on an account’s wall says', () => {
  test.each([
    ['2026-03-20T12:00:00Z', 'UTC', '2026-03-20T12:00'],
    ['2026-03-20T23:30:00Z', 'Asia/Tokyo', '2026-03-21T08:30'],
    ['2026-03-01T03:00:00Z', 'America/Los_Angeles', '2026-02-28T19:00'],
    ['2026-01-05T08:15:00Z', 'Asia/Kathmandu', '2026-01-05T14:00'],
    ['2026-01-05T10:15:00Z', 'Pacific/Chatham', '2026-01-06T00:00'],
    ['2026-01-05T09:30:00Z', 'Pacific/Marquesas', '2026-01-05T00:00'],
    // Samoa went without 30 December 2011: the day after the 29th was the 31st.
    ['2011-12-30T09:59:00Z', 'Pacific/Apia', '2011-12-29T23:59'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31T00:00'],
    // Half an hour of summer time.
    ['2026-10-03T15:29:00Z', 'Australia/Lord_Howe', '2026-10-04T01:59'],
    ['2026-10-03T15:30:00Z', 'Australia/Lord_Howe', '2026-10-04T02:30'],
    // Midnight does not exist: 23:59 is followed by 01:00.
    ['2026-04-23T21:59:00Z', 'Africa/Cairo', '2026-04-23T23:59'],
    ['2026-04-23T22:00:00Z', 'Africa/Cairo', '2026-04-24T01:00'],
    ['1969-07-20T20:17:00Z', 'UTC', '1969-07-20T20:17'],
    ['2026-03-20T12:00:00Z', 'Mars/Olympus', '2026-03-20T12:00'],
    ['2026-03-20T12:00:00Z', '', '2026-03-20T12:00'],
  ])('%s in %s is %s', (at, zone, wall) => {
    expect(new Date(wallTime(new Date(at), zone)).toISOString()).toBe(`${wall}:00.000Z`);
  });
});

describe('when the digest is due', () => {
  const last = { lastDate: '2026-03-19' };
  const late = { hour: 20, lastDate: '2026-03-18' };
  const weekly = { days: [2], lastDate: '2026-03-10' };
  test.each<[string, string, Partial<DigestSchedule>, string | null]>([
    ['a moment before the hour', '2026-03-20T07:59:59.999Z', last, null],
    ['at the hour', '2026-03-20T08:00:00Z', last, '2026-03-20'],
    ['a worker that was down catches up', '2026-03-20T19:59:00Z', last, '2026-03-20'],
    ['for 12 hours', '2026-03-20T20:00:00Z', last, '2026-03-20'],
    ['later the next one carries the events', '2026-03-20T20:00:00.001Z', last, null],
    ['once a local date', '2026-03-20T09:00:00Z', { lastDate: '2026-03-20' }, null],
    ['the first ever', '2026-03-20T08:00:00Z', {}, '2026-03-20'],
    ['at midnight', '2026-03-20T00:00:00Z', { hour: 0 }, '2026-03-20'],
    ['late in the evening', '2026-03-20T23:00:00Z', { hour: 23, ...last }, '2026-03-20'],
    ['back at 05:00: yesterday’s, for yesterday’s date', '2026-03-20T05:00:00Z', late, '2026-03-19'],
    ['back at 08:01: too late for yesterday’s', '2026-03-20T08:00:01Z', late, null],
    ['and today’s as usual', '2026-03-20T20:00:00Z', { ...late, lastDate: '2026-03-19' }, '2026-03-20'],
    [
      'after a move west the date has had its digest',
      '2026-03-20T08:00:00Z',
      { lastDate: '2026-03-21' },
      null,
    ],
    [
      'nor is an earlier date made up for',
      '2026-03-20T05:00:00Z',
      { hour: 20, lastDate: '2026-03-20' },
      null,
    ],
    ['a Saturday is no weekday', '2026-03-21T08:00:00Z', { ...last, days: WORKING_DAYS }, null],
    ['a Monday is one', '2026-03-23T08:00:00Z', { ...last, days: WORKING_DAYS }, '2026-03-23'],
    ['Friday’s is made up for on Saturday', '2026-03-21T03:00:00Z', { hour: 20, days: [5] }, '2026-03-20'],
    ['Sunday’s is not made on the Monday before', '2026-03-16T08:00:00Z', { days: [7] }, null],
    ['weekly, on its day', '2026-03-17T08:00:00Z', weekly, '2026-03-17'],
    ['weekly, on the day after', '2026-03-18T08:00:00Z', weekly, null],
    ['no days at all', '2026-03-20T08:00:00Z', { days: [] }, null],
    ['a zone that nobody knows', '2026-03-20T08:00:00Z', { timeZone: 'Mars/Olympus' }, '2026-03-20'],
    ['a zone as a distance', '2026-03-20T02:30:00Z', { timeZone: '+05:30' }, '2026-03-20'],
    ['leap day', '2028-02-29T08:00:00Z', { lastDate: '2028-02-28' }, '2028-02-29'],
    ['over the end of a year', '2027-01-01T05:00:00Z', { hour: 20, lastDate: '2026-12-30' }, '2026-12-31'],
  ])('%s', (...[, now, over, due]) => {
    expect(digestDue(new Date(now), { ...AT_EIGHT, ...over })).toBe(due);
  });
});

test.each([
  ['an ordinary day in winter', 'Europe/Berlin', '2026-01-20', 8, '2026-01-20T07:00:00Z'],
  ['an ordinary day in summer', 'Europe/Berlin', '2026-07-20', 8, '2026-07-20T06:00:00Z'],
  ['02:00 does not exist: at 03:00', 'Europe/Berlin', '2026-03-29', 2, '2026-03-29T01:00:00Z'],
  ['the hour after the gap', 'Europe/Berlin', '2026-03-29', 3, '2026-03-29T01:00:00Z'],
  ['02:00 comes twice: the first', 'Europe/Berlin', '2026-10-25', 2, '2026-10-25T00:00:00Z'],
  ['01:00 comes twice: the first', 'America/New_York', '2026-11-01', 1, '2026-11-01T05:00:00Z'],
  ['02:00 does not exist', 'America/New_York', '2026-03-08', 2, '2026-03-08T07:00:00Z'],
  ['midnight does not exist: at 01:00', 'Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00Z'],
  ['23:00 comes twice: the first', 'Africa/Cairo', '2026-10-29', 23, '2026-10-29T20:00:00Z'],
  ['midnight after 23:00 came twice', 'Africa/Cairo', '2026-10-30', 0, '2026-10-29T22:00:00Z'],
  ['midnight does not exist', 'Asia/Beirut', '2026-03-29', 0, '2026-03-28T22:00:00Z'],
  ['midnight does not exist', 'America/Santiago', '2026-09-06', 0, '2026-09-06T04:00:00Z'],
  ['the clock leaps from 22:59 to 00:00', 'America/Godthab', '2026-03-28', 23, '2026-03-29T01:00:00Z'],
  ['and the date that began so', 'America/Godthab', '2026-03-29', 0, '2026-03-29T01:00:00Z'],
  ['half an hour forth', 'Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03T15:30:00Z'],
  ['half an hour back', 'Australia/Lord_Howe', '2026-04-05', 1, '2026-04-04T14:00:00Z'],
  ['two hours forth', 'Antarctica/Troll', '2026-03-29', 2, '2026-03-29T01:00:00Z'],
  ['two hours back', 'Antarctica/Troll', '2026-10-25', 1, '2026-10-24T23:00:00Z'],
  ['three hours back over midnight', 'Antarctica/Casey', '2010-03-05', 0, '2010-03-04T13:00:00Z'],
  ['one minute after midnight', 'America/St_Johns', '2011-03-13', 1, '2011-03-13T03:31:00Z'],
  ['three quarters of an hour', 'Asia/Kathmandu', '2026-05-01', 8, '2026-05-01T02:15:00Z'],
  ['three quarters of an hour, in summer', 'Pacific/Chatham', '2026-09-27', 8, '2026-09-26T18:15:00Z'],
  ['half past', 'Pacific/Marquesas', '2026-05-01', 8, '2026-05-01T17:30:00Z'],
  ['the first to see a day', 'Pacific/Kiritimati', '2026-05-01', 0, '2026-04-30T10:00:00Z'],
  ['Ramadan takes summer time back', 'Africa/Casablanca', '2026-02-15', 2, '2026-02-15T01:00:00Z'],
  ['the last date before one is skipped', 'Pacific/Apia', '2011-12-29', 23, '2011-12-30T09:00:00Z'],
  ['the first date after it', 'Pacific/Apia', '2011-12-31', 0, '2011-12-30T10:00:00Z'],
])('the hour of a date: %s (%s %s %i h)', (...[, timeZone, date, hour, at]) => {
  const schedule = { timeZone, hour, days: EVERY_DAY, lastDate: dayBefore(date) };
  const before = new Date(Date.parse(at) - 60_000);
  expect(nextDigest(before, schedule)).toEqual({ date, hour, at: new Date(at) });
  expect(digestDue(before, schedule)).toBeNull();
  expect(digestDue(new Date(at), schedule)).toBe(date);
});

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

describe('the date that Samoa skipped', () => {
  const apia = { ...AT_EIGHT, timeZone: 'Pacific/Apia' };
  test('has no digest; the 31st has its own', () => {
    expect(nextDigest(new Date('2011-12-30T09:59:00Z'), { ...apia, lastDate: '2011-12-29' })).toEqual({
      date: '2011-12-31',
      hour: 8,
      at: new Date('2011-12-30T18:00:00Z'),
    });
  });

  test('does not keep the 29th from being made up for on the 31st', () => {
    const evening = { ...apia, hour: 20, lastDate: '2011-12-28' };
    expect(digestDue(new Date('2011-12-30T17:00:00Z'), evening)).toBe('2011-12-29');
  });

  test('leaves a Friday’s digest to the Friday after', () => {
    expect(nextDigest(new Date('2011-12-26T12:00:00Z'), { ...apia, days: [5] })?.date).toBe('2012-01-06');
    const made = { ...apia, days: [5], lastDate: '2011-12-23' };
    expect(nextDigest(new Date('2011-12-23T20:00:00Z'), made)?.date).toBe('2012-01-06');
  });
});

test('an hour that falls back behind midnight is not a second one', () => {
  const casey = { timeZone: 'Antarctica/Casey', hour: 0, days: EVERY_DAY };
  // 00:00 to 02:00 on 5 March, then 23:00 on the 4th, then midnight once more.
  for (const at of ['2010-03-04T15:30:00Z', '2010-03-04T16:00:00Z', '2010-03-04T17:00:00Z'])
    expect(digestDue(new Date(at), { ...casey, lastDate: '2010-03-05' })).toBeNull();
});

describe('the digest that is made next', () => {
  test.each<[string, string, Partial<DigestSchedule>, string, string]>([
    ['tomorrow’s', '2026-03-02T09:00:00Z', { lastDate: '2026-03-02' }, '2026-03-03', '2026-03-03T08:00:00Z'],
    ['today’s', '2026-03-03T07:00:00Z', { lastDate: '2026-03-02' }, '2026-03-03', '2026-03-03T08:00:00Z'],
    ['the one that is due', '2026-03-03T09:00:00Z', {}, '2026-03-03', '2026-03-03T08:00:00Z'],
    ['in six days', '2026-03-04T09:00:00Z', { days: [2] }, '2026-03-10', '2026-03-10T08:00:00Z'],
    [
      'in a week',
      '2026-03-03T08:00:00Z',
      { days: [2], lastDate: '2026-03-03' },
      '2026-03-10',
      '2026-03-10T08:00:00Z',
    ],
    [
      'after the weekend',
      '2026-03-06T21:00:00Z',
      { days: WORKING_DAYS },
      '2026-03-09',
      '2026-03-09T08:00:00Z',
    ],
    [
      'a week later, when a move west came after it',
      '2026-03-02T12:00:00Z',
      { days: [2], lastDate: '2026-03-03' },
      '2026-03-10',
      '2026-03-10T08:00:00Z',
    ],
    [
      'even if a clock was wrong by years',
      '2026-03-02T12:00:00Z',
      { lastDate: '2030-01-01' },
      '2030-01-02',
      '2030-01-02T08:00:00Z',
    ],
  ])('%s', (...[, now, over, date, at]) => {
    expect(nextDigest(new Date(now), { ...AT_EIGHT, ...over })).toEqual({ date, hour: 8, at: new Date(at) });
  });

  test('none, when no weekday is chosen', () => {
    expect(nextDigest(new Date('2026-03-02T12:00:00Z'), { ...AT_EIGHT, days: [] })).toBeNull();
  });
});

test.each([
  ['2026-03-02', EVERY_DAY, true],
  ['2026-03-03', EVERY_DAY, false],
  ['2026-03-01', EVERY_DAY, false],
  ['2026-03-02', WORKING_DAYS, true],
  ['2026-03-06', WORKING_DAYS, false],
  ['2026-03-03', [2], true],
  ['2026-03-02', [2], false],
  ['2026-03-01', [7], true],
  ['2026-03-04', [5, 3], true],
  ['2026-03-06', [5, 3], false],
  ['2026-03-04', [], false],
])('%s is the first day with a digest of its week, among %j: %s', (date, days, first) => {
  expect(isFirstDayOfWeek(date, days)).toBe(first);
});
