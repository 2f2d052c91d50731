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
  const found = await findCompetitor(db, { accountId, name });
  if (found === null) throw new Error('a competitor vanished while it was made');
  return found.id;
}

/** The competitor of this name, in any case; null: the account has none. */
export async function findCompetitor(
  db: Kysely<Tables>,
  { accountId, name }: { accountId: number; name: string },
): Promise<{ readonly id: number; readonly name: string } | null> {
  const row = await db
    .selectFrom('competitors')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return row ?? null;
}

/** The account's competitors, by name. */
export async function listCompetitors(
  db: Kysely<Tables>,
  accountId: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom('competitors')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Whose page it is for the account; null: the account does not watch it. */
export async function competitorOfPage(
  db: Kysely<Tables>,
  { accountId, pageId }: { accountId: number; pageId: number },
): Promise<{ readonly id: number; readonly name: string } | null> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .select(['competitors.id', 'competitors.name'])
    .where('subscriptions.account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .executeTakeFirst();
  return row ?? null;
}

/** From now on the account's page belongs to that competitor of the account. */
export async function giveToCompetitor(
  db: Kysely<Tables>,
  { accountId, pageId, competitorId }: { accountId: number; pageId: number; competitorId: number },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ competitor_id: competitorId })
    .where('account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .execute();
}
