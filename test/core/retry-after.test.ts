import { expect, test } from 'vitest';
import type { AnsweredPage } from '../../src/core/http/answer.ts';
import { hostHeldUntil, retryAfterSeconds } from '../../src/core/http/retry-after.ts';

const NOW = new Date('2024-03-05T10:00:00Z');

test.each([
  ['120', 120],
  [' 120 ', 120],
  ['0', 60],
  ['59', 60],
  ['86401', 86_400],
  ['99999999999999999999', 86_400],
  ['Tue, 05 Mar 2024 10:05:00 GMT', 300],
  ['Tue, 05 Mar 2024 09:00:00 GMT', 60],
  ['Wed, 05 Mar 2025 10:00:00 GMT', 86_400],
  ['Tuesday, 05-Mar-24 10:05:00 GMT', 300],
  ['Tue Mar  5 10:05:00 2024', 300],
  ['Tue, 05 Mar 2024 10:05:00', null],
  ['Tue, 05 Mar 2024 25:05:00 GMT', null],
  ['in 5 minutes', null],
  ['120, 60', null],
  ['120s', null],
  ['+120', null],
  ['0x78', null],
  ['1e3', null],
  ['-5', null],
  ['1.5', null],
  ['later', null],
  ['2025', 2025],
  ['', null],
  [undefined, null],
])('Retry-After %j: %j seconds', (value, seconds) => {
  expect(retryAfterSeconds(value, NOW)).toBe(seconds);
});

test.each([
  [429, '120', '2024-03-05T10:02:00.000Z'],
  [503, '7200', '2024-03-05T12:00:00.000Z'],
  [503, undefined, null],
  [500, '120', null],
  [200, '120', null],
  [301, '120', null],
])('a %d with Retry-After %j holds its host back until %s', (status, value, until) => {
  const headers: Record<string, string> = value === undefined ? {} : { 'retry-after': value };
  const answer = { answered: true, status, headers } as AnsweredPage;
  expect(hostHeldUntil(answer, NOW)?.toISOString() ?? null).toBe(until);
});

test('no answer holds nothing back', () => {
  const answer = { answered: false, failure: 'connect', reason: '', hops: [], requests: 1, ms: 1 } as const;
  expect(hostHeldUntil(answer, NOW)).toBeNull();
});
