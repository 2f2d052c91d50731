import { sql, type Expression, type Kysely, type Selectable, type SqlBool } from 'kysely';
import { WHOLE, type Focus } from '../core/pending/focus.ts';
import type { PageKind } from '../core/telling.ts';
import type { PageRow, Tables } from './tables.ts';

export interface Page {
  readonly id: number;
  /** Stored and fetched exactly as the user gave it. */
  readonly url: string;
  readonly key: string;
  readonly host: string;
  readonly site: string;
  readonly kind: PageKind;
  readonly focus: Focus;
  readonly everyS: number;
  /** Did somebody choose that interval? It is then kept exactly. */
  readonly everyExact: boolean;
  /** The site asks that the page be not archived: no snapshot is kept and no full text shown. */
  readonly noarchive: boolean;
  readonly nextCheckAt: Date;
  readonly failingSince: Date | null;
  readonly failures: number;
}

export interface NewPage {
  readonly url: string;
  readonly key: string;
  readonly host: string;
  readonly site: string;
  readonly kind: PageKind;
  readonly everyS: number;
  readonly now: Date;
}

/** Adds a page, or answers the one that has its key, or had it before it moved (P4). `created` speaks of the page. */
export async function addPage(
  db: Kysely<Tables>,
  page: NewPage,
): Promise<{ readonly page: Page; readonly created: boolean }> {
  const known = await pageByKey(db, page.key);
  if (known !== null) return { page: known, created: false };
  const host = page.host;
  await db
    .insertInto('hosts')
    .values({ name: host })
    .onConflict((c) => c.doNothing())
    .execute();
  const made = await db
    .insertInto('pages')
    .values({
      url: page.url,
      page_key: page.key,
      host,
      site: page.site,
      kind: page.kind,
      every_s: page.everyS,
      next_check_at: page.now,
      ...scheduledBy(page.now),
      lease_until: null,
      lease_token: null,
      failing_since: null,
      paused_at: null,
      created_at: page.now,
    })
    .onConflict((c) => c.column('page_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made !== undefined) return { page: toPage(made), created: true };
  const found = await pageByKey(db, page.key);
  if (found === null) throw new Error(`page ${page.key} was deleted while it was being added`);
  return { page: found, created: false };
}

/** The page of this key, or the one that had it before a move was accepted. */
export async function pageByKey(db: Kysely<Tables>, key: string): Promise<Page | null> {
  const row =
    (await db.selectFrom('pages').selectAll().where('page_key', '=', key).executeTakeFirst()) ??
    (await db
      .selectFrom('moves')
      .innerJoin('pages', 'pages.id', 'moves.page_id')
      .selectAll('pages')
      .where('moves.from_key', '=', key)
      .limit(1)
      .executeTakeFirst());
  return row === undefined ? null : toPage(row);
}

export async function pageById(db: Kysely<Tables>, id: number): Promise<Page | null> {
  const row = await db.selectFrom('pages').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toPage(row);
}

export async function listPages(db: Kysely<Tables>): Promise<readonly Page[]> {
  const rows = await db.selectFrom('pages').selectAll().orderBy('id').execute();
  return rows.map(toPage);
}

/** The clocks that a schedule is written by: the writer's, and the database's. */
export function scheduledBy(now: Date) {
  return { scheduled_by_clock: now, scheduled_at: sql<Date>`now()` };
}

/** Clocks of one installation are this far apart at most; more than that is a clock that was wrong. */
const CLOCKS_APART_S = 60;

/**
 * A page's next check is due: by `now`, or, where a clock that ran ahead of ours wrote it, when the wait that was meant has
 * passed by the database's. Else news would stall for as long as that clock was wrong (C20).
 */
export function isDue(now: Date): Expression<SqlBool> {
  return sql<SqlBool>`(pages.next_check_at <= ${now}
    or (pages.scheduled_by_clock > ${now}::timestamptz + make_interval(secs => ${CLOCKS_APART_S})
      and pages.scheduled_at + (pages.next_check_at - pages.scheduled_by_clock) <= now()))`;
}

/** Pages whose next check is due by `now`, earliest first; paused ones and those of hosts that asked for a pause are left out. */
export async function duePageIds(db: Kysely<Tables>, now: Date): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('pages')
    .innerJoin('hosts', 'hosts.name', 'pages.host')
    .select('pages.id')
    .where('paused_at', 'is', null)
    .where(isDue(now))
    .where('hosts.held_until', '<=', now)
    .orderBy('next_check_at')
    .orderBy('pages.id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * How often the page is checked from now on, exactly. A page that one account watches alone follows its wish; of several
 * wishes the shortest holds. The next check comes no later than the new interval allows.
 */
export async function checkEvery(
  db: Kysely<Tables>,
  pageId: number,
  { everyS, now }: { everyS: number; now: Date },
): Promise<void> {
  const alone = sql<boolean>`(select count(*) from subscriptions where page_id = ${pageId}) <= 1`;
  await db
    .updateTable('pages')
    .set({
      every_exact: true,
      every_s: sql`case when ${alone} then ${everyS} else least(every_s, ${everyS}) end`,
      next_check_at: sql`least(next_check_at, ${new Date(+now + everyS * 1000)}::timestamptz)`,
      ...scheduledBy(now),
    })
    .where('id', '=', pageId)
    .execute();
}

/** A page that nobody watches rests; its history stays. */
export async function restUnwatched(db: Kysely<Tables>, pageId: number, now: Date): Promise<void> {
  await db
    .updateTable('pages')
    .set({ paused_at: now })
    .where('id', '=', pageId)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('subscriptions').select('id').whereRef('page_id', '=', 'pages.id')),
      ),
    )
    .execute();
}

