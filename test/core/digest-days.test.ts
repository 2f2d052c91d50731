import { describe, expect, test } from 'vitest';
import { daysOf, dayWords, EVERY_DAY } from '../../src/core/digest-days.ts';

describe('the days of a digest, as a founder gives them', () => {
  test.each([
    ['daily', [1, 2, 3, 4, 5, 6, 7]],
    ['weekdays', [1, 2, 3, 4, 5]],
    ['tue', [2]],
    ['Tuesday', [2]],
    ['mon,wed,fri', [1, 3, 5]],
    [' FRI , mon  wednesday', [1, 3, 5]],
    ['sun,sat', [6, 7]],
    ['thu,thu', [4]],
    ['mon,tue,wed,thu,fri,sat,sun', [1, 2, 3, 4, 5, 6, 7]],
    ['DAILY', [1, 2, 3, 4, 5, 6, 7]],
  ])('%j', (text, days) => {
    expect(daysOf(text)).toEqual({ ok: true, days });
  });

  const how = 'Give daily, weekdays, or days such as tue or mon,wed,fri.';
  test.each([
    ['', `No day is given. ${how}`],
    [' , ', `No day is given. ${how}`],
    ['weekly', 'Weekly needs its day: give mon, tue, wed, thu, fri, sat or sun.'],
    ['daily,mon', `Daily and weekdays stand alone. ${how}`],
    ['mon,weekdays', `Daily and weekdays stand alone. ${how}`],
    ['tues', `"tues" is no day. ${how}`],
    ['mon-fri', `"mon-fri" is no day. ${how}`],
    ['mon,2,x', `"2", "x" are no days. ${how}`],
    ['m', `"m" is no day. ${how}`],
    ['<b>mon</b>', `"<b>mon</b>" is no day. ${how}`],
  ])('%j is not understood, and what is wrong is said', (text, say) => {
    expect(daysOf(text)).toEqual({ ok: false, say });
  });
});

test.each([
  [EVERY_DAY, 'every day'],
  [[1, 2, 3, 4, 5], 'on weekdays'],
  [[2], 'on Tuesdays'],
  [[6, 7], 'on Saturdays and Sundays'],
  [[1, 3, 5], 'on Mondays, Wednesdays and Fridays'],
  [[5, 3, 1, 1], 'on Mondays, Wednesdays and Fridays'],
  [[], 'on no day'],
])('%j are "%s"', (days, words) => {
  expect(dayWords(days)).toBe(words);
});

test('what is read can be said, and what is said differs for any two choices', () => {
  const short = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const said = new Set<string>();
  for (let choice = 1; choice < 128; choice += 1) {
    const days = EVERY_DAY.filter((day) => (choice >> (day - 1)) % 2 === 1);
    expect(daysOf(days.map((day) => short[day - 1]).join(','))).toEqual({ ok: true, days });
    said.add(dayWords(days));
  }
  expect(said.size).toBe(127);
});
