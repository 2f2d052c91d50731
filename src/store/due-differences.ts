import { sql, type Kysely } from 'kysely';
import { ENTRY_REGIONS } from '../core/pending/news-page.ts';
import type { PendingDifference } from '../core/pending/pending.ts';
import { toPending } from './differences.ts';
import type { Tables } from './tables.ts';

/**
 * Marks what fell due in a check that saw the page's text standing: confirmed, and its time has come (P7).
 * @param absent differences that this check did not see standing
 * @param newsPage on a page with news on most visits the entries of a day fall due with the first of them
 */
export async function markDue(
  db: Kysely<Tables>,
  pageId: number,
  {
    now,
    absent,
    newsPage,
  }: { readonly now: Date; readonly absent: readonly number[]; readonly newsPage: boolean },
): Promise<void> {
  await db
    .updateTable('differences')
    .set({ fell_due_at: now })
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .where('confirmed', '=', true)
    .where((where) =>
      where.or([
        where('due_at', '<=', now),
        ...(newsPage ? [where.and([isEntry, entryFallsDue(pageId, now)])] : []),
      ]),
    )
    .where('fell_due_at', 'is', null)
    .$if(absent.length > 0, (query) => query.where('id', 'not in', absent))
    .execute();
}

const isEntry = sql<boolean>`urgency is null and kind in ('added', 'removed')
  and place->>'region' in (${sql.join(ENTRY_REGIONS)}) and place->>'role' <> 'h1'`;

function entryFallsDue(pageId: number, now: Date) {
  return sql<boolean>`exists (select from differences where page_id = ${pageId} and state = 'pending' and confirmed
    and due_at <= ${now} and ${isEntry})`;
}

/** When the next pending difference of the page wants to be seen standing; null: none waits. */
export async function earliestDueAt(db: Kysely<Tables>, pageId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('differences')
    .select((select) => select.fn.min('due_at').as('due_at'))
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is', null)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** A difference that fell due and still lacks its words. */
export type DueDifference = PendingDifference;

/** Pages with differences that fell due, in the order in which they did. */
export async function pagesToExplain(db: Kysely<Tables>): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('differences')
    .select('page_id')
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is not', null)
    .groupBy('page_id')
    .orderBy((order) => order.fn.min('id'))
    .execute();
  return rows.map((row) => row.page_id);
}

export async function dueDifferences(db: Kysely<Tables>, pageId: number): Promise<readonly DueDifference[]> {
  const rows = await db
    .selectFrom('differences')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(toPending);
}

/** What an event told on its own page, in the page's order. */
export async function differencesToldBy(
  db: Kysely<Tables>,
  { eventId, pageId }: { eventId: number; pageId: number },
): Promise<readonly DueDifference[]> {
  const rows = await db
    .selectFrom('differences')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('page_id', '=', pageId)
    .orderBy('id')
    .execute();
  return rows.map(toPending);
}

/**
 * Gives the differences to their event. All or none: one that was undone or told in the meantime is found here.
 * @returns false when any of them no longer waits; the caller's transaction must roll back
 */
export async function tellDifferences(
  db: Kysely<Tables>,
  { ids, eventId, now }: { ids: readonly number[]; eventId: number; now: Date },
): Promise<boolean> {
  const told = await db
    .updateTable('differences')
    .set({ state: 'told', event_id: eventId, reason: `told in event ${eventId}`, decided_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is not', null)
    .where('event_id', 'is', null)
    .executeTakeFirst();
  return told.numUpdatedRows === BigInt(ids.length);
}

/**
 * Per key, the event by which another page of this competitor's site told the same difference since a time (P8). One that
 * the site has undone in a later told event is over: the same text again is news again. On a host that rivals share (an app
 * store, a review site) pages are one competitor's only if somebody watches both as one, and nobody as two.
 */
export async function toldOnSite(
  db: Kysely<Tables>,
  { site, differences, since, exceptPageId }: ToldOnSite,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('differences')
    .innerJoin('events', 'events.id', 'differences.event_id')
    .select(['differences.key', 'differences.page_id', 'events.id as event_id'])
    .where('events.site', '=', site)
    .where('events.told_at', '>=', since)
    .where('differences.page_id', 'in', pagesOfCompetitor(db, exceptPageId))
    .where(
      'differences.key',
      'in',
      differences.flatMap((d) => [d.key, d.inverseKey]),
    )
    .orderBy('events.id')
    .execute();
  const newest = new Map(rows.map((row) => [row.key, row.event_id]));
  const elsewhere = new Map(
    rows.filter((row) => row.page_id !== exceptPageId).map((row) => [row.key, row.event_id]),
  );
  return new Map(
    differences.flatMap(({ key, inverseKey }) => {
      const told = elsewhere.get(key);
      return told === undefined || told < (newest.get(inverseKey) ?? 0) ? [] : [[key, told] as const];
    }),
  );
}

/** Pages that every account which watches them beside this one counts to the same competitor; the page itself is one. */
function pagesOfCompetitor(db: Kysely<Tables>, pageId: number) {
  return db
    .selectFrom('subscriptions as other')
    .innerJoin('subscriptions as own', 'own.account_id', 'other.account_id')
    .select('other.page_id')
    .where('own.page_id', '=', pageId)
    .groupBy('other.page_id')
    .having((having) => having.fn('bool_and', [sql<boolean>`other.competitor_id = own.competitor_id`]));
}

interface ToldOnSite {
  readonly site: string;
  readonly differences: readonly { readonly key: string; readonly inverseKey: string }[];
  readonly since: Date;
  readonly exceptPageId: number;
}

/** Events that told the given differences, by difference. */
export async function eventsOfDifferences(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('differences')
    .select(['id', 'event_id'])
    .where('id', 'in', ids)
    .where('event_id', 'is not', null)
    .execute();
  return new Map(rows.flatMap((row) => (row.event_id === null ? [] : [[row.id, row.event_id] as const])));
}

export interface ToldDifference {
  readonly url: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly beganAt: Date;
  readonly toldAt: Date;
  readonly headline: string;
}

/** Every difference that was told, with the event that told it, in the order in which they began. */
export async function toldDifferences(db: Kysely<Tables>): Promise<readonly ToldDifference[]> {
  const rows = await db
    .selectFrom('differences')
    .innerJoin('events', 'events.id', 'differences.event_id')
    .innerJoin('pages', 'pages.id', 'differences.page_id')
    .select(['pages.url', 'before', 'after', 'began_at', 'events.told_at', 'events.headline'])
    .orderBy('differences.id')
    .execute();
  return rows.map((row) => ({
    url: row.url,
    before: row.before,
    after: row.after,
    beganAt: row.began_at,
    toldAt: row.told_at,
    headline: row.headline,
  }));
}
