import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The key that links of messages are signed with, 32 random bytes; made when first asked for, by whichever process. */
export async function linkKey(db: Kysely<Tables>): Promise<Buffer> {
  await db
    .insertInto('signing_keys')
    .values({ name: 'links', key: randomBytes(32) })
    .onConflict((c) => c.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('signing_keys')
    .select('key')
    .where('name', '=', 'links')
    .executeTakeFirstOrThrow();
  return row.key;
}
