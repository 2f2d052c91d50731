import { describe, expect, test } from 'vitest';
import { judge, told } from './pages.ts';

const entry = (day: string, title: string): string =>
  `<article><h3>${title}</h3><time>${day}</time><p>${title}, at length.</p></article>`;
const list = (...entries: string[]): string => `<main><h1>What is new</h1>${entries.join('')}</main>`;

const JUNE = entry('June 3, 2026', 'Boards for crews');
const MAY = entry('May 20, 2026', 'Maps without a line');
const APRIL = entry('April 8, 2026', 'Faster exports');
const MARCH = entry('March 2, 2026', 'Invoices by mail');

describe('the oldest entry of a dated list leaves as a newer one comes', () => {
  test('the new entry is told, the old one is not told as gone', () => {
    const verdict = judge(list(MAY, APRIL, MARCH), list(JUNE, MAY, APRIL));
    expect(told(verdict).every((row) => row.startsWith(' -> '))).toBe(true);
    const gone = verdict.differences.filter(({ after }) => after === null);
    expect(gone).toHaveLength(3);
    for (const { labels } of gone) expect(labels.map(({ noise }) => noise)).toContain('roll-off');
  });

  test('whichever way round the list is set', () => {
    const verdict = judge(list(MARCH, APRIL, MAY), list(APRIL, MAY, JUNE));
    expect(told(verdict).every((row) => row.startsWith(' -> '))).toBe(true);
  });

  test.each([
    ['an entry from the middle', list(MAY, APRIL, MARCH), list(JUNE, MAY, MARCH)],
    ['the newest entry', list(MAY, APRIL, MARCH), list(APRIL, MARCH)],
    ['the oldest entry, while nothing comes', list(MAY, APRIL, MARCH), list(MAY, APRIL)],
    [
      'the oldest, while what comes is no newer than what stays',
      list(JUNE, APRIL, MARCH),
      list(JUNE, MAY, APRIL),
    ],
    ['the oldest of a list of two', list(APRIL, MARCH), list(MAY, APRIL)],
    [
      'an entry without a date',
      list(MAY, APRIL, '<article><h3>Invoices by mail</h3></article>'),
      list(JUNE, MAY, APRIL),
    ],
    [
      'an offer that ends, however old',
      list(MAY, APRIL, MARCH.replace('at length', 'for $29 per month')),
      list(JUNE, MAY, APRIL),
    ],
  ])('%s is told as gone', (...[, before, after]) => {
    expect(told(judge(before, after)).some((row) => row.endsWith(' -> '))).toBe(true);
  });
});
