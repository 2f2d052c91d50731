import { expect, test } from 'vitest';
import { endsWhole, isHalfPage } from '../../src/core/half-page.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const WHOLE = '<html><body><p>One</p><p>Two</p></body></html>';

test.each([
  [WHOLE, true],
  [`${WHOLE}\n<!-- served in 3 ms -->`, true],
  ['<body><p>One</p></BODY >', true],
  ['<html><body><p>One</p><p>Tw', false],
  [`${WHOLE}${' '.repeat(5000)}`, false],
  ['', false],
])('%s ends whole: %s', (html, whole) => {
  expect(endsWhole(bytes(html))).toBe(whole);
});

test.each([
  { is: 'shorter and without its end', now: ['<html><body><p>One', 3], before: [WHOLE, 6], half: true },
  {
    is: 'shorter, but whole',
    now: ['<html><body><p>One</p></body></html>', 3],
    before: [WHOLE, 6],
    half: false,
  },
  { is: 'longer without an end', now: ['<html><p>One<p>Two<p>Three', 11], before: [WHOLE, 6], half: false },
  { is: 'a page that never had an end', now: ['<p>One', 3], before: ['<p>One<p>Two', 6], half: false },
] as const)('$is', ({ now, before, half }) => {
  const side = ([html, textLength]: readonly [string, number]) => ({ body: bytes(html), textLength });
  expect(isHalfPage(side(now), side(before))).toBe(half);
});
