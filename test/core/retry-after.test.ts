import { expect, test } from 'vitest';
import { retryAfterSeconds } from '../../src/core/retry-after.ts';

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
