import { describe, expect, test } from 'vitest';
import { emailForm, smtpForm } from '../../../src/core/channels/email.ts';
import type { AlertInput, AlertItem, Thread } from '../../../src/core/messages/message.ts';
import { alert, channelNotice, confirmation, correction, digest, event, gathered } from './invented.ts';
import { item, later, notice, quote, reversal, WAYS_OUT } from './invented.ts';

const flat = (text: string) => text.replace(/\s+/g, ' ');

function many(count: number, change: Partial<AlertItem> = {}): AlertInput {
  const [first, ...others] = Array.from({ length: count }, (_, id) =>
    item(change, { id: 100 + id, headline: `plan number ${id} goes` }),
  );
  return alert({ items: [first!, ...others] });
}

describe('changes of one release are one mail', () => {
  const mail = emailForm.alert(gathered());

  test('its subject is the most severe one, with the number of the others', () => {
    expect(mail.subject).toBe('Kettleworks: Crew $24 → $30 per seat/mo (+25%), and 2 more');
    const [first, ...rest] = many(30).items;
    const long = { ...first, event: { ...first.event, headline: 'words '.repeat(40) } };
    const { subject } = emailForm.alert(alert({ items: [long, ...rest] }));
    expect(subject).toMatch(/…, and 29 more$/);
    expect(subject.length).toBeLessThanOrEqual(70);
  });

  test('it says first what came together', () => {
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('Three changes at Kettleworks');
      expect(part).toContain('Found within ten minutes of each other');
    }
  });

  test('each event has its fact, evidence, certainty, reasons and links of its own', () => {
    const { items } = gathered();
    for (const { event: told, links, storedUrl } of items) {
      const seen = 'Seen twice, 5 minutes apart.';
      for (const words of [told.headline.slice(1), told.summary, told.kind, seen, storedUrl]) {
        expect(mail.html).toContain(words);
        expect(flat(mail.text)).toContain(words);
      }
      for (const url of [`https://watch.example/events/${told.id}`, ...Object.values(links)]) {
        expect(mail.html).toContain(`"${url}"`);
        expect(mail.text).toContain(url);
      }
    }
    expect(mail.html.match(/Our read:/g)).toHaveLength(1);
    expect(flat(mail.text)).toMatch(/1 of 3 .*2 of 3 .*3 of 3 /);
  });

  test('two quotes of each are shown, the rest is counted', () => {
    const quotes = [quote('1 a', '2 a'), quote('3 b', '4 b'), quote('5 c', '6 c')] as const;
    const { text } = emailForm.alert(alert({ items: [item({}, { id: 1, quotes }), item()] }));
    expect(text).toContain('[4] b');
    expect(text).not.toContain('[6] c');
    expect(text).toContain('1 more in the full diff.');
  });

  test('the reason why it came is said once', () => {
    expect(mail.html.match(/You asked to be told at once/g)).toHaveLength(1);
  });

  test('30 events stay under 60 KB, and none is left out', () => {
    const { html, text } = emailForm.alert(many(30));
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    for (let id = 0; id < 30; id += 1) {
      expect(html).toContain(`Plan number ${id} goes`);
      expect(text).toContain(`Plan number ${id} goes`);
    }
    expect(html.match(/>Page history</g)!.length).toBeGreaterThanOrEqual(3);
  });

  test('at most eight are whole, whatever the room', () => {
    const bare = many(12);
    const [first, ...rest] = bare.items.map((each) => ({
      ...each,
      history: [],
      event: { ...each.event, ourRead: null, quotes: [quote('a', 'b')] as const },
    }));
    const { html } = emailForm.alert(alert({ items: [first!, ...rest] }));
    expect(html.match(/>Page history</g)!.length).toBeLessThanOrEqual(8);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  });

  test('more than anybody reads are counted', () => {
    const { html, text } = emailForm.alert(many(200));
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(text).toMatch(/\d+ more changes on the timeline: https:\/\/watch\.example/);
    expect(html).toMatch(/\d+ more changes on the timeline/);
  });

  test('nothing of note before it, then nothing of note is said', () => {
    expect(mail.html + mail.text).not.toMatch(/Follows what|Told more than/);
  });
});

