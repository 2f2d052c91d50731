import { expect, test } from 'vitest';
import { discordForm } from '../../../src/core/channels/discord.ts';
import { feedForm } from '../../../src/core/channels/feed.ts';
import type { ChannelForm } from '../../../src/core/channels/form.ts';
import { slackForm } from '../../../src/core/channels/slack.ts';
import { teamsForm } from '../../../src/core/channels/teams.ts';
import { webhookForm } from '../../../src/core/channels/webhook.ts';
import { LOOPBACK } from '../../support/loopback.ts';

const TOKEN = 'k3Zt9Qx1k3Zt9Qx1k3Zt9Qx1k3Zt9Qx1';
const HOOK = `https://discord.com/api/webhooks/123456789012345678/${TOKEN}`;
const FLOW = 'https://prod-23.westeurope.logic.azure.com';
const INVOKE = '/workflows/0123456789abcdef0123456789abcdef/triggers/manual/paths/invoke?sig=secret';
const POWER = 'https://x.4d.environment.api.powerplatform.com';

test.for<[form: ChannelForm, given: string, address: string | null]>([
  [slackForm, 'https://hooks.slack.com/services/T0/B0/x', 'https://hooks.slack.com/services/T0/B0/x'],
  [slackForm, ' hooks.slack.com/services/T0/B0/x', 'https://hooks.slack.com/services/T0/B0/x'],
  [slackForm, 'http://hooks.slack.com/services/T0/B0/x', null],
  [slackForm, 'https://hooks.slack.com:8443/services/T0/B0/x', null],
  [slackForm, 'https://hooks.slack.com.example.org/services/T0/B0/x', null],
  [slackForm, 'http://127.0.0.1:51234/hook', null],
  [discordForm, HOOK, HOOK],
  [discordForm, HOOK.replace('discord.com', 'discordapp.com'), HOOK],
  [discordForm, HOOK.replace('discord.com', 'ptb.discord.com'), HOOK],
  [discordForm, `${HOOK}?wait=true&thread_id=123456789&x=1#y`, `${HOOK}?thread_id=123456789`],
  [discordForm, HOOK.replace('https', 'http'), null],
  [discordForm, HOOK.replace('discord.com', 'discord.com.example.org'), null],
  [discordForm, 'https://discord.com/channels/1/2', null],
  [teamsForm, `${FLOW}:443${INVOKE}`, `${FLOW}${INVOKE}`],
  [
    teamsForm,
    `${POWER}/powerautomate/automations/direct${INVOKE}`,
    `${POWER}/powerautomate/automations/direct${INVOKE}`,
  ],
  [
    teamsForm,
    'https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
    'https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
  ],
  [teamsForm, `https://logic.azure.com.example.org${INVOKE}`, null],
  [teamsForm, `https://evillogic.azure.com${INVOKE}`, null],
  [teamsForm, `${FLOW.replace('https', 'http')}${INVOKE}`, null],
  [webhookForm, 'https://app.kennel.example.com/hooks/1#x', 'https://app.kennel.example.com/hooks/1'],
  [webhookForm, 'http://app.kennel.example.com/hooks/1', null],
  [webhookForm, 'https://ines:secret@kennel.example.com/', null],
  [webhookForm, 'https://10.0.0.7/hook', null],
  [webhookForm, 'https://intranet/hook', null],
  [feedForm, TOKEN, TOKEN],
  [feedForm, 'short', null],
  [feedForm, `${TOKEN}/../x`, null],
])('$0.kind reads %s', ([form, given, address]) => {
  const read = form.readAddress(given, []);
  expect(read).toEqual(
    address === null ? { ok: false, say: expect.stringMatching(/\.$/u) } : { ok: true, address },
  );
  if (!read.ok) expect(read.say).not.toContain('secret');
});

test.for([slackForm, discordForm, teamsForm, webhookForm])(
  'the operator’s own networks may stand in',
  (form) => {
    const own = 'http://127.0.0.1:51234/hook';
    expect(form.readAddress(own, LOOPBACK)).toEqual({ ok: true, address: own });
    expect(form.readAddress('http://8.8.8.8/hook', LOOPBACK).ok).toBe(false);
  },
);

test.for<[form: ChannelForm, address: string, shown: string]>([
  [slackForm, 'https://hooks.slack.com/services/T0/B0/verysecretword', 'hooks.slack.com/…word'],
  [slackForm, 'https://hooks.slack.com/s/word', 'hooks.slack.com/…'],
  [discordForm, `${HOOK}?thread_id=123456789`, 'discord.com/…9Qx1'],
  [teamsForm, `${FLOW}${INVOKE}`, 'prod-23.westeurope.logic.azure.com/…cdef'],
  [
    webhookForm,
    'https://app.kennel.example.com/hooks/abcdefghijkl?token=secret',
    'app.kennel.example.com/…ijkl',
  ],
  [feedForm, TOKEN, 'feed …9Qx1'],
])('of $0.kind %s is shown %s', ([form, address, shown]) => {
  expect(form.showAddress(address)).toBe(shown);
});
