import type { Kysely } from 'kysely';
import type { RobotsFile } from '../core/http/robots.ts';
import type { Tables } from './tables.ts';

/** What is known of an origin's robots.txt; null: it was never asked for. */
export async function robotsOf(db: Kysely<Tables>, origin: string): Promise<RobotsFile | null> {
  const row = await db.selectFrom('robots').selectAll().where('origin', '=', origin).executeTakeFirst();
  if (row === undefined) return null;
  const { unreachable_since: since, unreachable_reason: reason, final_url: url, etag } = row;
  return {
    rules: row.rules,
    askedAt: row.asked_at,
    answeredAt: row.answered_at,
    unreachable: since === null ? null : { since, reason: reason ?? '' },
    status: row.status,
    conditional: url === null ? null : { url, etag, lastModified: row.last_modified },
    crawlDelayS: row.crawl_delay_s,
  };
}

export async function keepRobots(
  db: Kysely<Tables>,
  { origin, host }: { origin: string; host: string },
  file: RobotsFile,
): Promise<void> {
  const row = {
    rules: file.rules,
    asked_at: file.askedAt,
    answered_at: file.answeredAt,
    unreachable_since: file.unreachable?.since ?? null,
    unreachable_reason: file.unreachable?.reason ?? null,
    status: file.status,
    final_url: file.conditional?.url ?? null,
    etag: file.conditional?.etag ?? null,
    last_modified: file.conditional?.lastModified ?? null,
    crawl_delay_s: file.crawlDelayS,
  };
  await db
    .insertInto('robots')
    .values({ origin, host, ...row })
    .onConflict((c) => c.column('origin').doUpdateSet(row))
    .execute();
}

/** Does anybody ask for this page itself, whatever robots.txt says? */
export async function isAskedDespiteRobots(db: Kysely<Tables>, pageId: number): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('page_id', '=', pageId)
    .where('despite_robots', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The account asks for the page itself from now on. */
export async function askDespiteRobots(
  db: Kysely<Tables>,
  { accountId, pageId }: { accountId: number; pageId: number },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ despite_robots: true })
    .where('account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .execute();
}
