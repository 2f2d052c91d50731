import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** SHA-256 (hex) of the decoded bytes: the name of a snapshot. */
export function snapshotHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Stores the bytes once; a second store of equal bytes does nothing. */
export async function keepSnapshot(db: Kysely<Tables>, body: Uint8Array, now: Date): Promise<string> {
  const hash = snapshotHash(body);
  await db
    .insertInto('snapshots')
    .values({ hash, body: zstdCompressSync(body), bytes: body.length, created_at: now })
    .onConflict((c) => c.column('hash').doNothing())
    .execute();
  return hash;
}

export async function readSnapshot(db: Kysely<Tables>, hash: string): Promise<Uint8Array> {
  const row = await db
    .selectFrom('snapshots')
    .select('body')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return zstdDecompressSync(row.body);
}
