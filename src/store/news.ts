import { sql, type Kysely } from 'kysely';
import { ENTRY_REGIONS, type NewsRecord } from '../core/pending/news-page.ts';
import type { Tables } from './tables.ts';

/** How often the page was seen since a time, and on how many of these visits it brought an entry for the first time. */
export async function newsRecord(db: Kysely<Tables>, pageId: number, since: Date): Promise<NewsRecord> {
  const entries = db
    .selectFrom('differences')
    .select((select) => select.fn.min('change_id').as('change_id'))
    .where('page_id', '=', pageId)
    .where('kind', '=', 'added')
    .where(sql<string>`place->>'region'`, 'in', ENTRY_REGIONS)
    .where(sql<boolean>`labels = '[]'`)
    .groupBy('key')
    .having((having) => having.fn.min('began_at'), '>=', since);
  const row = await db
    .selectFrom('checks')
    .select([
      sql<number>`count(*)::int`.as('visits'),
      sql<number>`(select count(distinct change_id) from (${entries}) as entries)::int`.as('news'),
    ])
    .where('page_id', '=', pageId)
    .where('checked_at', '>=', since)
    .where('outcome', 'in', ['unchanged', 'changed', 'held', 'noise'])
    .executeTakeFirstOrThrow();
  return row;
}
