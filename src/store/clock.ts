import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What the database's clock says: the one that leases go by. */
export async function databaseClock(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database tells no time');
  return row.now;
}
