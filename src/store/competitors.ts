import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The competitor of this name (in any case) of one account; made when there is none. */
export async function competitorNamed(
  db: Kysely<Tables>,
  accountId: number,
  { name, now }: { name: string; now: Date },
): Promise<number> {
  await db
    .insertInto('competitors')
    .values({ account_id: accountId, name, created_at: now })
    .onConflict((c) => c.expression(sql`account_id, lower(name)`).doNothing())
    .execute();
  const row = await db
    .selectFrom('competitors')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirstOrThrow();
  return row.id;
}
