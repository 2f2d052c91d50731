import { muteWords, untilWords } from '../core/messages/hold-words.ts';
import { dayAndTime, zoneOf } from '../core/messages/local-time.ts';
import {
  muteThatHolds,
  routeEvent,
  type HoldingMute,
  type Receiver,
  type Subscription,
} from '../core/routing.ts';
import type { ToldEvent } from '../core/told-event.ts';
import { weigh } from '../core/weigh.ts';
import type { Account } from '../store/accounts.ts';
import { listChannels, type Channel } from '../store/channels.ts';
import type { AccountEvent } from '../store/events.ts';
import { receivers, subscriptionsOfAccount } from '../store/subscriptions.ts';
import { channelsTold, checkOfEvent, digestThatTook } from '../store/told.ts';
import type { Database, World } from './world.ts';

/** A channel that holds no message about an event. */
export interface Unsent {
  readonly channel: Channel;
  /** It comes with the next digest. */
  readonly waits: boolean;
  /** Why, in words that follow "not sent: ". */
  readonly why: string;
}

/** Why channels of the account hold no message about an event that was told (P12): by the rules and mutes that stand now. */
export async function whyUnsent(
  db: Database,
  world: World,
  { account, one }: { account: Account; one: AccountEvent },
): Promise<readonly Unsent[]> {
  const { event, pageId } = one;
  const told = await channelsTold(db, event.id);
  const missing = (await listChannels(db, account.id)).filter(({ id }) => !told.has(id));
  const subscription = (await subscriptionsOfAccount(db, account.id)).find((s) => s.pageId === pageId);
  if (missing.length === 0 || subscription === undefined) return [];
  const undoes = event.reversesEventId === null ? null : await channelsTold(db, event.reversesEventId);
  const seen = {
    event,
    subscription,
    checkId: await checkOfEvent(db, { eventId: event.id, pageId }),
    taken: await digestThatTook(db, { accountId: account.id, eventId: event.id }),
    now: world.now(),
    asks: world.settings.mailLeaves,
  };
  const all = await receivers(db, subscription.id, missing);
  return all.map((channel) => {
    const knows = undoes === null || undoes.has(channel.id);
    const reason = knows ? reasonFor(channel, seen) : 'it undoes what this channel was never told';
    return { channel, waits: reason === null, why: reason ?? 'it waits for the next digest' };
  });
}

interface Seen {
  readonly event: ToldEvent;
  readonly subscription: Subscription;
  readonly checkId: number;
  /** The digest that took the event, shown or not; null: none has. */
  readonly taken: { readonly createdAt: Date } | null;
  readonly now: Date;
  readonly asks: boolean;
}

/** Null: nothing keeps it back; the next digest brings it. */
function reasonFor(channel: Channel & Receiver, seen: Seen): string | null {
  const { event, subscription, checkId, taken, now } = seen;
  const zone = zoneOf(subscription.timeZone);
  if (channel.disabledAt !== null)
    return `the channel is off (${channel.disabledReason ?? 'no reason is known'})`;
  if (channel.confirmedAt === null && seen.asks) return 'its reader has not said yes to our mail';
  const kinds = [event.kind, ...event.tags];
  const moments = taken === null ? [event.toldAt, now] : [event.toldAt, taken.createdAt];
  for (const at of moments) {
    const mute = muteThatHolds(subscription, channel, { kinds, now: at });
    if (mute !== null) return muteReason(mute, subscription, now);
  }
  const routable = { ...event, severity: weigh(event, subscription).severity, checkId };
  const road = routeEvent(routable, subscription, { receiver: channel, now: event.toldAt });
  if (road.road === 'silent') return road.reason;
  if (channel.takesDigest && channel.digestEndedAt !== null)
    return `its reader ended the digests ${dayAndTime(channel.digestEndedAt, zone)}`;
  if (road.road === 'digest' && taken === null) return null;
  return taken === null
    ? 'when it was told a rule, a mute or the channel itself stood otherwise than now'
    : 'it was undone before the digest, or a rule, a mute or the channel stood otherwise then';
}

function muteReason(mute: HoldingMute, { timeZone }: Subscription, now: Date): string {
  const zone = zoneOf(timeZone);
  if (mute.by === 'wish' && mute.until !== null) return `muted until ${untilWords(mute.until, zone, now)}`;
  return `it ${muteWords(mute, 'this page', { zone, now })}`;
}
