import { describe, expect, test } from 'vitest';
import { emailForm, smtpForm } from '../../../src/core/channels/email.ts';
import { alertMail } from '../../../src/core/messages/alert-mail.ts';
import { digestMail } from '../../../src/core/messages/digest-mail.ts';
import type { MailMessage } from '../../../src/core/messages/message.ts';
import { noticeMail } from '../../../src/core/messages/notice-mail.ts';
import { alert, channelNotice, confirmation, correction, digest, event, gathered, gone } from './invented.ts';
import { item, later, notice, place, quietMonday, quietTuesday, quote, reversal } from './invented.ts';

const NOW = new Date('2027-02-02T14:16:00Z');
const READER = { timeZone: 'Europe/Lisbon', publicUrl: 'https://watch.example' };

describe('each mail is as it was last looked at', () => {
  const mails: readonly (readonly [string, MailMessage])[] = [
    ['alert', alertMail(alert())],
    [
      'alert-by-rules',
      alertMail(
        alert({ history: [] }, { ourRead: null, writtenBy: 'rules', action: 'Look at your own page.' }),
      ),
    ],
    ['alert-reversal', alertMail(reversal())],
    ['alert-gathered', alertMail(gathered())],
    ['alert-later', alertMail(later())],
    ['alert-late', alertMail(alert({ late: true }))],
    ['correction', emailForm.correction(correction())],
    ['digest', digestMail(digest())],
    ['digest-on-request', digestMail(digest({ onRequest: true, days: [1, 3, 5] }))],
    ['digest-quiet-monday', digestMail(quietMonday())],
    ['digest-quiet-week', digestMail(quietTuesday())],
    ['notice-unreadable', noticeMail(notice())],
    ['notice-gone', noticeMail(gone())],
    ['channel-confirm', emailForm.channelNotice(confirmation())],
    ['channel-failing', emailForm.channelNotice(channelNotice({ kind: 'channel.failing' }))],
    ['channel-disabled', emailForm.channelNotice(channelNotice())],
    ['channel-unclear', emailForm.channelNotice(channelNotice({ kind: 'channel.unclear' }))],
    ['alert-repeated', smtpForm.markAsRepeat(smtpForm.alert(alert()))],
    ['test', emailForm.test({ ...READER, now: NOW })],
  ];
  test.for(mails)('%s', async ([name, mail]) => {
    await expect(mail.html).toMatchFileSnapshot(`../../golden/mails/${name}.html`);
    const envelope = [`Subject: ${mail.subject}`, `Preheader: ${mail.preheader}`];
    const headers = Object.entries(mail.headers).map(([header, value]) => `${header}: ${value}`);
    const text = [...envelope, ...headers, '', mail.text].join('\n');
    await expect(text).toMatchFileSnapshot(`../../golden/mails/${name}.txt`);
  });

  test.for(mails)('%s is small, has no image, no script, nothing from elsewhere', ([, { html }]) => {
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form|base|svg|video|object)\b|url\(|@import|src=/i);
  });

  test.for(mails)(
    '%s has a subject that is a fact of at most 70 characters',
    ([, { subject, preheader }]) => {
      expect(subject.length).toBeLessThanOrEqual(70);
      expect(subject).not.toMatch(/change detected/i);
      expect(preheader).not.toBe(subject);
    },
  );
});

