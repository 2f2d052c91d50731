import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAskModel } from '../../src/adapters/ask-model.ts';
import { askOnce, type ModelWorld, type Question } from '../../src/flows/ask-once.ts';
import { completion, json, modelServer, says, type ModelServer, type Play } from '../support/model-server.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

let sightline: TestWorld;
let servers: ModelServer[] = [];
beforeAll(async () => {
  sightline = await testWorld();
});
afterAll(async () => sightline.close());
beforeEach(async () => {
  await sightline.db.deleteFrom('model_calls').execute();
  sightline.pass(24);
});
afterEach(async () => {
  await Promise.all(servers.map(async (server) => server.close()));
  servers = [];
});

const QUESTION: Question = {
  system: 'name the change',
  input: 'DATA',
  schemaName: 'telling',
  schema: {},
  purpose: 'classify',
  promptVersion: '7',
  pageId: null,
  accountId: null,
};
const about = (input: string, more: Partial<Question> = {}): Question => ({ ...QUESTION, input, ...more });
/** What a question of these may cost at most: 3,000 tokens out at $10 a million, and a few in. */
const ONE_QUESTION = 0.0301;

async function worldWith(
  plays: readonly Play[],
  usd = 1,
): Promise<{ world: ModelWorld; server: ModelServer; slept: number[] }> {
  const server = await modelServer(...plays);
  servers.push(server);
  const slept: number[] = [];
  const askModel = makeAskModel({ apiKey: 'k', baseUrl: server.baseUrl, model: 'm-1', timeoutMs: 5000 });
  const world = {
    ...sightline.world,
    askModel,
    sleep: async (ms: number) => void slept.push(ms / 1000),
    settings: { modelBudgetUsdPerDay: usd, leaseS: 80 },
  };
  return { world, server, slept };
}

const ask = async (world: ModelWorld, question = QUESTION) => askOnce(sightline.db, world, question);
const books = async () => sightline.db.selectFrom('model_calls').selectAll().execute();

describe('one retry layer', () => {
  test('a server that stumbles is asked again after 1, 2 and 4 seconds, and the books hold one call of four tries', async () => {
    const { world, server, slept } = await worldWith([
      json(500, {}),
      json(503, {}),
      json(429, {}),
      says('yes'),
    ]);
    expect(await ask(world)).toMatchObject({ text: 'yes', later: null });
    expect(server.asked).toHaveLength(4);
    expect(slept).toEqual([1, 2, 4]);
    expect(await books()).toMatchObject([{ tries: 4, tokens_in: 1000, asking_until: null }]);
  });

  test('Retry-After is kept', async () => {
    const { world, slept } = await worldWith([json(429, {}, { 'retry-after': '17' }), says('yes')]);
    expect((await ask(world)).text).toBe('yes');
    expect(slept).toEqual([17]);
  });

  test('a longer pause than a minute is not waited for: the model is left alone that long', async () => {
    const { world, server, slept } = await worldWith([json(429, {}, { 'retry-after': '1800' }), says('yes')]);
    expect(await ask(world)).toMatchObject({ text: null, later: 'not now' });
    expect(slept).toEqual([]);
    sightline.pass(0.4);
    expect(await ask(world, about('other'))).toMatchObject({ text: null, later: 'not now' });
    sightline.pass(0.11);
    expect((await ask(world, about('other'))).text).toBe('yes');
    expect(server.asked).toHaveLength(2);
  });

  test('five tries at most, then a rest of ten minutes for every question; after it one answer ends the rest', async () => {
    const { world, server } = await worldWith([
      ...Array.from({ length: 5 }, () => json(500, {})),
      says('yes'),
    ]);
    expect(await ask(world)).toMatchObject({ text: null, later: 'not now' });
    expect(await ask(world, about('other'))).toMatchObject({ text: null, later: 'not now' });
    expect(server.asked).toHaveLength(5);
    sightline.pass(0.17);
    expect((await ask(world, about('other'))).text).toBe('yes');
    expect((await ask(world)).text).toBe('yes');
  });

  test.each<readonly [string, Play]>([
    ['a refusal', completion({ refusal: 'no' })],
    ['a wrong key', json(401, {})],
    ['a cut answer', completion({ content: '{' }, 'length')],
  ])('%s is final: not tried again, now or later', async (_name, play) => {
    const { world, server, slept } = await worldWith([play, says('yes')]);
    expect(await ask(world)).toMatchObject({ text: null, later: null });
    expect(await ask(world)).toMatchObject({ text: null, later: null });
    expect([server.asked.length, slept]).toEqual([1, []]);
    expect((await ask(world, about('other'))).text).toBe('yes');
  });
});

