import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from './tables.ts';

/** Longer than a look at a page by who adds it: robots.txt or the page, 30 s each. */
const LOOK_S = 40;
/** How soon to look again where somebody else is visiting. */
const BUSY_WAIT_MS = 250;

/** A host whose row the transaction has locked, and how long until its gap is over. */
interface LockedHost {
  readonly name: string;
  readonly waitMs: number;
}

/** Locks the host of a page; null: the page was removed, or it rests. */
export async function lockHostOfPage(tx: Kysely<Tables>, pageId: number): Promise<LockedHost | null> {
  const row = await tx
    .selectFrom('hosts')
    .innerJoin('pages', 'pages.host', 'hosts.name')
    .select(['hosts.name', waitMs])
    .where('pages.id', '=', pageId)
    .where('pages.paused_at', 'is', null)
    .forUpdate('hosts')
    .executeTakeFirst();
  return row ?? null;
}

const waitMs = sql<number>`case when hosts.next_at > clock_timestamp()
  then ceil(extract(epoch from hosts.next_at - clock_timestamp()) * 1000)::int else 0 end`.as('waitMs');

/** Does nobody visit this host just now, neither for a check nor for a look by who adds a page? */
export function isFreeOfVisits(host: string | Expression<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from pages as visited where visited.host = ${host} and visited.lease_until >= now()
    union all select from hosts as looked where looked.name = ${host} and looked.busy_until > now())`;
}

/** When the gap ends that begins now: ours, or the Crawl-delay of the host's robots.txt where that is longer. */
export function nextAt(gapMs: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + greatest(
    make_interval(secs => ${gapMs / 1000}),
    make_interval(secs => (select coalesce(max(crawl_delay_s), 0) from robots where robots.host = hosts.name)))`;
}

/** A visit has ended: the gap begins, and if the host asked to be left alone, none of its pages is due before. */
export async function leaveHost(
  tx: Kysely<Tables>,
  host: string,
  { gapMs, heldUntil }: { gapMs: number; heldUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('hosts')
    .set({
      next_at: sql`greatest(next_at, ${nextAt(gapMs)})`,
      ...(heldUntil === null ? {} : { held_until: sql`greatest(held_until, ${heldUntil}::timestamptz)` }),
    })
    .where('name', '=', host)
    .execute();
}

/** Until when the host asked to be left alone, if that is after `now`. */
export async function heldUntil(db: Kysely<Tables>, host: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('hosts')
    .select('held_until')
    .where('name', '=', host)
    .where('held_until', '>', now)
    .executeTakeFirst();
  return row?.held_until ?? null;
}

/**
 * Takes the host's turn for a look at a page that is not stored yet, under the same gap as a check.
 * @returns 0 when it was taken, to be given back by `endLook`; else how many milliseconds to wait
 */
export async function beginLook(db: Kysely<Tables>, host: string, gapMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('hosts')
      .values({ name: host })
      .onConflict((c) => c.doNothing())
      .execute();
    const row = await tx
      .selectFrom('hosts')
      .select(waitMs)
      .where('name', '=', host)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.waitMs > 0) return row.waitMs;
    const taken = await tx
      .updateTable('hosts')
      .set({ next_at: nextAt(gapMs), busy_until: sql`now() + make_interval(secs => ${LOOK_S})` })
      .where('name', '=', host)
      .where(isFreeOfVisits(host))
      .executeTakeFirst();
    return taken.numUpdatedRows === 1n ? 0 : BUSY_WAIT_MS;
  });
}

export async function endLook(db: Kysely<Tables>, host: string, gapMs: number): Promise<void> {
  await db
    .updateTable('hosts')
    .set({ busy_until: sql`'-infinity'`, next_at: sql`greatest(next_at, ${nextAt(gapMs)})` })
    .where('name', '=', host)
    .execute();
}
