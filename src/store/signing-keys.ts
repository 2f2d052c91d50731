import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The key that links of messages are signed with, 32 random bytes; made when first asked for, by whichever process. */
export async function linkKey(db: Kysely<Tables>): Promise<Buffer> {
  const known = await keyNamed(db, 'links');
  if (known !== null) return known;
  await db
    .insertInto('signing_keys')
    .values({ name: 'links', key: randomBytes(32) })
    .onConflict((c) => c.column('name').doNothing())
    .execute();
  const made = await keyNamed(db, 'links');
  if (made === null) throw new Error('a key vanished');
  return made;
}

async function keyNamed(db: Kysely<Tables>, name: string): Promise<Buffer | null> {
  const row = await db.selectFrom('signing_keys').select('key').where('name', '=', name).executeTakeFirst();
  return row?.key ?? null;
}
