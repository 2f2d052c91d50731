import type { Kysely } from 'kysely';
import type { PageKind, Telling } from '../core/telling.ts';
import type { Tables } from './tables.ts';

/** What an event compared, and how its page was seen when it was told. */
export interface Compared {
  readonly pageId: number;
  readonly url: string;
  readonly kind: PageKind;
  readonly beforeVersionId: number;
  readonly afterVersionId: number;
  readonly returns: 'reversal' | 'alternation' | null;
}

export async function comparedBy(db: Kysely<Tables>, eventId: number): Promise<Compared | null> {
  const row = await db
    .selectFrom('events')
    .innerJoin('pages', 'pages.id', 'events.page_id')
    .selectAll('events')
    .select(['pages.url', 'pages.kind as kind_now'])
    .where('events.id', '=', eventId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    pageId: row.page_id,
    url: row.url,
    kind: row.page_kind ?? row.kind_now,
    beforeVersionId: row.before_version_id,
    afterVersionId: row.after_version_id,
    returns: row.returns,
  };
}

/** Events that rules wrote because no model could be asked, newest first: those are read most. */
export async function eventsWantingWords(
  db: Kysely<Tables>,
  { since, most }: { since: Date; most: number },
): Promise<readonly { readonly id: number; readonly pageId: number }[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'page_id'])
    .where('wants_words', '=', true)
    .where('told_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({ id: row.id, pageId: row.page_id }));
}

/**
 * Puts a model's words in the place of those by rules, once; kind and severity stay.
 * @param telling null, or words by rules: nothing better is to be had, and the event wants none any more
 */
export async function improveEvent(
  db: Kysely<Tables>,
  { id, telling, calls, now }: { id: number; telling: Telling | null; calls: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('events')
    .set({
      wants_words: false,
      calls: JSON.stringify(calls),
      ...(telling?.writtenBy !== 'model'
        ? {}
        : {
            headline: telling.headline,
            summary: telling.summary,
            our_read: telling.ourRead,
            action: telling.action,
            quotes: JSON.stringify(telling.quotes),
            written_by: telling.writtenBy,
            improved_at: now,
          }),
    })
    .where('id', '=', id)
    .where('wants_words', '=', true)
    .execute();
}
