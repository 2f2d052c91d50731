import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** SHA-256 (hex) of the decoded bytes: the name of a snapshot. */
export function snapshotHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Stores the bytes once; a second store of equal bytes does nothing, but for bytes that were not to be kept before. */
export async function keepSnapshot(db: Kysely<Tables>, body: Uint8Array, now: Date): Promise<string> {
  const hash = snapshotHash(body);
  await db
    .insertInto('snapshots')
    .values({ hash, body: zstdCompressSync(body), bytes: body.length, created_at: now })
    .onConflict((c) =>
      c
        .column('hash')
        .doUpdateSet((set) => ({ body: set.ref('excluded.body') }))
        .where('snapshots.body', 'is', null),
    )
    .execute();
  return hash;
}

/** Notes that these bytes came, without keeping them: the site asks that the page be not archived. */
export async function noteSnapshot(db: Kysely<Tables>, body: Uint8Array, now: Date): Promise<string> {
  const hash = snapshotHash(body);
  await db
    .insertInto('snapshots')
    .values({ hash, body: null, bytes: body.length, created_at: now })
    .onConflict((c) => c.column('hash').doNothing())
    .execute();
  return hash;
}

/** Null: the bytes were not to be kept. */
export async function readSnapshot(db: Kysely<Tables>, hash: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('snapshots')
    .select('body')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return row.body === null ? null : zstdDecompressSync(row.body);
}
