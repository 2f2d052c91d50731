import { parseSlackAddress } from '../core/address/address.ts';
import { emailAddress } from '../core/address/channel-address.ts';
import { testMail } from '../core/messages/notice-mail.ts';
import { testSlack } from '../core/messages/slack-messages.ts';
import type { SendResult } from '../core/messages/send-result.ts';
import type { Account } from '../store/accounts.ts';
import { addChannel as storeChannel, channelOf, type Channel } from '../store/channels.ts';
import type { ChannelKind } from '../store/tables.ts';
import { sendTo } from './deliver.ts';
import type { Database, World } from './world.ts';

export type ChannelAdded =
  | { readonly ok: true; readonly channel: Channel }
  | { readonly ok: false; readonly say: string };

/** Adds a place where the account is told. */
export async function addChannel(
  db: Database,
  world: World,
  { account, kind, address }: { account: Account; kind: ChannelKind; address: string },
): Promise<ChannelAdded> {
  const now = world.now();
  const at = address.trim();
  if (kind === 'email') {
    const email = emailAddress(at);
    if (email === null) return { ok: false, say: `"${at}" is no e-mail address, such as you@example.com` };
    return {
      ok: true,
      channel: await storeChannel(db, { accountId: account.id, kind, address: email, now }),
    };
  }
  if (!/^https?:\/\//i.test(at))
    return { ok: false, say: 'A Slack webhook address starts with https://hooks.slack.com/.' };
  const parsed = parseSlackAddress(at, world.settings.allowNet);
  if (!parsed.ok) return { ok: false, say: parsed.say };
  return {
    ok: true,
    channel: await storeChannel(db, { accountId: account.id, kind, address: parsed.url.href, now }),
  };
}

/** Sends a test message at once; null: the account has no such channel. */
export async function testChannel(
  db: Database,
  world: World,
  { account, id }: { account: Account; id: number },
): Promise<SendResult | null> {
  const channel = await channelOf(db, { accountId: account.id, id });
  if (channel === null) return null;
  const now = world.now();
  const input = { timeZone: account.timeZone, publicUrl: world.settings.publicUrl, now };
  const message = channel.kind === 'email' ? testMail(input) : testSlack(input);
  return sendTo(world, channel, { message, idempotencyKey: `test/${channel.id}/${+now}`, repeat: false });
}
