import { describe, expect, test } from 'vitest';
import { isRepurposed, isRewritten } from '../../../src/core/meaning/rewritten.ts';
import { read } from '../pages.ts';

const texts = (...words: string[]): string => words.map((word) => `<p>${word} of the harbour</p>`).join('');
const OLD = texts('Sails', 'Masts', 'Hulls', 'Ropes', 'Anchors', 'Lamps', 'Flags', 'Buoys', 'Oars');
const NEW = texts('Bends', 'Hitches', 'Splices', 'Whippings', 'Knots', 'Loops', 'Plaits', 'Fids', 'Needles');
const FRAME = '<nav><a href="/">Home</a></nav><footer><p>Oakmill</p></footer>';
const sides = (before: string, after: string) => ({ before: read(before).blocks, after: read(after).blocks });

describe('hardly a text is left', () => {
  test.each<[string, string, string, boolean]>([
    ['another page within the same frame', FRAME + OLD, FRAME + NEW, true],
    ['the same page', OLD, OLD, false],
    ['the same page with other numbers', OLD.replaceAll('of', '1'), OLD.replaceAll('of', '2'), false],
    ['two of ten texts are left', OLD + texts('Tar'), NEW + texts('Sails', 'Masts'), false],
    ['a page of seven texts', texts('A', 'B', 'C', 'D', 'E', 'F', 'G'), NEW, false],
  ])('%s', (...[, before, after, expected]) => {
    expect(isRewritten(sides(before, after))).toBe(expected);
  });
});

describe('another purpose', () => {
  test.each<[string, string, string, boolean]>([
    ['another heading', `<h1>Mending boats</h1>${OLD}`, `<h1>A course in knots</h1>${NEW}`, true],
    [
      'the heading keeps its subject',
      `<h1>Mending boats</h1>${OLD}`,
      `<h1>Boats, mended well</h1>${NEW}`,
      false,
    ],
    ['no heading, another title', `<title>Prices</title>${OLD}`, `<title>Courses</title>${NEW}`, true],
    ['no heading and no title', OLD, NEW, false],
    [
      'another heading over the same page',
      `<h1>Mending boats</h1>${OLD}`,
      `<h1>A course in knots</h1>${OLD}`,
      false,
    ],
  ])('%s', (...[, before, after, expected]) => {
    expect(isRepurposed(sides(before, after))).toBe(expected);
  });
});

test('a price list that is written anew is still a price list', () => {
  const prices = (...amounts: string[]): string =>
    amounts.map((amount) => `<p>${amount} per month</p>`).join('');
  expect(isRewritten(sides(OLD + prices('$29', '$79'), NEW + prices('€12', '€48')))).toBe(false);
  expect(isRewritten(sides(OLD + prices('$29', '$79'), NEW + prices('€12')))).toBe(true);
});
