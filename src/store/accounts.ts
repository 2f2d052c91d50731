import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  /** Local hour of the digest, 0-23. */
  readonly digestHour: number;
  readonly quietMonday: boolean;
}

/**
 * The account of whoever runs this installation; made when first asked for. Safe under two starters.
 * @param timeZone IANA name for an account that is made now; one that exists keeps its own
 */
export async function ownAccount(
  db: Kysely<Tables>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Account> {
  const name = 'own';
  await db
    .insertInto('accounts')
    .values({ name, time_zone: timeZone, created_at: now })
    .onConflict((c) => c.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
  return toAccount(row);
}

export async function listAccounts(db: Kysely<Tables>): Promise<readonly Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('id').execute();
  return rows.map(toAccount);
}

function toAccount(row: {
  id: number;
  name: string;
  time_zone: string;
  digest_hour: number;
  quiet_monday: boolean;
}): Account {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    digestHour: row.digest_hour,
    quietMonday: row.quiet_monday,
  };
}
