import { describe, expect, test } from 'vitest';
import { budgetOf, budgetWithout, restUntil, waitToAsk } from '../../src/core/ask-again.ts';

const passing = { retryable: true, kind: 'unavailable', retryAfterS: null };

describe('waits before the same question is asked again', () => {
  test.each([
    ['the first', passing, 1, 1],
    ['the second, twice as long', passing, 2, 2],
    ['the fourth', passing, 4, 8],
    ['none after five tries', passing, 5, null],
    ['none for what will not pass', { ...passing, retryable: false }, 1, null],
    ['what the server asks for', { ...passing, retryAfterS: 20 }, 1, 20],
    ['never less than our own', { ...passing, retryAfterS: 0 }, 3, 4],
    ['none where the server asks for more than a minute', { ...passing, retryAfterS: 61 }, 1, null],
    ['one more after a deadline', { ...passing, kind: 'timeout' }, 1, 1],
    ['none after two deadlines', { ...passing, kind: 'timeout' }, 2, null],
  ])('%s', (...[, failed, tries, waitS]) => {
    expect(waitToAsk(failed, tries, 0.5)).toBe(waitS);
  });

  test('spread by half to either side', () => {
    expect([waitToAsk(passing, 1, 0), waitToAsk(passing, 1, 1)]).toEqual([0.5, 1.5]);
  });
});

test.each([
  [null, 10],
  [5, 10],
  [1200, 20],
  [86_400, 60],
])('a server that asks for %j seconds is left alone for %i minutes', (retryAfterS, minutes) => {
  const at = new Date('2026-03-04T12:00:00Z');
  expect(+restUntil(at, retryAfterS) - +at).toBe(minutes * 60_000);
});

describe('the budget of a day', () => {
  test('a page may take a quarter of it, and of several accounts one may take half', () => {
    expect(budgetOf(2, 1)).toEqual({ all: 2, page: 0.5, account: 2 });
    expect(budgetOf(2, 3)).toEqual({ all: 2, page: 0.5, account: 1 });
  });

  test.each([
    ['nothing was spent', { all: 0, page: 0, account: 0 }, null],
    ['all of it is spent', { all: 1.96, page: 0, account: 0 }, 'all'],
    ["the page's is spent", { all: 0.5, page: 0.48, account: 0 }, 'page'],
    ["the account's is spent", { all: 1, page: 0, account: 0.98 }, 'account'],
    ['it is about no page and for nobody', { all: 1, page: null, account: null }, null],
  ])('%s', (_name, spent, without) => {
    expect(budgetWithout(spent, budgetOf(2, 3), 0.05)).toBe(without);
  });
});
