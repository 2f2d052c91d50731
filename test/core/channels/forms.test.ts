import { describe, expect, test } from 'vitest';
import { discordForm } from '../../../src/core/channels/discord.ts';
import { feedForm } from '../../../src/core/channels/feed.ts';
import type { ChannelForm } from '../../../src/core/channels/form.ts';
import { slackForm } from '../../../src/core/channels/slack.ts';
import { teamsForm } from '../../../src/core/channels/teams.ts';
import { webhookForm } from '../../../src/core/channels/webhook.ts';
import { alert, channelNotice, correction, digest, gathered, item, later, moved } from './invented.ts';
import { notice, reversal, TEST } from './invented.ts';
import { faultsOf } from './limits.ts';

export const FORMS: readonly ChannelForm[] = [slackForm, discordForm, teamsForm, webhookForm, feedForm];

/** Every message that a kind carries, by the name of its golden. */
function messagesOf(form: ChannelForm): readonly (readonly [name: string, message: object])[] {
  const repeated = form.markAsRepeat(form.alert(alert()));
  return [
    ['alert', form.alert(alert())],
    ...(form.gathers ? ([['alert-gathered', form.alert(gathered())]] as const) : []),
    ['alert-later', form.alert(later())],
    ['alert-late', form.alert(alert([item()], { late: true }))],
    ['alert-reversal', form.alert(reversal())],
    ['correction', form.correction(correction())],
    ['notice-unreadable', form.notice(notice())],
    ['notice-moved', form.notice(moved())],
    ['channel-failing', form.channelNotice(channelNotice())],
    ['channel-unclear', form.channelNotice(channelNotice({ kind: 'channel.unclear' }))],
    ['channel-disabled', form.channelNotice(channelNotice({ kind: 'channel.disabled' }))],
    ...(form.digest === null ? [] : ([['digest', form.digest(digest())]] as const)),
    ['test', form.test(TEST)],
    ...(form.knowsRepeats ? [] : ([['alert-repeated', repeated]] as const)),
  ];
}

describe.for(FORMS.map((form) => [form.kind, form] as const))('%s', ([kind, form]) => {
  test.for(messagesOf(form))('%s is as it was last looked at', async ([name, message]) => {
    const json = `${JSON.stringify(message, null, 2)}\n`;
    await expect(json).toMatchFileSnapshot(`../../golden/${kind}/${name}.json`);
    expect(faultsOf(kind, message)).toEqual([]);
  });

  test('a stored message is the same when it comes back from the database', () => {
    for (const [, message] of messagesOf(form))
      expect(JSON.parse(JSON.stringify(message))).toStrictEqual(message);
  });

  test('marking a marked message changes nothing, and a repeat that is known by its key is not marked', () => {
    const message = form.alert(alert());
    const repeat = form.markAsRepeat(message);
    expect(form.markAsRepeat(repeat)).toEqual(repeat);
    expect(JSON.stringify(repeat).includes('(may be a repeat)')).toBe(!form.knowsRepeats);
    if (form.knowsRepeats) expect(repeat).toEqual(message);
    expect(faultsOf(kind, repeat)).toEqual([]);
  });

  test('what does not gather refuses a second event, rather than losing it', () => {
    if (form.gathers) expect(JSON.stringify(form.alert(gathered()))).toContain('Two roles opened');
    else expect(() => form.alert(gathered())).toThrow('one event');
  });
});

test('the fallback of Slack equals the subject, with its three characters escaped', () => {
  const { text } = slackForm.alert(alert([item({}, { headline: 'R&D <5 seats> free' })]));
  expect(text).toBe('Kettleworks: R&amp;D &lt;5 seats&gt; free');
});

test('five events: three whole, two with a line each, and the count in the subject', () => {
  const { text, blocks } = slackForm.alert(gathered(5));
  expect(text).toMatch(/^Kettleworks: .*, and 4 more$/u);
  expect(text.length).toBeLessThanOrEqual(70);
  const json = JSON.stringify(blocks);
  expect(json.match(/\|Useful>/g)).toHaveLength(3);
  expect(json).toContain('2 more changes at Kettleworks');
  expect(json).toContain('Low: API version 3 documented');
});

test('the account’s own severity is shown, not that of the event', () => {
  const raised = alert([item({ severity: 'critical' }, { severity: 'low' })]);
  for (const form of [slackForm, discordForm, teamsForm])
    expect(JSON.stringify(form.alert(raised))).toContain('Critical');
  expect(webhookForm.alert(raised)).toMatchObject({
    event: {
      severity: 'critical',
      severity_reasons: [expect.stringContaining('default of'), expect.stringContaining('your word')],
    },
  });
});

test('a later message of the hour says what it follows; a reversal names it once', () => {
  expect(JSON.stringify(slackForm.alert(later()))).toContain('Follows what we told at 14:16: Crew $24');
  const back = JSON.stringify(slackForm.alert(reversal()));
  expect(back).not.toContain('Follows');
  expect(back).toContain('Told 20 Nov');
});

test('a bar in the stored address does not end the link', () => {
  const storedUrl = 'https://kettleworks.example/p?a=1|2&b=<3>';
  expect(JSON.stringify(slackForm.alert(alert([item({ storedUrl })])))).toContain(
    '<https://kettleworks.example/p?a=1%7C2&amp;b=%3C3%3E|Their page>',
  );
});

test.for(FORMS)('an address that is no web address is never linked', (form) => {
  const told = notice({ storedUrl: 'javascript:alert(1)' });
  expect(faultsOf(form.kind, form.notice(told))).toEqual([]);
  const json = JSON.stringify(form.notice(told));
  if (form.kind === 'webhook') expect(json).toContain('"page":"javascript:alert(1)"');
  else expect(json).not.toContain('javascript:');
});
