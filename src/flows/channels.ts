import { parseSlackAddress } from '../core/address.ts';
import { testMail } from '../core/messages/notice-mail.ts';
import { testSlack } from '../core/messages/slack-messages.ts';
import type { SendResult } from '../core/messages/send-result.ts';
import type { Account } from '../store/accounts.ts';
import { addChannel as storeChannel, channelOf, type Channel } from '../store/channels.ts';
import { sendTo } from './deliver.ts';
import type { Database, World } from './world.ts';

export type ChannelAdded =
  | { readonly ok: true; readonly channel: Channel }
  | { readonly ok: false; readonly say: string };

/** One address, no list, no display name, no line break: what may stand in a To header. */
const EMAIL = /^[^\s@<>"(),;:\\[\]]{1,64}@[^\s@<>"(),;:\\[\]]{1,190}$/;

/** Adds a place where the account is told. */
export async function addChannel(
  db: Database,
  world: World,
  { account, kind, address }: { account: Account; kind: string; address: string },
): Promise<ChannelAdded> {
  const now = world.now();
  const at = address.trim();
  if (kind === 'email') {
    if (!EMAIL.test(at)) return { ok: false, say: `"${at}" is no e-mail address, such as you@example.com` };
    return { ok: true, channel: await storeChannel(db, { accountId: account.id, kind, address: at, now }) };
  }
  if (kind !== 'slack') return { ok: false, say: `"${kind}" is no kind of channel; use email or slack` };
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

/** A Slack webhook is a secret: whoever has it can post. Shown is what tells one from another. */
export function shownAddress(channel: Pick<Channel, 'kind' | 'address'>): string {
  if (channel.kind === 'email') return channel.address;
  const { host, pathname } = new URL(channel.address);
  return `${host}/…${pathname.slice(-4)}`;
}
