import type { Kysely } from 'kysely';
import type { NoticeKind, Severity } from '../core/telling.ts';
import type { VisitNotice } from '../core/watch/notice.ts';
import type { Notice } from '../core/told-event.ts';
import { noticesBeforeMove } from './moves.ts';
import type { Tables } from './tables.ts';

export interface NewNotice {
  readonly kind: NoticeKind;
  readonly severity: Severity;
  readonly headline: string;
  readonly advice: string | null;
  readonly address: string | null;
  readonly since: Date;
}

/** Records a notice once per page, kind, start and address; null when it was given before. */
export async function addNotice(
  db: Kysely<Tables>,
  pageId: number,
  { notice, now }: { notice: NewNotice; now: Date },
): Promise<number | null> {
  const row = await db
    .insertInto('notices')
    .values({ page_id: pageId, ...notice, created_at: now })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The newest notice of the page at its address: which state of the watch was told last. A new page nearby is none. */
export async function newestNotice(db: Kysely<Tables>, pageId: number): Promise<VisitNotice | null> {
  const row = await db
    .selectFrom('notices')
    .select('kind')
    .where('page_id', '=', pageId)
    .where('kind', '<>', 'page.new')
    .where('id', '>', noticesBeforeMove(pageId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || row.kind === 'page.new' ? null : row.kind;
}

export async function listNotices(db: Kysely<Tables>, since: Date | null): Promise<readonly Notice[]> {
  const rows = await notices(db)
    .where('notices.created_at', '>=', since ?? new Date(0))
    .orderBy('notices.id', 'desc')
    .execute();
  return rows.map(toNotice);
}

/** A notice with what the account calls the competitor and the page. */
export interface AccountNotice {
  readonly notice: Notice;
  readonly competitor: string;
  /** The URL as this account gave it. */
  readonly storedUrl: string;
}

/** Notices about the account's pages that were given since it watches them (P16), newest first. */
export async function noticesOfAccount(
  db: Kysely<Tables>,
  accountId: number,
  { since, until }: { readonly since: Date; readonly until: Date | null },
): Promise<readonly AccountNotice[]> {
  const rows = await notices(db)
    .innerJoin('subscriptions', 'subscriptions.page_id', 'notices.page_id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .select(['competitors.name as competitor', 'subscriptions.url as stored_url'])
    .where('subscriptions.account_id', '=', accountId)
    .whereRef('notices.created_at', '>=', 'subscriptions.started_at')
    .where('notices.created_at', '>=', since)
    .$if(until !== null, (q) => q.where('notices.created_at', '<', until ?? since))
    .orderBy('notices.id', 'desc')
    .execute();
  return rows.map((row) => ({
    notice: toNotice(row),
    competitor: row.competitor,
    storedUrl: row.stored_url,
  }));
}

export async function noticeById(db: Kysely<Tables>, id: number): Promise<Notice> {
  return toNotice(await notices(db).where('notices.id', '=', id).executeTakeFirstOrThrow());
}

function notices(db: Kysely<Tables>) {
  return db
    .selectFrom('notices')
    .innerJoin('pages', 'pages.id', 'notices.page_id')
    .select(['notices.id', 'notices.page_id', 'pages.url', 'notices.kind', 'notices.severity'])
    .select(['notices.headline', 'notices.since', 'notices.created_at'])
    .select(['notices.advice', 'notices.address']);
}

function toNotice(row: {
  id: number;
  page_id: number;
  url: string;
  kind: NoticeKind;
  severity: Severity;
  headline: string;
  since: Date;
  created_at: Date;
  advice: string | null;
  address: string | null;
}): Notice {
  const { id, url, kind, severity, headline, advice, address, since } = row;
  const { page_id: pageId, created_at: createdAt } = row;
  return { id, pageId, url, kind, severity, headline, advice, address, since, createdAt };
}
