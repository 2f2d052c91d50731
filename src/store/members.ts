import type { Kysely } from 'kysely';
import type { Role } from './account-tables.ts';
import type { Tables } from './tables.ts';

/** Somebody who belongs to an account. */
export interface Member {
  readonly email: string;
  readonly role: Role;
}

/** Adds a member, or changes the role of one who is there. */
export async function setMember(
  db: Kysely<Tables>,
  { accountId, email, role, now }: Member & { accountId: number; now: Date },
): Promise<void> {
  await db
    .insertInto('members')
    .values({ account_id: accountId, email, role, created_at: now })
    .onConflict((c) => c.columns(['account_id', 'email']).doUpdateSet({ role }))
    .execute();
}

export async function listMembers(db: Kysely<Tables>, accountId: number): Promise<readonly Member[]> {
  return db
    .selectFrom('members')
    .select(['email', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** @returns whether there was one to remove */
export async function removeMember(
  db: Kysely<Tables>,
  { accountId, email }: { accountId: number; email: string },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('members')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
