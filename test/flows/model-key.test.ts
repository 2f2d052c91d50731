import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineModel } from '../../src/flows/doctor-model.ts';
import { foreignKeyWords, foreignOrigin } from '../../src/flows/model-key.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => database.close());

const NOW = new Date('2026-03-04T12:00:00Z');
const KEY = 'sk-played-0123456789abcdef';
const belongsTo = async (apiKey: string, baseUrl: string) =>
  foreignOrigin(database.db, { apiKey, baseUrl }, NOW);

test('a changed base URL never gets the old key; the old server keeps it, a new key may go to the new one', async () => {
  expect(await belongsTo(KEY, 'https://api.model.test/v1')).toBeNull();
  expect(await belongsTo(KEY, 'https://evil.test/v1')).toBe('https://api.model.test');
  expect(await belongsTo(KEY, 'https://api.model.test/v2')).toBeNull();
  expect(await belongsTo(`${KEY}2`, 'https://evil.test/v1')).toBeNull();
});

test.each([
  'http://api.model.test/v1',
  'https://api.model.test:8443/v1',
  'https://api.model.test.evil.test/v1',
])('%s is another server', async (baseUrl) => {
  await belongsTo(KEY, 'https://api.model.test/v1');
  expect(await belongsTo(KEY, baseUrl)).toBe('https://api.model.test');
});

test('the word that a local server asks for is no secret', async () => {
  expect(await belongsTo('ollama', 'http://127.0.0.1:11434/v1')).toBeNull();
  expect(await belongsTo('ollama', 'http://127.0.0.1:1234/v1')).toBeNull();
});

test('the key itself is not kept', async () => {
  await belongsTo(KEY, 'https://api.model.test/v1');
  const rows = await database.db.selectFrom('model_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(KEY.slice(0, 12));
});

test('doctor says so, and what mends it', async () => {
  await belongsTo(KEY, 'https://api.model.test/v1');
  const openai = { apiKey: KEY, baseUrl: 'https://evil.test/v1', model: 'm-1' };
  const found = await examineModel(database.db, { openai, modelBudgetUsdPerDay: 1, now: NOW });
  expect(found).toMatchObject({
    ok: false,
    say: foreignKeyWords('https://api.model.test', openai.baseUrl),
    fix: expect.stringContaining('a key of its own'),
  });
});
