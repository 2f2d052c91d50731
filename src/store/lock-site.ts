import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Held to the end of the transaction: two workers never tell the same difference of one site at the same time (P8). */
export async function lockSite(tx: Kysely<Tables>, site: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site ${site}`}, 0))`.execute(tx);
}
