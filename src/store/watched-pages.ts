import { sql, type Kysely } from 'kysely';
import { toPage, type Page } from './pages.ts';
import type { Sighting } from '../core/sight/faces.ts';
import type { Outcome } from '../core/watch/schedule.ts';
import type { Lane, Tables, Witness } from './tables.ts';

/** A page as one account watches it, with how its newest check ended. */
export interface WatchedPage {
  readonly page: Page;
  readonly competitor: string;
  /** The URL as this account gave it. */
  readonly storedUrl: string;
  readonly lane: Lane;
  readonly last: CheckLine | null;
}

export interface CheckLine {
  readonly id: number;
  readonly at: Date;
  readonly outcome: Outcome;
  readonly witness: Witness | null;
  readonly reason: string;
  /** The version that stood there; null: none was seen. */
  readonly versionId: number | null;
}

/** The pages of an account, those that cannot be read first (P16: through its subscriptions only). */
export async function watchedPages(
  db: Kysely<Tables>,
  accountId: number,
  pageId?: number,
): Promise<readonly WatchedPage[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('pages', 'pages.id', 'subscriptions.page_id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('checks')
          .select(['id as check_id', 'checked_at', 'outcome', 'witness', 'reason', 'sighted_version_id'])
          .whereRef('checks.page_id', '=', 'subscriptions.page_id')
          .whereRef('checks.id', '>', 'subscriptions.after_check_id')
          .orderBy('checks.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('pages')
    .select(['competitors.name as competitor', 'subscriptions.url as stored_url'])
    .select([
      'last.check_id',
      'last.checked_at',
      'last.outcome',
      'last.witness',
      'last.reason',
      'last.sighted_version_id',
    ])
    .where('subscriptions.account_id', '=', accountId)
    .$if(pageId !== undefined, (q) => q.where('pages.id', '=', pageId ?? 0))
    .orderBy(sql`pages.failing_since is null`)
    .orderBy('competitors.name')
    .orderBy('pages.id')
    .execute();
  return rows.map((row) => {
    const { check_id: id, checked_at: at, outcome, witness, reason, sighted_version_id: versionId } = row;
    const last =
      id === null || at === null || outcome === null ? null : { id, at, outcome, witness, versionId };
    return {
      page: toPage(row),
      competitor: row.competitor,
      storedUrl: row.stored_url,
      lane: row.lane,
      last: last === null ? null : { ...last, reason: reason ?? '' },
    };
  });
}

/** The newest checks of a page since the account watches it, newest first; none of a page that it does not watch. */
export async function newestChecks(
  db: Kysely<Tables>,
  accountId: number,
  { pageId, most }: { readonly pageId: number; readonly most: number },
): Promise<readonly CheckLine[]> {
  return db
    .selectFrom('checks')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'checks.page_id')
    .select([
      'checks.id',
      'checked_at as at',
      'outcome',
      'witness',
      'reason',
      'sighted_version_id as versionId',
    ])
    .where('subscriptions.account_id', '=', accountId)
    .where('checks.page_id', '=', pageId)
    .whereRef('checks.id', '>', 'subscriptions.after_check_id')
    .orderBy('checks.id', 'desc')
    .limit(most)
    .execute();
}

/** The checks that saw a version, newest first. */
export function sightingsOf(checks: readonly CheckLine[]): readonly Sighting[] {
  return checks.flatMap(({ versionId, at }) => (versionId === null ? [] : [{ versionId, at }]));
}

/** How many versions of a page its checks have shown since the account watches it. */
export async function versionsSeen(db: Kysely<Tables>, accountId: number, pageId: number): Promise<number> {
  const row = await db
    .selectFrom('checks')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'checks.page_id')
    .select((select) => select.fn.count<number>('sighted_version_id').distinct().as('n'))
    .where('subscriptions.account_id', '=', accountId)
    .where('checks.page_id', '=', pageId)
    .whereRef('checks.id', '>', 'subscriptions.after_check_id')
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Checks of a quarter of an hour, counted. Every zone's midnight is the start of such a quarter. */
export interface CheckCount {
  readonly at: Date;
  readonly checks: number;
  readonly by304: number;
  readonly failed: number;
}

/** How often the account's pages were looked at in a time, since it watches them; `until` null: without an end. */
export async function checkCounts(
  db: Kysely<Tables>,
  accountId: number,
  { since, until }: { readonly since: Date; readonly until: Date | null },
): Promise<readonly CheckCount[]> {
  return db
    .selectFrom('checks')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'checks.page_id')
    .select([
      sql<Date>`date_bin('15 minutes', checked_at, 'epoch'::timestamptz)`.as('at'),
      sql<number>`count(*)::int`.as('checks'),
      sql<number>`count(*) filter (where witness = '304')::int`.as('by304'),
      sql<number>`count(*) filter (where outcome in ('failed', 'blocked', 'gone'))::int`.as('failed'),
    ])
    .where('subscriptions.account_id', '=', accountId)
    .whereRef('checks.id', '>', 'subscriptions.after_check_id')
    .where('checked_at', '>=', since)
    .$if(until !== null, (q) => q.where('checked_at', '<', until ?? since))
    .groupBy('at')
    .execute();
}

/** What the foot of every page says of the watch. */
export interface WatchState {
  readonly pages: number;
  readonly unreadable: number;
  /** Pages without any check yet. */
  readonly waiting: number;
  readonly lastCheckAt: Date | null;
  /** When the first check was made for this account; null: none was. */
  readonly firstCheckAt: Date | null;
}

export async function watchState(db: Kysely<Tables>, accountId: number): Promise<WatchState> {
  const edge = (order: 'asc' | 'desc') => sql<Date | null>`(
    select checked_at from checks
    where checks.page_id = subscriptions.page_id and checks.id > subscriptions.after_check_id
    order by checks.id ${sql.raw(order)} limit 1)`;
  return db
    .selectFrom('subscriptions')
    .innerJoin('pages', 'pages.id', 'subscriptions.page_id')
    .select([
      sql<number>`count(*)::int`.as('pages'),
      sql<number>`count(pages.failing_since)::int`.as('unreadable'),
      sql<number>`count(*) filter (where ${edge('desc')} is null)::int`.as('waiting'),
      sql<Date | null>`max(${edge('desc')})`.as('lastCheckAt'),
      sql<Date | null>`min(${edge('asc')})`.as('firstCheckAt'),
    ])
    .where('subscriptions.account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}
