import type { Kysely } from 'kysely';
import type { NoticeKind, Severity } from '../core/telling.ts';
import type { Notice } from '../core/told-event.ts';
import type { Tables } from './tables.ts';

export interface NewNotice {
  readonly kind: NoticeKind;
  readonly severity: Severity;
  readonly headline: string;
  readonly since: Date;
}

/** Records a notice once per page, kind and start; null when it was given before. */
export async function addNotice(
  db: Kysely<Tables>,
  pageId: number,
  { notice, now }: { notice: NewNotice; now: Date },
): Promise<number | null> {
  const row = await db
    .insertInto('notices')
    .values({ page_id: pageId, ...notice, created_at: now })
    .onConflict((c) => c.columns(['page_id', 'kind', 'since']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The newest notice of the page: which state of the watch was told last. */
export async function newestNotice(db: Kysely<Tables>, pageId: number): Promise<NoticeKind | null> {
  const row = await db
    .selectFrom('notices')
    .select('kind')
    .where('page_id', '=', pageId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.kind ?? null;
}

export async function listNotices(db: Kysely<Tables>, since: Date | null): Promise<readonly Notice[]> {
  const rows = await notices(db)
    .where('notices.created_at', '>=', since ?? new Date(0))
    .orderBy('notices.id', 'desc')
    .execute();
  return rows.map(toNotice);
}

/** Notices about the pages that the account watches, newest first. */
export async function noticesOfAccount(
  db: Kysely<Tables>,
  accountId: number,
  since: Date,
): Promise<readonly Notice[]> {
  const watched = db.selectFrom('subscriptions').select('page_id').where('account_id', '=', accountId);
  const rows = await notices(db)
    .where('notices.page_id', 'in', watched)
    .where('notices.created_at', '>=', since)
    .orderBy('notices.id', 'desc')
    .execute();
  return rows.map(toNotice);
}

export async function noticeById(db: Kysely<Tables>, id: number): Promise<Notice> {
  return toNotice(await notices(db).where('notices.id', '=', id).executeTakeFirstOrThrow());
}

function notices(db: Kysely<Tables>) {
  return db
    .selectFrom('notices')
    .innerJoin('pages', 'pages.id', 'notices.page_id')
    .select(['notices.id', 'notices.page_id', 'pages.url', 'notices.kind', 'notices.severity'])
    .select(['notices.headline', 'notices.since', 'notices.created_at']);
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
}): Notice {
  const { page_id: pageId, created_at: createdAt, ...rest } = row;
  return { ...rest, pageId, createdAt };
}
