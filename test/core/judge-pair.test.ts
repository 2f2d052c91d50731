import { expect, it } from 'vitest';
import { judgePair } from '../../src/core/judge-pair.ts';
import { bytes, page, URL_OF_PAGE } from './pages.ts';

const side = (html: string) => ({ body: bytes(html), contentType: 'text/html' });
const whole = page('<h1>Plans</h1><p>Pro is $29 a month</p>');
const cutShort = whole.slice(0, 0.8 * whole.length);
const wall = '<title>Just a moment...</title><p>Checking your browser</p>';

it.each([
  [
    'the newer side is a wall',
    whole,
    wall,
    /^the newer side is not the page: .*bot wall|just a moment|checking/i,
  ],
  ['the older side is a wall', wall, whole, /^the older side is not the page/],
  ['the newer side is a stump', whole, '<p>Plans</p>', /^the newer side is not the page: .*came in part/],
  ['the older side is a stump', '<p>Plans</p>', whole, /^the older side is not the page: .*came in part/],
  ['the newer side breaks off', whole, cutShort, /^the newer side is not the page: .*in part/],
  ['the older side breaks off', cutShort, whole, /^the older side is not the page: it was half of it/],
])('%s: noise, with the reason, and no difference', (...[, before, after, reason]) => {
  const verdict = judgePair({ before: side(before), after: side(after), url: URL_OF_PAGE });
  expect(verdict).toMatchObject({ verdict: 'noise', differences: [] });
  expect(verdict.reasons[0]).toMatch(reason);
});

it('equal bytes are the same', () => {
  expect(judgePair({ before: side(whole), after: side(whole), url: URL_OF_PAGE })).toMatchObject({
    verdict: 'same',
    reasons: ['nothing that can be read differs'],
    differences: [],
  });
});

it('a second read that is a wall leaves the news unconfirmed', () => {
  const risen = page('<h1>Plans</h1><p>Pro is $39 a month</p>');
  const verdict = judgePair({ before: side(whole), after: side(risen), again: side(wall), url: URL_OF_PAGE });
  expect(verdict).toMatchObject({ verdict: 'noise', differences: [] });
  expect(verdict.reasons[0]).toMatch(/^the second read is not the page/);
});

it('a text that both reads lack is gone, where nothing rotates in its place', () => {
  const older = page('<h1>Plans</h1><p>Pro is $29 a month</p><p>Phone help on weekdays</p>');
  const verdict = judgePair({
    before: side(older),
    after: side(whole),
    again: side(whole),
    url: URL_OF_PAGE,
  });
  expect(verdict).toMatchObject({ verdict: 'tell', differences: [{ kind: 'removed' }] });
});

it('says why it tells, without repetition', () => {
  const risen = page('<h1>Plans</h1><p>Pro is $39 a month</p><p>New vault</p><p>Old door</p>');
  const { reasons } = judgePair({ before: side(whole), after: side(risen), url: URL_OF_PAGE });
  expect(reasons).toEqual(['price in the changed words: $39', 'no rule explains it']);
});