/** When the page last changed; of one that never did, since when it is watched. */
export async function quietSince(db: Kysely<Tables>, pageId: number): Promise<Date> {
  const row = await db
    .selectFrom('pages')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('changes')
          .select('confirmed_at')
          .whereRef('changes.page_id', '=', 'pages.id')
          .orderBy('changes.id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select((select) => select.fn.coalesce('newest.confirmed_at', 'pages.created_at').as('since'))
    .where('pages.id', '=', pageId)
    .executeTakeFirstOrThrow();
  return row.since;
}

/**
 * Spreads the pages that fell due while no worker ran: they are due one after the other from `now` on, in turns of their
 * hosts, of each host the longest overdue first. Nothing is due earlier than it was.
 */
export async function spreadOverdue(
  db: Kysely<Tables>,
  { now, apartMs }: { now: Date; apartMs: number },
): Promise<void> {
  const turns = db
    .selectFrom('pages')
    .select(['id', 'next_check_at'])
    .select(sql<number>`row_number() over (partition by host order by next_check_at, id)`.as('turn'))
    .where('paused_at', 'is', null)
    .where('next_check_at', '<', now);
  const ranked = db
    .selectFrom(turns.as('turns'))
    .select(['id', sql<number>`row_number() over (order by turn, next_check_at, id) - 1`.as('rank')]);
  await db
    .with('ranked', () => ranked)
    .updateTable('pages')
    .from('ranked')
    .set({
      next_check_at: sql`${now}::timestamptz + make_interval(secs => ranked.rank * ${apartMs / 1000}::float8)`,
      ...scheduledBy(now),
    })
    .whereRef('pages.id', '=', 'ranked.id')
    .where('ranked.rank', '>', 0)
    .execute();
}

/** The page is due now. */
export async function checkSoon(db: Kysely<Tables>, pageId: number, now: Date): Promise<void> {
  await db
    .updateTable('pages')
    .set({ next_check_at: now, ...scheduledBy(now) })
    .where('id', '=', pageId)
    .where('next_check_at', '>', now)
    .execute();
}

/** A page that rested is due again at once. */
export async function wake(db: Kysely<Tables>, pageId: number, now: Date): Promise<void> {
  await db
    .updateTable('pages')
    .set({ paused_at: null, next_check_at: now, ...scheduledBy(now) })
    .where('id', '=', pageId)
    .where('paused_at', 'is not', null)
    .execute();
}

/** The page is read by the focus that all who watch it share; where they differ, whole. */
export async function settleFocus(db: Kysely<Tables>, pageId: number): Promise<void> {
  const wishes = db
    .selectFrom('subscriptions')
    .select(sql<string>`case when count(distinct focus) = 1 then min(focus::text) end`.as('shared'))
    .where('page_id', '=', pageId);
  await db
    .updateTable('pages')
    .set({ focus: sql`coalesce((${wishes})::jsonb, ${JSON.stringify(WHOLE)}::jsonb)` })
    .where('id', '=', pageId)
    .execute();
}

export function toPage(row: Selectable<PageRow>): Page {
  return {
    id: row.id,
    url: row.url,
    key: row.page_key,
    host: row.host,
    site: row.site,
    kind: row.kind,
    focus: row.focus,
    everyS: row.every_s,
    everyExact: row.every_exact,
    noarchive: row.noarchive,
    nextCheckAt: row.next_check_at,
    failingSince: row.failing_since,
    failures: row.failures,
  };
}
