import { describe, expect, test } from 'vitest';
import type { Place } from '../../../src/core/block.ts';
import { excerptOf, linesOf, placeName } from '../../../src/core/messages/excerpt.ts';
import { place, quote } from './invented.ts';

/** A line as text, changed words in brackets. */
function drawn(before: string | null, after: string | null): string[] {
  return linesOf(quote(before, after)).map(({ side, marks }) => {
    const words = marks.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
    return `${side}: ${words}`;
  });
}

describe('a quote', () => {
  test.for([
    ['$24 per seat', '$30 per seat', ['before: [$24] per seat', 'after: [$30] per seat']],
    [null, 'A new line', ['after: A new line']],
    ['An old line', null, ['before: An old line']],
    [null, null, []],
    ['Unlimited boards', 'Up to 20 boards', ['before: [Unlimited] boards', 'after: [Up to 20] boards']],
  ] as const)('%s -> %s', ([before, after, lines]) => expect(drawn(before, after)).toEqual(lines));

  test('two texts that share little are shown side by side without marks', () => {
    const [before, after] = [
      'The calm way to answer every customer: a single inbox, few rules, and no training for those who join.',
      'Support software for large teams, with queues, smart routing and reports that show what people need.',
    ];
    expect(drawn(before, after)).toEqual([`before: ${before}`, `after: ${after}`]);
  });

  const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

  test('a change in the middle of a long text stays in sight, in at most 200 characters', () => {
    const [before = '', after = ''] = drawn(
      `${words(500)} $24 ${words(500)}`,
      `${words(500)} $30 ${words(500)}`,
    );
    expect(before).toMatch(/^before: … .*\bword499 \[\$24\] word0 .*…$/);
    expect(after).toMatch(/^after: … .*\bword499 \[\$30\] word0 .*…$/);
    expect(after.length).toBeLessThan(215);
  });

  test('two changes far apart are both in sight', () => {
    const text = (price: number, seats: number) =>
      `$${price} ${words(300)} up to ${seats} seats ${words(300)}`;
    expect(drawn(text(24, 5), text(30, 9))[1]).toMatch(/^after: \[\$30\] word0 .*… .*up to \[9\] seats .*…$/);
  });

  test('a price that gets a digit more, early in a long text, marks nothing else', () => {
    const text = (price: string) => `From ${price} per seat. ${words(2_000)}`;
    const [before, after] = drawn(text('$9'), text('$10'));
    expect(before).toMatch(/^before: From \[\$9\] per seat\. word0 [^[]*…$/);
    expect(after).toMatch(/^after: From \[\$10\] per seat\. word0 [^[]*…$/);
  });

  test('a line that is new at the end of a long text is in sight', () => {
    const [, after = ''] = drawn(words(2_000), `${words(2_000)} Now with free exports.`);
    expect(after).toMatch(/^after: … .*word1999\[? \[?Now with free exports\.\]$/);
  });

  test('a number is never cut in half', () => {
    for (let length = 150; length < 215; length += 1) {
      const [line = ''] = drawn(null, `${'x'.repeat(length)} 1,250,000 seats and more`);
      expect(line).toMatch(/1,250,000|x…$/);
    }
  });

  test('a text without spaces is cut between characters', () => {
    const [line = ''] = drawn(null, '価格が変わりました'.repeat(60));
    expect(line.length).toBeLessThan(210);
    expect(line).toMatch(/^after: 価格.*…$/);
  });

  test('words that fill the room to the last character are followed by a mark of what is left out', () => {
    const [before] = drawn(`${'a'.repeat(200)} tail`, `${'b'.repeat(200)} tail`);
    expect(before).toBe(`before: ${'a'.repeat(200)}…`);
  });

  test('an unchanged stretch without a space is cut between characters', () => {
    const text = (price: number) => `$${price}/${'x'.repeat(150)}/y $${price + 1} ${words(40)}`;
    expect(drawn(text(24), text(30))[1]).toMatch(/^after: \[\$30\]\/x{30,40}… \[\$31\] word0/);
  });

  test('a change longer than the room is cut, not dropped', () => {
    const [before = '', after = ''] = drawn(`Price ${'a b '.repeat(200)}`, `Price ${'c d '.repeat(200)}`);
    expect([before.length, after.length].every((length) => length > 150 && length < 215)).toBe(true);
  });
});

test('at most three quotes; neighbours under one heading share a hunk; the rest is counted', () => {
  const { hunks, left } = excerptOf([
    quote('1', '2', ['Crew']),
    quote('3', '4', ['Crew']),
    quote('5', '6', ['Solo']),
    quote('7', '8', ['Solo']),
  ]);
  expect(hunks.map(({ path, lines }) => [path, lines.length])).toEqual([
    ['Crew', 4],
    ['Solo', 2],
  ]);
  expect(left).toBe(1);
});

describe('where a quote stands', () => {
  test.for([
    [place(['Pricing', 'Crew']), 'Pricing › Crew'],
    [place([]), 'Top of the page'],
    [place(['Pricing'], 'title', 'none'), 'Title of the page'],
    [place([], 'meta', 'none'), 'Description of the page'],
    [place(['Legal'], 'li', 'footer'), 'Footer › Legal'],
    [place(['a\r\nb', ' ']), 'a b'],
    [place(['x'.repeat(80), 'y'.repeat(50), 'Crew']), `… › ${'y'.repeat(50)} › Crew`],
  ] as const)('%#: %s', ([where, name]: readonly [Place, string]) => expect(placeName(where)).toBe(name));
});
