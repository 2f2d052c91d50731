import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrationOf } from '../../src/store/migration-plan.ts';
import type { FreshDatabase } from '../support/database.ts';
import { emptyDatabase, MIGRATIONS } from '../support/database.ts';

const FRUIT = 'create table fruit (name text primary key);';
const COLOUR = "alter table fruit add column colour text;\ninsert into fruit values ('plum', 'blue');";

let folder: string;
let database: FreshDatabase;

/** Writes the files of a made-up history of migrations. */
async function files(texts: Record<string, string>): Promise<void> {
  await Promise.all(Object.entries(texts).map(([name, text]) => writeFile(join(folder, name), text)));
}

async function tablesThere(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  database = await emptyDatabase();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

describe('migrations', () => {
  test('are applied in order, once, and remembered with their checksum', async () => {
    await files({ '0002_colour.sql': COLOUR, '0001_fruit.sql': FRUIT, 'notes.md': 'not a migration' });
    expect(await migrate(database.db, folder)).toEqual({ ok: true, applied: ['0001_fruit', '0002_colour'] });
    expect(await migrate(database.db, folder)).toEqual({ ok: true, applied: [] });
    const { rows } = await sql`select number, name, checksum from migrations order by number`.execute(
      database.db,
    );
    expect(rows).toEqual([
      { number: 1, name: '0001_fruit', checksum: migrationOf('0001_fruit.sql', FRUIT).checksum },
      { number: 2, name: '0002_colour', checksum: migrationOf('0002_colour.sql', COLOUR).checksum },
    ]);
    expect((await sql`select * from fruit`.execute(database.db)).rows).toEqual([
      { name: 'plum', colour: 'blue' },
    ]);
  });

  test('a file added later is applied alone', async () => {
    await files({ '0001_fruit.sql': FRUIT });
    await migrate(database.db, folder);
    await files({ '0002_colour.sql': COLOUR });
    expect(await migrate(database.db, folder)).toEqual({ ok: true, applied: ['0002_colour'] });
  });

  test('a changed file is refused, and nothing after it is applied', async () => {
    await files({ '0001_fruit.sql': FRUIT });
    await migrate(database.db, folder);
    await files({ '0001_fruit.sql': `${FRUIT} -- a thought`, '0002_colour.sql': COLOUR });
    const refused = await migrate(database.db, folder);
    expect(refused).toEqual({
      ok: false,
      say: expect.stringContaining('The file of migration 0001_fruit is not the one'),
    });
    expect((await sql`select * from migrations`.execute(database.db)).rows).toHaveLength(1);
  });

  test('a database that is newer than the code is refused', async () => {
    await files({ '0001_fruit.sql': FRUIT, '0002_colour.sql': COLOUR });
    await migrate(database.db, folder);
    await rm(join(folder, '0002_colour.sql'));
    const say = expect.stringMatching(
      /newer than this Sightline: it has migration 0002_colour, the code ends at 0001_fruit/,
    );
    expect(await migrate(database.db, folder)).toEqual({ ok: false, say });
  });

  test('a failing migration leaves nothing of itself, and what went before it stays', async () => {
    await files({
      '0001_fruit.sql': FRUIT,
      '0002_broken.sql': 'create table half (id int);\ninsert into fruit values (1, 2, 3);',
    });
    const failed = await migrate(database.db, folder);
    const say = expect.stringMatching(
      /^Migration 0002_broken failed at line 2 and was undone whole: INSERT has more/,
    );
    expect(failed).toEqual({ ok: false, say });
    expect(await tablesThere()).toEqual(['fruit', 'migrations']);
    await files({ '0002_broken.sql': COLOUR });
    expect(await migrate(database.db, folder)).toEqual({ ok: true, applied: ['0002_broken'] });
  });

  test('a role that may not create tables is told so', async () => {
    await sql`create role guest login`.execute(database.db).catch(() => {});
    const guest = openDatabase(database.url.replace('sightline@', 'guest@'));
    const say = expect.stringContaining('The role in DATABASE_URL may not create tables: permission denied');
    expect(await migrate(guest.db, MIGRATIONS)).toEqual({ ok: false, say });
    await guest.close();
  });
});

describe('two starters at once', () => {
  test.each([1, 2, 3, 4, 5])('round %i: one applies all, the other finds it done', async () => {
    const other = openDatabase(database.url);
    const answers = await Promise.all([migrate(database.db, MIGRATIONS), migrate(other.db, MIGRATIONS)]);
    await other.close();
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const applied = answers.map((answer) => (answer.ok ? answer.applied : []));
    expect(applied.filter(({ length }) => length === 0)).toHaveLength(1);
    expect(applied.flat()[0]).toMatch(/^0001_/);
  });
});
