import { mailboxOf } from '../core/address/channel-address.ts';
import { linkTo } from '../core/messages/message-links.ts';
import type { SendResult } from '../core/messages/send-result.ts';
import { accountById, type Account } from '../store/accounts.ts';
import { addChannelNotice, noteAsked, timesAsked } from '../store/channel-notices.ts';
import {
  addChannel as storeChannel,
  changeAddress,
  changeSecrets,
  channelOf,
  listChannels,
  newSecret,
  newSecretAddress,
  type Channel,
} from '../store/channels.ts';
import { newKey } from '../store/deliveries.ts';
import { suppressionOf } from '../store/suppressions.ts';
import { portOf, queue, signerOf } from './route.ts';
import type { ChannelPort, Database, World } from './world.ts';

export interface ChannelWish {
  readonly account: Account;
  readonly kind: string;
  /** Empty for kinds whose address we make. */
  readonly address: string;
  /** What to call it, "#rivals"; null: by its address. */
  readonly name: string | null;
  /** Null: as usual for its kind. */
  readonly takesDigest: boolean | null;
}

export type ChannelAdded =
  | { readonly ok: true; readonly channel: Channel; readonly created: boolean }
  | { readonly ok: false; readonly say: string };

/**
 * Adds a place where the account is told, or enables the one that is there. A mail address beside the account's first one
 * is asked whether it wants our mail, and gets nothing else before it said yes (double opt-in).
 */
export async function addChannel(db: Database, world: World, wish: ChannelWish): Promise<ChannelAdded> {
  const port = Object.hasOwn(world.channels, wish.kind) ? world.channels[wish.kind] : undefined;
  if (port === undefined) return no(`"${wish.kind}" is no kind of channel; use ${kindsOf(world)}.`);
  if (wish.takesDigest === true && port.digest === null) return no(`A ${port.kind} carries no digest.`);
  const read =
    port.takes === null
      ? { ok: true as const, address: newSecretAddress() }
      : port.readAddress(wish.address.trim(), world.settings.allowNet);
  if (!read.ok) return no(read.say);
  const suppressed = port.kind === 'email' ? await suppressionOf(db, read.address) : null;
  if (suppressed !== null) return no(suppressedWords(read.address, suppressed));
  try {
    return await db.transaction().execute(async (tx) => {
      const { channel, created } = await store(tx, world, { wish, port, address: read.address });
      const isAsked = channel.confirmedAt === null && world.settings.mailLeaves;
      const refused = isAsked ? await askToConfirm(tx, world, channel) : null;
      if (refused !== null) throw new NotAsked(refused);
      return { ok: true, channel, created };
    });
  } catch (error) {
    if (error instanceof NotAsked) return no(error.message);
    throw error;
  }
}

/** Thrown to undo what was stored of a channel whose reader cannot be asked. */
class NotAsked extends Error {}

function kindsOf(world: World): string {
  return Object.keys(world.channels).join(', ');
}

/** Why nothing goes to an address that bounced or complained. */
export function suppressedWords(
  address: string,
  { reason, detail }: { reason: 'bounce' | 'complaint'; detail: string },
): string {
  return reason === 'complaint'
    ? `${address} has complained about our mail, so none is sent there.`
    : `Mail to ${address} bounced (${detail}). If the mailbox works again: npm run -s sightline -- channel lift ${address}`;
}

async function store(
  tx: Database,
  world: World,
  { wish, port, address }: { wish: ChannelWish; port: ChannelPort; address: string },
): Promise<{ readonly channel: Channel; readonly created: boolean }> {
  const { account, name } = wish;
  const now = world.now();
  const mails = (await listChannels(tx, account.id)).filter(({ kind }) => kind === 'email');
  // The first address is that of whoever set this up; others belong to somebody who has to be asked.
  const isKnown = port.kind !== 'email' || mails.length === 0;
  return storeChannel(tx, {
    accountId: account.id,
    kind: port.kind,
    address,
    name,
    secrets: port.signs ? [newSecret()] : [],
    takesDigest: wish.takesDigest ?? port.digestByDefault,
    confirmedAt: isKnown ? now : null,
    now,
  });
}

