import { sql, type Kysely } from 'kysely';
import type { Place } from '../core/block.ts';
import type { VolatileMemory, VolatileRow } from '../core/sight/volatile.ts';
import type { Tables } from './tables.ts';

/** A place keeps its newest texts only: enough for a rotation, bounded for a clock that was masked badly. */
const TEXTS_KEPT = 200;

/** Per place, the masked texts that it has shown. */
export async function volatileMemory(db: Kysely<Tables>, pageId: number): Promise<VolatileMemory> {
  const rows = await db
    .selectFrom('volatile_places')
    .select(['place_key', 'texts'])
    .where('page_id', '=', pageId)
    .execute();
  return new Map(rows.map((row) => [row.place_key, new Set(row.texts)]));
}

/** A place that does not rest, and what it showed last. */
export interface VolatilePlace {
  readonly place: Place;
  readonly times: number;
  readonly lastAt: Date;
  readonly before: string | null;
  readonly after: string | null;
}

/** The places of a page that differ between two reads moments apart, the most restless first. */
export async function volatilePlaces(db: Kysely<Tables>, pageId: number): Promise<readonly VolatilePlace[]> {
  return db
    .selectFrom('volatile_places')
    .select(['place', 'times', 'last_at as lastAt', 'last_before as before', 'last_after as after'])
    .where('page_id', '=', pageId)
    .orderBy('times', 'desc')
    .execute();
}

/** Adds what two reads moments apart disagreed on, one row a place, counted. */
export async function rememberVolatile(
  db: Kysely<Tables>,
  pageId: number,
  { rows, at }: { rows: readonly VolatileRow[]; at: Date },
): Promise<void> {
  for (const row of rows) {
    const texts = JSON.stringify([...new Set(row.texts)]);
    await db
      .insertInto('volatile_places')
      .values({
        page_id: pageId,
        place_key: row.placeKey,
        place: JSON.stringify(row.place),
        texts,
        times: 1,
        first_at: at,
        last_at: at,
        last_before: row.before,
        last_after: row.after,
      })
      .onConflict((c) =>
        c.columns(['page_id', 'place_key']).doUpdateSet({
          texts: mergedTexts(texts),
          times: sql`volatile_places.times + 1`,
          last_at: at,
          last_before: row.before,
          last_after: row.after,
        }),
      )
      .execute();
  }
}

function mergedTexts(texts: string) {
  return sql<string>`(select jsonb_agg(t) from (
    select t from jsonb_array_elements(volatile_places.texts || ${texts}::jsonb) with ordinality as shown(t, n)
    group by t order by max(n) desc limit ${TEXTS_KEPT}) as kept)`;
}
