import { sql, type Kysely } from 'kysely';
import type { Focus } from '../core/pending/focus.ts';
import type { Subscription } from '../core/routing.ts';
import type { Severity } from '../core/telling.ts';
import { toChannel, type Channel } from './channels.ts';
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
      kinds: null,
      instruction: null,
      muted_until: null,
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

/** What and where to tell. Whatever is not given stays as it was. */
export async function changeSubscription(
  db: Kysely<Tables>,
  id: number,
  wish: {
    readonly least?: Severity;
    readonly kinds?: readonly string[] | null;
    readonly channelIds?: readonly number[];
  },
): Promise<void> {
  const { least, kinds, channelIds } = wish;
  if (least !== undefined)
    await db.updateTable('subscriptions').set({ least }).where('id', '=', id).execute();
  if (kinds !== undefined) {
    const value = kinds === null ? null : JSON.stringify(kinds);
    await db.updateTable('subscriptions').set({ kinds: value }).where('id', '=', id).execute();
  }
  if (channelIds === undefined) return;
  await db.deleteFrom('subscription_channels').where('subscription_id', '=', id).execute();
  for (const channel_id of channelIds) {
    await db.insertInto('subscription_channels').values({ subscription_id: id, channel_id }).execute();
  }
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

/** A subscription with the enabled channels that it names, or all of its account's if it names none. */
export interface Route {
  readonly subscription: Subscription;
  readonly channels: readonly Channel[];
}

/** Who is to hear of this page, and where. */
export async function routesOfPage(db: Kysely<Tables>, pageId: number): Promise<readonly Route[]> {
  const rows = await subscriptions(db).where('subscriptions.page_id', '=', pageId).execute();
  return Promise.all(
    rows.map(async (row) => ({ subscription: toSubscription(row), channels: await channelsOf(db, row) })),
  );
}

/** The account's subscriptions, with the page each is about. */
export async function subscriptionsOfAccount(
  db: Kysely<Tables>,
  accountId: number,
): Promise<readonly (Subscription & { readonly pageId: number })[]> {
  const rows = await subscriptions(db).where('subscriptions.account_id', '=', accountId).execute();
  return rows.map((row) => ({ ...toSubscription(row), pageId: row.page_id }));
}

function subscriptions(db: Kysely<Tables>) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .select(['competitors.name as competitor', 'accounts.time_zone'])
    .orderBy('subscriptions.id');
}

async function channelsOf(
  db: Kysely<Tables>,
  { id, account_id: accountId }: { id: number; account_id: number },
): Promise<readonly Channel[]> {
  const named = db.selectFrom('subscription_channels').select('channel_id').where('subscription_id', '=', id);
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where((where) => where.or([where('id', 'in', named), where.not(where.exists(named))]))
    .orderBy('id')
    .execute();
  return rows.map(toChannel);
}

interface SubscriptionLine {
  id: number;
  account_id: number;
  url: string;
  competitor: string;
  time_zone: string;
  least: Severity;
  kinds: readonly string[] | null;
  muted_until: Date | null;
  after_check_id: number;
}

function toSubscription(row: SubscriptionLine): Subscription {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    competitor: row.competitor,
    timeZone: row.time_zone,
    least: row.least,
    kinds: row.kinds,
    mutedUntil: row.muted_until,
    afterCheckId: row.after_check_id,
  };
}
