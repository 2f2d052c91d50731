import { describe, expect, test } from 'vitest';
import { alertMail } from '../../../src/core/messages/alert-mail.ts';
import { digestMail } from '../../../src/core/messages/digest-mail.ts';
import { clip, endWithin, oneLine, startWithin, webAddress } from '../../../src/core/messages/inert.ts';
import { noticeMail } from '../../../src/core/messages/notice-mail.ts';
import { alertSlack, noticeSlack } from '../../../src/core/messages/slack-messages.ts';
import { alert, digest, notice, quote } from './invented.ts';

/** What a page, its title or an account's own names may hold (fault 43). */
const HOSTILE = [
  ['a line break that would start a header', 'Prices\r\nBcc: eve@elsewhere.example'],
  ['separators of lines and paragraphs', 'Prices\u2028Bcc: eve@elsewhere.example\u2029\u0085'],
  ['other controls', 'Pri\0ces\u001B[2J\u0007'],
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['markup that is escaped already', '&lt;a href=evil&gt;free&lt;/a&gt; &amp;amp;'],
  ['an attribute that would be left', `" onmouseover="alert(1)" '`],
  ['a mention of everybody', '<!channel> <!here> <@U024BE7LH> <#C024BE7LR>'],
  ['a link in Slack’s writing', '<https://evil.example|Full diff> *bold*'],
  ['a right-to-left override', 'Prices \u202Egnp.exe\u202C \u2067x'],
  ['half a pair of surrogates', 'Prices \uD83D now'],
  ['the end of a comment and of a style', '--> <![endif]--> </style> */'],
  ['a template', '${alert(1)} {{constructor}} %0d%0aBcc:'],
] as const;

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
  const { coverage, events } = digest();
  const unreadable = [{ ...coverage.unreadable[0]!, competitor: text, pageName: text, reason: text }];
  const item = { ...events[1]!, event: input.event, competitor: text, pageName: text };
  const about = notice({ competitor: text, pageName: text, notice: { ...notice().notice, headline: text } });
  return {
    mails: [
      alertMail(input),
      digestMail(digest({ events: [item, { ...item }], coverage: { ...coverage, unreadable } })),
      noticeMail(about),
    ],
    slack: [alertSlack(input), noticeSlack(about)],
  };
}

describe.for(HOSTILE)('%s', ([, text]) => {
  const { mails, slack } = everywhere(text);

  test('no header of a mail holds a break or a control', () => {
    for (const { subject, headers, preheader } of mails) {
      for (const value of [subject, preheader, ...Object.values(headers)]) {
        expect(value).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
        expect(value.isWellFormed()).toBe(true);
      }
      expect(Object.keys(headers).filter((name) => /bcc/i.test(name))).toEqual([]);
    }
  });

  test('no tag, attribute or comment of a mail comes from it', () => {
    const plain = everywhere('Prices').mails;
    for (const [index, { html }] of mails.entries()) {
      expect(shapeOf(html)).toEqual(shapeOf(plain[index]!.html));
    }
  });

  test('its text is escaped once in HTML and not at all in the plain part', () => {
    const [mail] = mails;
    expect(mail!.html).toContain(`<h1`);
    expect(decoded(/<h1[^>]*>([^<]*)<\/h1>/.exec(mail!.html)?.[1] ?? '')).toBe(oneLine(text));
    expect(mail!.text.startsWith(`${oneLine(text)}\n`)).toBe(true);
  });

  test('a Slack message pings nobody and links only what is ours', () => {
    for (const message of slack) {
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

/** The tags and attributes of a document in order, without its words. Quotes make marks: their number may differ. */
function shapeOf(html: string): string[] {
  const outside = html.replace(/<(del|ins|bdi)\b.*?<\/\1>/g, '');
  return (outside.match(/<!--|<\/?[a-z][^>]*>/gi) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
}

function decoded(text: string): string {
  const names: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => names[name] ?? name);
}

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
