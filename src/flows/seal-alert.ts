import type { AlertItem, Thread } from '../core/messages/message.ts';
import { itemLinks, waysOut, type Signer } from '../core/messages/message-links.ts';
import { isMuted, rank, type Subscription } from '../core/routing.ts';
import type { Some } from '../core/telling.ts';
import type { ToldEvent } from '../core/told-event.ts';
import type { Channel } from '../store/channels.ts';
import { eventById, eventsBefore } from '../store/events.ts';
import {
  dropAlerts,
  gather,
  sealGathering,
  threadOfHour,
  threadRoot,
  type Gathering,
  type OpenAlert,
  type ThreadRoot,
} from '../store/gathering.ts';
import { receivers, subscriptionById } from '../store/subscriptions.ts';
import { nameOfPage, portOf, readerOf, signerOf } from './route.ts';
import type { Database, World } from './world.ts';

/** An alert older than this says so: its reader must not take it for news of the hour (delivery.md). */
const LATE_MS = 48 * 3_600_000;

/**
 * Ends the gathering that an alert belongs to: renders one message of all its competitor's open alerts on that channel and
 * stores it, so that every try sends the same bytes. Later messages of the hour, and reversals, stand in the thread of the
 * first. What nobody watches any more is given up.
 */
export async function sealAlert(db: Database, world: World, deliveryId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gathering = await gather(tx, deliveryId, (kind) => portOf(world, { kind }).gathers);
    if (gathering === null) return;
    const signer = signerOf(world);
    const items: Item[] = [];
    for (const alert of gathering.alerts) {
      const item = await itemOf(tx, world, { alert, channel: gathering.channel });
      if ('subscription' in item) items.push(item);
      else await dropAlerts(tx, [alert], item.dropped);
    }
    const [first, ...rest] = items;
    if (first !== undefined) await seal(tx, world, { gathering, signer, items: [first, ...rest] });
    await world.reach('deliver sealing');
  });
}

interface Item {
  readonly alert: OpenAlert;
  readonly subscription: Subscription;
  readonly event: ToldEvent;
}

/** An alert that is still wanted; else why it is not: minutes have passed since it was written. */
async function itemOf(
  tx: Database,
  world: World,
  { alert, channel }: { alert: OpenAlert; channel: Channel },
): Promise<Item | { readonly dropped: string }> {
  const subscription =
    alert.subscriptionId === null ? null : await subscriptionById(tx, alert.subscriptionId);
  const event = await eventById(tx, alert.eventId);
  if (event === null) throw new Error(`delivery ${alert.id} is about an event that is not there`);
  if (subscription === null) return { dropped: 'the page is not watched any more' };
  if (event.corrected !== null) return { dropped: 'it was corrected before it was sent' };
  const [receiver] = await receivers(tx, subscription.id, [channel]);
  const kinds = [event.kind, ...event.tags];
  const muted = receiver !== undefined && isMuted(subscription, receiver, { kinds, now: world.now() });
  return muted ? { dropped: 'it was muted before it was sent' } : { alert, subscription, event };
}

interface Sealing {
  readonly gathering: Gathering;
  readonly signer: Signer;
  /** Oldest first: the first one's delivery carries the message, and its key names it. */
  readonly items: Some<Item>;
}

async function seal(tx: Database, world: World, { gathering, signer, items }: Sealing): Promise<void> {
  const { channel, competitorId } = gathering;
  const [{ alert: carrier, subscription }] = items;
  const before = carrier.createdAt;
  const port = portOf(world, channel);
  const ofHour = port.gathers ? { channelId: channel.id, competitorId, before } : null;
  const root =
    carrier.threadId === null
      ? ofHour && (await threadOfHour(tx, ofHour))
      : await threadRoot(tx, carrier.threadId);
  const told: AlertItem[] = [];
  for (const item of items) told.push(await toldItem(tx, world, { item, signer, delivery: carrier.key }));
  const [first, ...rest] = told.toSorted((a, b) => rank(b.severity) - rank(a.severity));
  if (first === undefined) throw new Error('an alert without an event');
  const message = port.alert({
    ...readerOf(world, subscription),
    items: [first, ...rest],
    thread: await threadOf(tx, world, { carrier, root }),
    waysOut: waysOut(signer, carrier.key),
    late: +world.now() - +before > LATE_MS,
  });
  const carried = items.flatMap(({ alert }) => (alert === carrier ? [] : [alert.id]));
  await sealGathering(tx, { carrier: carrier.id, carried, message, threadId: root?.id ?? null });
}

async function toldItem(
  tx: Database,
  world: World,
  { item, signer, delivery }: { item: Item; signer: Signer; delivery: string },
): Promise<AlertItem> {
  const { alert, subscription, event } = item;
  const { pageId, id, reversesEventId } = event;
  const { competitor, storedUrl } = readerOf(world, subscription);
  const { severity, reasons: severityReasons, why } = alert.routed;
  return {
    competitor,
    storedUrl,
    pageName: await nameOfPage(tx, pageId),
    event,
    severity,
    severityReasons,
    why,
    history: await eventsBefore(tx, { pageId, id, afterCheckId: subscription.afterCheckId, most: 3 }),
    reverses: reversesEventId === null ? null : await eventById(tx, reversesEventId),
    links: itemLinks(signer, delivery, id),
  };
}

/** Names of messages as mail has them (RFC 5322 3.6.4); the same for every kind of channel. */
async function threadOf(
  tx: Database,
  world: World,
  { carrier, root }: { carrier: OpenAlert; root: ThreadRoot | null },
): Promise<Thread> {
  const id = messageName(world, carrier.key);
  if (root === null) return { id, root: id, follows: null };
  const follows = root.eventId === null ? null : await eventById(tx, root.eventId);
  return { id, root: messageName(world, root.key), follows };
}

/** "alert_5f0c…@watch.example" */
export function messageName({ settings }: World, key: string): string {
  return `${key}@${URL.parse(settings.publicUrl)?.hostname ?? 'localhost'}`;
}
