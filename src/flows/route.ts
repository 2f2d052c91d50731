import type { NoticeInput, PageNames } from '../core/messages/message.ts';
import { waysOut, type Signer } from '../core/messages/message-links.ts';
import { whySentence } from '../core/messages/rule-words.ts';
import { routeEvent, wantsNotice, type Subscription } from '../core/routing.ts';
import type { ToldEvent } from '../core/told-event.ts';
import { pageNameOf } from '../core/watch/page-kind.ts';
import { weigh } from '../core/weigh.ts';
import type { Channel } from '../store/channels.ts';
import { lastReadAt } from '../store/checks.ts';
import { isCorrected } from '../store/corrections.ts';
import { addDelivery, newKey, type NewDelivery } from '../store/deliveries.ts';
import { noticeById } from '../store/notices.ts';
import { pageById } from '../store/pages.ts';
import { routesOfPage } from '../store/subscriptions.ts';
import { channelsTold, threadOfEvent } from '../store/told.ts';
import type { ChannelPort, Database, World } from './world.ts';

/** An event, and what is known of it on one page. */
export interface Told {
  readonly event: ToldEvent;
  /** The event's own page, or one that joins it. */
  readonly pageId: number;
  /** The check that believed it on this page. */
  readonly checkId: number;
  /** Instructions of accounts that do not ask for this event. */
  readonly aside: ReadonlySet<string>;
}

/**
 * Writes one delivery per channel for an event (part of commit B): the union of the subscriptions to this page that want
 * it. A later page of the site that joins the event brings in who watches that page alone; who has it gets nothing. A
 * reversal goes only to channels that hold a delivery of what it reverses, what was corrected to nobody more. What waits for the digest gets none here. An
 * alert is rendered later, when its gathering ends.
 * @returns how many channels were written to
 */
export async function deliverEvent(tx: Database, world: World, told: Told): Promise<number> {
  const { event, pageId, checkId } = told;
  if (await isCorrected(tx, event.id)) return 0;
  const original = event.reversesEventId === null ? null : await channelsTold(tx, event.reversesEventId);
  const ids: number[] = [];
  for (const { subscription, channels } of await routesOfPage(tx, pageId, world.settings.mailLeaves)) {
    const weight = weigh(event, subscription);
    const aside = subscription.instruction !== null && told.aside.has(subscription.instruction);
    for (const channel of channels) {
      if (original !== null && !original.has(channel.id)) continue;
      const routable = { ...event, severity: weight.severity, checkId };
      const taken = routeEvent(routable, subscription, { receiver: channel, now: world.now(), aside });
      if (taken.road !== 'alert') continue;
      const routed = { ...weight, why: whySentence(taken.rule, { ...channel, severity: weight.severity }) };
      const id = await write(tx, world, {
        channelId: channel.id,
        about: { event: event.id },
        message: null,
        route: { subscriptionId: subscription.id, competitorId: subscription.competitorId, pageId, routed },
        threadId: await threadOf(tx, channel, event),
      });
      if (id !== null) ids.push(id);
    }
  }
  await world.jobs.wakeDeliveries(tx, ids);
  return ids.length;
}

/** A reversal stands in the thread of what it reverses. */
async function threadOf(
  tx: Database,
  { id }: Channel,
  { reversesEventId }: ToldEvent,
): Promise<number | null> {
  return reversesEventId === null ? null : threadOfEvent(tx, { channelId: id, eventId: reversesEventId });
}

/** Writes the deliveries of a notice: at once, to the channels of everybody who watches the page and is not muted. */
export async function deliverNotice(tx: Database, world: World, noticeId: number): Promise<void> {
  const notice = await noticeById(tx, noticeId);
  const page = await pageById(tx, notice.pageId);
  const lastRead = await lastReadAt(tx, notice.pageId);
  const pageName = await nameOfPage(tx, notice.pageId);
  const signer = signerOf(world);
  for (const { subscription, channels } of await routesOfPage(tx, notice.pageId, world.settings.mailLeaves)) {
    for (const channel of channels) {
      if (!wantsNotice(notice, subscription, { receiver: channel, now: world.now() })) continue;
      const key = newKey({ notice: noticeId });
      const input: NoticeInput = {
        ...readerOf(world, subscription),
        notice,
        pageName,
        lastReadAt: lastRead,
        everySeconds: page?.everyS ?? 0,
        waysOut: waysOut(signer, key),
      };
      const message = portOf(world, channel).notice(input);
      const { id: subscriptionId, competitorId } = subscription;
      const route = { subscriptionId, competitorId, pageId: notice.pageId, routed: null };
      await queue(tx, world, { channelId: channel.id, about: { notice: noticeId }, key, message, route });
    }
  }
}

type Queued = Omit<NewDelivery, 'now' | 'key'> & { readonly key?: string };

/** Queues one message and the job that wakes it, in the caller's transaction. */
export async function queue(tx: Database, world: World, delivery: Queued): Promise<0 | 1> {
  const id = await queueOne(tx, world, delivery);
  return id === null ? 0 : 1;
}

/** @returns the delivery's id; null: the channel has it already */
export async function queueOne(tx: Database, world: World, delivery: Queued): Promise<number | null> {
  const id = await write(tx, world, delivery);
  if (id !== null) await world.jobs.wakeDeliveries(tx, [id]);
  return id;
}

async function write(tx: Database, world: World, delivery: Queued): Promise<number | null> {
  const key = delivery.key ?? newKey(delivery.about);
  return addDelivery(tx, { ...delivery, key, now: world.now() });
}

/** The form and sender of a channel's kind. A kind that this program does not know is a bug, or a newer database. */
export function portOf(world: World, { kind }: Pick<Channel, 'kind'>): ChannelPort {
  const port = world.channels[kind];
  if (port === undefined) throw new Error(`no kind of channel is called ${kind}`);
  return port;
}

/** A channel's address without what is secret in it. */
export function shownAddress(world: World, channel: Pick<Channel, 'kind' | 'address'>): string {
  return portOf(world, channel).showAddress(channel.address);
}

/** Where a feed is fetched, by whoever knows its address. */
export function feedAddresses(
  world: World,
  { address }: Pick<Channel, 'address'>,
): { atom: string; json: string } {
  const base = `${world.settings.publicUrl}/feeds/${address}`;
  return { atom: `${base}.atom`, json: `${base}.json` };
}

/** What links of messages are signed with now. */
export function signerOf({ linkKey: key, now, settings }: World): Signer {
  return { key, now: now(), publicUrl: settings.publicUrl };
}

/** Who reads, and what they call the page's competitor. */
export function readerOf(
  world: World,
  { competitor, url: storedUrl, timeZone }: Pick<Subscription, 'competitor' | 'url' | 'timeZone'>,
): Omit<PageNames, 'pageName'> & { timeZone: string; publicUrl: string } {
  return { competitor, storedUrl, timeZone, publicUrl: world.settings.publicUrl };
}

export async function nameOfPage(tx: Database, pageId: number): Promise<string> {
  const page = await pageById(tx, pageId);
  return page === null ? 'Page' : pageNameOf(page.url, page.kind);
}
