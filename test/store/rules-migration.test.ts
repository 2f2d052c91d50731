import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/store/migrate.ts';
import { channelsTold } from '../../src/store/told.ts';
import { emptyDatabase, MIGRATIONS } from '../support/database.ts';

const PAGE = 'https://rival.example/';

test('what was chosen, sent and shown before rules and the outbox were rebuilt still holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  const { db, close } = await emptyDatabase();
  const names = (await readdir(MIGRATIONS)).toSorted();
  for (const name of names.filter((one) => one < '0005'))
    await copyFile(join(MIGRATIONS, name), join(folder, name));
  await migrate(db, folder);
  await sql
    .raw(
      `insert into accounts (name, created_at) values ('own', now());
       insert into competitors (account_id, name, created_at) values (1, 'Rival', now());
       insert into hosts (name) values ('rival.example');
       insert into pages (url, page_key, host, site, kind, every_s, next_check_at, created_at)
         select '${PAGE}' || n, 'rival.example/' || n, 'rival.example', 'rival.example', 'home', 3600, now(), now()
         from generate_series(1, 3) n;
       insert into channels (account_id, kind, address, takes_digest, created_at) values
         (1, 'email', 'a@example.com', true, now()), (1, 'slack', 'https://hooks.slack.com/services/x', false, now());
       insert into subscriptions (account_id, page_id, competitor_id, url, least, kinds, started_at, after_check_id) values
         (1, 1, 1, '${PAGE}1', 'low', null, now(), 0),
         (1, 2, 1, '${PAGE}2', 'high', '["pricing"]', now(), 0),
         (1, 3, 1, '${PAGE}3', 'low', null, now(), 0);
       insert into subscription_channels (subscription_id, channel_id) values (3, 2), (3, 1);
       insert into snapshots (hash, body, bytes, created_at) values (repeat('a', 64), '', 0, now());
       insert into versions (page_id, content_hash, snapshot_hash, reader_version, final_url, blocks, markdown, text_length, first_seen_at, last_seen_at)
         values (1, 'x', repeat('a', 64), 4, '', '[]', '', 0, now(), now()), (1, 'y', repeat('a', 64), 4, '', '[]', '', 0, now(), now());
       insert into checks (page_id, checked_at, outcome, reason, unconditional) values (1, now(), 'unchanged', '', true);
       insert into events (page_id, site, before_version_id, after_version_id, kind, tags, severity, severity_reasons, headline, summary,
           numbers, quotes, written_by, last_seen_unchanged_at, first_seen_changed_at, confirmed_at, told_at, check_id)
         select 1, 'rival.example', 1, 2, 'docs', '[]', 'low', '[]', 'h', 's', '[]', '[{}]', 'rules', now(), now(), now(), now(), 1
         from generate_series(1, 2);
       insert into digests (account_id, local_date, created_at) values (1, '2026-03-02', now());
       insert into digest_events (digest_id, event_id, shown) values (1, 1, true), (1, 2, false);
       insert into deliveries (channel_id, digest_id, idempotency_key, message, next_attempt_at, created_at)
         values (1, 1, 'digest/1/channel/1', '{}', now(), now());`,
    )
    .execute(db);
  expect(await migrate(db, MIGRATIONS)).toMatchObject({ ok: true });
  const rules = await db.selectFrom('subscriptions').select('rules').orderBy('id').execute();
  expect(rules.map((row) => row.rules)).toEqual([
    null,
    [{ kinds: ['pricing'], least: 'high', pace: 'by severity', channels: null }],
    [{ kinds: null, least: 'low', pace: 'by severity', channels: [1, 2] }],
  ]);
  const unconfirmed = await db
    .selectFrom('channels')
    .select('id')
    .where('confirmed_at', 'is', null)
    .execute();
  expect(unconfirmed).toEqual([]);
  // Only who was shown an event hears of its reversal.
  expect([await channelsTold(db, 1), await channelsTold(db, 2)]).toEqual([new Set([1]), new Set()]);
  expect(await db.selectFrom('digest_events').selectAll().execute()).toHaveLength(2);
  await close();
  await rm(folder, { recursive: true });
});