describe('a thread', () => {
  const id = 'alert.41.5f0c@watch.example';

  test('the mail that begins it names itself, so that a replaced Message-ID loses nothing', () => {
    const { headers } = emailForm.alert(alert());
    expect(headers).toMatchObject({ 'Message-ID': `<${id}>` });
    expect(headers).not.toHaveProperty('References');
    expect(headers).not.toHaveProperty('In-Reply-To');
  });

  test.for([
    ['a later mail of the hour', emailForm.alert(later()), id],
    ['a correction', emailForm.correction(correction()), id],
    ['a reversal', emailForm.alert(reversal()), 'alert.33.0aa4@watch.example'],
  ] as const)('%s answers the first one', ([, { headers }, root]) => {
    expect(headers).toMatchObject({ 'In-Reply-To': `<${root}>`, References: `<${root}>` });
    expect(headers['Message-ID']).not.toBe(`<${root}>`);
  });

  test('a later mail of the hour says what it follows, and leads there', () => {
    const { html, text } = emailForm.alert(later());
    expect(text).toMatch(
      /^Follows what we told at 14:16: Crew \$24 → \$30 per seat\/mo \(\+25%\)\nhttps:\S+\/events\/41\n/,
    );
    expect(html).toContain('Follows what we told at 14:16:');
  });

  test('what was told on another day is named by its day', () => {
    const follows = { ...later().thread.follows!, toldAt: new Date('2027-02-01T10:00:00Z') };
    const { text } = emailForm.alert({ ...later(), thread: { ...later().thread, follows } });
    expect(text).toMatch(/^Follows what we told on Mon 1 Feb 10:00:/);
  });

  test('a reversal names the first mail once: in its states', () => {
    expect(emailForm.alert(reversal()).text).not.toContain('Follows');
  });

  test.for(['a\r\nBcc: eve@elsewhere.example', 'a>\u2028<b@c', '', '<x@y>', 'ü 1@host'] as const)(
    'the id %j stays one id in one line',
    (bad) => {
      const thread: Thread = { id: bad, root: `${bad}.root`, follows: null };
      const { headers } = emailForm.alert(alert({ thread }));
      for (const name of ['Message-ID', 'In-Reply-To', 'References'])
        expect(headers[name]).toMatch(/^<[\x21-\x3B\x3D\x3F-\x7E]*>$/);
    },
  );
});

