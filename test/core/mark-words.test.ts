import { describe, expect, it } from 'vitest';
import { changedWords, markWords } from '../../src/core/diff/mark-words.ts';
import { tokensOf } from '../../src/core/diff/tokens.ts';

const marked = (before: string, after: string): [string, string] => {
  const bracketed = (marks: readonly { text: string; changed: boolean }[]): string =>
    marks.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
  const both = markWords(before, after);
  return [bracketed(both.before), bracketed(both.after)];
};

describe('marked words', () => {
  it.each([
    ['Pro $29 a month', 'Pro $39 a month', 'Pro [$29] a month', 'Pro [$39] a month'],
    ['up to 1,000 rows', 'up to 10,000 rows', 'up to [1,000] rows', 'up to [10,000] rows'],
    ['29,90 € im Monat', '39,90 € im Monat', '[29,90 €] im Monat', '[39,90 €] im Monat'],
    [
      'until Dec 31, 2026 only',
      'until Jan 31, 2027 only',
      'until [Dec 31, 2026] only',
      'until [Jan 31, 2027] only',
    ],
    ['bis 1. März 2026', 'bis 1. April 2026', 'bis [1. März 2026]', 'bis [1. April 2026]'],
    ['one two three', 'one four five', 'one [two three]', 'one [four five]'],
    ['same', 'same', 'same', 'same'],
    ['', 'new words', '', '[new words]'],
    ['gone', '', '[gone]', ''],
    ['料金は月額です', '料金は年額です', '料金は[月額]です', '料金は[年額]です'],
    ["don't stop", "won't stop", "[don't] stop", "[won't] stop"],
  ])('%s / %s', (...[before, after, left, right]) => {
    expect(marked(before, after)).toEqual([left, right]);
  });

  it('put together are the texts again', () => {
    const [before, after] = ['A (b) – 3.5 %, c…', 'A [b] – 4.5 %; d…'];
    const both = markWords(before, after);
    expect([both.before, both.after].map((marks) => marks.map((mark) => mark.text).join(''))).toEqual([
      before,
      after,
    ]);
  });

  it('are whole texts where nobody would read word marks', () => {
    const long = 'word, '.repeat(40_000);
    expect(markWords(long, `${long}!`).before).toEqual([{ text: long, changed: true }]);
  });

  it('changed words of each side stand with single spaces', () => {
    expect(changedWords(markWords('a 1 b 2 c', 'a 3 b 4 c'))).toEqual({ before: '1 2', after: '3 4' });
  });
});

it.each([
  ['$1,299.00/mo', ['$1,299.00', '/', 'mo']],
  ['US$ 12 now', ['US$ 12', ' ', 'now']],
  ['10x5 support', ['10x5', ' ', 'support']],
  ['from v2.3.3-beta', ['from', ' ', 'v2.3.3', '-', 'beta']],
  ['at 10:30, 24/7', ['at', ' ', '10:30', ',', ' ', '24/7']],
])('a value is one token: %s', (text, expected) => {
  expect(tokensOf(text)).toEqual(expected);
});
