import { describe, expect, test } from 'vitest';
import { emailForm } from '../../../src/core/channels/email.ts';
import { oneLine } from '../../../src/core/messages/inert.ts';
import type { MailMessage } from '../../../src/core/messages/message.ts';
import type { Some } from '../../../src/core/telling.ts';
import type { AlertItem } from '../../../src/core/messages/message.ts';
import { HOSTILE } from './hostile.ts';
import { alert, channelNotice, correction, digest, event, item, notice, quote } from './invented.ts';

function hostileItem(text: string, id = 41): AlertItem {
  const past = { id: 1, toldAt: new Date(0), headline: text };
  return item(
    { competitor: text, pageName: text, why: text, severityReasons: [text], history: [past, past, past] },
    {
      id,
      headline: text,
      summary: `${text}.`,
      ourRead: text,
      action: text,
      quotes: [quote(text, `${text} 2`, [text, text]), quote(null, text, []), quote(text, null, [])],
    },
  );
}

/** Each mail with the text in every place that a page, an account or another service can fill. */
function everywhere(text: string): Record<string, MailMessage> {
  const one = hostileItem(text);
  const follows = { id: 1, toldAt: new Date(0), headline: text };
  const thread = { id: 'a.2@watch.example', root: 'a.1@watch.example', follows };
  const named = { competitor: text, pageName: text };
  const { coverage, events } = digest();
  const unreadable = [{ ...coverage.unreadable[0]!, ...named, reason: text }];
  const news = { ...events[1]!, ...named, event: one.event };
  const page = { competitor: text, headline: text, address: `https://x.example/${text}`, since: new Date(0) };
  return {
    alert: emailForm.alert(alert({ items: [one], thread, late: true })),
    gathered: emailForm.alert({
      ...alert({ items: [one, hostileItem(text, 42)], thread }),
      competitor: text,
    }),
    reversal: emailForm.alert(
      alert({ items: [{ ...one, reverses: follows, event: { ...one.event, returns: 'reversal' } }] }),
    ),
    correction: emailForm.correction(correction({ ...named, reason: text, event: one.event })),
    digest: emailForm.digest!(
      digest({ events: [news, { ...news }], newPages: [page], coverage: { ...coverage, unreadable } }),
    ),
    notice: emailForm.notice(
      notice({ ...named, notice: { ...notice().notice, headline: text, advice: text } }),
    ),
    channel: emailForm.channelNotice(channelNotice({ channel: text, reason: text })),
    confirm: emailForm.channelNotice(channelNotice({ kind: 'channel.confirm', channel: text, reason: null })),
  };
}

describe.for(HOSTILE)('%s', ([, text]) => {
  const mails = everywhere(text);

  test('no header holds a break, a control or a turn of direction', () => {
    for (const { subject, headers, preheader } of Object.values(mails)) {
      for (const value of [subject, preheader, ...Object.values(headers)]) {
        expect(value).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
        expect(value.isWellFormed()).toBe(true);
      }
      expect(subject.length).toBeLessThanOrEqual(70);
      expect(Object.keys(headers).filter((name) => /bcc/i.test(name))).toEqual([]);
    }
  });

  test('no tag, attribute or comment comes from it', () => {
    const plain = everywhere('Prices');
    for (const [name, { html }] of Object.entries(mails))
      expect([name, shapeOf(html)]).toEqual([name, shapeOf(plain[name]!.html)]);
  });

  test('every link leads to us or to the stored page', () => {
    for (const { html } of Object.values(mails)) {
      const hosts = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => new URL(url!).host);
      expect(hosts.filter((host) => !/^(?:watch|kettleworks|oxbowmail)\.example$/.test(host))).toEqual([]);
    }
  });

  test('it is escaped once in HTML and not at all in the plain part', () => {
    const { alert: mail } = mails;
    expect(decoded(/<h1[^>]*>([^<]*)<\/h1>/.exec(mail!.html)?.[1] ?? '')).toBe(oneLine(text));
    expect(mail!.text.split('\n')).toContain(oneLine(text));
  });
});

describe.for([
  ['quotation marks without a space', '"'.repeat(10_000)],
  ['marks and spaces', '"& '.repeat(4_000)],
  ['words', 'lorem "ipsum" & '.repeat(700)],
  ['families of four', '👩‍👩‍👧‍👦'.repeat(1_000)],
] as const)('10 KB of %s', ([, text]) => {
  test('stay under 60 KB in every mail', () => {
    for (const [name, { html }] of Object.entries(everywhere(text)))
      expect([name, Buffer.byteLength(html) < 60_000]).toEqual([name, true]);
  });

  test('in 30 events at once, too, each with a long address', () => {
    const storedUrl = `https://kettleworks.example/?${'&'.repeat(1_900)}`;
    const made = Array.from({ length: 30 }, (_, id) => ({ ...hostileItem(text, id), storedUrl }));
    const one = emailForm.alert(alert({ items: [made[0]!] }));
    const all = emailForm.alert(alert({ items: made as unknown as Some<AlertItem> }));
    for (const { html, subject } of [one, all]) {
      expect(Buffer.byteLength(html)).toBeLessThan(60_000);
      expect(subject.length).toBeLessThanOrEqual(70);
    }
    expect(all.subject).toMatch(/, and 29 more$/);
  });

  test('in a digest of 500 events, 300 new pages and 300 unreadable ones, too', () => {
    const { coverage, events } = digest();
    const named = { competitor: text, pageName: text };
    const news = Array.from({ length: 500 }, (_, id) => ({
      ...events[1]!,
      ...named,
      event: event({ id, headline: text, quotes: [quote(text, `${text} 2`)] }),
    }));
    const address = `https://x.example/?${'&'.repeat(1_900)}`;
    const newPages = Array.from({ length: 300 }, () => ({
      competitor: text,
      headline: text,
      address,
      since: new Date(0),
    }));
    const unreadable = Array.from({ length: 300 }, () => ({
      ...coverage.unreadable[0]!,
      ...named,
      reason: text,
    }));
    const { html } = emailForm.digest!(
      digest({ events: news, newPages, coverage: { ...coverage, unreadable } }),
    );
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
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
