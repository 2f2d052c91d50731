import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { addressOf, reachDatabase } from '../../src/store/reach.ts';
import type { FreshDatabase } from '../support/database.ts';
import { freshDatabase } from '../support/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** One value as the driver hands it over. */
async function valueOf(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db);
  return rows[0]?.value;
}

describe('values', () => {
  test.each([
    ['9007199254740991::bigint', 9007199254740991],
    ['(-3)::bigint', -3],
    ['count(*)', 1],
    ["date '2026-03-01'", '2026-03-01'],
    ["timestamptz '2026-03-01 12:00+02'", new Date('2026-03-01T10:00:00Z')],
    ['1.10::numeric', '1.10'],
    [`'{"a":[1]}'::jsonb`, { a: [1] }],
    ['null::bigint', null],
  ])('%s', async (expression, value) => {
    expect(await valueOf(expression)).toEqual(value);
  });

  test('an integer that a number cannot hold is an error, not its neighbour', async () => {
    await expect(valueOf('9007199254740993::bigint')).rejects.toThrow('9007199254740993 does not fit');
  });
});

describe('a cut connection', () => {
  test('fails the query under way; once it is gone from the pool the next one connects anew', async () => {
    const { db, pool, close } = openDatabase(database.url);
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    await expect(cut).rejects.toThrow('terminating connection');
    await removed;
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test('that is idle or lent out ends no process', async () => {
    const { db, pool, close } = openDatabase(database.url);
    const lent = await pool.connect();
    const { rows } = await lent.query<{ pid: number }>('select pg_backend_pid() as pid');
    const gone = new Promise((resolve) => lent.once('end', resolve));
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await gone;
    lent.release(true);
    await close();
  });

  test('two pools in a process stay far below the 50 connections of our own server', async () => {
    const pools = [openDatabase(database.url), openDatabase(database.url)];
    const ask = pools.flatMap(({ db }) =>
      Array.from({ length: 30 }, () => sql`select pg_sleep(0.01)`.execute(db)),
    );
    await Promise.all(ask);
    expect(pools.map(({ pool }) => pool.totalCount)).toEqual([8, 8]);
    await Promise.all(pools.map(({ close }) => close()));
  });
});

describe('a database that cannot be used is told with its fix', () => {
  const closedPort = async (): Promise<number> => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  };

  test('reachable: the version of the server', async () => {
    expect(await reachDatabase(database.url)).toEqual({
      ok: true,
      serverVersion: expect.stringMatching(/^18\./),
    });
  });

  test('nothing listens', async () => {
    const port = await closedPort();
    expect(await reachDatabase(`postgres://me:secret@127.0.0.1:${port}/shop`)).toEqual({
      ok: false,
      kind: 'refused',
      say: `The database at 127.0.0.1:${port}/shop cannot be used. Nothing listens there: start that PostgreSQL, or correct host and port in DATABASE_URL.`,
    });
  });

  test('it never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    expect(await reachDatabase(`postgres://me@127.0.0.1:${port}/shop`, 100)).toMatchObject({
      kind: 'timeout',
    });
    silent.close();
  });

  test.each([
    ['no such database', (url: string) => url.replace(/@\/[^?]+/, '@/nowhere')],
    ['denied', (url: string) => url.replace('sightline@', 'stranger@')],
    // The last one: the name of the database is random and may hold the same digits.
    ['refused', (url: string) => url.replace(/5432(?=\D*$)/, '5433')],
    ['unknown host', () => 'postgres://me@no-such-host.invalid/shop'],
    ['not a database url', () => 'postgres://[half'],
  ])('%s', async (kind, change) => {
    const reach = await reachDatabase(change(database.url));
    expect(reach).toMatchObject({ ok: false, kind });
  });

  test('too many clients', async () => {
    const limited = database.url.replace('sightline@', 'crowd@');
    await sql`create role crowd login connection limit 0`.execute(database.db);
    expect(await reachDatabase(limited)).toMatchObject({ ok: false, kind: 'too many clients' });
    await sql`drop role crowd`.execute(database.db);
  });

  test('the address in a message has no user and no password', () => {
    expect(addressOf('postgres://me:secret@db.example:5433/shop')).toBe('db.example:5433/shop');
    expect(addressOf('postgres://me@/shop?host=%2Frun%2Fpg')).toBe('/run/pg/shop');
    expect(addressOf('no url')).toBe('DATABASE_URL');
  });
});

test('a fresh database is migrated and empty, and no other test sees it', async () => {
  const other = await freshDatabase();
  await sql`create table mine (id int)`.execute(other.db);
  const seen = await sql`select from pg_tables where tablename = 'mine'`.execute(database.db);
  expect(seen.rows).toHaveLength(0);
  expect(await other.db.selectFrom('pages').selectAll().execute()).toEqual([]);
  await other.close();
});
