import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The page asks not to be archived: of all its versions the bytes go, and the Markdown that nothing compares with. */
export async function forgetBytes(tx: Kysely<Tables>, pageId: number): Promise<void> {
  await tx
    .updateTable('versions')
    .set({ noarchive: true, markdown: '' })
    .where('page_id', '=', pageId)
    .where('noarchive', '=', false)
    .execute();
  // Equal bytes of another page, whose site allows it, stay.
  await tx
    .updateTable('snapshots')
    .set({ body: null })
    .where('body', 'is not', null)
    .where(
      sql<boolean>`hash in (select snapshot_hash from versions where page_id = ${pageId})
        and not exists (select from versions as kept where kept.snapshot_hash = snapshots.hash and not kept.noarchive)`,
    )
    .execute();
}

/**
 * Drops the text of versions that must not be archived and are no longer compared with: all but the baseline, the newest
 * sighting, and the two ends of each change of which something still waits to be told.
 */
export async function purgeTexts(tx: Kysely<Tables>, pageId: number, now: Date): Promise<void> {
  const newest = (condition: string) => sql`select sighted_version_id from checks
    where page_id = ${pageId} and ${sql.raw(condition)} is not null order by id desc limit 1`;
  await tx
    .updateTable('versions')
    .set({ blocks: '[]', purged_at: now })
    .where('page_id', '=', pageId)
    .where('noarchive', '=', true)
    .where('purged_at', 'is', null)
    .where(
      sql<boolean>`id not in (
        (${newest('content_hash')}) union all (${newest('sighted_version_id')})
        union all select unnest(array[from_version_id, to_version_id]) from changes
          where id in (select change_id from differences where differences.page_id = ${pageId} and state = 'pending'))`,
    )
    .execute();
}
