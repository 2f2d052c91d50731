import { describe, expect, test } from 'vitest';
import {
  conditionalHeaders,
  dateValidator,
  requestDigest,
  validator,
  varyingHeaders,
  withoutFragment,
} from '../../src/core/http/request-headers.ts';

const DATE = 'Tue, 05 Mar 2024 10:00:00 GMT';
const page = (url: string, etag: string | null = '"a"', lastModified: string | null = DATE) => ({
  url,
  etag,
  lastModified,
});

describe('the digest of the request headers', () => {
  test('is the same for the same headers in any order, and another for another value', () => {
    const headers = varyingHeaders('Sightline/1');
    expect(requestDigest(headers)).toMatch(/^[0-9a-f]{64}$/);
    expect(requestDigest(Object.fromEntries(Object.entries(headers).toReversed()))).toBe(
      requestDigest(headers),
    );
    expect(requestDigest(varyingHeaders('Sightline/2'))).not.toBe(requestDigest(headers));
  });
});

describe('P4 validators go to the URL that issued them', () => {
  const table: [what: string, conditional: ReturnType<typeof page> | null, sent: Record<string, string>][] = [
    ['both', page('https://example.com/a'), { 'if-none-match': '"a"', 'if-modified-since': DATE }],
    ['with a fragment', page('https://example.com/a#b', '"a"', null), { 'if-none-match': '"a"' }],
    ['the date alone', page('https://example.com/a', null), { 'if-modified-since': DATE }],
    ['none known', null, {}],
    ['none at all', page('https://example.com/a', null, null), {}],
    ['another slash form', page('https://example.com/a/'), {}],
    ['another query', page('https://example.com/a?b'), {}],
    ['another scheme', page('http://example.com/a'), {}],
    ['an injected header', page('https://example.com/a', '"a"\r\nhost: evil', null), {}],
  ];
  test.each(table)('%s', (_, conditional, sent) => {
    expect(conditionalHeaders(conditional, new URL('https://example.com/a'))).toEqual(sent);
  });
});

describe('what can be a validator', () => {
  test.each([
    ['W/"a b"', 'W/"a b"'],
    ['x'.repeat(512), 'x'.repeat(512)],
    ['x'.repeat(513), null],
    ['', null],
    ['"\u0007"', null],
    ['"\u00e9"', null],
    [['"a"', '"b"'], null],
    [undefined, null],
  ])('%j: %j', (value, kept) => {
    expect(validator(value)).toBe(kept);
  });

  test.each([
    [DATE, DATE],
    ['soon', null],
    [undefined, null],
  ])('as a date %j: %j', (value, kept) => {
    expect(dateValidator(value)).toBe(kept);
  });
});

test('a fragment is no part of what is asked for', () => {
  expect(['https://a.example/b#c#d', 'https://a.example/b'].map(withoutFragment)).toEqual(
    Array.from({ length: 2 }).fill('https://a.example/b'),
  );
});
