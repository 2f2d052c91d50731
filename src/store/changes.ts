import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export interface NewChange {
  readonly pageId: number;
  readonly fromVersionId: number;
  readonly toVersionId: number;
  readonly checkId: number;
  readonly lastSeenUnchangedAt: Date;
  readonly firstSeenChangedAt: Date;
  readonly confirmedAt: Date;
}

/** Records that one adopted version followed another. Both are required, and the schema says so again (P1). */
export async function addChange(db: Kysely<Tables>, change: NewChange): Promise<number> {
  const row = await db
    .insertInto('changes')
    .values({
      page_id: change.pageId,
      from_version_id: change.fromVersionId,
      to_version_id: change.toVersionId,
      check_id: change.checkId,
      last_seen_unchanged_at: change.lastSeenUnchangedAt,
      first_seen_changed_at: change.firstSeenChangedAt,
      confirmed_at: change.confirmedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface Change {
  readonly id: number;
  readonly checkId: number;
  readonly fromVersionId: number;
  readonly toVersionId: number;
  readonly lastSeenUnchangedAt: Date;
  readonly firstSeenChangedAt: Date;
  readonly confirmedAt: Date;
}

/** The given changes, oldest first. */
export async function changesById(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly Change[]> {
  const rows = await db.selectFrom('changes').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    checkId: row.check_id,
    fromVersionId: row.from_version_id,
    toVersionId: row.to_version_id,
    lastSeenUnchangedAt: row.last_seen_unchanged_at,
    firstSeenChangedAt: row.first_seen_changed_at,
    confirmedAt: row.confirmed_at,
  }));
}
