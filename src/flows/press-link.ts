import { readLink, type LinkAction, type LinkClaim } from '../core/link-token.ts';
import type { Verdict } from '../store/account-tables.ts';
import { channelById, confirmChannel, endDigests, leaveChannel, type Channel } from '../store/channels.ts';
import { deliveryByKey, pagesOfMessage, type MessagePage, type NamedDelivery } from '../store/deliveries.ts';
import { eventById } from '../store/events.ts';
import { addFeedback } from '../store/feedback.ts';
import { addMute } from '../store/wishes.ts';
import type { Database, World } from './world.ts';

const SNOOZE_MS = 7 * 86_400_000;

/** What a link of a message would do, for the page that asks. */
export interface LinkMeaning {
  readonly action: LinkAction;
  readonly channel: Channel;
  /** The pages that it is about; empty: none of them is watched any more, or the link is about everything. */
  readonly pages: readonly MessagePage[];
  /** Kind and headline of the event that it is about; null: the message as a whole. */
  readonly event: { readonly kind: string; readonly headline: string } | null;
}

export type LinkRead =
  | { readonly ok: true; readonly meaning: LinkMeaning }
  | { readonly ok: false; readonly why: 'unknown' | 'expired' };

/** Reads a link and changes nothing: mail scanners follow every link of a mail. */
export async function meaningOfLink(db: Database, world: World, token: string): Promise<LinkRead> {
  const found = await find(db, world, token);
  if (!found.ok) return found;
  const { claim, delivery, channel } = found;
  const event = claim.event === null ? null : await eventById(db, claim.event);
  const isDigest = delivery.digestId !== null;
  const action = claim.action === 'unsubscribe message' && isDigest ? 'unsubscribe digest' : claim.action;
  return {
    ok: true,
    meaning: {
      action,
      channel,
      pages: action === 'unsubscribe all' ? [] : await pagesOfMessage(db, delivery, claim.event),
      event: event && { kind: event.kind, headline: event.headline },
    },
  };
}

/** Does what the link's button says. Pressed twice, it is as pressed once. It needs no login: the signature is the right. */
export async function pressLink(db: Database, world: World, token: string): Promise<LinkRead> {
  return db.transaction().execute(async (tx) => {
    const read = await meaningOfLink(tx, world, token);
    if (!read.ok) return read;
    const found = await find(tx, world, token);
    if (found.ok) await act(tx, world, { meaning: read.meaning, claim: found.claim });
    return read;
  });
}

type Found =
  | {
      readonly ok: true;
      readonly claim: LinkClaim;
      readonly delivery: NamedDelivery;
      readonly channel: Channel;
    }
  | { readonly ok: false; readonly why: 'unknown' | 'expired' };

async function find(db: Database, world: World, token: string): Promise<Found> {
  const read = readLink(token, { key: world.linkKey, now: world.now() });
  if (!read.ok) return read;
  const delivery = await deliveryByKey(db, read.claim.delivery);
  const channel = delivery && (await channelById(db, delivery.channelId));
  return delivery === null || channel === null
    ? { ok: false, why: 'unknown' }
    : { ok: true, claim: read.claim, delivery, channel };
}

const VERDICT: Partial<Record<LinkAction, Verdict>> = {
  useful: 'useful',
  'not useful': 'not useful',
  wrong: 'wrong',
};

async function act(
  tx: Database,
  world: World,
  { meaning, claim }: { meaning: LinkMeaning; claim: LinkClaim },
): Promise<void> {
  const { action, channel, pages, event } = meaning;
  const now = world.now();
  const verdict = VERDICT[action];
  if (verdict !== undefined && claim.event !== null)
    await addFeedback(tx, { eventId: claim.event, channelId: channel.id, verdict, now });
  if (action === 'confirm') await confirmChannel(tx, channel.id, now);
  if (action === 'unsubscribe all')
    await leaveChannel(tx, channel.id, { reason: 'its reader unsubscribed', now });
  if (action === 'unsubscribe digest') await endDigests(tx, channel.id, now);
  const mute = muteOf(action, event?.kind ?? null, now);
  if (mute === null) return;
  for (const { subscriptionId } of pages)
    await addMute(tx, { subscriptionId, channelId: channel.id, now, ...mute });
}

function muteOf(
  action: LinkAction,
  kind: string | null,
  now: Date,
): { readonly kind: string | null; readonly until: Date | null } | null {
  if (action === 'mute kind') return kind === null ? null : { kind, until: null };
  if (action === 'snooze') return { kind: null, until: new Date(+now + SNOOZE_MS) };
  return action === 'unsubscribe page' || action === 'unsubscribe message'
    ? { kind: null, until: null }
    : null;
}
