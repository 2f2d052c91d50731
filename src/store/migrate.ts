import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { AppliedMigration, Migration } from './migration-plan.ts';
import { migrationOf, planMigrations } from './migration-plan.ts';

/** Any number that no other lock of the same database uses: the bytes of "SIGHTMIG". */
const MIGRATION_LOCK = 6001406354425465159n;

const INSUFFICIENT_PRIVILEGE = '42501';

export type Migrated =
  | { readonly ok: true; readonly applied: readonly string[] }
  | { readonly ok: false; readonly say: string };

/**
 * Brings the database up to the newest `NNNN_name.sql` of the folder, each file in a transaction of its own with its
 * row in the table `migrations`. Starters at the same time wait for each other under an advisory lock of the session,
 * which a crash frees. A file that fails is undone whole; those before it stay.
 *
 * @returns names of the files applied now (none: it was up to date), or a sentence that says what to do
 * @throws what is not PostgreSQL's refusal: a lost connection, an unreadable or misnamed file
 */
export async function migrate<Schema>(db: Kysely<Schema>, folder: string): Promise<Migrated> {
  const files = await readMigrations(folder);
  return db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(session);
    try {
      return await bringUpToDate(session, files);
    } catch (error) {
      return mayNotCreate(error);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(session);
    }
  });
}

/** The migrations of a folder in their order; files of other kinds are left alone. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => migrationOf(name, await readFile(join(folder, name), 'utf8'))),
  );
}

async function bringUpToDate<Schema>(
  session: Kysely<Schema>,
  files: readonly Migration[],
): Promise<Migrated> {
  const plan = planMigrations(files, await appliedMigrations(session));
  if (!plan.ok) return plan;
  const applied: string[] = [];
  for (const migration of plan.pending) {
    const failure = await apply(session, migration);
    if (failure !== null) return { ok: false, say: failure };
    applied.push(migration.name);
  }
  return { ok: true, applied };
}

async function appliedMigrations<Schema>(session: Kysely<Schema>): Promise<AppliedMigration[]> {
  await sql`create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(session);
  const { rows } = await sql<AppliedMigration>`
    select number, name, checksum from migrations order by number`.execute(session);
  return rows;
}

/** Since PostgreSQL 15 only the owner of a database may create tables in its schema `public`. */
function mayNotCreate(error: unknown): Migrated {
  if (!(error instanceof DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  const fix = 'Make it the owner of its database (alter database NAME owner to ROLE).';
  return { ok: false, say: `The role in DATABASE_URL may not create tables: ${error.message}. ${fix}` };
}

/** Null, or the sentence that tells which statement PostgreSQL refused. */
async function apply<Schema>(session: Kysely<Schema>, migration: Migration): Promise<string | null> {
  try {
    await session.transaction().execute(async (tx) => {
      await sql.raw(migration.sql).execute(tx);
      await sql`insert into migrations (number, name, checksum)
        values (${migration.number}, ${migration.name}, ${migration.checksum})`.execute(tx);
    });
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line = lineAt(migration.sql, error.position);
    return `Migration ${migration.name} failed${line} and was undone whole: ${error.message}.`;
  }
}

/** PostgreSQL counts characters from 1; people count lines. */
function lineAt(text: string, position: string | undefined): string {
  return position === undefined ? '' : ` at line ${text.slice(0, Number(position)).split('\n').length}`;
}
