import { describe, expect, test } from 'vitest';
import { zoneOf } from '../../src/core/messages/local-time.ts';
import type { CheckCount } from '../../src/store/watched-pages.ts';
import { addDays, calendarDate, shortDate, startOfDay } from '../../src/web/calendar.ts';
import { stretchesOf, type Known, type Stretch } from '../../src/web/days.ts';

const UTC = zoneOf('UTC');

interface Item {
  readonly at: Date;
  readonly name: string;
}

const item = (at: string, name: string): Item => ({ at: new Date(at), name });
const counted = (at: string, checks: number, more: Partial<CheckCount> = {}): CheckCount => ({
  at: new Date(at),
  checks,
  by304: 0,
  failed: 0,
  ...more,
});

/** "news 2027-03-04: a b (5)", "quiet 2027-03-01..2027-03-03 (12)" */
function said(stretch: Stretch<Item>): string {
  const looked = stretch.looked.checks === 0 ? '' : ` (${stretch.looked.checks})`;
  if (stretch.kind === 'news') {
    return `news ${stretch.date}: ${stretch.items.map((one) => one.name).join(' ')}${looked}`;
  }
  return `${stretch.kind} ${stretch.from}..${stretch.to}${looked}`;
}

function stretches(known: Partial<Known<Item>>): readonly string[] {
  const usual = { items: [], counts: [], first: '2027-03-01', last: '2027-03-05', zone: UTC };
  return stretchesOf({ ...usual, ...known }).map(said);
}

describe('days between two dates', () => {
  test('quiet days that follow each other are one stretch, with the sum of their checks', () => {
    const counts = ['01', '02', '03', '04', '05'].map((day) => counted(`2027-03-${day}T08:00:00Z`, 4));
    expect(stretches({ counts })).toEqual(['quiet 2027-03-01..2027-03-05 (20)']);
  });

  test('a day with news parts them, and its rows are newest first', () => {
    const counts = ['01', '03', '05'].map((day) => counted(`2027-03-${day}T08:00:00Z`, 4));
    const items = [item('2027-03-03T07:00:00Z', 'early'), item('2027-03-03T19:00:00Z', 'late')];
    expect(stretches({ items, counts })).toEqual([
      'quiet 2027-03-05..2027-03-05 (4)',
      'unlooked 2027-03-04..2027-03-04',
      'news 2027-03-03: late early (4)',
      'unlooked 2027-03-02..2027-03-02',
      'quiet 2027-03-01..2027-03-01 (4)',
    ]);
  });

  test('days on which nobody looked are never said to be quiet', () => {
    expect(stretches({})).toEqual(['unlooked 2027-03-01..2027-03-05']);
  });

  test('news beyond the last day, from a clock that runs ahead, is shown all the same', () => {
    const items = [item('2031-01-01T00:00:00Z', 'ahead')];
    expect(stretches({ items })).toEqual(['news 2031-01-01: ahead', 'unlooked 2027-03-01..2030-12-31']);
  });

  test('no day is missing and none is there twice', () => {
    const counts = ['02', '04'].map((day) => counted(`2027-03-${day}T08:00:00Z`, 1));
    const items = [item('2027-03-05T09:00:00Z', 'a')];
    const days = stretchesOf({ items, counts, first: '2027-02-20', last: '2027-03-09', zone: UTC }).flatMap(
      (one) => (one.kind === 'news' ? [one.date] : daysOf(one.from, one.to)),
    );
    expect(days.toSorted()).toEqual(daysOf('2027-02-20', '2027-03-09'));
  });

  test('a day begins at midnight of the zone, not of UTC', () => {
    const counts = [counted('2027-03-04T23:30:00Z', 3), counted('2027-03-04T22:45:00Z', 2)];
    const zone = zoneOf('Europe/Berlin');
    expect(stretches({ counts, zone, first: '2027-03-04' })).toEqual(['quiet 2027-03-04..2027-03-05 (5)']);
    expect(stretches({ counts: counts.slice(0, 1), zone, first: '2027-03-05' })).toEqual([
      'quiet 2027-03-05..2027-03-05 (3)',
    ]);
  });
});

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

describe('calendar dates', () => {
  test.each([
    ['2027-02-28', '2027-02-28'],
    ['2027-02-29', null],
    ['2028-02-29', '2028-02-29'],
    ['2027-13-01', null],
    ['2027-2-1', null],
    ['0000-00-00', null],
    ["2027-01-01'; drop table events", null],
    [undefined, null],
  ])('%s is the date %s', (text, date) => {
    expect(calendarDate(text)).toBe(date);
  });

  test.each([
    ['2027-02-28', 1, '2027-03-01'],
    ['2027-03-29', -30, '2027-02-27'],
    ['2027-01-01', -1, '2026-12-31'],
  ])('%s and %i days is %s', (date, days, then) => {
    expect(addDays(date, days)).toBe(then);
  });

  test.each([
    ['UTC', '2027-03-28', '2027-03-28T00:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00.000Z'],
    ['Europe/Berlin', '2027-03-29', '2027-03-28T22:00:00.000Z'],
    ['Asia/Kathmandu', '2027-06-01', '2027-05-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2027-06-01', '2027-05-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2027-06-01', '2027-06-01T11:00:00.000Z'],
    // The clock there goes from 23:59 to 01:00 on this day: it has no midnight.
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:00.000Z'],
  ])('in %s the day %s begins at %s', (zone, date, at) => {
    expect(startOfDay(date, zoneOf(zone)).toISOString()).toBe(at);
  });

  test('the year is said when it is not the year of today', () => {
    expect(shortDate('2027-03-01', '2027-06-01')).toBe('Mon 1 Mar');
    expect(shortDate('2026-11-24', '2027-06-01')).toBe('Tue 24 Nov 2026');
  });
});
