import { sql, type Kysely } from 'kysely';
import { toPage, type Page } from './pages.ts';
import type { Tables } from './tables.ts';

/** A page held for one visit. Only the holder of the token may write back (fencing). */
export interface Lease {
  readonly page: Page;
  readonly token: number;
}

/** Longer than any visit can last: 30 s for the page, as much for one more GET, and reading and writing. */
const LEASE_S = 90;
interface Wait {
  readonly waitMs: number;
  readonly why: string;
}

/** How soon to look again at a page that somebody else is visiting. */
const LEASED_WAIT_MS = 250;

/**
 * Takes the page for one visit and pushes the host's next free time ahead, in one statement, so that no two workers
 * visit one host within the gap. Leases and spacing use the database's clock, whatever the caller's `now` is.
 * @returns the lease; or how many milliseconds to wait and why: the page is leased, or its host was just visited
 */
export async function claimPage(
  db: Kysely<Tables>,
  pageId: number,
  hostGapMs: number,
): Promise<{ readonly lease: Lease } | Wait | { readonly gone: true }> {
  return db.transaction().execute(async (tx) => {
    const host = await lockHost(tx, pageId);
    if (host === undefined) return { gone: true };
    if (host.wait_ms > 0) return { waitMs: host.wait_ms, why: 'its host was visited just now' };
    const lease = await takeLease(tx, { pageId, host: host.name, hostGapMs });
    const why = `another process holds this page, or died with it: at most ${LEASE_S} s`;
    return lease === null ? { waitMs: LEASED_WAIT_MS, why } : { lease };
  });
}

async function lockHost(
  tx: Kysely<Tables>,
  pageId: number,
): Promise<{ name: string; wait_ms: number } | undefined> {
  return tx
    .selectFrom('hosts')
    .innerJoin('pages', 'pages.host', 'hosts.name')
    .select(['hosts.name', waitMs.as('wait_ms')])
    .where('pages.id', '=', pageId)
    .forUpdate('hosts')
    .executeTakeFirst();
}

const waitMs = sql<number>`case when hosts.next_at > clock_timestamp()
  then ceil(extract(epoch from hosts.next_at - clock_timestamp()) * 1000)::int else 0 end`;

/** Leases a page whose host row is locked, and pushes the host's next free time ahead; null: somebody holds the page. */
async function takeLease(
  tx: Kysely<Tables>,
  { pageId, host, hostGapMs }: { pageId: number; host: string; hostGapMs: number },
): Promise<Lease | null> {
  const taken = await tx
    .updateTable('pages')
    .set({
      lease_token: sql`nextval('lease_tokens')`,
      lease_until: sql`now() + make_interval(secs => ${LEASE_S})`,
    })
    .where('id', '=', pageId)
    .where((where) =>
      where.or([where('lease_until', 'is', null), where('lease_until', '<', sql<Date>`now()`)]),
    )
    .returningAll()
    .executeTakeFirst();
  if (taken === undefined || taken.lease_token === null) return null;
  const gap = sql<Date>`now() + make_interval(secs => ${hostGapMs / 1000})`;
  await tx.updateTable('hosts').set({ next_at: gap }).where('name', '=', host).execute();
  return { page: toPage(taken), token: taken.lease_token };
}

/** Takes the next page that is due by `now` and whose host is free, skipping what other workers are taking right now. */
export async function claimDuePage(db: Kysely<Tables>, now: Date, hostGapMs: number): Promise<Lease | null> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('pages')
      .innerJoin('hosts', 'hosts.name', 'pages.host')
      .select(['pages.id', 'hosts.name as host'])
      .where('pages.paused_at', 'is', null)
      .where('pages.next_check_at', '<=', now)
      .where((where) =>
        where.or([where('pages.lease_until', 'is', null), where('pages.lease_until', '<', sql<Date>`now()`)]),
      )
      .where('hosts.next_at', '<=', sql<Date>`now()`)
      .orderBy('pages.next_check_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return due === undefined ? null : takeLease(tx, { pageId: due.id, host: due.host, hostGapMs });
  });
}

/**
 * Writes the page's schedule back and ends the lease, if the token still holds.
 * @returns false when another worker has taken the page since: the caller's transaction must roll back
 */
export async function endLease(
  tx: Kysely<Tables>,
  lease: Lease,
  state: { readonly nextCheckAt: Date; readonly failingSince: Date | null; readonly failures: number },
): Promise<boolean> {
  const written = await tx
    .updateTable('pages')
    .set({
      next_check_at: state.nextCheckAt,
      failing_since: state.failingSince,
      failures: state.failures,
      lease_until: null,
      lease_token: null,
    })
    .where('id', '=', lease.page.id)
    .where('lease_token', '=', lease.token)
    .executeTakeFirst();
  return written.numUpdatedRows === 1n;
}

/** Gives a page back after a bug, so that nobody waits for the lease to run out, with the time of the next visit. */
export async function dropLease(db: Kysely<Tables>, lease: Lease, nextCheckAt: Date): Promise<void> {
  await db
    .updateTable('pages')
    .set({ lease_until: null, lease_token: null, next_check_at: nextCheckAt })
    .where('id', '=', lease.page.id)
    .where('lease_token', '=', lease.token)
    .execute();
}

/** Pages whose lease ran out without being given back: a worker died in the middle of a visit. */
export async function stuckLeases(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pages')
    .select('url')
    .where('lease_until', '<', sql<Date>`now()`)
    .execute();
  return rows.map((row) => row.url);
}
