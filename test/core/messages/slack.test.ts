import { describe, expect, test } from 'vitest';
import type { SlackMessage } from '../../../src/core/messages/message.ts';
import { alertSlack, noticeSlack, testSlack } from '../../../src/core/messages/slack-messages.ts';
import { markAsRepeat, slackLink } from '../../../src/core/messages/slack-parts.ts';
import { alert, notice, quote, reversal } from './invented.ts';

const NOW = new Date('2027-02-02T14:16:00Z');
const READER = { timeZone: 'Europe/Lisbon', publicUrl: 'https://watch.example' };

test.for([
  ['alert', alertSlack(alert())],
  ['alert-reversal', alertSlack(reversal())],
  ['notice-unreadable', noticeSlack(notice())],
  ['test', testSlack({ ...READER, now: NOW })],
] as const)('%s is as it was last looked at', async ([name, message]) => {
  await expect(`${JSON.stringify(message, null, 2)}\n`).toMatchFileSnapshot(
    `../../golden/slack/${name}.json`,
  );
  expect(faults(message)).toEqual([]);
});

test('the fallback equals the subject, with Slack’s three characters escaped', () => {
  const { text } = alertSlack(alert({}, { headline: 'R&D <5 seats> free' }));
  expect(text).toBe('Kettleworks: R&amp;D &lt;5 seats&gt; free');
});

describe('10 KB of evidence', () => {
  const evidence = (word: string) => `${word} `.repeat(1_000);
  const big = quote(
    `${evidence('before')}$24 ${evidence('end')}`,
    `${evidence('before')}$30 ${evidence('end')}`,
  );
  const message = alertSlack(
    alert({}, { quotes: [big, big, big, big], summary: evidence('sum'), ourRead: evidence('read') }),
  );

  test('stays within the limits', () => {
    expect(faults(message)).toEqual([]);
    expect(JSON.stringify(message).length).toBeLessThan(6_000);
  });

  test('has the news first, and the changed words in sight', () => {
    expect(JSON.stringify(message.blocks[0])).toContain('Crew $24 → $30');
    const struck = JSON.stringify(message.blocks).match(/"text":"\$24","style":\{"strike":true\}/g);
    expect(struck).toHaveLength(3);
  });
});

test('a bar in the stored address does not end the link', () => {
  const { blocks } = alertSlack(alert({ storedUrl: 'https://kettleworks.example/p?a=1|2&b=<3>' }));
  expect(JSON.stringify(blocks.at(-1))).toContain(
    '<https://kettleworks.example/p?a=1%7C2&amp;b=%3C3%3E|Their page>',
  );
});

test('words whose link is no web address stay words', () => {
  expect(slackLink('See it', 'javascript:alert(1)')).toEqual({ type: 'text', text: 'See it' });
});

test('an address that is no web address leaves no empty line behind', () => {
  const message = noticeSlack(notice({ storedUrl: 'mailto:eve@elsewhere.example' }));
  expect(faults(message)).toEqual([]);
  expect(JSON.stringify(message)).not.toContain('mailto:');
});

test('a page that has moved comes with the way to accept its new address', () => {
  const { notice: told } = notice();
  const moved = { ...told, kind: 'page.moved', address: 'https://oxbowmail.example/plans' } as const;
  const message = noticeSlack(notice({ notice: moved }));
  expect(faults(message)).toEqual([]);
  expect(JSON.stringify(message.blocks.at(-1))).toContain(
    '<https://watch.example/pages/9|Accept the new address>',
  );
});

test('a repeat says that it may be one, once, and keeps all else', () => {
  const message = alertSlack(alert());
  const repeat = markAsRepeat(message);
  expect(repeat.text).toBe(`(may be a repeat) ${message.text}`);
  expect(repeat.blocks.slice(0, -1)).toEqual(message.blocks);
  expect(JSON.stringify(repeat.blocks.at(-1))).toContain('(may be a repeat)');
  expect(markAsRepeat(repeat)).toEqual(repeat);
});

/** Slack's own limits (Block Kit reference): 50 blocks, 10 elements in a context, 3,000 characters a text, none empty. */
function faults({ text, blocks }: SlackMessage): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      key === 'text' && typeof inner === 'string' ? [inner] : texts(inner),
    );
  };
  return [
    ...(text.length > 150 || text === '' ? ['fallback'] : []),
    ...(blocks.length > 50 ? ['blocks'] : []),
    ...blocks.flatMap(({ type, elements }) =>
      elements.length === 0 || (type === 'context' && elements.length > 10) ? [type] : [],
    ),
    ...texts(blocks).filter((words) => words === '' || words.length > 3_000),
  ];
}
