import { expect, onTestFinished, test } from 'vitest';
import { openGuard } from '../../src/adapters/guard.ts';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { alertSlack } from '../../src/core/messages/slack-messages.ts';
import { alert } from '../core/messages/invented.ts';
import { LOOPBACK } from '../support/loopback.ts';
import { deadPort, postBox } from './post-box.ts';

const message = alertSlack(alert());

function sender(timeoutMs?: number) {
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  return makeSlackSender(guard, timeoutMs);
}

test('a message is posted as it is', async () => {
  const { origin, received } = await postBox((_, response) => response.end('ok'));
  expect(await sender()({ url: `${origin}/services/T1/B2/secret`, message })).toEqual({
    sent: true,
    code: 200,
    id: null,
  });
  expect(received).toHaveLength(1);
  expect(received[0]!.headers['content-type']).toBe('application/json; charset=utf-8');
  expect([received[0]!.method, received[0]!.url]).toEqual(['POST', '/services/T1/B2/secret']);
  expect(JSON.parse(received[0]!.body)).toEqual(message);
});

test.for([
  [400, 'invalid_payload', { permanent: true, ambiguous: false, reason: 'Slack: invalid_payload (400)' }],
  [403, 'action_prohibited', { permanent: true }],
  [404, 'no_service', { permanent: true }],
  [410, 'channel_is_archived', { permanent: true }],
  [429, 'rate_limited', { permanent: false, retryAfterS: 120 }],
  [500, 'rollup_error', { permanent: false, ambiguous: false }],
  [502, '<html>bad gateway</html>', { permanent: false, ambiguous: true, reason: 'Slack: status (502)' }],
  [302, 'moved', { permanent: true }],
] as const)('%i %s', async ([status, body, expected]) => {
  const { origin } = await postBox((_, response) => {
    response.writeHead(status, { 'retry-after': '120', location: 'http://127.0.0.1/elsewhere' });
    response.end(body);
  });
  expect(await sender()({ url: origin, message })).toMatchObject({ sent: false, code: status, ...expected });
});

test('the text of an answer is not repeated, however long or well-formed', async () => {
  const { origin } = await postBox((_, response) => {
    response.writeHead(404);
    response.end('internal_name'.repeat(5_000));
  });
  expect(await sender()({ url: origin, message })).toMatchObject({
    reason: 'Slack: status (404)',
    permanent: true,
  });
});

test('no answer in time may have arrived', async () => {
  const { origin, received } = await postBox(() => {});
  const result = await sender(300)({ url: origin, message });
  expect(result).toMatchObject({ sent: false, permanent: false, ambiguous: true, code: null });
  expect(received).toHaveLength(1);
});

test('an answer that breaks off before its headers may have arrived', async () => {
  const { origin } = await postBox((_, response) => response.destroy());
  expect(await sender()({ url: origin, message })).toMatchObject({
    sent: false,
    permanent: false,
    ambiguous: true,
  });
});

test('a port where nobody listens: surely not arrived', async () => {
  const result = await sender()({ url: `http://127.0.0.1:${await deadPort()}/`, message });
  expect(result).toMatchObject({ sent: false, permanent: false, ambiguous: false });
});

test('an address that is not public is refused for good, and the secret stands in no reason', async () => {
  const guard = openGuard({ allowNet: [] });
  onTestFinished(() => guard.close());
  const { origin, received } = await postBox((_, response) => response.end('ok'));
  const result = await makeSlackSender(guard)({ url: `${origin}/services/T1/B2/secret`, message });
  expect(result).toMatchObject({ sent: false, permanent: true, ambiguous: false });
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(received).toEqual([]);
});