describe('an alert', () => {
  test('tells when it is sure, in the reader’s time', () => {
    const { text } = alertMail(alert({ timeZone: 'Asia/Tokyo' }));
    expect(text.replace(/\s+/g, ' ')).toContain(
      'Seen twice, 5 minutes apart. Unchanged Tue 2 Feb 17:10, changed 23:10, your time.',
    );
  });

  test('a time zone that nobody knows reads as UTC and says so', () => {
    const { text, html } = alertMail(alert({ timeZone: 'Mars/Base' }));
    expect(text.replace(/\s+/g, ' ')).toContain('changed 14:10, UTC (we do not know your time zone).');
    expect(html).toContain('changed 14:10, UTC (we do not know your time zone).');
  });

  test('our read is left out when there is none', () => {
    const { html, text } = alertMail(alert({}, { ourRead: null }));
    expect(html + text).not.toMatch(/our read/i);
  });

  test('says why it came, in the words that it was given', () => {
    const why = 'This channel has no digest: each change from medium comes by itself.';
    const { html, text } = alertMail(alert({ why }));
    expect(html).toContain(why);
    expect(text).toContain(`--\n${why}\n`);
  });

  test('is as severe as this account weighs it', () => {
    const reasons = ['default of pricing.price: medium', 'your word “seat” occurs: high'];
    const { html, text } = alertMail(
      alert({ severity: 'high', severityReasons: reasons }, { severity: 'medium' }),
    );
    expect(text).toMatch(/^High · Kettleworks › Pricing$/m);
    expect(html).toContain('Why high');
    expect(html).toContain(reasons.join('<br />'));
    expect(html + text).not.toContain('Why medium');
  });

  test('three quotes are shown, those under one heading share a box, the rest is counted', () => {
    const quotes = [1, 2, 3, 4, 5].map((n) =>
      quote(`${n} boards`, `${n + 10} boards`, n < 3 ? ['Crew'] : ['Solo']),
    );
    const { text } = alertMail(alert({}, { quotes: [quotes[0]!, ...quotes.slice(1)] }));
    expect(text.match(/^\+ after: .*$/gm)).toEqual(
      ['[11] boards', '[12] boards', '[13] boards'].map((t) => `+ after:  ${t}`),
    );
    expect(text.match(/^(?:Crew|Solo)$/gm)).toEqual(['Crew', 'Solo']);
    expect(text).toContain('2 more in the full diff.');
  });

  test('a reversal shows its three states with their dates, and is marked as one', () => {
    const { text, html, preheader } = alertMail(reversal());
    expect(text).toContain(
      [
        'Until 20 Nov: “Try everything free for 14 days”',
        'Told 20 Nov:  14-day trial → 45 days',
        'Since 24 Nov: as it was before; the other text stood 4 days',
      ].join('\n'),
    );
    expect(text).toMatch(/^High · Fernlight › Pricing · reversal$/m);
    expect(html).toContain('https://watch.example/events/33');
    expect(preheader).toBe('What we told you before stood for 4 days.');
  });

  test('a reversal of something added says what stands without it', () => {
    const quotes = [quote('Now with a free year', null)] as const;
    const { text } = alertMail({
      ...reversal(),
      items: [item({ reverses: reversal().items[0].reverses }, { returns: 'reversal', quotes })],
    });
    expect(text.replace(/\s+/g, ' ')).toContain('without “Now with a free year”');
  });

  test('an alternation says that we will be silent', () => {
    expect(alertMail(alert({}, { returns: 'alternation' })).html).toContain('This keeps alternating.');
  });

  test('a page whose address is no web address is named, not linked', () => {
    const { html, text } = alertMail(alert({ storedUrl: 'javascript:alert(1)' }));
    expect(html).not.toMatch(/href="javascript/i);
    expect(html).toContain('javascript:alert(1)');
    expect(text).toContain('javascript:alert(1)');
  });

  test('links lead to our pages and to the stored page only, and each is in the plain part', () => {
    const { html, text } = alertMail(alert());
    const { links } = item();
    const urls = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(urls).toEqual([
      'https://watch.example/events/41',
      'https://kettleworks.example/pricing/',
      'https://watch.example/pages/7',
      'https://watch.example/events/33',
      'https://watch.example/events/29',
      'https://watch.example/events/12',
      links.useful,
      links.notUseful,
      links.wrong,
      links.muteKind,
      links.snooze,
      links.unsubscribe,
      alert().waysOut.all,
    ]);
    for (const url of urls) expect(text).toContain(url);
  });

  test('links that are no web addresses fall out', () => {
    const { links } = item();
    const { html } = alertMail(alert({ links: { ...links, useful: 'javascript:alert(1)', snooze: 'x' } }));
    expect(html).not.toMatch(/javascript|>Useful<|Snooze/);
    expect(html).toContain('>Not useful</a>');
  });

  test('a change that was told before says when', () => {
    const { headline } = event();
    const history = [{ id: 9, toldAt: new Date('2026-06-13T09:00:00Z'), headline }];
    expect(alertMail(alert({ history })).text).toContain('  13 June 2026: this same change, told then\n');
  });

  test('each reason of its severity is a line', () => {
    const { html } = alertMail(
      alert({}, { severityReasons: ['a price rose: high', '+1, by a tenth or more'] }),
    );
    expect(html).toMatch(/a price rose: high<br \/>\+1, by a tenth or more/i);
  });

  test('without a public address there is no button, and the words stay', () => {
    const { html } = alertMail(alert({ publicUrl: 'nowhere' }));
    expect(html).not.toContain('href="nowhere');
    expect(html).toContain('See the full diff');
  });

  test('10 KB of evidence stays a small mail', () => {
    const big = quote(`Boards: ${'many '.repeat(2_000)}`, `Boards: ${'few '.repeat(2_000)}`);
    const mail = alertMail(
      alert({}, { quotes: [big, big, big], ourRead: 'so '.repeat(4_000), summary: 'so '.repeat(4_000) }),
    );
    expect(Buffer.byteLength(mail.html)).toBeLessThan(30_000);
    expect(mail.text.length).toBeLessThan(7_000);
  });

  test('every tag is closed, whatever the page says', () => {
    const words = `<b>${'&'.repeat(40)}"'<!-- </table></td> -->`;
    const quotes = [
      quote(words, `${words} 2`, [words]),
      { place: place([words], 'row'), before: null, after: `${words} | ${words}` },
    ] as const;
    const { html } = alertMail(
      alert({ competitor: words, pageName: words }, { headline: words, summary: words, quotes: [...quotes] }),
    );
    const count = (pattern: RegExp) => (html.match(pattern) ?? []).length;
    for (const tag of ['table', 'tr', 'td', 'p', 'a', 'span', 'del', 'ins', 'b']) {
      expect([tag, count(new RegExp(`<${tag}[\\s>]`, 'g'))]).toEqual([
        tag,
        count(new RegExp(`</${tag}>`, 'g')),
      ]);
    }
  });
});

describe('a digest', () => {
  test('the subject is the biggest fact and the count', () => {
    expect(digestMail(digest()).subject).toBe('Kettleworks: Crew $24 → $30 per seat/mo (+25%), and 5 more');
    const one = digest().events.slice(0, 1);
    expect(digestMail(digest({ events: one })).subject).toBe(
      'Larkspur: two roles opened: Support engineer, Account executive',
    );
  });

  test('a long fact gives way to the count', () => {
    const { events } = digest();
    const long = { ...events[1]!, event: event({ id: 9, headline: ''.padEnd(200, 'words ') }) };
    const { subject } = digestMail(digest({ events: [long, ...events.slice(2)] }));
    expect(subject).toMatch(/…, and 4 more$/);
    expect(subject.length).toBeLessThanOrEqual(70);
  });

  test('what went out at once is one line marked "sent"', () => {
    expect(digestMail(digest()).text).toContain('pricing.price · sent 14:16');
  });

  test('what is over already says how long it stood, and is never to be acted on', () => {
    const { events } = digest();
    const over = { ...events[1]!, stoodMs: 23 * 3_600_000 };
    const { text } = digestMail(digest({ events: [over] }));
    expect(text).toContain('over, it stood 23 hours');
    expect(text).not.toContain('ACT TODAY');
    expect(text).toContain('One change since yesterday, nothing to act on today');
  });

  test('its preheader says what it means, where the subject says what happened', () => {
    expect(digestMail(digest()).preheader).toBe(
      'Two to act on. One page, Oxbow Mail › Pricing, cannot be read.',
    );
    const calm = digest().events.slice(0, 1);
    expect(digestMail(digest({ events: calm })).preheader).toMatch(/^Nothing to act on\. /);
  });

  test('one that was asked for says so, and that the usual one still comes', () => {
    const { html, text } = digestMail(digest({ onRequest: true, days: [1, 2, 3, 4, 5] }));
    const sentence = 'Sent now because you asked; your next usual digest is not changed by it.';
    expect(html).toContain(sentence);
    expect(text.replace(/\s+/g, ' ')).toContain(sentence);
    expect(text).toContain('your digest comes on weekdays at 08:00, Lisbon.');
    expect(digestMail(digest()).text).not.toContain('because you asked');
    const quiet = digestMail({ ...quietMonday(), onRequest: true }).text;
    expect(quiet).not.toContain('On quiet Mondays');
  });

  test('a quiet week is told on its first digest day', () => {
    expect(digestMail(quietMonday()).text).toContain('On quiet Mondays this mail comes at 08:00, Lisbon');
    expect(digestMail(quietTuesday()).text).toContain('On quiet Tuesdays this mail comes at 08:00');
  });

  test('an account without digest days is told so', () => {
    expect(digestMail(digest({ days: [] })).text).toContain('You have no usual digest');
  });

  test('each event is as severe as this account weighs it', () => {
    const [, known] = digest().events;
    const calm = digestMail(digest({ events: [{ ...known!, severity: 'low' }] })).text;
    expect(calm).not.toContain('ACT TODAY');
    expect(calm).toContain('Low · Pricing');
  });

  test('a quiet Monday with a page that we cannot read says so in its subject and title', () => {
    const { coverage } = digest();
    const mail = digestMail(digest({ events: [], coverage }));
    expect(mail.subject).toBe('All quiet: 24 pages, 96 checks, 1 not readable');
    expect(mail.text).toContain('All quiet where we could look');
  });

  test('one rendered page, a page that gives no reason, and a cost under a cent read well', () => {
    const { coverage } = digest();
    const unreadable = coverage.unreadable.map((page) => ({ ...page, reason: '' }));
    const { text } = digestMail(
      digest({
        coverage: { ...coverage, rendered: 1, unreadable },
        cost: { modelCalls: 2, usd: 0.004 },
        timeZone: 'Mars/Base',
      }),
    );
    const flat = text.replace(/\s+/g, ' ');
    expect(flat).toContain('1 was rendered');
    expect(flat).toContain('since Sun 31 Jan 03:10. A change there would be unknown to us.');
    expect(flat).toContain('2 model calls, under $0.01');
    expect(flat).toContain('your digest comes every day at 08:00 UTC (we do not know your time zone).');
  });

  test('what went out on another day than it was found says the day', () => {
    const { events } = digest();
    const late = { ...events[1]!, sentAt: new Date('2027-02-03T07:00:00Z') };
    expect(digestMail(digest({ events: [late] })).text).toContain('sent Wed 3 Feb 07:00');
  });

  test('no figure is said that is none', () => {
    const coverage = {
      pages: 1,
      checks: 1,
      secondReads: 0,
      by304: 0,
      sameContent: 0,
      rendered: 0,
      failed: 0,
      unreadable: [],
      heldBack: 0,
      unsure: 0,
    };
    const { text } = digestMail(digest({ events: [], coverage }));
    expect(text).toContain('Checked:      1 page, 1 check: 1 found a first or another text\n');
    expect(text).not.toMatch(/Held back|Not readable|failed/);
  });

  test('a flood of news and of unreadable pages stays under 60 KB, and the rest is counted', () => {
    const { events, coverage } = digest();
    const many = Array.from({ length: 500 }, (_, id) => ({
      ...events[1]!,
      event: event({ id, headline: `${'x'.repeat(200)}` }),
    }));
    const unreadable = Array.from({ length: 300 }, () => coverage.unreadable[0]!);
    const { html, text } = digestMail(digest({ events: many, coverage: { ...coverage, unreadable } }));
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(text).toMatch(/\d{3} more changes on the timeline/);
    expect(text).toContain('and 290 more pages');
  });

  test.for([
    ['2027-02-02T08:00:00Z', 'since yesterday'],
    ['2027-01-30T08:00:00Z', 'since Saturday 30 January'],
    ['2027-02-03T02:00:00Z', 'since 02:00 today'],
  ] as const)('from %s: %s', ([from, words]) => {
    const period = { from: new Date(from), to: new Date('2027-02-03T08:00:00Z') };
    expect(digestMail(digest({ period })).text).toContain(`Six changes ${words}, two to act on`);
  });
});

describe('a notice', () => {
  test.for([
    ['page.unreadable', 'We cannot read Oxbow Mail › Pricing since Sun 31 Jan'],
    ['page.readable', 'We can read Oxbow Mail › Pricing again'],
    ['page.gone', 'Oxbow Mail › Pricing is gone'],
    ['page.moved', 'Oxbow Mail › Pricing has moved'],
    ['page.back', 'Oxbow Mail › Pricing is back'],
  ] as const)('%s: %s', ([kind, subject]) => {
    expect(noticeMail(notice({ notice: { ...notice().notice, kind } })).subject).toBe(subject);
  });

  test('a move says where to, and leads to the page of ours where it is accepted; other notices do not', () => {
    const { notice: told } = notice();
    const address = 'https://oxbowmail.example/plans';
    const moved = {
      ...told,
      kind: 'page.moved',
      address,
      headline: `The page has moved to ${address}`,
    } as const;
    const { html, text } = noticeMail(notice({ notice: moved }));
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `moved to ${address}. We compare nothing with the other page`,
    );
    expect(text).toContain(`Accept the new address: ${notice().publicUrl}/pages/${told.pageId}`);
    expect(html).toContain(`/pages/${told.pageId}"`);
    expect(noticeMail(notice()).text).not.toContain('Accept the new address');
  });

  test('one without advice has no line for it', () => {
    const { notice: told } = notice();
    expect(noticeMail(notice({ notice: { ...told, advice: null } })).text).not.toContain('To try');
    expect(noticeMail(notice()).text).toContain('To try:');
  });

  test('a state that began today says the time', () => {
    const { notice: told } = notice();
    const since = new Date('2027-02-01T02:10:00Z');
    expect(noticeMail(notice({ notice: { ...told, since } })).subject).toBe(
      'We cannot read Oxbow Mail › Pricing since 02:10',
    );
  });

  test('a page that was never read says so', () => {
    expect(noticeMail(notice({ lastReadAt: null })).text).toContain('Last read:    never yet');
  });
});

