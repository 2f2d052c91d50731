import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../../src/flows/world.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import type { Plan } from './plan.ts';
import type { Run } from './play.ts';
import type { Slot } from './slot.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const WITHIN_MS = 30_000;
const LOOK_MS = 40;

/**
 * C15: a worker dies in the middle of the newest migration, which a lock of ours holds up; the next one migrates from where
 * the schema stood, and what was there before is there after.
 */
export async function playMigration(slot: Slot, plan: Plan): Promise<Run> {
  const name = `run_${plan.seed}`;
  const url = await slot.emptyDatabase(name);
  const { db, close } = openDatabase(url);
  const victim = slot.worker();
  const next = slot.worker();
  const go = { env: { ...slot.env, DATABASE_URL: url }, clockMs: 0 };
  try {
    await migrateAllButLast(db);
    await addOldRows(db);
    let died = false;
    await db.transaction().execute(async (tx) => {
      await sql`lock table accounts, channels in access exclusive mode`.execute(tx);
      await victim.go(go);
      // On another connection: within a transaction the list of sessions stays as it was first seen.
      died = await isTrue(async () => (await waitingForLock(db)) > 0);
      await victim.kill();
    });
    const diedAt = performance.now();
    const files = await readMigrations(MIGRATIONS);
    const lost = died ? [] : ['the migration was not held up'];
    await next.go(go);
    const healed = await isTrue(
      async () => (await applied(db)) === files.length && (await oldRows(db)) === 2,
    );
    if (!healed) lost.push('the schema or what was in it');
    const recoveryS = died && healed ? (performance.now() - diedAt) / 1000 : null;
    return {
      plan,
      deaths: Number(died),
      recoveryS,
      lost,
      double: [],
      broken: [],
      slackRepeats: 0,
      givenUp: 0,
    };
  } finally {
    await Promise.all([victim.kill(), next.kill()]);
    await close();
    await slot.drop(name);
  }
}

async function migrateAllButLast(db: Database): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  const names = (await readMigrations(MIGRATIONS)).map((file) => file.name).slice(0, -1);
  for (const file of names) await copyFile(join(MIGRATIONS, `${file}.sql`), join(folder, `${file}.sql`));
  const migrated = await migrate(db, folder);
  await rm(folder, { recursive: true });
  if (!migrated.ok) throw new Error(migrated.say);
}

async function addOldRows(db: Database): Promise<void> {
  await sql`insert into accounts (name, created_at) values ('own', now())`.execute(db);
  await sql`insert into channels (account_id, kind, address, takes_digest, created_at)
    select id, 'email', 'founder@example.com', true, now() from accounts`.execute(db);
}

async function oldRows(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select
    ((select count(*) from accounts where name = 'own')
      + (select count(*) from channels where address = 'founder@example.com'))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

async function applied(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from migrations`.execute(db);
  return rows[0]?.n ?? 0;
}

async function waitingForLock(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
}

async function isTrue(question: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + WITHIN_MS;
  while (performance.now() < until) {
    if (await question()) return true;
    await pause(LOOK_MS);
  }
  return false;
}
