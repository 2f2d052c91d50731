import { describe, expect, test } from 'vitest';
import * as time from '../../../src/core/messages/local-time.ts';

const zone = (name: string) => time.zoneOf(name);
const at = (iso: string) => new Date(iso);

describe('the window of a change', () => {
  test.for([
    [
      'Europe/Lisbon',
      '2027-02-02T08:10Z',
      '2027-02-02T14:10Z',
      'Unchanged Tue 2 Feb 08:10, changed 14:10, your time.',
    ],
    [
      'Asia/Tokyo',
      '2027-02-02T08:10Z',
      '2027-02-02T15:10Z',
      'Unchanged Tue 2 Feb 17:10, changed Wed 3 Feb 00:10, your time.',
    ],
    [
      'Asia/Kathmandu',
      '2027-09-01T00:00Z',
      '2027-09-01T06:00Z',
      'Unchanged Wed 1 Sep 05:45, changed 11:45, your time.',
    ],
    [
      'Nowhere/Land',
      '2027-02-02T08:10Z',
      '2027-02-02T14:10Z',
      'Unchanged Tue 2 Feb 08:10, changed 14:10, UTC (we do not know your time zone).',
    ],
    // The hour that comes twice, and the hour that never comes.
    [
      'Europe/Lisbon',
      '2027-10-31T00:30Z',
      '2027-10-31T01:10Z',
      'Unchanged Sun 31 Oct 01:30 GMT+1, changed 01:10 GMT+0, your time.',
    ],
    [
      'Europe/Lisbon',
      '2027-03-28T00:30Z',
      '2027-03-28T01:30Z',
      'Unchanged Sun 28 Mar 00:30 GMT+0, changed 02:30 GMT+1, your time.',
    ],
  ] as const)('%s %s to %s', ([name, from, to, sentence]) => {
    expect(time.windowSentence({ from: at(from), to: at(to) }, zone(name))).toBe(sentence);
  });
});

test('a zone that is not known, or no text at all, is UTC', () => {
  for (const name of ['', 'Mars/Base', 'Europe/Lisbon; DROP', '\0']) {
    expect(zone(name)).toEqual({ name: 'UTC', instead: name });
  }
  expect(zone('Europe/Lisbon')).toEqual({ name: 'Europe/Lisbon', instead: null });
});

test('a zone is called as the account called it, whatever older name is known', () => {
  for (const [name, city] of [
    ['Asia/Kathmandu', 'Kathmandu'],
    ['Asia/Kolkata', 'Kolkata'],
    ['europe/berlin', 'Berlin'],
  ] as const)
    expect(time.zoneCity(zone(name))).toBe(city);
  expect(time.clockTime(at('2027-02-02T00:00Z'), zone('Asia/Kathmandu'))).toBe('05:45');
});

test('midnight is 00:00, not 24:00', () => {
  expect(time.clockTime(at('2027-02-02T00:00Z'), zone('UTC'))).toBe('00:00');
  expect(time.localDate(at('2027-02-02T00:00Z'), zone('UTC'))).toBe('2027-02-02');
});

test('a day of another year carries its year', () => {
  const today = at('2027-02-02T12:00Z');
  expect(time.dayAndMonth(at('2027-01-09T12:00Z'), zone('UTC'), today)).toBe('9 January');
  expect(time.dayAndMonth(at('2026-12-31T23:30Z'), zone('UTC'), today)).toBe('31 December 2026');
  expect(time.dayAndMonth(at('2026-12-31T23:30Z'), zone('Asia/Tokyo'), today)).toBe('1 January');
});

test.for([
  [0, 'moments'],
  [59_999, 'moments'],
  [60_000, '1 minute'],
  [300_000, '5 minutes'],
  [89 * 60_000, '89 minutes'],
  [6 * 3_600_000, '6 hours'],
  [23 * 3_600_000, '23 hours'],
  [96 * 3_600_000, '4 days'],
] as const)('%i ms is %s', ([ms, words]) => expect(time.duration(ms)).toBe(words));

test('counts and cities', () => {
  expect([time.counted(1, 'page'), time.counted(0, 'page'), time.counted(1240, 'check')]).toEqual([
    '1 page',
    '0 pages',
    '1,240 checks',
  ]);
  expect(time.zoneCity(zone('America/Argentina/Buenos_Aires'))).toBe('Buenos Aires');
  expect(time.calendarDay('2027-02-03')).toBe('Wednesday 3 February');
  expect(time.calendarDay('someday')).toBe('someday');
});
