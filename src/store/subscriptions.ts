import { sql, type Kysely } from 'kysely';
import type { Focus } from '../core/pending/focus.ts';
import { wishOf, type Receiver, type Rules, type Subscription, type Wish } from '../core/routing.ts';
import { openChannels, type Channel } from './channels.ts';
import type { Tables } from './tables.ts';

export interface NewSubscription {
  readonly accountId: number;
  readonly pageId: number;
  readonly competitorId: number;
  /** The URL as this account gave it. */
  readonly url: string;
  readonly now: Date;
}

/** Subscribes the account to the page; one that exists stays as it is. */
export async function subscribe(
  db: Kysely<Tables>,
  wanted: NewSubscription,
): Promise<{ readonly id: number; readonly created: boolean }> {
  const made = await db
    .insertInto('subscriptions')
    .values({
      account_id: wanted.accountId,
      page_id: wanted.pageId,
      competitor_id: wanted.competitorId,
      url: wanted.url,
      rules: null,
      started_at: wanted.now,
      after_check_id: sql`(select coalesce(max(id), 0) from checks where page_id = ${wanted.pageId})`,
    })
    .onConflict((c) => c.columns(['account_id', 'page_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return { id: made.id, created: true };
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', wanted.accountId)
    .where('page_id', '=', wanted.pageId)
    .executeTakeFirstOrThrow();
  return { id: found.id, created: false };
}

export async function watches(
  db: Kysely<Tables>,
  { accountId, pageId }: { accountId: number; pageId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the account's subscription to the page, if it has one. */
export async function unsubscribe(
  db: Kysely<Tables>,
  { accountId, pageId }: { accountId: number; pageId: number },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('subscriptions')
    .where('account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Which part of the page the account watches; null: it does not watch the page. */
export async function focusOf(
  db: Kysely<Tables>,
  { accountId, pageId }: { accountId: number; pageId: number },
): Promise<Focus | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('focus')
    .where('account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .executeTakeFirst();
  return row?.focus ?? null;
}

export async function changeFocus(
  db: Kysely<Tables>,
  { accountId, pageId, focus }: { accountId: number; pageId: number; focus: Focus },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ focus: JSON.stringify(focus) })
    .where('account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .execute();
}

/** A subscription with the channels that its account can be told on just now, and what each has muted of the page. */
export interface Route {
  readonly subscription: Subscription;
  readonly channels: readonly (Channel & Receiver)[];
}

/**
 * Who is to hear of this page, and where.
 * @param asks as in `openChannels`
 */
export async function routesOfPage(
  db: Kysely<Tables>,
  pageId: number,
  asks: boolean,
): Promise<readonly Route[]> {
  const rows = await subscriptions(db).where('subscriptions.page_id', '=', pageId).execute();
  const routes: Route[] = [];
  for (const row of rows) {
    const channels = await openChannels(db, row.account_id, asks);
    routes.push({ subscription: toSubscription(row), channels: await receivers(db, row.id, channels) });
  }
  return routes;
}

/** The account's subscriptions, with the page each is about. */
export async function subscriptionsOfAccount(
  db: Kysely<Tables>,
  accountId: number,
): Promise<readonly (Subscription & { readonly pageId: number })[]> {
  const rows = await subscriptions(db).where('subscriptions.account_id', '=', accountId).execute();
  return rows.map((row) => ({ ...toSubscription(row), pageId: row.page_id }));
}

/** Null: the account no longer watches the page. */
export async function subscriptionById(db: Kysely<Tables>, id: number): Promise<Subscription | null> {
  const row = await subscriptions(db).where('subscriptions.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toSubscription(row);
}

/** What accounts that watch the page care about, in their own words, each once. */
export async function instructionsFor(db: Kysely<Tables>, pageId: number): Promise<readonly string[]> {
  const rows = await subscriptions(db).where('subscriptions.page_id', '=', pageId).execute();
  const all = rows.map((row) => toSubscription(row).instruction);
  return [...new Set(all.filter((instruction) => instruction !== null))];
}

function subscriptions(db: Kysely<Tables>) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .select(['competitors.name as competitor', 'accounts.time_zone', 'accounts.own_products'])
    .select((select) => [
      select.fn.toJson('competitors').as('of_competitor'),
      select.fn.toJson('accounts').as('of_account'),
    ])
    .orderBy('subscriptions.id');
}

/** The channels with what each has muted of one subscription's page. */
export async function receivers(
  db: Kysely<Tables>,
  subscriptionId: number,
  channels: readonly Channel[],
): Promise<readonly (Channel & Receiver)[]> {
  const mutes = await db
    .selectFrom('mutes')
    .select(['channel_id', 'kind', 'until'])
    .where('subscription_id', '=', subscriptionId)
    .execute();
  const byChannel = Map.groupBy(mutes, (mute) => mute.channel_id);
  return channels.map((channel) => ({ ...channel, mutes: byChannel.get(channel.id) ?? [] }));
}

/** A level's wish as Postgres tells it within JSON: its times are texts. */
interface WishColumns {
  readonly rules: Rules | null;
  readonly muted_until: Date | string | null;
  readonly watch_words: readonly string[];
  readonly instruction: string | null;
}

interface SubscriptionLine extends WishColumns {
  id: number;
  account_id: number;
  competitor_id: number;
  url: string;
  competitor: string;
  time_zone: string;
  own_products: readonly string[];
  after_check_id: number;
  of_competitor: WishColumns;
  of_account: WishColumns;
}

function toSubscription(row: SubscriptionLine): Subscription {
  return {
    id: row.id,
    accountId: row.account_id,
    competitorId: row.competitor_id,
    url: row.url,
    competitor: row.competitor,
    timeZone: row.time_zone,
    ownProducts: row.own_products,
    afterCheckId: row.after_check_id,
    ...wishOf(toWish(row.of_account), toWish(row.of_competitor), toWish(row)),
  };
}

function toWish(level: WishColumns): Wish {
  const { rules, muted_until: mutedUntil, watch_words: watchWords, instruction } = level;
  return { rules, mutedUntil: mutedUntil === null ? null : new Date(mutedUntil), watchWords, instruction };
}
