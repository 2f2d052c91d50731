import type { Kysely, Selectable } from 'kysely';
import type { Block } from '../core/block.ts';
import type { Version } from '../core/version.ts';
import { checksBeforeMove } from './moves.ts';
import type { Tables, VersionRow } from './tables.ts';

/** A version without its text: enough to tell which one was sighted. */
export interface VersionHead {
  readonly id: number;
  readonly contentHash: string;
  readonly snapshotHash: string;
  readonly readerVersion: number;
  /** The scope that it was read by. */
  readonly scope: string | null;
  readonly textLength: number;
  readonly lastSeenAt: Date;
  readonly confirmedAt: Date | null;
  /** Was its text dropped, because it must not be archived (noarchive)? It can be told again, but not compared with. */
  readonly purged: boolean;
}

export interface NewVersion {
  readonly contentHash: string;
  readonly snapshotHash: string;
  readonly readerVersion: number;
  readonly scope: string | null;
  readonly contentType: string | null;
  readonly finalUrl: string;
  readonly blocks: readonly Block[];
  readonly markdown: string;
  readonly textLength: number;
  /** The site asks that it be not archived. */
  readonly noarchive: boolean;
}

const HEAD = [
  'versions.id',
  'versions.content_hash',
  'versions.snapshot_hash',
  'versions.reader_version',
  'versions.scope',
  'versions.text_length',
  'versions.last_seen_at',
  'versions.confirmed_at',
  'versions.purged_at',
] as const;

/**
 * The baseline: the newest check of this page that HAS a content hash, and the version it adopted (P2). Failed,
 * blocked, suspected, held and noise rows have none and never stand in the way; what another address showed is history.
 */
export async function latestVersion(db: Kysely<Tables>, pageId: number): Promise<VersionHead | null> {
  const row = await db
    .selectFrom('checks')
    .innerJoin('versions', 'versions.id', 'checks.sighted_version_id')
    .select(HEAD)
    .where('checks.page_id', '=', pageId)
    .where('checks.id', '>', checksBeforeMove(pageId))
    .where('checks.content_hash', 'is not', null)
    .orderBy('checks.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toHead(row);
}

export async function versionHead(db: Kysely<Tables>, id: number): Promise<VersionHead> {
  const row = await db.selectFrom('versions').select(HEAD).where('id', '=', id).executeTakeFirstOrThrow();
  return toHead(row);
}

/** Equal wire bytes are the version that they were before, whatever a header says this time. */
export async function versionByBytes(
  db: Kysely<Tables>,
  pageId: number,
  bytesHash: string,
): Promise<VersionHead | null> {
  const row = await db
    .selectFrom('checks')
    .innerJoin('versions', 'versions.id', 'checks.sighted_version_id')
    .select(HEAD)
    .where('checks.page_id', '=', pageId)
    .where('checks.bytes_hash', '=', bytesHash)
    .orderBy('checks.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toHead(row);
}

export async function versionByContent(
  db: Kysely<Tables>,
  pageId: number,
  contentHash: string,
): Promise<VersionHead | null> {
  const row = await db
    .selectFrom('versions')
    .select(HEAD)
    .where('page_id', '=', pageId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
  return row === undefined ? null : toHead(row);
}

/** A whole version, text included. */
export async function readVersion(db: Kysely<Tables>, id: number): Promise<Version> {
  const row = await db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return toVersion(row);
}

/** Stores a version; one whose text was dropped, and that stands there again, gets it back. */
export async function addVersion(
  db: Kysely<Tables>,
  pageId: number,
  { version, now }: { version: NewVersion; now: Date },
): Promise<number> {
  const row = await db
    .insertInto('versions')
    .values({
      page_id: pageId,
      content_hash: version.contentHash,
      snapshot_hash: version.snapshotHash,
      reader_version: version.readerVersion,
      scope: version.scope,
      content_type: version.contentType,
      final_url: version.finalUrl,
      blocks: JSON.stringify(version.blocks),
      markdown: version.markdown,
      text_length: version.textLength,
      first_seen_at: now,
      last_seen_at: now,
      confirmed_at: null,
      noarchive: version.noarchive,
    })
    .onConflict((c) =>
      c
        .columns(['page_id', 'content_hash'])
        .doUpdateSet((set) => ({
          blocks: set.ref('excluded.blocks'),
          markdown: set.ref('excluded.markdown'),
          snapshot_hash: set.ref('excluded.snapshot_hash'),
          noarchive: set.ref('excluded.noarchive'),
          purged_at: null,
        }))
        .where('versions.purged_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** What a reread needs of the version whose snapshot it reads again. */
export async function versionSource(
  db: Kysely<Tables>,
  id: number,
): Promise<{
  readonly contentType: string | null;
  readonly finalUrl: string;
  readonly confirmedAt: Date | null;
  readonly noarchive: boolean;
}> {
  const row = await db
    .selectFrom('versions')
    .select(['content_type', 'final_url', 'confirmed_at', 'noarchive'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { content_type: contentType, final_url: finalUrl, confirmed_at: confirmedAt, noarchive } = row;
  return { contentType, finalUrl, confirmedAt, noarchive };
}

/** Notes that the version stood there at this time; `confirm` when a second read has agreed with the first. */
export async function sawVersion(
  db: Kysely<Tables>,
  id: number,
  { at, confirm }: { at: Date; confirm: boolean },
): Promise<void> {
  await db
    .updateTable('versions')
    .set((set) => ({
      last_seen_at: set.fn<Date>('greatest', ['last_seen_at', set.val(at)]),
      ...(confirm ? { confirmed_at: set.fn.coalesce('confirmed_at', set.val(at)) } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

function toHead(
  row: Pick<
    Selectable<VersionRow>,
    | 'id'
    | 'content_hash'
    | 'snapshot_hash'
    | 'reader_version'
    | 'scope'
    | 'text_length'
    | 'last_seen_at'
    | 'confirmed_at'
    | 'purged_at'
  >,
): VersionHead {
  return {
    id: row.id,
    contentHash: row.content_hash,
    snapshotHash: row.snapshot_hash,
    readerVersion: row.reader_version,
    scope: row.scope,
    textLength: row.text_length,
    lastSeenAt: row.last_seen_at,
    confirmedAt: row.confirmed_at,
    purged: row.purged_at !== null,
  };
}

function toVersion(row: Selectable<VersionRow>): Version {
  return {
    id: row.id,
    contentHash: row.content_hash,
    snapshotHash: row.snapshot_hash,
    readerVersion: row.reader_version,
    blocks: row.blocks,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    confirmedAt: row.confirmed_at,
  };
}

/** The version that a given reader made of a snapshot of this page, under a given scope (P13). */
export async function versionOfSnapshot(
  db: Kysely<Tables>,
  pageId: number,
  reading: { snapshotHash: string; readerVersion: number; scope: string | null },
): Promise<VersionHead | null> {
  const row = await db
    .selectFrom('versions')
    .select(HEAD)
    .where('page_id', '=', pageId)
    .where('snapshot_hash', '=', reading.snapshotHash)
    .where('reader_version', '=', reading.readerVersion)
    .where('scope', 'is not distinct from', reading.scope)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : toHead(row);
}
