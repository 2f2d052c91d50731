import { localDate, zoneOf } from '../core/messages/local-time.ts';
import type { DigestEvent, DigestInput, NewPage } from '../core/messages/message.ts';
import { routeEvent, type Receiver, type Subscription } from '../core/routing.ts';
import { newPageKey } from '../core/watch/new-pages.ts';
import { pageKindOf, pageNameOf } from '../core/watch/page-kind.ts';
import { weigh } from '../core/weigh.ts';
import type { Account } from '../store/accounts.ts';
import type { Channel } from '../store/channels.ts';
import {
  coverageOf,
  modelCost,
  openEvents,
  undoneEvents,
  unreadablePages,
  type OpenEvent,
  type Undone,
} from '../store/digests.ts';
import { openNewPages, type TakenNotice } from '../store/discoveries.ts';
import { eventById } from '../store/events.ts';
import { receivers, subscriptionsOfAccount } from '../store/subscriptions.ts';
import { accountTold, heardOf } from '../store/told.ts';
import { nameOfPage } from './route.ts';
import type { Database, World } from './world.ts';

/** What a digest says, apart from how its reader gets out and whether it was asked for. */
export type DigestContent = Omit<DigestInput, 'waysOut' | 'onRequest'>;

export interface ComposedDigest {
  /** All that the account asked for, on whatever channel. */
  readonly content: DigestContent;
  /** The events that the digest takes, shown or not: no later one looks at them again. */
  readonly takes: readonly number[];
  readonly takesNotices: readonly TakenNotice[];
  /** The part for one channel: rules may name channels, and a channel may have muted a page. */
  contentFor(channel: Channel): Promise<DigestContent>;
}

type PageSubscription = Subscription & { readonly pageId: number };

/** Kinds that are news even when they are over: what stood for a day may have been bought in that day (P7). */
const PERISHABLE = /^(pricing\.|promotion$|deprecation$)/;

/** An event that may be shown, and what decides where. */
interface Candidate {
  readonly checkId: number;
  readonly subscription: Subscription;
  readonly event: DigestEvent;
  readonly heard: Heard;
}

/** Channels that were told of an event at once, and when; null: it is not known that it arrived. */
type Heard = ReadonlyMap<number, Date | null>;

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
  const { takes, candidates } = await candidatesOf(db, account, subscriptions);
  const found = await newPagesFor(db, { accountId: account.id, subscriptions, now });
  const content = {
    timeZone: account.timeZone,
    publicUrl: world.settings.publicUrl,
    localDate: localDate(now, zoneOf(account.timeZone)),
    hour: account.digestHour,
    days: account.digestDays,
    period: { from, to: now },
    events: candidates.filter((one) => isAsked(one, now)).map(({ event }) => event),
    newPages: found.newPages,
    coverage: {
      ...(await coverageOf(db, { accountId: account.id, from, to: now })),
      unreadable: await unreadable(db, account.id, subscriptions),
    },
    cost: await modelCost(db, { from, to: now }),
  };
  return {
    content,
    takes,
    takesNotices: found.takes,
    async contentFor(channel) {
      const events: DigestEvent[] = [];
      for (const one of candidates) {
        const [receiver] = await receivers(db, one.subscription.id, [channel]);
        if (receiver !== undefined && goesTo(one, receiver, now)) events.push(...shownOn(channel, one));
      }
      return { ...content, events };
    },
  };
}

/** As one channel has heard of it. Where it was not told, its correction is no news. */
function shownOn({ id }: Channel, { event, heard }: Candidate): readonly DigestEvent[] {
  if (event.event.corrected !== null && !heard.has(id)) return [];
  return [{ ...event, sentAt: heard.get(id) ?? null }];
}

/** Wanted somewhere: on a channel that every rule names. */
function isAsked(one: Candidate, now: Date): boolean {
  const named = one.subscription.rules.flatMap(({ channels }) => channels ?? []);
  return [0, ...named].some((id) => goesTo(one, { id, takesDigest: true, mutes: [] }, now));
}

/** What was told while the page was muted stays unsaid after that: unmuting sends nothing old. */
function goesTo({ event, checkId, subscription }: Candidate, receiver: Receiver, now: Date): boolean {
  const routable = { ...event.event, severity: event.severity, checkId };
  return [event.event.toldAt, now].every(
    (at) => routeEvent(routable, subscription, { receiver, now: at }).road !== 'silent',
  );
}

async function candidatesOf(
  db: Database,
  account: Account,
  subscriptions: ReadonlyMap<number, PageSubscription>,
): Promise<{ readonly takes: readonly number[]; readonly candidates: readonly Candidate[] }> {
  const open = await openEvents(db, account.id);
  const ids = open.map((e) => e.eventId);
  const undone = await undoneEvents(db, ids);
  const heardBy = await heardOf(db, account.id, ids);
  const takes: number[] = [];
  const candidates: Candidate[] = [];
  for (const one of open) {
    const subscription = subscriptions.get(one.subscriptionId);
    const back = undone.get(one.eventId) ?? null;
    const heard: Heard = heardBy.get(one.eventId) ?? new Map();
    // Gone again, and that is not told yet: the next digest knows whether it was worth a word.
    if (subscription === undefined || (back !== null && !back.told && heard.size === 0)) continue;
    takes.push(one.eventId);
    const event = await shownEvent(db, { one, subscription, back, heard });
    if (event !== null) candidates.push({ checkId: one.checkId, subscription, event, heard });
  }
  return { takes, candidates };
}

async function shownEvent(
  db: Database,
  {
    one,
    subscription,
    back,
    heard,
  }: { one: OpenEvent; subscription: Subscription; back: Undone | null; heard: Heard },
): Promise<DigestEvent | null> {
  const event = await eventById(db, one.eventId);
  if (event === null) return null;
  const { accountId, competitor } = subscription;
  if (event.reversesEventId !== null && !(await accountTold(db, accountId, event.reversesEventId)))
    return null;
  const isUnheard = heard.size === 0;
  if (isUnheard && (event.corrected !== null || (back !== null && !PERISHABLE.test(event.kind)))) return null;
  const sent = [...heard.values()].filter((at) => at !== null);
  return {
    event,
    severity: weigh(event, subscription).severity,
    competitor,
    pageName: await nameOfPage(db, event.pageId),
    sentAt: sent.length === 0 ? null : new Date(Math.min(...sent.map(Number))),
    stoodMs: back === null ? null : +back.at - +event.window.to,
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
    const mutedUntil = subscriptions.get(page.subscriptionId)?.mutedUntil ?? null;
    const muted = mutedUntil !== null && mutedUntil > now;
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
