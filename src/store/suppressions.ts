import type { Kysely } from 'kysely';
import type { SuppressionReason } from './account-tables.ts';
import type { Tables } from './tables.ts';

/** Why nothing goes to an address. */
export interface Suppression {
  readonly address: string;
  readonly reason: SuppressionReason;
  /** What the mail service said of it. */
  readonly detail: string;
  readonly createdAt: Date;
}

/** Remembers that nothing may go to the address; a complaint outlasts a bounce. */
export async function suppress(
  db: Kysely<Tables>,
  { address, reason, detail, createdAt }: Suppression,
): Promise<void> {
  await db
    .insertInto('suppressions')
    .values({ address, reason, detail, created_at: createdAt })
    .onConflict((c) =>
      c
        .column('address')
        .doUpdateSet({ reason, detail, created_at: createdAt })
        .where('suppressions.reason', '=', 'bounce'),
    )
    .execute();
}

/** Null: mail may go there. */
export async function suppressionOf(db: Kysely<Tables>, address: string): Promise<Suppression | null> {
  const row = await db
    .selectFrom('suppressions')
    .select(['address', 'reason', 'detail', 'created_at as createdAt'])
    .where('address', '=', address)
    .executeTakeFirst();
  return row ?? null;
}

export async function listSuppressions(db: Kysely<Tables>): Promise<readonly Suppression[]> {
  return db
    .selectFrom('suppressions')
    .select(['address', 'reason', 'detail', 'created_at as createdAt'])
    .orderBy('created_at')
    .execute();
}

/** A mailbox that bounced works again. Complaints stay: somebody asked for no more mail. */
export async function liftBounce(db: Kysely<Tables>, address: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('suppressions')
    .where('address', '=', address)
    .where('reason', '=', 'bounce')
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
