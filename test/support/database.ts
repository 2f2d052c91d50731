import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { inject } from 'vitest';
import { attachOwnPostgres } from '../../src/adapters/own-postgres/attach.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

const TEMPLATE = 'template_migrated';
const TEMPLATE_LOCK = 1;

export interface FreshDatabase extends Database {
  readonly url: string;
}

/** A migrated database of its own, made from the run's template; the run's server starts with the first. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return open(TEMPLATE);
}

/** A database of its own without any table, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return open('template1');
}

async function open(template: string): Promise<FreshDatabase> {
  const server = await attachRunServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(server.url, async (admin) => {
    if (template === TEMPLATE) await ensureTemplate(admin, server.url);
    await admin.query(`create database ${name} template ${template}`);
  });
  const url = urlOf(server.url, name);
  const database = openDatabase(url);
  // Not dropped: that takes 50 ms, and the folder of the run is deleted at its end.
  const close = async (): Promise<void> => {
    await database.close();
    await server.leave();
  };
  return { ...database, url, close };
}

async function attachRunServer() {
  const folder = inject('runFolder');
  const server = await attachOwnPostgres({
    dataDir: join(folder, 'data'),
    systemFolder: join(folder, 'system'),
  });
  if (!server.ok) throw new Error(server.say);
  return server;
}

/** Made once a run by whichever worker comes first; the others wait. It gets its name only when it is whole. */
async function ensureTemplate(admin: Client, serverUrl: string): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount === 0) {
    await admin.query('drop database if exists template_unfinished');
    await admin.query('create database template_unfinished');
    await migrateAll(urlOf(serverUrl, 'template_unfinished'));
    await admin.query(`alter database template_unfinished rename to ${TEMPLATE}`);
  }
  await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

async function migrateAll(url: string): Promise<void> {
  const { db, close } = openDatabase(url);
  const migrated = await migrate(db, MIGRATIONS);
  await close();
  if (!migrated.ok) throw new Error(migrated.say);
}

async function withAdmin(url: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}

const urlOf = (serverUrl: string, name: string): string => serverUrl.replace('@/sightline?', `@/${name}?`);
