import { afterEach, expect, test } from 'vitest';
import { makeAskModel } from '../../src/adapters/ask-model.ts';
import { completion, json, modelServer, says } from '../support/model-server.ts';
import type { ModelServer, Play } from '../support/model-server.ts';

const ASK = { system: 'be exact', input: 'DATA', schemaName: 'telling', schema: { type: 'object' } };
const servers: ModelServer[] = [];

async function play(...plays: readonly Play[]): Promise<ModelServer> {
  const server = await modelServer(...plays);
  servers.push(server);
  return server;
}

function askOf(server: ModelServer, more: { timeoutMs?: number } = {}) {
  return makeAskModel({
    apiKey: 'k-test',
    baseUrl: server.baseUrl,
    model: 'm-1',
    prices: { in: 1, out: 10 },
    ...more,
  });
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

test('an answer comes with its tokens, its cost and the name of the model that gave it', async () => {
  const server = await play(says('{"headline":"x"}'));
  expect(await askOf(server)(ASK)).toEqual({
    ok: true,
    text: '{"headline":"x"}',
    tokensIn: 1000,
    tokensOut: 200,
    model: 'played-model-2026',
    costUsd: 0.003,
  });
});

test('the question carries the key, the words, the data and a strict schema, and goes to the given origin only', async () => {
  const server = await play(says('{}'));
  await askOf(server)(ASK);
  expect(server.asked).toMatchObject([
    {
      path: '/v1/chat/completions',
      authorization: 'Bearer k-test',
      body: {
        model: 'm-1',
        messages: [
          { role: 'system', content: 'be exact' },
          { role: 'user', content: 'DATA' },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'telling', strict: true } },
      },
    },
  ]);
});

test('prose, thoughts and half JSON are answers too: reading them is for others', async () => {
  for (const text of ['I cannot see a change.', '<think>hm</think>{}', '{"headline": "Ac']) {
    const server = await play(says(text));
    expect(await askOf(server)(ASK)).toMatchObject({ ok: true, text });
  }
});

const FAILURES: readonly (readonly [string, Play, object])[] = [
  [
    'a refusal',
    completion({ refusal: 'I cannot help with that.' }),
    { kind: 'refused', retryable: false, costUsd: 0.003 },
  ],
  [
    'a content filter',
    completion({ content: '{"headline":' }, 'content_filter'),
    { kind: 'filtered', retryable: false },
  ],
  [
    'an answer cut at its longest',
    completion({ content: '{}' }, 'length'),
    { kind: 'truncated', retryable: false },
  ],
  ['no content at all', completion({}), { kind: 'malformed', retryable: false }],
  ['no choice', json(200, { choices: [] }), { kind: 'malformed', retryable: false }],
  ['another JSON', json(200, ['hello']), { kind: 'malformed', retryable: false }],
  [
    'a web page',
    (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>'),
    { kind: 'malformed' },
  ],
  [
    'broken JSON',
    (answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":'),
    { kind: 'malformed', retryable: true },
  ],
  [
    'too many questions',
    json(429, { error: { message: 'slow down' } }, { 'retry-after': '0' }),
    { kind: 'rate limited', retryable: true },
  ],
  ['a broken server', json(500, { error: {} }), { kind: 'unavailable', retryable: true }],
  ['a wrong key', json(401, { error: {} }), { kind: 'rejected', retryable: false }],
  ['a wrong request', json(400, { error: {} }), { kind: 'rejected', retryable: false }],
  ['a closed connection', (answer) => answer.destroy(), { kind: 'unavailable', retryable: true }],
];

test.each(FAILURES)(
  '%s is a failure of its own kind, after one request',
  async (_name, answers, expected) => {
    const server = await play(answers);
    expect(await askOf(server)(ASK)).toMatchObject({ ok: false, ...expected });
    expect(server.asked).toHaveLength(1);
  },
);

test.each<readonly [string, Play]>([
  ['before the headers', () => undefined],
  [
    'in the middle of the body',
    (answer) => void answer.writeHead(200, { 'content-type': 'application/json' }).write('{"choices"'),
  ],
])('a server that hangs %s is given up at the deadline', async (_name, hangs) => {
  const server = await play(hangs);
  expect(await askOf(server, { timeoutMs: 200 })(ASK)).toMatchObject({
    ok: false,
    kind: 'timeout',
    retryable: true,
  });
});

test('a redirect is not followed: the key goes to no other origin', async () => {
  const other = await play(says('{}'));
  const server = await play((answer) =>
    answer.writeHead(307, { location: `${other.baseUrl}/chat/completions` }).end(),
  );
  expect(await askOf(server)(ASK)).toMatchObject({ ok: false, kind: 'unavailable' });
  expect(other.asked).toHaveLength(0);
});

test('nobody at that address is "unavailable"', async () => {
  const server = await modelServer(says('{}'));
  await server.close();
  expect(await askOf(server)(ASK)).toMatchObject({ ok: false, kind: 'unavailable', retryable: true });
});

test('what a question can cost at most is known before it is asked, and never below what it costs', async () => {
  const server = await play(says('{}'));
  const askModel = askOf(server);
  const asked = { ...ASK, input: 'x'.repeat(3000) };
  const answer = await askModel(asked);
  expect(askModel.mostUsd(asked)).toBeGreaterThan(answer.costUsd);
  expect(askModel.model).toBe('m-1');
});
