import { sql, type Kysely } from 'kysely';
import type { Coverage } from '../core/messages/message.ts';
import type { Tables } from './tables.ts';

export interface Digest {
  readonly id: number;
  /** YYYY-MM-DD on the account's clock. */
  readonly localDate: string;
  readonly createdAt: Date;
}

/** The newest of the usual digests. */
export async function newestDigest(db: Kysely<Tables>, accountId: number): Promise<Digest | null> {
  const row = await db
    .selectFrom('digests')
    .select(['id', sql<string>`local_date::text`.as('local_date'), 'created_at'])
    .where('account_id', '=', accountId)
    .where('on_request', '=', false)
    .orderBy('local_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, localDate: row.local_date, createdAt: row.created_at };
}

/** Where an account's first digest begins: at the first check of a page that it watches; null: there was none. */
export async function firstCheckAt(db: Kysely<Tables>, accountId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('checks')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'checks.page_id')
    .select((select) => select.fn.min('checked_at').as('at'))
    .where('subscriptions.account_id', '=', accountId)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Claims the account's digest of one local date; null when it exists: exactly one a date, over all workers. */
export async function claimDigest(
  tx: Kysely<Tables>,
  { accountId, localDate, now }: { accountId: number; localDate: string; now: Date },
): Promise<number | null> {
  const row = await tx
    .insertInto('digests')
    .values({ account_id: accountId, local_date: localDate, created_at: now })
    .onConflict((c) => c.columns(['account_id', 'local_date']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A digest beside the usual ones: it has no date and takes nothing. */
export async function addRequestedDigest(tx: Kysely<Tables>, accountId: number, now: Date): Promise<number> {
  const row = await tx
    .insertInto('digests')
    .values({ account_id: accountId, local_date: null, on_request: true, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** An event that no digest of this account has taken, with the subscription it belongs to. */
export interface OpenEvent {
  readonly eventId: number;
  readonly checkId: number;
  readonly subscriptionId: number;
}

/** Told on a page of a subscription, its own or one that joined it later; the page it was told first on leads. */
export async function openEvents(db: Kysely<Tables>, accountId: number): Promise<readonly OpenEvent[]> {
  const rows = await db
    .selectFrom('differences')
    .innerJoin('changes', 'changes.id', 'differences.change_id')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'differences.page_id')
    .innerJoin('events', 'events.id', 'differences.event_id')
    .distinctOn('events.id')
    .select(['events.id', 'changes.check_id', 'subscriptions.id as subscription_id'])
    .where('subscriptions.account_id', '=', accountId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('digest_events')
            .innerJoin('digests', 'digests.id', 'digest_events.digest_id')
            .select('digests.id')
            .whereRef('digest_events.event_id', '=', 'events.id')
            .where('digests.account_id', '=', accountId),
        ),
      ),
    )
    .orderBy('events.id')
    .orderBy(sql`differences.page_id <> events.page_id`)
    .orderBy('changes.check_id')
    .execute();
  return rows.map((row) => ({
    eventId: row.id,
    checkId: row.check_id,
    subscriptionId: row.subscription_id,
  }));
}

/** Marks events as taken: no later digest of the account looks at them again. */
export async function takeEvents(
  tx: Kysely<Tables>,
  digestId: number,
  eventIds: readonly number[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await tx
    .insertInto('digest_events')
    .values(eventIds.map((event_id) => ({ digest_id: digestId, event_id })))
    .execute();
}

/**
 * Events, of those given, whose every difference has gone back since: when the last of them was first seen gone, and
 * whether all of that has been told. One of several gone leaves the event standing; its reversal is an event of its own.
 */
export async function undoneEvents(
  db: Kysely<Tables>,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, Undone>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('differences as told')
    .leftJoin('differences as reversal', (join) =>
      join.onRef('reversal.reverses_id', '=', 'told.id').on('reversal.state', 'in', ['pending', 'told']),
    )
    .select(['told.id', 'told.event_id', 'reversal.state'])
    .select((select) => select.fn.min('reversal.began_at').as('at'))
    .where('told.event_id', 'in', eventIds)
    .groupBy(['told.id', 'told.event_id', 'reversal.state'])
    .execute();
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map([...byEvent].flatMap(([id, all]) => (id === null ? [] : undone(id, all))));
}

export interface Undone {
  readonly at: Date;
  readonly told: boolean;
}

function undone(
  id: number,
  rows: readonly { readonly at: Date | null; readonly state: string | null }[],
): readonly (readonly [number, Undone])[] {
  const times = rows.flatMap(({ at }) => (at === null ? [] : [+at]));
  if (times.length < rows.length) return [];
  return [[id, { at: new Date(Math.max(...times)), told: rows.every(({ state }) => state === 'told') }]];
}

/** What was looked at for this account in a period, page names and reasons apart. */
export async function coverageOf(
  db: Kysely<Tables>,
  { accountId, from, to }: { accountId: number; from: Date; to: Date },
): Promise<Omit<Coverage, 'unreadable'>> {
  const pages = db.selectFrom('subscriptions').select('page_id').where('account_id', '=', accountId);
  const checks = await db
    .selectFrom('checks')
    .select([
      sql<number>`count(*)::int`.as('checks'),
      sql<number>`count(*) filter (where (select earlier.outcome from checks earlier
        where earlier.page_id = checks.page_id and earlier.id < checks.id order by earlier.id desc limit 1)
        in ('first', 'suspected'))::int`.as('secondReads'),
      sql<number>`count(*) filter (where outcome = 'unchanged' and witness = '304')::int`.as('by304'),
      sql<number>`count(*) filter (where outcome = 'unchanged' and witness in ('bytes', 'content'))::int`.as(
        'sameContent',
      ),
      sql<number>`count(*) filter (where witness = 'render')::int`.as('rendered'),
      sql<number>`count(*) filter (where outcome in ('failed', 'blocked', 'gone'))::int`.as('failed'),
    ])
    .where('page_id', 'in', pages)
    .where('checked_at', '>', from)
    .where('checked_at', '<=', to)
    .executeTakeFirstOrThrow();
  const held = await db
    .selectFrom('differences')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('page_id', 'in', pages)
    .where('state', 'in', ['noise', 'withdrawn'])
    .where('decided_at', '>', from)
    .where('decided_at', '<=', to)
    .executeTakeFirstOrThrow();
  const watched = await pages
    .select(sql<number>`count(*) over ()::int`.as('n'))
    .limit(1)
    .executeTakeFirst();
  const unsure = await givenUpUnsure(db, { accountId, from, to });
  return { pages: watched?.n ?? 0, ...checks, heldBack: held.n, unsure };
}

async function givenUpUnsure(
  db: Kysely<Tables>,
  { accountId, from, to }: { accountId: number; from: Date; to: Date },
): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .innerJoinLateral(
      (last) =>
        last
          .selectFrom('delivery_attempts')
          .select(['outcome', 'ended_at'])
          .whereRef('delivery_id', '=', 'deliveries.id')
          .orderBy('delivery_attempts.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .where('channels.account_id', '=', accountId)
    .where('deliveries.state', '=', 'dead')
    .where('last.outcome', '=', 'unclear')
    .where('last.ended_at', '>', from)
    .where('last.ended_at', '<=', to)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Pages of this account that cannot be read now, with since when and why. */
export async function unreadablePages(
  db: Kysely<Tables>,
  accountId: number,
): Promise<
  readonly {
    readonly pageId: number;
    readonly subscriptionId: number;
    readonly since: Date;
    readonly reason: string;
  }[]
> {
  const rows = await db
    .selectFrom('pages')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'pages.id')
    .select(['pages.id', 'subscriptions.id as subscription_id', 'pages.failing_since'])
    .select((select) =>
      select
        .selectFrom('checks')
        .select('checks.reason')
        .whereRef('checks.page_id', '=', 'pages.id')
        .orderBy('checks.id', 'desc')
        .limit(1)
        .as('reason'),
    )
    .where('subscriptions.account_id', '=', accountId)
    .where('pages.failing_since', 'is not', null)
    .orderBy('pages.failing_since')
    .execute();
  return rows.flatMap((row) =>
    row.failing_since === null
      ? []
      : [
          {
            pageId: row.id,
            subscriptionId: row.subscription_id,
            since: row.failing_since,
            reason: row.reason ?? '',
          },
        ],
  );
}

/** Model calls and their cost in a period. */
export async function modelCost(
  db: Kysely<Tables>,
  { from, to }: { from: Date; to: Date },
): Promise<{ readonly modelCalls: number; readonly usd: number }> {
  return db
    .selectFrom('model_calls')
    .select([
      sql<number>`count(*)::int`.as('modelCalls'),
      sql<number>`coalesce(sum(cost_usd), 0)::float8`.as('usd'),
    ])
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
    .executeTakeFirstOrThrow();
}
