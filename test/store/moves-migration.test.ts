import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/store/migrate.ts';
import { emptyDatabase, MIGRATIONS } from '../support/database.ts';

test('checks from before moves were known say what stood there, and none of them begins a move', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  const { db, close } = await emptyDatabase();
  const names = (await readdir(MIGRATIONS)).toSorted();
  for (const name of names.filter((one) => one < '0004'))
    await copyFile(join(MIGRATIONS, name), join(folder, name));
  await migrate(db, folder);
  await sql
    .raw(
      `insert into hosts (name) values ('rival.example');
       insert into pages (url, page_key, host, site, kind, every_s, next_check_at, created_at)
         values ('https://rival.example/', 'rival.example', 'rival.example', 'rival.example', 'home', 3600, now(), now());
       insert into checks (page_id, checked_at, outcome, reason, unconditional) values
         (1, now(), 'gone', 'the server answered 404 Not Found', true),
         (1, now(), 'gone', 'the page now leads to rival.example/plans', true),
         (1, now(), 'failed', 'the server answered 503', true);
       insert into notices (page_id, kind, severity, headline, since, created_at)
         values (1, 'page.gone', 'high', 'The page is gone', now(), now());`,
    )
    .execute(db);
  expect(await migrate(db, MIGRATIONS)).toMatchObject({ ok: true });
  const checks = await db.selectFrom('checks').select(['gone_as', 'moved_to']).orderBy('id').execute();
  expect(checks).toEqual([
    { gone_as: 'missing', moved_to: null },
    { gone_as: 'elsewhere', moved_to: null },
    { gone_as: null, moved_to: null },
  ]);
  expect(await db.selectFrom('notices').select(['advice', 'address']).execute()).toEqual([
    { advice: null, address: null },
  ]);
  await close();
  await rm(folder, { recursive: true });
});

test.each([
  ['a page that is gone says what stands there', `'gone', null, null`],
  ['one that is not gone says nothing', `'failed', 'missing', null`],
  ['a move says where to', `'gone', 'moved', null`],
  ['what is missing leads nowhere', `'gone', 'missing', 'https://rival.example/plans'`],
])('the database refuses otherwise: %s', async (_, values) => {
  const { db, close } = await emptyDatabase();
  await migrate(db, MIGRATIONS);
  await sql
    .raw(
      `insert into hosts (name) values ('rival.example');
       insert into pages (url, page_key, host, site, kind, every_s, next_check_at, created_at)
         values ('https://rival.example/', 'rival.example', 'rival.example', 'rival.example', 'home', 3600, now(), now());`,
    )
    .execute(db);
  const insert = sql.raw(
    `insert into checks (page_id, checked_at, reason, unconditional, outcome, gone_as, moved_to) values (1, now(), '', true, ${values})`,
  );
  await expect(insert.execute(db)).rejects.toThrow(/checks_gone|checks_moved/);
  await close();
});
