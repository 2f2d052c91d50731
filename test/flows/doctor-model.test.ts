import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAskModel } from '../../src/adapters/ask-model.ts';
import { askOnce } from '../../src/flows/ask-once.ts';
import { examineModel } from '../../src/flows/doctor-model.ts';
import { json, modelServer, says, type ModelServer, type Play } from '../support/model-server.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

let sightline: TestWorld;
let server: ModelServer;
beforeAll(async () => {
  sightline = await testWorld();
});
afterAll(async () => sightline.close());
beforeEach(async () => sightline.db.deleteFrom('model_calls').execute());
afterEach(async () => server.close());

async function asked(...plays: readonly Play[]) {
  server = await modelServer(...plays);
  const openai = { apiKey: 'k', baseUrl: server.baseUrl, model: 'm-1' };
  const world = { ...sightline.world, askModel: makeAskModel(openai), sleep: async () => {} };
  const question = {
    system: 's',
    input: 'i',
    schemaName: 'x',
    schema: {},
    purpose: 'classify',
    promptVersion: '1',
  };
  await askOnce(sightline.db, world, { ...question, pageId: null, accountId: null });
  return examineModel(sightline.db, { openai, modelBudgetUsdPerDay: 1, now: sightline.now() });
}

test('a model that answers is well, with what it cost', async () => {
  expect(await asked(says('yes'))).toMatchObject({
    ok: true,
    say: expect.stringContaining('in the last day 1 call, 1000 tokens in, 200 out, $0.0032'),
  });
});

test('a model that is down is named with the reason and how long it is left alone', async () => {
  const { ok, say } = await asked(json(503, {}));
  expect(ok).toBe(false);
  expect(say).toContain('its last call failed (unavailable: status 503)');
  expect(say).toContain(`left alone until ${new Date(+sightline.now() + 600_000).toISOString()}`);
});

test('a wrong key wants the operator', async () => {
  expect(await asked(json(401, {}))).toMatchObject({
    ok: false,
    fix: 'set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL to ones that fit together',
  });
});
