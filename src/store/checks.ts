import { sql, type Kysely } from 'kysely';
import type { EarlierVoucher, StoredValidators } from '../core/http/validators.ts';
import type { AwaySighting } from '../core/sight/settled.ts';
import type { Outcome } from '../core/watch/schedule.ts';
import type { Gone } from '../core/watch/move.ts';
import { checksBeforeMove } from './moves.ts';
import type { Tables, Witness } from './tables.ts';

/**
 * The newest check of ANY outcome that carries validators (P2): a failed or held read may have brought the freshest
 * ones, and what they vouch for stands beside them (P3). A text that was dropped (noarchive) can be vouched for no more.
 */
export async function freshestValidators(
  db: Kysely<Tables>,
  pageId: number,
): Promise<StoredValidators | null> {
  const row = await db
    .selectFrom('checks')
    .leftJoin('versions', (join) =>
      join.onRef('versions.id', '=', 'checks.vouches_for').on('versions.purged_at', 'is', null),
    )
    .select(['checks.final_url', 'etag', 'last_modified', 'request_digest', 'versions.id as vouches_for'])
    .where('checks.page_id', '=', pageId)
    .where('checks.id', '>', checksBeforeMove(pageId))
    .where((where) => where.or([where('etag', 'is not', null), where('last_modified', 'is not', null)]))
    .orderBy('checks.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.final_url === null) return null;
  return {
    url: row.final_url,
    etag: row.etag,
    lastModified: row.last_modified,
    requestDigest: row.request_digest,
    vouchesFor: row.vouches_for,
  };
}

/**
 * What the newest row with an equal validator of the same URL vouched for (P3). Validators are equal by their ETags byte
 * for byte, by Last-Modified where there is no ETag (RFC 9110 13.1.3 ranks them so). Rows that showed no content of their
 * own (a wall, an error, a 304 with a new ETag) say nothing of what the validator stands for.
 */
export async function earlierVoucher(
  db: Kysely<Tables>,
  pageId: number,
  given: { readonly url: string; readonly etag: string | null; readonly lastModified: string | null },
): Promise<EarlierVoucher> {
  if (given.etag === null && given.lastModified === null) return null;
  const row = await db
    .selectFrom('checks')
    .select('vouches_for')
    .where('page_id', '=', pageId)
    .where('final_url', '=', given.url)
    .where(sql<boolean>`etag is not distinct from ${given.etag}`)
    .$if(given.etag === null, (query) => query.where('last_modified', '=', given.lastModified))
    .where((where) =>
      where.or([
        where('vouches_for', 'is not', null),
        where.and([where('sighted_version_id', 'is not', null), where('witness', '<>', '304')]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { vouchesFor: row.vouches_for };
}

export interface Suspicion {
  readonly versionId: number;
  /** When the reading that differs was made first. */
  readonly since: Date;
}

/** The suspicion that the newest sighting left open. Failed and blocked checks are no sightings and close nothing. */
export async function openSuspicion(db: Kysely<Tables>, pageId: number): Promise<Suspicion | null> {
  const sightings = db
    .selectFrom('checks')
    .where('page_id', '=', pageId)
    .where('id', '>', checksBeforeMove(pageId))
    .where('sighted_version_id', 'is not', null);
  const newest = await sightings
    .select(['id', 'outcome', 'sighted_version_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.outcome !== 'suspected' || newest.sighted_version_id === null) return null;
  const first = await sightings
    .select((select) => select.fn.min('checked_at').as('since'))
    .where('outcome', '=', 'suspected')
    .where('id', '>', (where) =>
      where
        .selectFrom('checks as settled')
        .select((select) => select.fn.coalesce(select.fn.max('settled.id'), select.val(0)).as('id'))
        .where('settled.page_id', '=', pageId)
        .where('settled.sighted_version_id', 'is not', null)
        .where('settled.outcome', '<>', 'suspected'),
    )
    .executeTakeFirstOrThrow();
  return { versionId: newest.sighted_version_id, since: first.since };
}

/** The newest sightings, newest first, each with the keys of the differences that it showed to the baseline. */
export async function awaySightings(
  db: Kysely<Tables>,
  pageId: number,
  most: number,
): Promise<readonly AwaySighting[]> {
  return db
    .selectFrom('checks')
    .select('checked_at as at')
    .select(sql<string[]>`coalesce(trace->'away', '[]')`.as('away'))
    .where('page_id', '=', pageId)
    .where('sighted_version_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** When the page was last read without validators, and how many 304s it has answered since. */
export async function fullReads(
  db: Kysely<Tables>,
  pageId: number,
): Promise<{ readonly lastAt: Date | null; readonly notModifiedSince: number }> {
  const last = await db
    .selectFrom('checks')
    .select(['id', 'checked_at'])
    .where('page_id', '=', pageId)
    .where('sighted_version_id', 'is not', null)
    .where((where) =>
      where.or([where('witness', 'is distinct from', '304'), where('unconditional', '=', true)]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const counted = await db
    .selectFrom('checks')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('page_id', '=', pageId)
    .where('witness', '=', '304')
    .where('id', '>', last?.id ?? 0)
    .executeTakeFirstOrThrow();
  return { lastAt: last?.checked_at ?? null, notModifiedSince: counted.n };
}

export interface NewCheck {
  readonly checkedAt: Date;
  readonly outcome: Outcome;
  readonly witness: Witness | null;
  readonly reason: string;
  readonly status: number | null;
  readonly finalUrl: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly requestDigest: string | null;
  readonly vouchesFor: number | null;
  readonly bytesHash: string | null;
  readonly sightedVersionId: number | null;
  /** Only when adopted. */
  readonly contentHash: string | null;
  readonly unconditional: boolean;
  readonly bytes: number;
  readonly requests: number;
  readonly ms: number;
  readonly trace: object;
  /** What stood in place of the page; null unless it was gone. */
  readonly gone: Gone | null;
}

export async function addCheck(db: Kysely<Tables>, pageId: number, check: NewCheck): Promise<number> {
  const row = await db
    .insertInto('checks')
    .values({
      page_id: pageId,
      checked_at: check.checkedAt,
      outcome: check.outcome,
      witness: check.witness,
      reason: check.reason,
      status: check.status,
      final_url: check.finalUrl,
      etag: check.etag,
      last_modified: check.lastModified,
      request_digest: check.requestDigest,
      vouches_for: check.vouchesFor,
      bytes_hash: check.bytesHash,
      sighted_version_id: check.sightedVersionId,
      content_hash: check.contentHash,
      unconditional: check.unconditional,
      bytes: check.bytes,
      requests: check.requests,
      ms: check.ms,
      trace: JSON.stringify(check.trace),
      gone_as: check.gone?.as ?? null,
      moved_to: check.gone?.as === 'moved' ? check.gone.to : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The newest checks that ended alike: all unread, all missing, or all moved to one page. */
export interface NewestStreak {
  readonly outcome: Outcome;
  readonly gone: Gone['as'] | null;
  readonly movedTo: string | null;
  readonly length: number;
  /** How many of them were answered 410 Gone. */
  readonly removed: number;
  /** When the first of them was. */
  readonly since: Date;
}

/** How many checks in a row at this address ended like the newest one; null: there is none. */
export async function newestStreak(db: Kysely<Tables>, pageId: number): Promise<NewestStreak | null> {
  const here = db
    .selectFrom('checks')
    .where('page_id', '=', pageId)
    .where('id', '>', checksBeforeMove(pageId));
  const newest = await here
    .select(['outcome', 'gone_as as gone', 'moved_to as movedTo'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return null;
  const { outcome, gone, movedTo } = newest;
  const other = sql<boolean>`(outcome, gone_as, moved_to) is distinct from (${outcome}::text, ${gone}::text, ${movedTo}::text)`;
  const row = await here
    .select((select) => [select.fn.countAll<number>().as('length'), select.fn.min('checked_at').as('since')])
    .select(sql<number>`count(*) filter (where status = 410)`.as('removed'))
    .where('id', '>', (where) =>
      where
        .selectFrom('checks as others')
        .select((select) => select.fn.coalesce(select.fn.max('others.id'), select.val(0)).as('id'))
        .where('others.page_id', '=', pageId)
        .where(other),
    )
    .executeTakeFirstOrThrow();
  return { outcome, gone, movedTo, ...row };
}

/** When the page was last read as itself; null: never. */
export async function lastReadAt(db: Kysely<Tables>, pageId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('checks')
    .select('checked_at')
    .where('page_id', '=', pageId)
    .where('sighted_version_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.checked_at ?? null;
}

/** Since when the page has shown this content without being believed: the first such check after its last sighting. */
export async function contentStandsSince(
  db: Kysely<Tables>,
  pageId: number,
  content: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('checks')
    .select((select) => select.fn.min('checked_at').as('since'))
    .where('page_id', '=', pageId)
    .where(sql<boolean>`trace->>'content' = ${content}`)
    .where('id', '>', (where) =>
      where
        .selectFrom('checks as sighted')
        .select((select) => select.fn.coalesce(select.fn.max('sighted.id'), select.val(0)).as('id'))
        .where('sighted.page_id', '=', pageId)
        .where('sighted.sighted_version_id', 'is not', null),
    )
    .executeTakeFirst();
  return row?.since ?? null;
}
