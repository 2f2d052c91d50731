import { describe, expect, test } from 'vitest';
import { clip, endWithin, oneLine, startWithin, webAddress } from '../../../src/core/messages/inert.ts';

describe('one line', () => {
  test.for([
    ['a\r\nb', 'a b'],
    ['  a \t b\u00A0c ', 'a b c'],
    ['a\u2028b\u2029c\u0085d', 'a b c d'],
    ['\u202Eabc', 'abc'],
    ['👩‍👩‍👧‍👦 שלום', '👩‍👩‍👧‍👦 שלום'],
    ['a\uD800b', 'a\uFFFDb'],
    ['&lt;b&gt;', '&lt;b&gt;'],
  ] as const)('%j is %j', ([text, line]) => expect(oneLine(text)).toBe(line));
});

describe('clipping', () => {
  test.for([
    ['short', 10, 'short'],
    ['one two three four', 12, 'one two…'],
    ['costs $1,250,000', 12, 'costs…'],
    ['ab'.repeat(10), 6, 'ababa…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 13, '👩‍👩‍👧‍👦…'],
  ] as const)('%s within %i is %s', ([text, most, clipped]) => {
    expect(clip(text, most)).toBe(clipped);
    expect(clip(text, most).length).toBeLessThanOrEqual(most);
  });

  test('stacked accents are cut rather than let through', () => {
    const zalgo = `e${'\u0301'.repeat(5_000)}`;
    expect(startWithin(zalgo, 50).length).toBe(50);
    expect(endWithin(zalgo, 50).length).toBeLessThanOrEqual(50);
    expect(clip(zalgo, 50).length).toBeLessThanOrEqual(50);
  });
});

describe('an address that may be linked', () => {
  test.for([
    ['https://kettleworks.example/pricing|x?a=1#b', 'https://kettleworks.example/pricing|x?a=1#b'],
    ['http://kettleworks.example', 'http://kettleworks.example/'],
    ['javascript:alert(1)', null],
    ['data:text/html,hi', null],
    ['https://watch.example@evil.example/', null],
    ['/events/1', null],
    ['', null],
  ] as const)('%s: %s', ([url, address]) => expect(webAddress(url)).toBe(address));
});
