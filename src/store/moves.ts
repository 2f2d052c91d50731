import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PageKind } from '../core/telling.ts';
import { scheduledBy } from './pages.ts';
import type { Tables } from './tables.ts';

/** The newest check before the page's last accepted move (0: it never moved): up to it rows speak of another address. */
export function checksBeforeMove(pageId: number): RawBuilder<number> {
  return sql<number>`(select coalesce(max(moves.after_check_id), 0) from moves where moves.page_id = ${pageId})`;
}

/** The newest notice before the page's last accepted move; 0: it never moved. */
export function noticesBeforeMove(pageId: number): RawBuilder<number> {
  return sql<number>`(select coalesce(max(moves.after_notice_id), 0) from moves where moves.page_id = ${pageId})`;
}

/** A move that was told and that nobody has answered yet. */
export interface OpenMove {
  readonly noticeId: number;
  readonly to: string;
  /** Since when the old address has led there. */
  readonly since: Date;
}

/** Where the page was told to have moved, if that is the newest that was told of it. */
export async function openMove(db: Kysely<Tables>, pageId: number): Promise<OpenMove | null> {
  const row = await db
    .selectFrom('notices')
    .select(['id', 'kind', 'address', 'since'])
    .where('page_id', '=', pageId)
    .where('kind', '<>', 'page.new')
    .where('id', '>', noticesBeforeMove(pageId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.kind !== 'page.moved' || row.address === null) return null;
  return { noticeId: row.id, to: row.address, since: row.since };
}

export interface AcceptedMove {
  readonly pageId: number;
  readonly to: { readonly url: string; readonly key: string; readonly host: string; readonly site: string };
  readonly kind: PageKind;
  readonly accountId: number;
  readonly now: Date;
}

/**
 * The page goes on under its new address: due at once, with no failure behind it. Whoever visits the old address right now
 * loses the lease, or that visit would be written down as one of the new address.
 */
export async function movePage(tx: Kysely<Tables>, move: AcceptedMove): Promise<void> {
  const { pageId, to, kind, now } = move;
  await sql`
    insert into moves (page_id, from_url, from_key, to_url, after_check_id, after_notice_id, accepted_by, accepted_at)
    select id, url, page_key, ${to.url},
      (select coalesce(max(checks.id), 0) from checks where checks.page_id = pages.id),
      (select coalesce(max(notices.id), 0) from notices where notices.page_id = pages.id),
      ${move.accountId}, ${now}
    from pages where id = ${pageId}`.execute(tx);
  await tx
    .insertInto('hosts')
    .values({ name: to.host })
    .onConflict((c) => c.doNothing())
    .execute();
  const { url, key: page_key, host, site } = to;
  const free = { lease_until: null, lease_token: null, failing_since: null, failures: 0 };
  await tx
    .updateTable('pages')
    .set({ url, page_key, host, site, kind, next_check_at: now, ...scheduledBy(now), ...free })
    .where('id', '=', pageId)
    .execute();
  await tx
    .updateTable('subscriptions')
    .set({ url })
    .where('page_id', '=', pageId)
    .where('account_id', '=', move.accountId)
    .execute();
}

/** A page's pending differences that no check can see standing any more: withdrawn, but for those that fell due already. */
export async function withdrawWaiting(
  tx: Kysely<Tables>,
  pageId: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('differences')
    .set({ state: 'withdrawn', reason, decided_at: now })
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is', null)
    .execute();
}

/** Holds the page's row to the end of the transaction, so that a move is accepted once. */
export async function lockPage(tx: Kysely<Tables>, pageId: number): Promise<void> {
  await tx.selectFrom('pages').select('id').where('id', '=', pageId).forUpdate().execute();
}

/** Addresses that the page had before, newest first. */
export async function earlierAddresses(
  db: Kysely<Tables>,
  pageId: number,
): Promise<readonly { readonly url: string; readonly until: Date }[]> {
  return db
    .selectFrom('moves')
    .select(['from_url as url', 'accepted_at as until'])
    .where('page_id', '=', pageId)
    .orderBy('id', 'desc')
    .execute();
}