test('a notice that a page is gone says what we do now', () => {
  const { subject, text } = noticeMail(gone());
  expect(subject).toBe('Oxbow Mail › Pricing is gone');
  expect(text).toContain('We keep looking at the same');
  expect(text).toContain('Look at their page: https://oxbowmail.example/pricing');
});

describe('new pages in a digest', () => {
  const page = {
    competitor: 'Oxbow Mail',
    headline: 'New page: /enterprise, in the menu',
    address: 'https://oxbowmail.example/enterprise',
    since: new Date('2027-01-30T09:00:00Z'),
  };

  test('stand in a section of their own, each with where it was seen, since when, and a way to add it', () => {
    const { html, text } = digestMail(digest({ newPages: [page] }));
    const form = 'add?url=https%3A%2F%2Foxbowmail.example%2Fenterprise';
    expect(text).toContain(
      'NEW PAGES\n\nOxbow Mail\n  New page: /enterprise, in the menu since Sat 30 Jan\n',
    );
    expect(text).toContain(`add it: ${digest().publicUrl}/${form}`);
    expect(html).toContain(form);
  });

  test('alone they are the news, and the day is not called quiet', () => {
    const { subject, text } = digestMail(digest({ events: [], newPages: [page, page] }));
    expect(subject).toBe('Oxbow Mail: New page: /enterprise, in the menu, and 1 more');
    expect(text).toMatch(/^Two new pages since yesterday/);
    expect(text).not.toMatch(/quiet|Nothing to tell/i);
  });

  test('a flood of them is counted', () => {
    const { text } = digestMail(digest({ newPages: Array.from({ length: 100 }, () => page) }));
    expect(text.match(/add it:/g)).toHaveLength(15);
    expect(text).toContain('and 85 more new pages');
  });

  test('one alone is one', () => {
    const { subject, text } = digestMail(digest({ events: [], newPages: [page] }));
    expect(subject).toBe('Oxbow Mail: New page: /enterprise, in the menu');
    expect(text).toMatch(/^One new page since yesterday/);
  });
});

test('P12: where nothing was looked at, nothing is called quiet', () => {
  const { subject, text } = digestMail({
    ...quietMonday(),
    coverage: {
      pages: 7,
      checks: 0,
      secondReads: 0,
      by304: 0,
      sameContent: 0,
      rendered: 0,
      failed: 0,
      unreadable: [],
      heldBack: 0,
      unsure: 0,
    },
  });
  expect(subject).toBe('Nothing was checked: 7 pages, 0 checks');
  expect(text).not.toMatch(/All quiet|can be read\.|same content/);
});
