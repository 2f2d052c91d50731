import type { Kysely, Selectable } from 'kysely';
import type { AccountRow } from './account-tables.ts';
import type { Tables } from './tables.ts';

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  /** Local hour of the digest, 0-23. */
  readonly digestHour: number;
  /** Weekdays of the digest, 1 Monday to 7 Sunday, ascending. */
  readonly digestDays: readonly number[];
  /** On the first digest day of a quiet week the account hears that all was quiet. */
  readonly quietMonday: boolean;
  /** Names of its own products: a rival's page that names one is grave. */
  readonly ownProducts: readonly string[];
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

/** Null: there is no such account. */
export async function accountById(db: Kysely<Tables>, id: number): Promise<Account | null> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toAccount(row);
}

/** What an account chose of itself. Whatever is not given stays as it was. */
export interface AccountChange {
  readonly timeZone?: string;
  readonly digestHour?: number;
  readonly digestDays?: readonly number[];
  readonly quietMonday?: boolean;
  readonly ownProducts?: readonly string[];
}

export async function changeAccount(db: Kysely<Tables>, id: number, change: AccountChange): Promise<void> {
  const set = {
    ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
    ...(change.digestHour === undefined ? {} : { digest_hour: change.digestHour }),
    ...(change.digestDays === undefined ? {} : { digest_days: JSON.stringify(change.digestDays) }),
    ...(change.quietMonday === undefined ? {} : { quiet_monday: change.quietMonday }),
    ...(change.ownProducts === undefined ? {} : { own_products: JSON.stringify(change.ownProducts) }),
  };
  if (Object.keys(set).length > 0) await db.updateTable('accounts').set(set).where('id', '=', id).execute();
}

function toAccount(row: Selectable<AccountRow>): Account {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    digestHour: row.digest_hour,
    digestDays: row.digest_days,
    quietMonday: row.quiet_monday,
    ownProducts: row.own_products,
  };
}
