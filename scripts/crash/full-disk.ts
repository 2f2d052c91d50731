import { sql } from 'kysely';
import type { Database } from '../../src/flows/world.ts';

/** Tables that every step writes to; ours fail as a full disk makes them fail. */
const TABLES = [
  'checks',
  'versions',
  'changes',
  'differences',
  'events',
  'deliveries',
  'delivery_attempts',
  'digests',
];

/** PostgreSQL refuses every write with 53100 (disk_full), as it does when its disk has no space left. */
export async function fillDisk(db: Database): Promise<void> {
  await sql`create function no_space() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`.execute(
    db,
  );
  for (const table of TABLES)
    await sql
      .raw(
        `create trigger no_space before insert or update on ${table} for each statement execute function no_space()`,
      )
      .execute(db);
}

export async function freeDisk(db: Database): Promise<void> {
  await sql`drop function no_space() cascade`.execute(db);
}
