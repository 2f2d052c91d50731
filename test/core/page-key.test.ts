import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTrackingParameter, pageKey } from '../../src/core/address/page-key.ts';

describe('P4: addresses of one page have one key', () => {
  test.each([
    ['https://rival.example/pricing', 'https://rival.example/pricing/'],
    ['https://rival.example/pricing', 'https://rival.example/pricing///'],
    ['https://rival.example', 'https://rival.example/'],
    ['https://rival.example', 'http://rival.example'],
    ['https://rival.example', 'https://RIVAL.example.'],
    ['https://rival.example', 'https://rival.example:443/#top'],
    ['http://rival.example', 'http://rival.example:80'],
    ['https://rival.example/a', 'https://rival.example/a?utm_source=x&UTM_Medium=y&GCLID=z&fbclid='],
    ['https://rival.example/a?page=2', 'https://rival.example/a/?utm_campaign=spring&page=2'],
    ['https://rival.example/a', 'https://rival.example/a?'],
    ['https://rival.example/a?b', 'https://rival.example/a?b='],
    ['https://rival.example/a?q=x y', 'https://rival.example/a?q=x+y'],
    ['https://rival.example/a?q=x|y', 'https://rival.example/a?q=x%7Cy'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://rival.example/preise/größe', 'https://rival.example/preise/gr%C3%B6%C3%9Fe'],
    ['https://rival.example/a/./b/../c', 'https://rival.example/a/c'],
    ['https://rival.example/a', 'https://founder:secret@rival.example/a'],
    ['https://rival.example/plans', 'https://rival.example/%70l%61ns'],
    ['https://rival.example/a-b.c_d~e', 'https://rival.example/a%2Db%2Ec%5fd%7Ee'],
    ['https://rival.example/a%2Fb', 'https://rival.example/a%2fb'],
  ])('%s and %s', (one, other) => {
    expect(pageKey(other)).toBe(pageKey(one));
  });
});

describe('P4: addresses of two pages have two keys', () => {
  test.each([
    ['https://rival.example/pricing', 'https://rival.example/Pricing'],
    ['https://rival.example/a', 'https://www.rival.example/a'],
    ['https://rival.example/a', 'https://rival.example:8443/a'],
    ['https://rival.example', 'https://rival.example:80'],
    ['https://rival.example/a?page=1', 'https://rival.example/a?page=2'],
    ['https://rival.example/a?b=1&c=2', 'https://rival.example/a?c=2&b=1'],
    ['https://rival.example/a?b=1', 'https://rival.example/a?b=1&b=1'],
    ['https://rival.example/a?b=1&b=2', 'https://rival.example/a?b=2&b=1'],
    ['https://rival.example/a', 'https://rival.example/a?b'],
    ['https://rival.example/a', 'https://rival.example//a'],
    ['https://rival.example/a?ref=1', 'https://rival.example/a?ref=2'],
    ['https://rival.example/a%2Fb', 'https://rival.example/a/b'],
    ['https://rival.example/%2561', 'https://rival.example/a'],
    ['https://rival.example/%%361', 'https://rival.example/a'],
    ['https://rival.example/%4%31', 'https://rival.example/A'],
  ])('%s and %s', (one, other) => {
    expect(pageKey(other)).not.toBe(pageKey(one));
  });
});

test.each([
  ['https://rival.example/', 'rival.example'],
  ['http://[2001:db8::1]:8080/x/', '[2001:db8::1]:8080/x'],
  ['https://rival.example/a/?c=ü&utm_id=4#f', 'rival.example/a?c=%C3%BC'],
  ['https://rival.example/%61%c3%bc', 'rival.example/a%C3%BC'],
  ['https://rival.example/%%361', 'rival.example/%%361'],
])('the key of %s reads %s', (url, key) => {
  expect(pageKey(url)).toBe(key);
});

test.each([
  ['utm_anything', true],
  ['Mc_Eid', true],
  ['gclid', true],
  ['xgclid', false],
  ['gclid2', false],
  ['plan', false],
  ['', false],
])('tracking parameter %j: %s', (name, tracks) => {
  expect(isTrackingParameter(name)).toBe(tracks);
});

test('P4: a key has a key of its own, and a slash, a fragment or a campaign never changes it', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
      const url = new URL(address);
      const key = pageKey(url.href);
      expect(pageKey(`https://${key}`)).toBe(key);
      url.hash = 'plans';
      url.pathname = `${url.pathname}/`;
      url.searchParams.append('utm_source', 'news');
      expect(pageKey(url.href)).toBe(key);
    }),
  );
});

test('P16: what stands before the @ is in no key', () => {
  const word = fc.stringMatching(/^[a-z]{6,12}$/);
  fc.assert(
    fc.property(word, word, (user, password) => {
      expect(pageKey(`https://${user}:${password}@rival.example/a`)).toBe('rival.example/a');
    }),
  );
});
