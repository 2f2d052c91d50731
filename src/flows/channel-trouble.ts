import type { ChannelNoticeInput, ChannelNoticeKind } from '../core/messages/message.ts';
import type { Unsent } from '../core/messages/send-result.ts';
import { accountById } from '../store/accounts.ts';
import { addChannelNotice, waitingFor } from '../store/channel-notices.ts';
import { disableChannel, noteFailing, openChannels, type Channel } from '../store/channels.ts';
import { newKey } from '../store/deliveries.ts';
import { listMembers } from '../store/members.ts';
import { portOf, queue, shownAddress } from './route.ts';
import type { Database, World } from './world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The owner hears of a channel that takes nothing after a day; after five it is switched off (delivery.md). */
const FAILING_MS = DAY_MS;
const HOPELESS_MS = 120 * HOUR_MS;

/**
 * What a failed try says of its channel: refused for good, it is switched off at once; failing for a day, the owner is told;
 * failing for five, it is switched off. What lies in the message alone says nothing of the channel: the owner hears of such
 * messages once a day.
 */
export async function noteTrouble(
  tx: Database,
  world: World,
  { channel, result }: { channel: Channel; result: Unsent },
): Promise<void> {
  if (result.messageOnly === true) {
    const since = new Date(Math.floor(+world.now() / DAY_MS) * DAY_MS);
    return tellOwners(tx, world, {
      channel,
      kind: 'channel.refused',
      since,
      reason: result.reason,
      waiting: 1,
    });
  }
  if (result.permanent) return switchOff(tx, world, { channel, reason: result.reason });
  const since = await noteFailing(tx, channel.id, world.now());
  const lasted = +world.now() - +since;
  if (lasted >= HOPELESS_MS) {
    const reason = `it has taken nothing for five days; last: ${result.reason}`;
    await switchOff(tx, world, { channel, reason });
  } else if (lasted >= FAILING_MS) {
    await tellOwners(tx, world, { channel, kind: 'channel.failing', since, reason: result.reason });
  }
}

/** Switches a channel off, gives up what waits for it, and tells the owners by another way. */
export async function switchOff(
  tx: Database,
  world: World,
  { channel, reason }: { channel: Channel; reason: string },
): Promise<void> {
  const now = world.now();
  const givenUp = await disableChannel(tx, channel.id, { reason, now });
  if (givenUp === null) return;
  await tellOwners(tx, world, { channel, kind: 'channel.disabled', since: now, reason, waiting: givenUp });
}

/** What may have arrived and is sent no more is told elsewhere, once a day at most: its news may be missing there. */
export async function noteUnclear(
  tx: Database,
  world: World,
  { channel, reason }: { channel: Channel; reason: string },
): Promise<void> {
  const since = new Date(Math.floor(+world.now() / DAY_MS) * DAY_MS);
  await tellOwners(tx, world, { channel, kind: 'channel.unclear', since, reason, waiting: 1 });
}

interface Trouble {
  readonly channel: Channel;
  readonly kind: Exclude<ChannelNoticeKind, 'channel.confirm'>;
  /** A channel's troubles of one kind and one such time are told once. */
  readonly since: Date;
  readonly reason: string;
  readonly waiting?: number;
}

/** Told about one message, which is listed among those that were given up. */
function isAboutMessage(kind: ChannelNoticeKind): boolean {
  return kind === 'channel.refused' || kind === 'channel.unclear';
}

/** Once per trouble: to the owners' mail if it can be reached, else to whatever other channel the account has. */
async function tellOwners(tx: Database, world: World, trouble: Trouble): Promise<void> {
  const { channel, kind, since, reason } = trouble;
  const now = world.now();
  const id = await addChannelNotice(tx, { channelId: channel.id, kind, since, reason, now });
  const account = await accountById(tx, channel.accountId);
  if (id === null || account === null) return;
  const input: ChannelNoticeInput = {
    timeZone: account.timeZone,
    publicUrl: world.settings.publicUrl,
    kind,
    channel: channel.name ?? `${channel.kind} ${shownAddress(world, channel)}`,
    since: kind === 'channel.unclear' ? now : since,
    reason,
    waiting: trouble.waiting ?? (await waitingFor(tx, channel.id)),
    link: `${world.settings.publicUrl}/${isAboutMessage(kind) ? 'deliveries?state=dead' : 'channels'}`,
  };
  const others = await otherWays(tx, world, channel);
  // Alone, a channel that refused one message is asked to carry this one.
  for (const other of others.length === 0 && kind === 'channel.refused' ? [channel] : others) {
    const message = portOf(world, other).channelNotice(input);
    const about = { channelNotice: id };
    await queue(tx, world, { channelId: other.id, about, key: newKey(about), message });
  }
}

async function otherWays(tx: Database, world: World, channel: Channel): Promise<readonly Channel[]> {
  const open = await openChannels(tx, channel.accountId, world.settings.mailLeaves);
  const others = open.filter(({ id }) => id !== channel.id);
  const members = await listMembers(tx, channel.accountId);
  const owners = new Set(members.filter(({ role }) => role === 'owner').map(({ email }) => email));
  const mails = others.filter(({ kind }) => kind === 'email');
  const ownMails = mails.filter(({ address }) => owners.has(address));
  return [ownMails, mails, others].find((ways) => ways.length > 0) ?? [];
}
