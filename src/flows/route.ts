import { alertMail } from '../core/messages/alert-mail.ts';
import type { AlertInput, NoticeInput, PageNames } from '../core/messages/message.ts';
import { noticeMail } from '../core/messages/notice-mail.ts';
import { alertSlack, noticeSlack } from '../core/messages/slack-messages.ts';
import { pageNameOf } from '../core/watch/page-kind.ts';
import { isMuted, routeEvent, type Subscription } from '../core/routing.ts';
import type { ToldEvent } from '../core/told-event.ts';
import type { Channel } from '../store/channels.ts';
import { lastReadAt } from '../store/checks.ts';
import { addDelivery, channelsTold, type Subject } from '../store/deliveries.ts';
import { eventById, eventsBefore } from '../store/events.ts';
import { noticeById } from '../store/notices.ts';
import { pageById } from '../store/pages.ts';
import { routesOfPage } from '../store/subscriptions.ts';
import type { Database, World } from './world.ts';

/**
 * Writes one delivery per channel for an event (part of commit B): the union of the subscriptions to this page that want
 * it. A later page of the site that joins the event brings in who watches that page alone; who has it gets nothing. A
 * reversal goes only to channels that hold a delivery of what it reverses. What waits for the digest gets none here.
 * @param pageId the event's own page, or one that joins it
 * @param checkId the check that believed it on this page
 * @returns how many channels were written to
 */
export async function deliverEvent(
  tx: Database,
  world: World,
  { event, pageId, checkId }: { event: ToldEvent; pageId: number; checkId: number },
): Promise<number> {
  const told = event.reversesEventId === null ? null : await channelsTold(tx, event.reversesEventId);
  let written = 0;
  for (const { subscription, channels } of await routesOfPage(tx, pageId)) {
    const context = await alertContext(tx, event, subscription);
    for (const channel of channels) {
      const { takesDigest } = channel;
      const { road } = routeEvent({ ...event, checkId }, subscription, { takesDigest, now: world.now() });
      if (road !== 'alert' || (told !== null && !told.has(channel.id))) continue;
      const message = render(channel, {
        ...context,
        ...readerOf(world, subscription),
        least: subscription.least,
      });
      written += await deliver(tx, world, { channel, about: { event: event.id }, message });
    }
  }
  return written;
}

async function alertContext(tx: Database, event: ToldEvent, { afterCheckId }: Subscription) {
  const { pageId, id } = event;
  const history = await eventsBefore(tx, { pageId, id, afterCheckId, most: 3 });
  const reverses = event.reversesEventId === null ? null : await eventById(tx, event.reversesEventId);
  return { event, history, reverses, pageName: await nameOfPage(tx, event.pageId) };
}

function render(channel: Channel, input: AlertInput): object {
  return channel.kind === 'email' ? alertMail(input) : alertSlack(input);
}

/** Writes the deliveries of a notice: at once, to every channel of everybody who watches the page and is not muted. */
export async function deliverNotice(tx: Database, world: World, noticeId: number): Promise<void> {
  const notice = await noticeById(tx, noticeId);
  const page = await pageById(tx, notice.pageId);
  const lastRead = await lastReadAt(tx, notice.pageId);
  const pageName = await nameOfPage(tx, notice.pageId);
  for (const { subscription, channels } of await routesOfPage(tx, notice.pageId)) {
    if (isMuted(subscription, world.now())) continue;
    for (const channel of channels) {
      const input: NoticeInput = {
        ...readerOf(world, subscription),
        notice,
        pageName,
        lastReadAt: lastRead,
        everySeconds: page?.everyS ?? 0,
      };
      const message = channel.kind === 'email' ? noticeMail(input) : noticeSlack(input);
      await deliver(tx, world, { channel, about: { notice: noticeId }, message });
    }
  }
}

/** Queues one message and the job that wakes it, in the caller's transaction. */
export async function deliver(
  tx: Database,
  world: World,
  { channel, about, message }: { channel: Channel; about: Subject; message: object },
): Promise<0 | 1> {
  const id = await addDelivery(tx, { channelId: channel.id, about, message, now: world.now() });
  if (id === null) return 0;
  await world.jobs.wakeDelivery(tx, id);
  return 1;
}

function readerOf(
  world: World,
  subscription: Subscription,
): Omit<PageNames, 'pageName'> & { timeZone: string; publicUrl: string } {
  const { competitor, url: storedUrl, timeZone } = subscription;
  return { competitor, storedUrl, timeZone, publicUrl: world.settings.publicUrl };
}

async function nameOfPage(tx: Database, pageId: number): Promise<string> {
  const page = await pageById(tx, pageId);
  return page === null ? 'Page' : pageNameOf(page.url, page.kind);
}
