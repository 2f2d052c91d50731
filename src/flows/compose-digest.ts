import { localDate, zoneOf } from '../core/messages/local-time.ts';
import type { DigestEvent, DigestInput, NewPage } from '../core/messages/message.ts';
import { newPageKey } from '../core/watch/new-pages.ts';
import { pageKindOf, pageNameOf } from '../core/watch/page-kind.ts';
import { isMuted, routeEvent, type Subscription } from '../core/routing.ts';
import type { Account } from '../store/accounts.ts';
import { accountTold } from '../store/deliveries.ts';
import { openNewPages, type TakenNotice } from '../store/discoveries.ts';
import {
  coverageOf,
  modelCost,
  openEvents,
  undoneEvents,
  unreadablePages,
  type OpenEvent,
  type TakenEvent,
} from '../store/digests.ts';
import { eventById } from '../store/events.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { pageById } from '../store/pages.ts';
import type { Database, World } from './world.ts';

export interface ComposedDigest {
  readonly input: DigestInput;
  readonly takes: readonly TakenEvent[];
  readonly takesNotices: readonly TakenNotice[];
}

/** Kinds that are news even when they are over: what stood for a day may have been bought in that day (P7). */
const PERISHABLE = /^(pricing\.|promotion$|deprecation$)/;

/**
 * What the account's digest says at this moment. Reads only, so that a preview is the digest itself. Left out is what
 * the account did not ask for, and what was undone before the account had heard of it; perishable news is told as over.
 */
export async function composeDigest(
  db: Database,
  world: World,
  { account, since: from }: { account: Account; since: Date },
): Promise<ComposedDigest> {
  const now = world.now();
  const subscriptions = new Map((await subscriptionsOfAccount(db, account.id)).map((s) => [s.id, s]));
  const open = await openEvents(db, account.id);
  const undone = await undoneEvents(
    db,
    open.map((e) => e.eventId),
  );
  const takes: TakenEvent[] = [];
  const events: DigestEvent[] = [];
  for (const one of open) {
    const subscription = subscriptions.get(one.subscriptionId);
    if (subscription === undefined) continue;
    const back = undone.get(one.eventId);
    if (back !== undefined && !back.told && one.sentAt === null) continue;
    const shown = await showEvent(db, { one, subscription, now, undoneAt: back?.at ?? null });
    takes.push({ eventId: one.eventId, shown: shown !== null });
    if (shown !== null) events.push(shown);
  }
  const coverage = {
    ...(await coverageOf(db, { accountId: account.id, from, to: now })),
    unreadable: await unreadable(db, account.id, subscriptions),
  };
  const found = await newPagesFor(db, { accountId: account.id, subscriptions, now });
  const input = {
    timeZone: account.timeZone,
    publicUrl: world.settings.publicUrl,
    localDate: localDate(now, zoneOf(account.timeZone)),
    hour: account.digestHour,
    period: { from, to: now },
    events,
    newPages: found.newPages,
    coverage,
    cost: await modelCost(db, { from, to: now }),
  };
  return { input, takes, takesNotices: found.takes };
}

async function showEvent(
  db: Database,
  {
    one,
    subscription,
    now,
    undoneAt,
  }: { one: OpenEvent; subscription: Subscription; now: Date; undoneAt: Date | null },
): Promise<DigestEvent | null> {
  const event = await eventById(db, one.eventId);
  if (event === null) return null;
  const { road } = routeEvent({ ...event, checkId: one.checkId }, subscription, { takesDigest: true, now });
  if (road === 'silent') return null;
  const { accountId } = subscription;
  if (event.reversesEventId !== null && !(await accountTold(db, accountId, event.reversesEventId)))
    return null;
  const over = undoneAt !== null && one.sentAt === null;
  if (over && !PERISHABLE.test(event.kind)) return null;
  const page = await pageById(db, event.pageId);
  return {
    event,
    competitor: subscription.competitor,
    pageName: page === null ? 'Page' : pageNameOf(page.url, page.kind),
    sentAt: one.sentAt,
    stoodMs: over ? +undoneAt - +event.window.to : null,
  };
}

/** New pages that nobody has told the account of; what it watches by now, or is muted, is taken and not shown. */
async function newPagesFor(
  db: Database,
  account: {
    readonly accountId: number;
    readonly subscriptions: ReadonlyMap<number, Subscription>;
    readonly now: Date;
  },
): Promise<{ readonly newPages: readonly NewPage[]; readonly takes: readonly TakenNotice[] }> {
  const { accountId, subscriptions, now } = account;
  const own = new Set([...subscriptions.values()].map(({ url }) => newPageKey(url)));
  const all = (await openNewPages(db, accountId)).map((page) => {
    const subscription = subscriptions.get(page.subscriptionId);
    const muted = subscription === undefined || isMuted(subscription, now);
    return { page, shown: !muted && !own.has(newPageKey(page.address)) };
  });
  return {
    newPages: all.filter(({ shown }) => shown).map(({ page }) => page),
    takes: all.map(({ page, shown }) => ({ noticeId: page.noticeId, shown })),
  };
}

async function unreadable(
  db: Database,
  accountId: number,
  subscriptions: ReadonlyMap<number, Subscription>,
): Promise<DigestInput['coverage']['unreadable']> {
  const pages = await unreadablePages(db, accountId);
  return pages.flatMap(({ subscriptionId, since, reason }) => {
    const subscription = subscriptions.get(subscriptionId);
    if (subscription === undefined) return [];
    const { competitor, url } = subscription;
    return [{ competitor, url, since, reason, pageName: pageNameOf(url, pageKindOf(url)) }];
  });
}
