import { describe, expect, test } from 'vitest';
import { clip, endWithin, oneLine, startWithin, webAddress } from '../../../src/core/messages/inert.ts';
import { alertSlack, noticeSlack } from '../../../src/core/messages/slack-messages.ts';
import { HOSTILE } from './hostile.ts';
import { alert, notice, quote } from './invented.ts';

function everywhere(text: string) {
  const input = alert(
    { competitor: text, pageName: text, history: [{ id: 1, toldAt: new Date(0), headline: text }] },
    {
      headline: text,
      summary: `${text}.`,
      ourRead: text,
      action: text,
      severityReasons: [text],
      quotes: [quote(text, `${text} 2`, [text, text]), quote(null, text, [])],
    },
  );
  const about = notice({ competitor: text, pageName: text, notice: { ...notice().notice, headline: text } });
  return [alertSlack(input), noticeSlack(about)];
}

describe.for(HOSTILE)('%s', ([, text]) => {
  test('a Slack message pings nobody and links only what is ours', () => {
    for (const message of everywhere(text)) {
      const json = JSON.stringify(message);
      expect(json).not.toMatch(/<[!@#]/);
      const links = [...json.matchAll(/"url":"([^"]*)"|<(http[^|>]*)\|/g)].map(
        (link) => new URL(link[1] ?? link[2] ?? '').host,
      );
      expect(links.filter((host) => !/^(?:watch|kettleworks|oxbowmail)\.example$/.test(host))).toEqual([]);
      expect(message.text).not.toMatch(/[<>]/);
    }
  });
});

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