const MOST_ASKED_A_DAY = 3;

/**
 * Mails the question whether its reader wants our mail, three times a day at most per mailbox, whoever asks.
 * @returns why it was not asked; null: it was
 */
export async function askToConfirm(tx: Database, world: World, channel: Channel): Promise<string | null> {
  const { address, id: channelId, accountId } = channel;
  const now = world.now();
  if ((await timesAsked(tx, { address: mailboxOf(address), now })) >= MOST_ASKED_A_DAY) {
    return `${address} was asked ${MOST_ASKED_A_DAY} times within a day whether it wants our mail; it can be asked again tomorrow.`;
  }
  const notice = { channelId, kind: 'channel.confirm', since: now, reason: null, now } as const;
  const id = await addChannelNotice(tx, notice);
  if (id === null) return null;
  await noteAsked(tx, { address: mailboxOf(address), now });
  const about = { channelNotice: id };
  const key = newKey(about);
  const signer = signerOf(world);
  const account = await accountById(tx, accountId);
  const message = portOf(world, channel).channelNotice({
    timeZone: account?.timeZone ?? 'UTC',
    publicUrl: world.settings.publicUrl,
    kind: 'channel.confirm',
    channel: address,
    since: now,
    reason: null,
    waiting: 0,
    link: linkTo(signer, { action: 'confirm', delivery: key, event: null }),
  });
  await queue(tx, world, { channelId, about, key, message });
  return null;
}

export type ChannelTested =
  | { readonly ok: true; readonly result: SendResult }
  /** Why nothing may be sent there. */
  | { readonly ok: false; readonly say: string };

/** Sends a test message at once. */
export async function testChannel(
  db: Database,
  world: World,
  { account, id }: { account: Account; id: number },
): Promise<ChannelTested> {
  const channel = await channelOf(db, { accountId: account.id, id });
  if (channel === null) return noChannel(id);
  if (channel.confirmedAt === null && world.settings.mailLeaves)
    return no(`${channel.address} has not said yet that it wants our mail, so no test is sent there.`);
  const suppressed = channel.kind === 'email' ? await suppressionOf(db, channel.address) : null;
  if (suppressed !== null) return no(suppressedWords(channel.address, suppressed));
  const now = world.now();
  const { address, secrets } = channel;
  const port = portOf(world, channel);
  const message = port.test({ timeZone: account.timeZone, publicUrl: world.settings.publicUrl, now });
  const key = `test_${channel.id}_${+now}`;
  return { ok: true, result: await port.send({ address, message, key, secrets, perhapsSentAt: null }) };
}

export type SecretRotated =
  /** A new secret to sign with. */
  | { readonly ok: true; readonly secret: string }
  /** A new address, for a kind whose address is the secret. */
  | { readonly ok: true; readonly secret: null; readonly channel: Channel }
  | { readonly ok: false; readonly say: string };

/**
 * A new secret for a channel that signs; the one before it signs too until the next change, so that receivers can follow.
 * A new address for one whose address we make; the old one answers nobody from now on, or who knew it would go on reading.
 */
export async function rotateSecret(
  db: Database,
  world: World,
  { account, id }: { account: Account; id: number },
): Promise<SecretRotated> {
  const channel = await channelOf(db, { accountId: account.id, id });
  if (channel === null) return noChannel(id);
  const { kind } = channel;
  const { signs, takes } = portOf(world, channel);
  if (takes === null) {
    const address = newSecretAddress();
    await changeAddress(db, id, address);
    return { ok: true, secret: null, channel: { ...channel, address } };
  }
  if (!signs && kind === 'email') return no('An email channel has no secret.');
  if (!signs)
    return no(
      `The secret of a ${kind} channel is its address, which ${kind} makes: make a new one there, add it, and remove channel ${id}.`,
    );
  const secret = newSecret();
  await changeSecrets(db, id, [secret, ...channel.secrets.slice(0, 1)]);
  return { ok: true, secret };
}

function noChannel(id: number): { readonly ok: false; readonly say: string } {
  return no(`There is no channel ${id}; see: npm run -s sightline -- channel list`);
}

function no(say: string): { readonly ok: false; readonly say: string } {
  return { ok: false, say };
}
