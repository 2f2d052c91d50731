import { describe, expect, test } from 'vitest';
import { discordForm } from '../../../src/core/channels/discord.ts';
import { escapeDiscord } from '../../../src/core/channels/discord-text.ts';
import { feedForm } from '../../../src/core/channels/feed.ts';
import type { ChannelForm } from '../../../src/core/channels/form.ts';
import { slackForm } from '../../../src/core/channels/slack.ts';
import { teamsForm } from '../../../src/core/channels/teams.ts';
import { webhookForm } from '../../../src/core/channels/webhook.ts';
import type { AlertItem } from '../../../src/core/messages/message.ts';
import type { Some } from '../../../src/core/telling.ts';
import { KINDS } from '../../../src/core/telling.ts';
import { alert, channelNotice, correction, digest, item, notice, quote } from './invented.ts';
import { faultsOf } from './limits.ts';

// What a page, its title or an account's own names may hold, in every place of every message of every kind.

const FORMS: readonly ChannelForm[] = [slackForm, discordForm, teamsForm, webhookForm, feedForm];

/** Characters of evidence on each side. */
const LONG = 10_000;
const filled = (text: string): string => text.repeat(Math.ceil(LONG / text.length)).slice(0, LONG);

const HOSTILE: readonly (readonly [what: string, text: string])[] = [
  ['plain words', 'Prices go up. '],
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['markup that is escaped already', '&lt;a href=evil&gt;free&lt;/a&gt; &amp;amp;'],
  ['mentions of Slack', '<!channel> <!here> <@U024BE7LH> <#C024BE7LR> @here @channel'],
  ['mentions of Discord', '@everyone @here <@123456789012345678> <@&123456789012345678> <#1234>'],
  ['mentions of Teams', '<at>everyone</at> <at id="0">Ines</at>'],
  ['a link in Slack’s writing', '<https://evil.example|Full diff> *bold* _it_ ~gone~'],
  [
    'a link in Markdown',
    '[Full diff](https://evil.example) [x](<https://evil.example>) ![x](https://evil.example)',
  ],
  ['a bare address', 'https://evil.example/a?b=1 http://evil.example discord.gg/evil //evil.example'],
  ['Markdown', '# Big\n## Big\n- one\n> said ```js\ncode``` ||hidden|| **b** __u__ ~~s~~ `c` \\*x\\*'],
  ['line ends', 'Prices\r\nBcc: eve@elsewhere.example\u2028\u2029\u0085'],
  ['controls', 'Pri\0ces\u001B[2J\u0007\u000B\uFFFE\uFFFF'],
  ['halves of surrogates', 'a\uD83D b\uDE00 c\uD83D'],
  ['a right-to-left override', 'Prices \u202Egnp.exe\u202C \u2067x'],
  ['formulas', '=HYPERLINK("https://evil.example") +1 -1 @SUM(A1)'],
  ['the end of a section of XML', ']]> --> </content></entry> <![CDATA[ x ]]>'],
  ['letters of three bytes', '価格が上がりました。'],
  ['letters of four bytes', '👩‍👩‍👧‍👦🏳️‍🌈'],
  ['quotation marks and backslashes', '"\\"\\\'`"'],
  ['a stack of accents', `e${'\u0301'.repeat(500)}`],
  ['words that all differ', 'α β γ δ ε ζ η θ ι κ λ μ '],
];

function hostileItem(text: string, id: number): AlertItem {
  const long = filled(text);
  // Every other word differs, which makes the most marks of a quote.
  const words = long.split(' ');
  const other = words.map((word, index) => (index % 2 === 0 ? word : 'other')).join(' ');
  return item(
    {
      competitor: text,
      pageName: text,
      severityReasons: Array.from({ length: 40 }, () => long),
      history: [{ id: 1, toldAt: new Date(0), headline: long }],
      reverses: { id: 1, toldAt: new Date(0), headline: long },
    },
    {
      id,
      tags: [...KINDS],
      headline: long,
      summary: long,
      ourRead: long,
      action: long,
      numbers: Array.from({ length: 60 }, () => {
        return { what: long, from: long, to: long, unit: long, period: long, percent: Number.NaN };
      }),
      quotes: [
        quote(long, `${long} 2`, [text, long]),
        quote(`A ${long}`, `B ${other}`, [long]),
        ...Array.from({ length: 30 }, () => quote(null, long, [])),
        quote(long, null),
      ],
    },
  );
}

function hostileMessages(form: ChannelForm, text: string): readonly object[] {
  const long = filled(text);
  const count = form.gathers ? 30 : 1;
  const items = Array.from({ length: count }, (_, index) => hostileItem(text, 41 + index));
  const follows = { id: 5, toldAt: new Date(0), headline: long };
  const told = notice({ competitor: text, pageName: text });
  const messages = [
    form.alert(
      alert(items as unknown as Some<AlertItem>, {
        late: true,
        thread: { id: 'a@watch.example', root: 'b@watch.example', follows },
      }),
    ),
    form.alert(alert([items[0]!])),
    form.correction(correction({ competitor: text, pageName: text, reason: long, event: items[0]!.event })),
    form.notice({ ...told, notice: { ...told.notice, headline: long, advice: long } }),
    form.channelNotice(channelNotice({ channel: long, reason: long })),
    ...(form.digest === null
      ? []
      : [form.digest(digest({ events: items.map((one) => ({ ...one, sentAt: null, stoodMs: null })) }))]),
  ];
  return [...messages, ...messages.map((message) => form.markAsRepeat(message))];
}

describe.for(FORMS.map((form) => [form.kind, form] as const))('%s', ([kind, form]) => {
  test.for(HOSTILE)('%s, 10 KB of it everywhere: within every limit, and nothing live', ([, text]) => {
    for (const message of hostileMessages(form, text)) expect(faultsOf(kind, message)).toEqual([]);
  });

  test('the news comes first', () => {
    const long = filled('words ');
    const big = item({}, { quotes: [quote(long, `${long} 2`)], summary: long, ourRead: long });
    const json = JSON.stringify(form.alert(alert([big, ...(form.gathers ? [item()] : [])])));
    const news = json.indexOf('Crew $24 → $30');
    expect(news).toBeGreaterThan(0);
    expect(news).toBeLessThan(kind === 'webhook' ? 700 : 400);
    expect(news).toBeLessThan(json.indexOf('words words'));
  });

  test('the changed words of a long quote stay in sight', () => {
    const long = filled('words ');
    const big = item({}, { quotes: [quote(`${long}$24 ${long}`, `${long}$31 ${long}`)] });
    const json = JSON.stringify(form.alert(alert([big])));
    expect(json).toContain('$31');
    expect(json.length).toBeLessThan(7_000);
  });

  test('an address too long to post is left out, and the message stays', () => {
    const storedUrl = `https://kettleworks.example/?${'a=1&'.repeat(500)}`;
    expect(faultsOf(kind, form.alert(alert([item({ storedUrl })])))).toEqual([]);
  });
});

test.for([
  ['@everyone', '@\u2060everyone'],
  ['**bold** _it_', String.raw`\*\*bold\*\* \_it\_`],
  ['[x](https://evil.example)', String.raw`\[x\]\(https:\//evil.example\)`],
  ['# Big', String.raw`\# Big`],
  ['$24 – 30 % off', '$24 – 30 % off'],
  ['C:\\x', String.raw`C:\\x`],
] as const)('Discord shows %s as it stands', ([text, escaped]) => {
  expect(escapeDiscord(text)).toBe(escaped);
});
