import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adviceFor, hasAdvice } from '../../src/core/watch/advice.ts';

const source = (path: string): string => readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8');

/** Every kind of trouble that the code can name. */
function kindsIn(path: string, naming: RegExp): readonly string[] {
  return [...new Set([...source(path).matchAll(naming)].map(([, kind]) => kind ?? ''))];
}

const KINDS = [
  ...kindsIn('core/health/health.ts', /\b(?:failed|blocked|gone)\(\s*'([^']+)'/g),
  ...kindsIn('core/health/wholeness.ts', /\bunwell\(\s*'([^']+)'/g),
  ...kindsIn('flows/sight-page.ts', /\bfailed\('([^']+)'/g),
  ...kindsIn('core/http/answer.ts', /^ {2}\| '([^']+)'/gm),
  ...kindsIn('core/health/health-marks.ts', /kind: '([^']+)'/g),
];

test('kinds of trouble are found in the code', () => {
  expect(KINDS.length).toBeGreaterThan(30);
});

test.each(KINDS)('C: a page with the trouble "%s" has something to try', (kind) => {
  expect(hasAdvice(kind)).toBe(true);
  expect(adviceFor(kind)).toMatch(/^[A-Z].{20,180}\.$/);
});

describe('advice', () => {
  test.each([
    ['bot wall', /longer interval/],
    ['login', /shown? to everybody/],
    ['robots', /robots\.txt/],
    ['kept out', /robots\.txt/],
    ['server error', /nothing to do/],
    ['dns', /slip in the address/],
    ['tls', /certificate/],
    ['moved', /Accept the new address/],
    ['elsewhere', /for now/],
    ['shell', /put together by a browser/],
    ['something new', /^Open the page in your browser to see what it shows\.$/],
  ])('for "%s" says %s', (kind, words) => {
    expect(adviceFor(kind)).toMatch(words);
  });
});