describe('paid once', () => {
  test('the same question is answered from the books', async () => {
    const { world, server } = await worldWith([says('yes'), says('no')]);
    const first = await ask(world);
    expect(await ask(world)).toEqual(first);
    expect(server.asked).toHaveLength(1);
  });

  test('of two that ask the same at once one asks, and the other hears that it is being asked', async () => {
    const answered = Promise.withResolvers<void>();
    const { world, server } = await worldWith([
      (answer, asked) => void answered.promise.then(() => says('yes')(answer, asked)),
    ]);
    const both = [ask(world), ask(world)];
    expect(await Promise.race(both)).toMatchObject({ text: null, later: 'being asked' });
    answered.resolve();
    expect((await Promise.all(both)).map(({ text }) => text).toSorted()).toEqual([null, 'yes'].toSorted());
    expect(server.asked).toHaveLength(1);
  });

  test('what a process that died over its question had set aside stays spent, and when its lease is over it is asked anew', async () => {
    const { world, server } = await worldWith([says('yes')], 3 * ONE_QUESTION);
    const dies = { ...world, reach: async () => Promise.reject(new Error('killed')) };
    await expect(ask(dies)).rejects.toThrow('killed');
    expect((await ask(world)).later).toBe('being asked');
    await sightline.db
      .updateTable('model_calls')
      .set({ asking_until: new Date(0) })
      .execute();
    expect((await ask(world)).text).toBe('yes');
    const [row] = await books();
    expect(Number(row?.reserved_usd)).toBeCloseTo(ONE_QUESTION, 3);
    expect(server.asked).toHaveLength(1);
  });
});

describe('the budget of a day', () => {
  test('money is set aside before the question: two at once cannot spend the same', async () => {
    const answered = Promise.withResolvers<void>();
    const { world, server } = await worldWith(
      [(answer, asked) => void answered.promise.then(() => says('yes')(answer, asked))],
      1.5 * ONE_QUESTION,
    );
    const both = [ask(world, about('one')), ask(world, about('two'))];
    expect(await Promise.race(both)).toMatchObject({ text: null, later: 'not now' });
    answered.resolve();
    await Promise.all(both);
    expect(server.asked).toHaveLength(1);
  });

  test('what was set aside comes back when less was used, and the next day of UTC begins with all of it', async () => {
    const { world } = await worldWith([says('yes')], 1.2 * ONE_QUESTION);
    sightline.setClock(new Date('2026-06-01T22:00:00Z'));
    for (const input of ['a', 'b', 'c']) await ask(world, about(input));
    expect((await ask(world, about('d'))).later).toBe('not now');
    sightline.setClock(new Date('2026-06-02T00:00:01Z'));
    expect((await ask(world, about('d'))).text).toBe('yes');
  });

  test('a page that floods takes a quarter of it and starves no other', async () => {
    const { world } = await worldWith([says('yes')], 8 * ONE_QUESTION);
    const [noisy, calm] = [await page('noisy'), await page('calm')];
    const texts: (string | null)[] = [];
    for (const n of Array.from({ length: 14 }, (_, at) => at))
      texts.push((await ask(world, about(`noisy ${n}`, { pageId: noisy }))).text);
    const answered = texts.filter((text) => text !== null).length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(14);
    expect((await ask(world, about('calm', { pageId: calm }))).text).toBe('yes');
  });

  test('of two accounts one takes half at most, with its share of the pages that it watches', async () => {
    const { world } = await worldWith([says('yes')], 4 * ONE_QUESTION);
    const other = await account('other');
    const shared = await page('shared');
    for (const id of [sightline.account.id, other]) await watch(id, shared);
    const own = async (input: string, accountId: number) => ask(world, about(input, { accountId }));
    const texts: (string | null)[] = [];
    for (const n of Array.from({ length: 14 }, (_, at) => at))
      texts.push((await own(`mine ${n}`, sightline.account.id)).text);
    expect(texts.at(-1)).toBeNull();
    // The other has room, so a page that both watch has, too.
    expect((await own('theirs', other)).text).toBe('yes');
    expect((await ask(world, about('shared', { pageId: shared }))).text).toBe('yes');
  });
});

async function page(name: string): Promise<number> {
  const { db } = sightline;
  await db
    .insertInto('hosts')
    .values({ name: `${name}.test` })
    .execute();
  const row = await db
    .insertInto('pages')
    .values({
      url: `https://${name}.test/`,
      page_key: `https://${name}.test`,
      host: `${name}.test`,
      site: `${name}.test`,
      kind: 'home',
      every_s: 3600,
      next_check_at: sightline.now(),
      lease_until: null,
      lease_token: null,
      failing_since: null,
      created_at: sightline.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function account(name: string): Promise<number> {
  const values = { name, time_zone: 'UTC', digest_hour: 8, created_at: sightline.now() };
  const row = await sightline.db
    .insertInto('accounts')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function watch(accountId: number, pageId: number): Promise<void> {
  const { db } = sightline;
  const rival = { account_id: accountId, name: 'Rival', created_at: sightline.now() };
  const competitor = await db
    .insertInto('competitors')
    .values(rival)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('subscriptions')
    .values({
      account_id: accountId,
      page_id: pageId,
      competitor_id: competitor.id,
      url: 'https://shared.test/',
      after_check_id: 0,
      started_at: sightline.now(),
    })
    .execute();
}