describe('a way out of the list (RFC 8058)', () => {
  const lists = [
    ['an alert', emailForm.alert(alert())],
    ['a gathered alert', emailForm.alert(gathered())],
    ['a correction', emailForm.correction(correction())],
    ['a notice', emailForm.notice(notice())],
    ['a digest', emailForm.digest!(digest())],
  ] as const;

  test.for(lists)('%s has one for programs and one for people', ([, { headers, html, text }]) => {
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<${WAYS_OUT.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(html).toContain(`"${WAYS_OUT.all}"`);
    expect(text).toContain(`Unsubscribe from everything: ${WAYS_OUT.all}`);
  });

  test.for([
    ['a question whether mail may come', emailForm.channelNotice(confirmation())],
    ['a channel that is off', emailForm.channelNotice(channelNotice())],
    ['a test', emailForm.test({ timeZone: 'UTC', publicUrl: 'https://watch.example', now: event().toldAt })],
  ] as const)('%s has none', ([, { headers }]) => {
    expect(headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  });

  test('one that is no web address makes no header; one that would end the list is escaped', () => {
    const out = (oneClick: string) => emailForm.alert(alert({ waysOut: { ...WAYS_OUT, oneClick } })).headers;
    expect(out('javascript:alert(1)')).not.toHaveProperty('List-Unsubscribe');
    expect(out('https://watch.example/u/1,2>\r\nBcc: eve@x.example')['List-Unsubscribe']).toBe(
      '<https://watch.example/u/1%2C2%3E%20Bcc:%20eve@x.example>',
    );
  });
});

describe('a mail that was held up', () => {
  test('says when it was known', () => {
    const { html, text } = emailForm.alert(alert({ late: true }));
    const line = 'Told more than two days late: we knew it on Tue 2 Feb 14:16.';
    expect(text.startsWith(line)).toBe(true);
    expect(html).toContain(line);
    expect(emailForm.alert(alert()).text).not.toContain('late');
  });
});

test('a reversal of another year says the year in its states', () => {
  const { text } = emailForm.alert({
    ...reversal(),
    items: [
      {
        ...reversal().items[0],
        reverses: { ...reversal().items[0].reverses!, toldAt: new Date('2025-11-20T09:00:00Z') },
      },
    ],
  });
  expect(flat(text)).toContain('Told 20 Nov 2025: 14-day trial → 45 days');
});

test.for([
  ['our read', {}, 'Crew now costs $2 more than your $28 plan; it was $4 less.'],
  ['what to do', { ourRead: null, action: 'Look at your page.' }, 'Look at your page.'],
  ['its sentence', { ourRead: null, summary: 'The price rose.' }, 'The price rose.'],
] as const)('behind the subject stands %s', ([, change, preheader]) => {
  expect(emailForm.alert(alert({}, change)).preheader).toBe(preheader);
});

test('behind the subject of several stand the others, where nothing is read into the first', () => {
  const [first, ...others] = gathered().items;
  const bare = { ...first, event: { ...first.event, ourRead: null } };
  expect(emailForm.alert(alert({ items: [bare, ...others] })).preheader).toBe(
    'Also: Single sign-on moves from Crew to Company; Board automation, in beta',
  );
});

test('without any address of ours, the mail still says where it came from', () => {
  const { links } = item();
  const none = Object.fromEntries(Object.keys(links).map((name) => [name, ''])) as unknown as typeof links;
  const { html } = emailForm.alert(
    alert({ publicUrl: 'nowhere', links: none, waysOut: { oneClick: '', all: '' } }),
  );
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('https://kettleworks.example/pricing/');
});

test('of several held up, the oldest says how late it is', () => {
  const { text } = emailForm.alert({ ...gathered(), late: true });
  expect(text).toMatch(/^Told more than two days late: we knew it on Tue 2 Feb 14:16\./);
});

describe('a correction', () => {
  const mail = emailForm.correction(correction());

  test('says what was told, when, and what is right', () => {
    expect(mail.subject).toBe('Correction: Kettleworks: Crew $24 → $30 per seat/mo (+25%)');
    expect(mail.preheader).toBe(correction().reason);
    expect(flat(mail.text)).toContain('What we told you on 2 February was not right. We are sorry.');
    expect(flat(mail.text)).toContain('We told: Crew $24 → $30 per seat/mo (+25%)');
    expect(flat(mail.text)).toContain(`Because: ${correction().reason}`);
    expect(mail.html).toMatch(/<del[^>]*>Crew \$24 → \$30 per seat\/mo \(\+25%\)<\/del>/);
  });
});

describe('a mail about a channel', () => {
  test('asks whether news should come, and says that nothing else is sent without a yes', () => {
    const { html, text, subject } = emailForm.channelNotice(confirmation());
    expect(subject).toBe('Please confirm that news about pages should come here');
    for (const part of [html, flat(text)]) {
      expect(part).toContain(
        'Please confirm that news about pages should come to founder@brineworks.example.',
      );
      expect(part).toContain('Nothing else is sent to you without it.');
      expect(part).toContain('Then do nothing');
      expect(part).toContain(confirmation().link);
    }
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  test.for([
    [
      'channel.failing',
      'Slack hooks.slack.com/…4Xy2 takes nothing since Sun 31 Jan',
      '3 messages, sent as soon',
    ],
    ['channel.disabled', 'Slack hooks.slack.com/…4Xy2 is switched off', '3 messages, kept; you can send'],
    [
      'channel.refused',
      'Slack hooks.slack.com/…4Xy2 refused a message',
      'That message, kept; you can read it',
    ],
  ] as const)('%s: %s', ([kind, subject, waiting]) => {
    const mail = emailForm.channelNotice(channelNotice({ kind }));
    expect(mail.subject).toBe(subject);
    expect(flat(mail.text)).toContain(waiting);
    expect(mail.text).toContain('It said:      404 no_service');
    expect(mail.html).toContain('"https://watch.example/channels"');
  });

  test('a channel that said nothing is not quoted', () => {
    const { text } = emailForm.channelNotice(channelNotice({ reason: null }));
    expect(text).not.toContain('It said');
  });

  test('a long name of a channel leaves room for what happened to it', () => {
    const { subject } = emailForm.channelNotice(channelNotice({ channel: 'webhook '.repeat(30) }));
    expect(subject).toMatch(/… is switched off$/);
    expect(subject.length).toBeLessThanOrEqual(70);
  });
});

describe('the form of mail', () => {
  test.for([
    [' You@Example.com ', { ok: true, address: 'you@example.com' }],
    ['you', { ok: false, say: '"you" is no e-mail address, such as you@example.com' }],
    ['a@b.example, c@d.example', { ok: false }],
    ['Eve <eve@x.example>', { ok: false }],
    ['a@b.example\nBcc: c@d.example', { ok: false }],
  ] as const)('%j is read as %j', ([given, read]) => {
    expect(emailForm.readAddress(given, [])).toMatchObject(read);
  });

  test('a repeat is the same mail, byte for byte', () => {
    const mail = emailForm.alert(alert());
    expect(emailForm.markAsRepeat(mail)).toBe(mail);
    const repeat = smtpForm.markAsRepeat(mail);
    expect(smtpForm.markAsRepeat(repeat)).toBe(repeat);
    expect(emailForm.showAddress('you@example.com')).toBe('you@example.com');
  });
});
