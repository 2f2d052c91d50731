import { describe, expect, onTestFinished, test } from 'vitest';
import type { Guard } from '../../src/adapters/guard.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import type { Clock } from '../../src/adapters/guard/paced.ts';
import { makeDiscordSender } from '../../src/adapters/send-discord.ts';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { makeTeamsSender } from '../../src/adapters/send-teams.ts';
import { discordForm } from '../../src/core/channels/discord.ts';
import type { ChannelForm } from '../../src/core/channels/form.ts';
import type { Send } from '../../src/core/channels/post.ts';
import { slackForm } from '../../src/core/channels/slack.ts';
import { teamsForm } from '../../src/core/channels/teams.ts';
import type { SendResult } from '../../src/core/messages/send-result.ts';
import { alert } from '../core/channels/invented.ts';
import { LOOPBACK } from '../support/loopback.ts';
import { deadPort, postBox } from './post-box.ts';

interface Options {
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

interface Kind {
  readonly name: string;
  readonly form: ChannelForm;
  readonly make: (guard: Guard, options?: Options) => Send;
}

const SLACK: Kind = { name: 'Slack', form: slackForm, make: makeSlackSender as Kind['make'] };
const DISCORD: Kind = { name: 'Discord', form: discordForm, make: makeDiscordSender as Kind['make'] };
const TEAMS: Kind = { name: 'Teams', form: teamsForm, make: makeTeamsSender as Kind['make'] };
const KINDS = [SLACK, DISCORD, TEAMS];

/** One post of an alert by a sender of its own. */
function posting({ make, form }: Kind, options: Options = {}): (address: string) => Promise<SendResult> {
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  const send = make(guard, options);
  return (address) =>
    send({ address, message: form.alert(alert()), key: 'd41', secrets: [], perhapsSentAt: null });
}

const SECRET = '/services/T1/B2/verysecretword';

test.for([
  [SLACK, 200, 'ok', null],
  [SLACK, 204, '', null],
  [DISCORD, 200, '{"id":"1234567890123456789","content":"x"}', '1234567890123456789'],
  [DISCORD, 204, '', null],
  [DISCORD, 200, '{"id":"<script>"}', null],
  [TEAMS, 200, '1', null],
  [TEAMS, 202, '', null],
] as const)('$0.name %i: posted as it is', async ([kind, status, body, id]) => {
  const { origin, received } = await postBox((_, response) =>
    response.writeHead(status).end(body || undefined),
  );
  expect(await posting(kind)(`${origin}${SECRET}`)).toEqual({ sent: true, code: status, id });
  expect(received).toHaveLength(1);
  expect(received[0]!.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(received[0]!.url).toBe(kind === DISCORD ? `${SECRET}?wait=true` : SECRET);
  expect(JSON.parse(received[0]!.body)).toEqual(kind.form.alert(alert()));
});

const CONNECTOR = 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error';

test.for<[kind: Kind, status: number, body: string, expected: object]>([
  [
    SLACK,
    200,
    'invalid_payload',
    { permanent: true, ambiguous: false, reason: 'Slack answered 200: invalid_payload' },
  ],
  [
    SLACK,
    200,
    '<html>please log in</html>',
    { permanent: false, ambiguous: true, reason: 'Slack: an answer that is not Slack’s (200)' },
  ],
  [SLACK, 302, 'moved', { permanent: true }],
  [
    SLACK,
    400,
    'invalid_payload',
    {
      permanent: true,
      ambiguous: false,
      messageOnly: true,
      reason: 'Slack answered 400: invalid_payload',
    },
  ],
  [SLACK, 403, 'action_prohibited', { permanent: true }],
  [SLACK, 404, 'no_service', { permanent: true, reason: 'Slack answered 404: no_service' }],
  [SLACK, 413, '', { permanent: true, messageOnly: true }],
  [SLACK, 410, 'channel_is_archived', { permanent: true }],
  [
    SLACK,
    429,
    'ok',
    { permanent: false, retryAfterS: 120, reason: 'Slack answered 429: too many messages just now' },
  ],
  [SLACK, 503, 'ok', { permanent: false, reason: 'Slack answered 503: not available' }],
  [
    SLACK,
    500,
    'rollup_error',
    {
      permanent: false,
      ambiguous: false,
      reason: 'Slack answered 500: an error of its own ("rollup_error")',
    },
  ],
  [
    SLACK,
    502,
    '<html>bad gateway</html>',
    { permanent: false, ambiguous: true, reason: 'Slack answered 502: its gateway got no answer' },
  ],
  [DISCORD, 307, '', { permanent: true }],
  [
    DISCORD,
    400,
    '{"code":50035,"message":"Invalid Form Body"}',
    { permanent: true, messageOnly: true, reason: 'Discord answered 400: Invalid Form Body' },
  ],
  [
    DISCORD,
    401,
    '{"code":50027,"message":"Invalid Webhook Token"}',
    { permanent: true, reason: 'Discord answered 401: Invalid Webhook Token' },
  ],
  [DISCORD, 403, '{"code":50013}', { permanent: true, reason: 'Discord answered 403: missing permissions' }],
  [
    DISCORD,
    404,
    '{"code":10015,"message":{}}',
    { permanent: true, reason: 'Discord answered 404: unknown webhook' },
  ],
  [DISCORD, 429, '{"retry_after":0.64,"global":false}', { permanent: false, retryAfterS: 1 }],
  [DISCORD, 429, '{"retry_after":31.2}', { permanent: false, retryAfterS: 32 }],
  [
    DISCORD,
    429,
    'error code: 1015',
    { permanent: false, retryAfterS: 120, reason: 'Discord answered 429: too many messages just now' },
  ],
  [DISCORD, 500, '{}', { permanent: false, ambiguous: false }],
  [DISCORD, 502, '', { permanent: false, ambiguous: true }],
  [TEAMS, 302, '', { permanent: true }],
  [
    TEAMS,
    400,
    '{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"The workflow is switched off."}}',
    { permanent: false, reason: 'Teams answered 400: The workflow is switched off.' },
  ],
  [TEAMS, 401, '', { permanent: true }],
  [TEAMS, 403, '', { permanent: true }],
  [TEAMS, 404, '', { permanent: true }],
  [TEAMS, 410, '', { permanent: true }],
  [TEAMS, 429, '', { permanent: false, retryAfterS: 120 }],
  [TEAMS, 500, '', { permanent: false, ambiguous: false }],
  [TEAMS, 504, '', { permanent: false, ambiguous: true }],
])('$0.name %i %s', async ([kind, status, body, expected]) => {
  const { origin } = await postBox((_, response) => {
    response.writeHead(status, { 'retry-after': '120', location: 'http://127.0.0.1/elsewhere' });
    response.end(body);
  });
  const result = await posting(kind)(`${origin}${SECRET}`);
  expect(result).toMatchObject({ sent: false, code: status, ...expected });
  expect(JSON.stringify(result)).not.toContain('secret');
});

test.for([
  [429, { permanent: false }],
  [404, { permanent: true }],
  [413, { permanent: false }],
  [500, { permanent: false }],
] as const)(
  'a connector of Teams that answers 200 and tells of %i did not post',
  async ([told, expected]) => {
    const { origin } = await postBox((_, response) => {
      response.end(`${CONNECTOR} ${told} with ContextId tcid=0,server=DB3PEPF0000009A,cv=x..`);
    });
    expect(await posting(TEAMS)(origin)).toMatchObject({
      sent: false,
      code: told,
      reason: expect.stringMatching(`^Teams answered ${told}: .*, told in a 200$`),
      ...expected,
    });
  },
);

describe.for(KINDS.map((kind) => [kind.name, kind] as const))('%s', ([name, kind]) => {
  test('the address, its parts and other secrets in an answer are not repeated', async () => {
    const { origin } = await postBox((_, response) => {
      const message = `no /services/T1/B2/verysecretword at https://a.example/verysecretword, Bearer abcdef re_abcdefgh`;
      response.writeHead(404);
      response.end(kind === SLACK ? message : JSON.stringify({ message, error: { message } }));
    });
    const result = await posting(kind)(`${origin}${SECRET}`);
    expect(result).toMatchObject({
      reason: `${name} answered 404: no /…/T1/B2/… at https://a.example/… … …`,
    });
  });

  test.for(['<html><b>gone</b></html>', '{"a":1}', '[]', '\u202E\u0000\r\n', '{'])(
    'an answer that nobody can read (%j) is left out',
    async (body) => {
      const { origin } = await postBox((_, response) => response.writeHead(404).end(body));
      expect(await posting(kind)(origin)).toMatchObject({ reason: `${name} answered 404: nothing is there` });
    },
  );

  test('no answer in time may have arrived', async () => {
    const { origin, received } = await postBox(() => {});
    const result = await posting(kind, { timeoutMs: 300 })(origin);
    expect(result).toMatchObject({ sent: false, permanent: false, ambiguous: true, code: null });
    expect(received).toHaveLength(1);
  });

  test('a connection that breaks off after the request may have brought it', async () => {
    const { origin } = await postBox((_, response) => response.destroy());
    const result = await posting(kind)(origin);
    expect(result).toMatchObject({ sent: false, permanent: false, ambiguous: true });
  });

  test('a port where nobody listens: surely not arrived', async () => {
    const result = await posting(kind)(`http://127.0.0.1:${await deadPort()}/`);
    expect(result).toMatchObject({ sent: false, permanent: false, ambiguous: false });
  });

  test('the text of an answer is not repeated, however long, and not read to its end', async () => {
    const { origin } = await postBox((_, response) => {
      response.writeHead(404);
      response.end('internal_name'.repeat(500_000));
    });
    const result = await posting(kind)(origin);
    expect(result).toMatchObject({ permanent: true, code: 404 });
    expect(JSON.stringify(result)).not.toContain('internal');
  });

  test('a body that never ends after a good answer is a message that was sent', async () => {
    const { origin } = await postBox((_, response) => {
      response.writeHead(200);
      response.write('o');
    });
    expect(await posting(kind, { timeoutMs: 300 })(origin)).toMatchObject({ sent: true, code: 200 });
  });

  test('an address that is not public is refused for good, without a word of it', async () => {
    const result = await posting(kind)('https://10.20.30.7/verysecretword');
    expect(result).toMatchObject({ permanent: true, ambiguous: false });
    expect(JSON.stringify(result)).not.toMatch(/secret|10\.20/u);
    expect(JSON.stringify(result)).toContain(name);
  });

  test('many at once wait a little, and then are told when to come again', async () => {
    const { origin, received } = await postBox((_, response) => response.end('ok'));
    const slept: number[] = [];
    const clock = { now: () => 1_000_000, sleep: async (ms: number) => void slept.push(ms) };
    const post = posting(kind, { clock });
    const results: SendResult[] = [];
    for (let count = 0; count < 40; count += 1) results.push(await post(`${origin}/a`));
    const late = results.filter((result) => !result.sent);
    expect(received.length + late.length).toBe(40);
    expect(late.length).toBeGreaterThan(0);
    for (const result of late)
      expect(result).toMatchObject({ permanent: false, ambiguous: false, code: null, retryAfterS: 6 });
    expect(Math.max(...slept)).toBeLessThanOrEqual(5_000);
    expect(await post(`${origin}/b`)).toMatchObject({ sent: true });
  });
});
