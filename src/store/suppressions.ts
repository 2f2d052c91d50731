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

/**
 * Remembers that nothing may go to the address; a complaint outlasts a bounce.
 * @param happenedAt when it bounced or complained, which may have been long ago
 * @returns false: nothing changed, for the address complained before, or the bounce is older than its lift
 */
export async function suppress(
  db: Kysely<Tables>,
  { address, reason, detail, createdAt, happenedAt }: Suppression & { readonly happenedAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('suppressions')
    .values({ address, reason, detail, created_at: createdAt })
    .onConflict((c) =>
      c
        .column('address')
        .doUpdateSet({ reason, detail, created_at: createdAt, lifted_at: null })
        .where('suppressions.reason', '=', 'bounce')
        .where(({ eb, or }) =>
          or([
            eb('excluded.reason', '=', 'complaint'),
            eb('suppressions.lifted_at', 'is', null),
            eb('suppressions.lifted_at', '<', happenedAt),
          ]),
        ),
    )
    .returning('address')
    .executeTakeFirst();
  return row !== undefined;
}

/** Null: mail may go there. */
export async function suppressionOf(db: Kysely<Tables>, address: string): Promise<Suppression | null> {
  const row = await db
    .selectFrom('suppressions')
    .select(['address', 'reason', 'detail', 'created_at as createdAt'])
    .where('address', '=', address)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function listSuppressions(db: Kysely<Tables>): Promise<readonly Suppression[]> {
  return db
    .selectFrom('suppressions')
    .select(['address', 'reason', 'detail', 'created_at as createdAt'])
    .where('lifted_at', 'is', null)
    .orderBy('created_at')
    .execute();
}

/** A mailbox that bounced works again. Complaints stay: somebody asked for no more mail. */
export async function liftBounce(db: Kysely<Tables>, address: string, now: Date): Promise<boolean> {
  const lifted = await db
    .updateTable('suppressions')
    .set({ lifted_at: now })
    .where('address', '=', address)
    .where('reason', '=', 'bounce')
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return lifted.numUpdatedRows > 0n;
}
