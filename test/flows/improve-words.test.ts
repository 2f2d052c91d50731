import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAskModel } from '../../src/adapters/ask-model.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { improveWords } from '../../src/flows/improve-words.ts';
import { questionOfEvent } from '../../src/flows/question-of.ts';
import type { World } from '../../src/flows/world.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { completion, json, modelServer, says, type ModelServer, type Play } from '../support/model-server.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
let servers: ModelServer[] = [];
beforeAll(async () => {
  desk = await openDesk();
  await desk.channel('email', 'founder@example.com');
});
afterAll(async () => desk.close());
beforeEach(async () => {
  desk.nextTest();
  await desk.db.deleteFrom('model_calls').execute();
});
afterEach(async () => {
  await Promise.all(servers.map(async (server) => server.close()));
  servers = [];
});

const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const WORDS = {
  kind: 'pricing.price',
  tags: [],
  severity: 'critical',
  severity_quote: null,
  matters: true,
  headline: 'Pro now $39 per month, was $29',
  summary: 'Pro is now $39 per month.',
  our_read: null,
  action: null,
  quotes: [{ side: 'after', text: '$39 per month' }],
};
const good = says(JSON.stringify(WORDS));
const down = Array.from({ length: 5 }, () => json(500, {}));

async function worldWith(plays: readonly Play[], usd = 1): Promise<{ world: World; server: ModelServer }> {
  const server = await modelServer(...plays);
  servers.push(server);
  const askModel = makeAskModel({ apiKey: 'k', baseUrl: server.baseUrl, model: 'm-1', timeoutMs: 5000 });
  const settings = { ...desk.world.settings, modelBudgetUsdPerDay: usd };
  return { world: { ...desk.world, askModel, sleep: async () => {}, settings }, server };
}

/** A price that rises while the given world is looked at with. */
async function tell(w: Watched, world: World): Promise<Watched> {
  await w.settle();
  w.set({ html: DEARER });
  await checkNow(desk.db, world, { pageIds: [w.page.id], at: desk.now(), noWait: false, progress: () => {} });
  return w;
}

const messages = async () =>
  desk.db.selectFrom('deliveries').select(['id', 'event_id', 'state']).orderBy('id').execute();

test('a model that is down holds nothing up: rules tell it at once, and better words come in place, told to nobody again', async () => {
  const { world } = await worldWith([...down, good]);
  const w = await tell(await desk.watch('/down'), world);
  const [event] = await w.events();
  expect(event).toMatchObject({ headline: 'Pro $29 -> $39 per month (+34%)', writtenBy: 'rules' });
  await deliverDue(desk.db, world);
  const sent = await messages();
  const mails = await desk.mails();
  expect(await improveWords(desk.db, world)).toBe(0);
  desk.pass(0.3);
  expect(await improveWords(desk.db, world)).toBe(1);
  const [better] = await w.events();
  expect(better).toMatchObject({
    id: event?.id,
    headline: 'Pro now $39 per month, was $29',
    summary: 'Pro is now $39 per month.',
    writtenBy: 'model',
    kind: event?.kind,
    severity: event?.severity,
    severityReasons: event?.severityReasons,
  });
  await deliverDue(desk.db, world);
  expect(await messages()).toEqual(sent);
  expect(await desk.mails()).toEqual(mails);
  expect(await improveWords(desk.db, world)).toBe(0);
});

test('a budget that is spent waits for the next day of UTC', async () => {
  const { world, server } = await worldWith([good], 0.0001);
  const w = await tell(await desk.watch('/spent'), world);
  expect(server.asked).toEqual([]);
  const richer = { ...world, settings: { ...world.settings, modelBudgetUsdPerDay: 1 } };
  expect(await improveWords(desk.db, richer)).toBe(1);
  expect(await w.events()).toMatchObject([{ writtenBy: 'model' }]);
});

test('an answer that comes too late for a message is not waited for, one that comes before it is in it', async () => {
  const { world } = await worldWith([...down, good]);
  await tell(await desk.watch('/before'), world);
  desk.pass(0.3);
  await improveWords(desk.db, world);
  await deliverDue(desk.db, world);
  expect((await desk.mails()).at(-1)).toContain('Pro now $39 per month, was $29');
});

test('a refusal is an answer: the event keeps its words and wants no others', async () => {
  const { world, server } = await worldWith([...down, completion({ refusal: 'no' })]);
  const w = await tell(await desk.watch('/refused'), world);
  desk.pass(0.3);
  expect(await improveWords(desk.db, world)).toBe(0);
  expect(await improveWords(desk.db, world)).toBe(0);
  expect(server.asked).toHaveLength(6);
  expect(await w.events()).toMatchObject([{ writtenBy: 'rules' }]);
});

test('after a week better words would be read by nobody, and none are asked for', async () => {
  const { world, server } = await worldWith([...down, good]);
  await tell(await desk.watch('/old'), world);
  desk.pass(24 * 8);
  expect(await improveWords(desk.db, world)).toBe(0);
  expect(server.asked).toHaveLength(5);
});

test('while another process asks, the event is its to tell; when that process has died, the next look tells it', async () => {
  const { world } = await worldWith([good]);
  const dies = {
    ...world,
    reach: async (point: string) =>
      point === 'explain asking' ? Promise.reject(new Error('killed')) : undefined,
  };
  const w = await desk.watch('/asked');
  await expect(tell(w, dies)).rejects.toThrow();
  desk.pass(0.3);
  const look = async () =>
    checkNow(desk.db, world, { pageIds: [w.page.id], at: desk.now(), noWait: true, progress: () => {} });
  await look();
  expect(await w.events()).toEqual([]);
  await desk.db
    .updateTable('model_calls')
    .set({ asking_until: new Date(0) })
    .execute();
  await look();
  expect(await w.events()).toMatchObject([{ writtenBy: 'model' }]);
});

test('the question of an event is the one that was asked when it was told', async () => {
  const { world, server } = await worldWith([good]);
  const w = await tell(await desk.watch('/again'), world);
  const [event] = await w.events();
  const question = await questionOfEvent(desk.db, event?.id ?? 0);
  expect(question).toMatchObject({ page: { url: w.page.url }, returns: null });
  expect(server.asked[0]?.body.messages[1]?.content).toContain(question?.differences[0].after);
  expect(await questionOfEvent(desk.db, 999_999)).toBeNull();
});
