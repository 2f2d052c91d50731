import { describe, expect, test } from 'vitest';
import { agrees, sharedKeys, sharesEdit } from '../../src/core/sight/agreement.ts';
import { difference, placeNamed } from '../support/page-memory.ts';

describe('P7: two reads agree on an edit, though something in it ticks', () => {
  test.each([
    ['a count', '5 teams. $49 now', '6 teams. $59 now', '7 teams. $59 now'],
    ['a clock', 'At 10:01 it costs $49', 'At 10:02 it costs $59', 'At 10:03 it costs $59'],
    [
      'relative times',
      'Seen 3 minutes ago: one board',
      'Seen just now: two boards',
      'Seen 1 minute ago: two boards',
    ],
    ['weekdays', 'Sun, 17 Jan 2027: open', 'Mon, 18 Jan 2027: shut', 'Tue, 19 Jan 2027: shut'],
    ['words gone for good', '5 teams. A sale!', '6 teams.', '7 teams.'],
    ['a fact beside words that alternate', 'Ada says $49', 'Bo says $59', 'Cy says $59'],
    ['nothing ticks', '$49', '$59', '$59'],
  ])('%s', (_, ...[before, one, other]) => {
    expect(sharesEdit(before, one, other)).toBe(true);
  });

  test.each([
    ['only the tick', '5 teams. $49 now', '6 teams. $49 now', '7 teams. $49 now'],
    ['two prices', '5 teams. $49 now', '6 teams. $59 now', '7 teams. $61 now'],
    ['a number that stands elsewhere too', '5 boards, 5 crews', '6 boards, 5 crews', '7 boards, 5 crews'],
    ['words that alternate', 'Ada likes it', 'Bo likes this', 'Cy likes this'],
    ['the price of one read only', '5 teams. $49 now', '6 teams. $59 now', '7 teams. $49 now'],
    ['one read shows it in another place', '$49 or $99', '$59 or $99', '$49 or $59'],
  ])('not on %s', (_, ...[before, one, other]) => {
    expect(sharesEdit(before, one, other)).toBe(false);
  });
});

describe('what comes new agrees', () => {
  test.each([
    ['by a sentence of both', '12 look on. The vault is here.', '13 look on. The vault is here.', true],
    ['by a fact of both', '12 left for $9', '13 left for $9', true],
    ['not by words beside a count', '12 people look at this', '13 people look at this', false],
    ['not by another sentence', 'Ada likes it. Truly so.', 'Bo likes it. Indeed so.', false],
    ['not by two facts', '12 left for $9', '13 left for $8', false],
  ])('%s', (_, ...[one, other, agree]) => {
    expect(agrees(difference(null, one), difference(null, other))).toBe(agree);
  });
});

describe('differences agree only', () => {
  const one = difference('5 teams, $49', '6 teams, $59');
  test.each([
    ['with the same text before', difference('5 crews, $49', '7 teams, $59'), false],
    ['at the same place', difference('5 teams, $49', '7 teams, $59', { place: placeNamed('Team') }), false],
    ['in the same part of the page', difference('5 teams, $49', '7 teams, $59', { kind: 'title' }), false],
    ['where the text still stands', difference('5 teams, $49', null), false],
    ['if all that holds', difference('5 teams, $49', '7 teams, $59'), true],
    ['if they are one', one, true],
  ])('%s', (_, other, agree) => {
    expect(agrees(one, other)).toBe(agree);
    expect(agrees(other, one)).toBe(agree);
  });

  test('links and moves agree as wholes', () => {
    const link = (before: string, after: string) => difference(before, after, { kind: 'link' });
    expect(agrees(link('/a?n=1', '/b?n=2'), link('/a?n=1', '/b?n=3'))).toBe(false);
    expect(agrees(link('/a', '/b'), link('/a', '/b'))).toBe(true);
    const move = (after: string) => difference('5 teams, $49', after, { kind: 'moved' });
    expect(agrees(move('6 teams, $59'), move('7 teams, $59'))).toBe(false);
  });
});

test('the shared keys are those of the second read, whose text is adopted', () => {
  const first = [difference('5 teams, $49', '6 teams, $59'), difference('Ada', 'Bo'), difference('x', null)];
  const second = [difference('5 teams, $49', '7 teams, $59'), difference('Ada', 'Cy'), difference('x', null)];
  const [price, , gone] = second;
  expect(sharedKeys(first, second)).toEqual(new Set([price?.key, gone?.key]));
});
