import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Where a key belongs: the origin that it was first used with, which from now on is the given one where it never was.
 * @param keyHash a hash: keys are never stored
 */
export async function originOfKey(
  db: Kysely<Tables>,
  { keyHash, origin, now }: { keyHash: string; origin: string; now: Date },
): Promise<string> {
  await db
    .insertInto('model_keys')
    .values({ key_hash: keyHash, origin, first_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('model_keys')
    .select('origin')
    .where('key_hash', '=', keyHash)
    .executeTakeFirstOrThrow();
  return row.origin;
}
