import { expect, test } from 'vitest';
import { httpDate } from '../../src/core/http/http-date.ts';

const MARCH = '2024-03-05T10:00:00.000Z';

test.each([
  ['Tue, 05 Mar 2024 10:00:00 GMT', MARCH],
  ['tue, 05 mar 2024 10:00:00 gmt', MARCH],
  ['Tuesday, 05-Mar-24 10:00:00 GMT', MARCH],
  ['Tue, 05-Mar-2024 10:00:00 GMT', MARCH],
  ['Tue Mar  5 10:00:00 2024', MARCH],
  ['Tue, 5 Mar 2024 10:00:00 UTC', MARCH],
  ['05 Mar 2024 10:00:00 +0000', MARCH],
  ['Thursday, 01-Jan-70 00:00:00 GMT', '1970-01-01T00:00:00.000Z'],
  ['Sunday, 01-Dec-69 00:00:00 GMT', '2069-12-01T00:00:00.000Z'],
  ['Thu, 29 Feb 2024 23:59:59 GMT', '2024-02-29T23:59:59.000Z'],
  ['Wed, 29 Feb 2023 23:59:59 GMT', undefined],
  ['Tue, 05 Mar 2024 24:00:00 GMT', undefined],
  ['Tue, 00 Mar 2024 10:00:00 GMT', undefined],
  ['Tue, 05 Foo 2024 10:00:00 GMT', undefined],
  ['Tue, 05 Mar 2024 10:00:00 +0200', undefined],
  ['Tue, 05 Mar 2024 10:00:00', undefined],
  ['2024-03-05T10:00:00Z', undefined],
  ['later 5', undefined],
  ['-1', undefined],
  ['', undefined],
])('%j: %s', (text, at) => {
  expect(httpDate(text)?.toISOString()).toBe(at);
});
