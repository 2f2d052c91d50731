import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { openGuard } from '../../src/adapters/guard.ts';
import { makeFeedSender } from '../../src/adapters/send-feed.ts';
import { makeWebhookSender } from '../../src/adapters/send-webhook.ts';
import { feedForm } from '../../src/core/channels/feed.ts';
import type { Post } from '../../src/core/channels/post.ts';
import { webhookForm } from '../../src/core/channels/webhook.ts';
import { type WebhookPayload, webhookPayload } from '../../src/core/channels/webhook-payload.ts';
import { alert, item } from '../core/channels/invented.ts';
import { LOOPBACK } from '../support/loopback.ts';
import { deadPort, postBox } from './post-box.ts';

const NEW = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const message = webhookForm.alert(alert([item({}, { headline: 'Crew 価格 → $30' })])) as WebhookPayload;

function sender(options: { timeoutMs?: number; now?: () => Date } = {}) {
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  return makeWebhookSender(guard, options);
}

function post(address: string, change: Partial<Post<WebhookPayload>> = {}): Post<WebhookPayload> {
  return { address, message, key: 'd41_7', secrets: [NEW], perhapsSentAt: null, ...change };
}

test.for([200, 201, 202, 204])(
  '%i: taken, and the signature holds over the bytes that came',
  async (status) => {
    const { origin, received } = await postBox((_, response) => response.writeHead(status).end());
    expect(await sender()(post(origin))).toEqual({ sent: true, code: status, id: null });
    const [{ headers, body }] = received as [(typeof received)[number]];
    expect(headers['webhook-id']).toBe('d41_7');
    const verified = new Webhook(NEW).verify(body, headers as Record<string, string>);
    expect(webhookPayload.parse(verified)).toEqual(message);
    expect(() => new Webhook(OLD).verify(body, headers as Record<string, string>)).toThrow('signature');
    expect(() => new Webhook(NEW).verify(`${body} `, headers as Record<string, string>)).toThrow('signature');
  },
);

test('while a secret is replaced, old and new both hold', async () => {
  const { origin, received } = await postBox((_, response) => response.end());
  await sender()(post(origin, { secrets: [NEW, OLD] }));
  const { headers, body } = received[0]!;
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/u);
  for (const secret of [NEW, OLD])
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(message);
});

test('a second try has the same id and body, and a time of its own', async () => {
  const { origin, received } = await postBox((_, response) => response.writeHead(503).end());
  let minutes = 0;
  const send = sender({ now: () => new Date(Date.UTC(2027, 1, 2, 14, minutes)) });
  await send(post(origin));
  minutes = 5;
  await send(post(origin));
  const [first, second] = received;
  expect([second!.body, second!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']]);
  const times = received.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(times[1]! - times[0]!).toBe(300);
  expect(second!.headers['webhook-signature']).not.toBe(first!.headers['webhook-signature']);
});

test.for([
  [301, { permanent: false }],
  [307, { permanent: false }],
  [400, { permanent: false }],
  [401, { permanent: false }],
  [404, { permanent: false }],
  [410, { permanent: true }],
  [429, { permanent: false, retryAfterS: 120 }],
  [500, { permanent: false, ambiguous: false }],
  [502, { permanent: false, retryAfterS: 120, ambiguous: true }],
  [503, { permanent: false, retryAfterS: 120 }],
  [504, { permanent: false, retryAfterS: 120 }],
] as const)('%i', async ([status, expected]) => {
  const other = await postBox((_, response) => response.end());
  const { origin } = await postBox((_, response) => {
    response.writeHead(status, { 'retry-after': '120', location: other.origin }).end('whsec_leak');
  });
  const result = await sender()(post(origin));
  expect(result).toMatchObject({
    sent: false,
    code: status,
    reason: expect.stringMatching(`^The webhook answered ${status}: (?!.*leak)`),
    ...expected,
  });
  expect(other.received).toEqual([]);
});

test('no answer in time, and a connection that breaks off, may have arrived', async () => {
  const silent = await postBox(() => {});
  expect(await sender({ timeoutMs: 300 })(post(silent.origin))).toMatchObject({
    permanent: false,
    ambiguous: true,
  });
  const broken = await postBox((_, response) => response.destroy());
  expect(await sender()(post(broken.origin))).toMatchObject({ permanent: false, ambiguous: true });
});

test('a port where nobody listens: surely not arrived', async () => {
  const result = await sender()(post(`http://127.0.0.1:${await deadPort()}/`));
  expect(result).toMatchObject({ permanent: false, ambiguous: false, code: null });
});

test('a huge answer is not read to its end', async () => {
  const { origin } = await postBox((_, response) => response.end('x'.repeat(8_000_000)));
  expect(await sender()(post(origin))).toMatchObject({ sent: true });
});

test('without a secret nothing is sent', async () => {
  const { origin, received } = await postBox((_, response) => response.end());
  expect(await sender()(post(origin, { secrets: [], perhapsSentAt: null }))).toMatchObject({
    sent: false,
    permanent: true,
  });
  expect(received).toEqual([]);
});

test('an address that is not public is refused for good, without a word of it', async () => {
  const result = await sender()(post('https://10.20.30.7/verysecretword'));
  expect(result).toMatchObject({ permanent: true, ambiguous: false });
  expect(JSON.stringify(result)).not.toMatch(/secret|10\.20/u);
});

test('a feed is published by its row: sending it is nothing', async () => {
  const entry = feedForm.alert(alert());
  const sent = await makeFeedSender()({
    address: 'k3',
    message: entry,
    key: 'd42',
    secrets: [],
    perhapsSentAt: null,
  });
  expect(sent).toEqual({ sent: true, code: null, id: null });
});
