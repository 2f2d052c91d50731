import { expect, test } from 'vitest';
import { endsWhole, isHalfPage, type Side, wasHalfPage } from '../../src/core/health/half-page.ts';
import { readPage } from '../../src/core/read/read-page.ts';

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

const side = (html: string): Side => {
  const reading = readPage({
    body: bytes(html),
    contentType: 'text/html',
    url: 'https://r.example',
    scope: null,
  });
  if (!reading.ok) throw new Error(reading.reason);
  return { ...reading, body: bytes(html) };
};
const [HEAD, ONE, TWO, END] = ['<html><body>', '<p>One crew</p>', '<p>Two crews</p>', '</body></html>'];

test.each([
  { is: 'shorter and without its end', now: HEAD + ONE, before: HEAD + ONE + TWO + END, half: true },
  { is: 'the same, with other words', now: HEAD + TWO, before: HEAD + ONE + TWO + END, half: true },
  { is: 'shorter, but whole', now: HEAD + ONE + END, before: HEAD + ONE + TWO + END, half: false },
  { is: 'longer without an end', now: HEAD + ONE + TWO, before: HEAD + ONE + END, half: false },
  { is: 'no end ever, its text breaks off', now: ONE, before: ONE + TWO, half: true },
  { is: 'no end ever, cut within a word', now: `${ONE}<p>Two cr`, before: ONE + TWO, half: true },
  { is: 'no end ever, cut within a tag', now: `${ONE}<`, before: ONE + TWO, half: true },
  {
    is: 'no end ever, cut within an entity',
    now: `${ONE}<p>Two &am`,
    before: `${ONE}<p>Two &amp; ten`,
    half: true,
  },
  { is: 'no end ever, another text', now: '<p>Own</p>', before: ONE + TWO, half: false },
  { is: 'no end ever, a part taken out', now: TWO, before: ONE + TWO, half: false },
  { is: 'no end ever, shorter words within', now: `<p>A crew</p>${TWO}`, before: ONE + TWO, half: false },
  {
    is: 'no end ever, cut within the entity that begins a text',
    now: `${ONE}<p>&am`,
    before: `${ONE}<p>&amp; ten more`,
    half: true,
  },
  { is: 'no end ever, nothing left', now: '', before: ONE + TWO, half: false },
  { is: 'no text at all before', now: '<p>1', before: '<p>One</p>', half: false },
])('$is: $half', ({ now, before, half }) => {
  expect(isHalfPage(side(now), side(before))).toBe(half);
});

const LONG = Array.from({ length: 20 }, (_, n) => `<p>Crew ${n} of the coast, at ${n} o'clock</p>`).join('');

test('a page without closing tags may tick above the place where it breaks off', () => {
  const before = side(`${LONG}<p>The end</p>`);
  expect(isHalfPage(side(LONG.replaceAll("o'clock", 'o’clock').replaceAll('at 7', 'at 8')), before)).toBe(
    false,
  );
  expect(isHalfPage(side(LONG.replaceAll('at 7', 'at 8')), before)).toBe(true);
  expect(isHalfPage(side(LONG.replace('Crew 3', 'Hands')), before)).toBe(true);
});

test.each([
  { is: 'its end was missing', before: HEAD + ONE, now: HEAD + ONE + TWO + END, half: true },
  { is: 'it was whole', before: HEAD + ONE + END, now: HEAD + ONE + TWO + END, half: false },
  { is: 'the end is missing still', before: HEAD + ONE, now: HEAD + ONE + TWO, half: false },
  { is: 'it is another page now', before: HEAD + ONE, now: `${HEAD}<p>Another</p>${TWO}${END}`, half: false },
])('the earlier reading was half, if $is: $half', ({ now, before, half }) => {
  expect(wasHalfPage(side(now), side(before))).toBe(half);
});

test('P5: a page is half wherever it is cut, unless no text is missing', () => {
  const html = `<h1>Crews</h1><ul class="a b"><li>One &amp; two</li><li><a href="/x">Three</a></li></ul><p>The end.</p>`;
  const whole = side(html);
  const cuts = Array.from({ length: html.length - 10 }, (_, n) => side(html.slice(0, n + 10)));
  const missed = cuts.filter((cut) => cut.textLength !== whole.textLength && !isHalfPage(cut, whole));
  expect(missed.map(({ blocks }) => blocks.at(-1)?.text)).toEqual([]);
  expect(cuts.filter((cut) => isHalfPage(cut, whole)).length).toBeGreaterThan(50);
});

const MAIN = ['Harbour', 'Coast', 'Winter', 'Islands'].map(
  (name) => `<section><h2>${name}</h2><p>What ${name} is for</p><p>$29 a month</p></section>`,
);
const framed = (...parts: readonly string[]): string =>
  `<html><body><header>Oakmill</header><main>${parts.join('')}</main><footer>Letters by hand</footer></body></html>`;
const early = (...parts: readonly string[]): string =>
  `<html><body><header>Oakmill</header><main>${parts.join('')}</main></body></html>`;
const [HARBOUR = '', COAST = '', WINTER = '', ISLANDS = ''] = MAIN;

test.each([
  { is: 'a template that gave up and closed itself', now: early(HARBOUR, COAST, WINTER), half: true },
  { is: 'the same with another price', now: early(HARBOUR.replace('$29', '$35'), COAST, WINTER), half: true },
  { is: 'a page without its footer', now: early(...MAIN), half: true },
  { is: 'a footer that stands, one section gone', now: framed(HARBOUR, COAST, WINTER), half: false },
  { is: 'half of the sections gone, nothing new', now: framed(HARBOUR, ISLANDS), half: true },
  { is: 'the same with another price', now: framed(HARBOUR.replace('$29', '$35'), ISLANDS), half: true },
  {
    is: 'half gone for something new',
    now: framed(HARBOUR, '<p>All else ends in May</p>', ISLANDS),
    half: false,
  },
  {
    is: 'a large part of the text gone, and one heading',
    now: framed(...MAIN)
      .replace(/<p>What \w+ is for<\/p>/g, '')
      .replace(/<h2>Winter.*?<\/section>/, ''),
    half: false,
  },
])('P5: $is, closed as whole pages are: $half', ({ now, half }) => {
  expect(isHalfPage(side(now), side(framed(...MAIN)))).toBe(half);
});

test('a small page that loses half of it has lost two sentences', () => {
  const small = (...parts: readonly string[]): string => `<html><body>${parts.join('')}</body></html>`;
  const two = ['<h2>Harbour</h2>', '<h2>Coast</h2>'];
  expect(isHalfPage(side(small('<p>Boats</p>')), side(small('<p>Boats</p>', ...two)))).toBe(false);
});
