import { sql, type Kysely } from 'kysely';
import { isFreeOfVisits, leaveHost, lockHostOfPage, nextAt } from './hosts.ts';
import { isDue, scheduledBy, toPage, type Page } from './pages.ts';
import type { Tables } from './tables.ts';

/** A page held for one visit. Only the holder of the token may write back (fencing). */
export interface Lease {
  readonly page: Page;
  readonly token: number;
  /** Milliseconds that its host is left alone after the visit. */
  readonly hostGapMs: number;
}

/** On what terms a page is taken for a visit. */
export interface VisitTerms {
  /** Least milliseconds between two visits to one host. */
  readonly hostGapMs: number;
  /**
   * Seconds until the page of a dead visitor is free again. Longer than any visit can last: 30 s for the page, as much for
   * one more GET, and reading and writing.
   */
  readonly leaseS: number;
}

/** How soon to look again where somebody else is visiting. */
const BUSY_WAIT_MS = 250;
/** A turn that is kept for who waits lapses so long after it has come: they may have given up. */
const WANTED_S = 5;

interface Wait {
  readonly waitMs: number;
  readonly why: string;
}

/**
 * Takes the page for one visit and pushes the host's next free time ahead, in one transaction under the host's lock, so
 * that no two workers visit one host at the same time or within the gap, which Crawl-delay widens. Leases and spacing use
 * the database's clock, whatever the caller's `now` is. Who has to wait gets the host's next turn before what is only due.
 * @returns the lease; or how many milliseconds to wait and why; or gone: the page was removed, or it rests
 */
export async function claimPage(
  db: Kysely<Tables>,
  pageId: number,
  terms: VisitTerms,
): Promise<{ readonly lease: Lease } | Wait | { readonly gone: true }> {
  return db.transaction().execute(async (tx) => {
    const host = await lockHostOfPage(tx, pageId);
    if (host === null) return { gone: true };
    if (host.waitMs > 0) {
      await keepTurn(tx, host.name);
      return { waitMs: host.waitMs, why: 'its host was visited just now' };
    }
    const lease = await takeLease(tx, { pageId, host: host.name, ...terms });
    const why = `another process visits this page or its host, or died there: at most ${terms.leaseS} s`;
    return lease === null ? { waitMs: BUSY_WAIT_MS, why } : { lease };
  });
}

async function keepTurn(tx: Kysely<Tables>, host: string): Promise<void> {
  await tx
    .updateTable('hosts')
    .set({ wanted_until: sql`next_at + make_interval(secs => ${WANTED_S})` })
    .where('name', '=', host)
    .execute();
}

/**
 * Leases a page whose host row is locked, and pushes the host's next free time ahead; null: somebody visits page or host.
 * A statement of its own, so that it sees what the last holder of the lock has committed.
 */
async function takeLease(
  tx: Kysely<Tables>,
  { pageId, host, hostGapMs, leaseS }: { pageId: number; host: string } & VisitTerms,
): Promise<Lease | null> {
  const taken = await tx
    .updateTable('pages')
    .set({
      lease_token: sql`nextval('lease_tokens')`,
      lease_until: sql`now() + make_interval(secs => ${leaseS})`,
    })
    .where('id', '=', pageId)
    .where('paused_at', 'is', null)
    .where(isFreeOfVisits(host))
    .returningAll()
    .executeTakeFirst();
  if (taken === undefined || taken.lease_token === null) return null;
  await tx
    .updateTable('hosts')
    .set({ next_at: nextAt(hostGapMs), wanted_until: sql`'-infinity'` })
    .where('name', '=', host)
    .execute();
  return { page: toPage(taken), token: taken.lease_token, hostGapMs };
}

/**
 * Takes the next page that is due by `now` and whose host is free: nobody visits it, its gap is over, nobody waits for its
 * turn, and it did not ask for a pause. What other workers are taking right now is skipped.
 */
export async function claimDuePage(db: Kysely<Tables>, now: Date, terms: VisitTerms): Promise<Lease | null> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('pages')
      .innerJoin('hosts', 'hosts.name', 'pages.host')
      .select(['pages.id', 'hosts.name as host'])
      .where('pages.paused_at', 'is', null)
      .where(isDue(now))
      .where('hosts.held_until', '<=', now)
      .where('hosts.next_at', '<=', sql<Date>`now()`)
      .where('hosts.wanted_until', '<=', sql<Date>`now()`)
      .where(isFreeOfVisits(sql.ref('hosts.name')))
      .orderBy('pages.next_check_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return due === undefined ? null : takeLease(tx, { pageId: due.id, host: due.host, ...terms });
  });
}

/**
 * Writes the page's schedule back and ends the lease, if the token still holds; the host's gap begins anew.
 * @returns false when another worker has taken the page since: the caller's transaction must roll back
 */
export async function endLease(
  tx: Kysely<Tables>,
  lease: Lease,
  state: {
    readonly nextCheckAt: Date;
    /** By the visitor's clock. */
    readonly scheduledAt: Date;
    readonly failingSince: Date | null;
    readonly failures: number;
    /** Until when the host asked to be left alone (Retry-After). */
    readonly hostHeldUntil: Date | null;
    readonly noarchive: boolean;
  },
): Promise<boolean> {
  // The host before the page, as those who claim lock them: the other way round two could wait for each other.
  await leaveHost(tx, lease.page.host, { gapMs: lease.hostGapMs, heldUntil: state.hostHeldUntil });
  const written = await tx
    .updateTable('pages')
    .set({
      next_check_at: state.nextCheckAt,
      ...scheduledBy(state.scheduledAt),
      failing_since: state.failingSince,
      failures: state.failures,
      noarchive: state.noarchive,
      lease_until: null,
      lease_token: null,
    })
    .where('id', '=', lease.page.id)
    .where('lease_token', '=', lease.token)
    .executeTakeFirst();
  return written.numUpdatedRows === 1n;
}

/**
 * Gives a page back without a check, so that nobody waits for the lease to run out, after a bug, or when
 * the host's turn went to robots.txt.
 * @param again when the next visit is due, and the clock that says so; null: as before
 */
export async function dropLease(
  db: Kysely<Tables>,
  lease: Lease,
  again: { readonly at: Date; readonly now: Date } | null,
): Promise<void> {
  const schedule = again === null ? {} : { next_check_at: again.at, ...scheduledBy(again.now) };
  await db.transaction().execute(async (tx) => {
    await leaveHost(tx, lease.page.host, { gapMs: lease.hostGapMs, heldUntil: null });
    await tx
      .updateTable('pages')
      .set({ lease_until: null, lease_token: null, ...schedule })
      .where('id', '=', lease.page.id)
      .where('lease_token', '=', lease.token)
      .execute();
  });
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
