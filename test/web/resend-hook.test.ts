import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { channelsAt, enableChannel, type Channel } from '../../src/store/channels.ts';
import { liftBounce, listSuppressions } from '../../src/store/suppressions.ts';
import { openWebDesk, textOf, type WebDesk } from '../support/web-desk.ts';

const SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
let desk: WebDesk;
let count = 0;

beforeAll(async () => {
  desk = await openWebDesk({ RESEND_WEBHOOK_SECRET: SECRET });
});
afterAll(async () => desk.close());

interface Sending {
  readonly secret?: string;
  readonly at?: Date;
  readonly sent?: string;
  readonly web?: Hono;
}

/** A report as Resend sends one: signed over its bytes, under Svix's names. */
async function report(
  body: string,
  { secret = SECRET, at = new Date(), sent = body, web = desk.web }: Sending = {},
): Promise<number> {
  const id = `msg_${(count += 1)}`;
  const answer = await web.request('http://localhost:3000/hooks/resend', {
    method: 'POST',
    headers: {
      host: 'localhost:3000',
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': String(Math.floor(+at / 1000)),
      'svix-signature': new Webhook(secret).sign(id, at, body),
    },
    body: sent,
  });
  return answer.status;
}

const bounced = (
  to: unknown,
  bounce: unknown = { type: 'Permanent', subType: 'General', message: 'No such user.' },
  created_at: unknown = '2026-03-02T06:00:00Z',
): string => JSON.stringify({ type: 'email.bounced', created_at, data: { to, bounce } });
const addresses = async (): Promise<string[]> =>
  (await listSuppressions(desk.db)).map(({ address }) => address);
const channelAt = async (address: string): Promise<Channel | undefined> =>
  (await channelsAt(desk.db, { kind: 'email', address }))[0];

describe('a report that is taken', () => {
  test('a bounce suppresses the address in every account, and its channels say why', async () => {
    const stranger = await desk.newAccount('stranger');
    await desk.channel('email', 'gone@example.com');
    await desk.channel('email', 'gone@example.com', stranger);
    expect(await report(bounced(['Gone@Example.com']))).toBe(204);
    const channels = await channelsAt(desk.db, { kind: 'email', address: 'gone@example.com' });
    expect(channels.map(({ disabledReason }) => disabledReason)).toEqual(
      Array(2).fill('mail to it bounced (Permanent, General: No such user.)'),
    );
    expect(await textOf(desk.web, '/channels')).toContain(
      'mail to it bounced (Permanent, General: No such user.)',
    );
  });

  test('twice is as once', async () => {
    const before = await desk.everything();
    expect(await report(bounced(['gone@example.com']))).toBe(204);
    expect((await addresses()).filter((one) => one === 'gone@example.com')).toHaveLength(1);
    const after = await desk.everything();
    expect({ ...after, suppressions: '' }).toEqual({ ...before, suppressions: '' });
  });

  test('a complaint outlasts a bounce', async () => {
    await desk.channel('email', 'cross@example.com');
    expect(
      await report(JSON.stringify({ type: 'email.complained', data: { to: ['cross@example.com'] } })),
    ).toBe(204);
    expect(await report(bounced('cross@example.com'))).toBe(204);
    const all = await listSuppressions(desk.db);
    expect(all.find(({ address }) => address === 'cross@example.com')?.reason).toBe('complaint');
    expect((await channelAt('cross@example.com'))?.disabledReason).toMatch(/complained/);
  });

  test.each([
    ['with a display name', ['Friend <FRIEND.1@example.org>'], ['friend.1@example.org']],
    ['with a quoted one that holds a comma', ['"Falk, Ines" <ines.2@example.org>'], ['ines.2@example.org']],
    ['as one text', 'Friend <friend.3@example.org>', ['friend.3@example.org']],
    ['as one list', 'a.4@example.org, B <b.4@example.org>', ['a.4@example.org', 'b.4@example.org']],
    ['beside what is no text', [7, null, 'c.5@example.org'], ['c.5@example.org']],
    ['in another spelling', ['D.6@exämple.org.'], ['d.6@xn--exmple-cua.org']],
  ])('an address %s is read', async (_, to, expected) => {
    const heard = desk.warnings.length;
    expect(await report(bounced(to))).toBe(204);
    expect(await addresses()).toEqual(expect.arrayContaining([...expected]));
    expect(desk.warnings).toHaveLength(heard);
  });

  test.each([
    ['no address', ['Friend of example.org'], /an address that cannot be read \("Fr…", 21 characters\)/],
    ['an address with NUL', ['a\u0000b@example.org'], /cannot be read \("a …", 15 characters\)/],
    ['nothing', [], /cannot be read \(nothing\)/],
    ['an object', { email: 'x@example.org' }, /cannot be read \(nothing\)/],
    ['null', null, /cannot be read \(nothing\)/],
  ])('one that names %s is heard of in the log, without the address', async (_, to, say) => {
    const before = await addresses();
    const heard = desk.warnings.length;
    expect(await report(bounced(to))).toBe(204);
    expect(desk.warnings.slice(heard)).toEqual([expect.stringMatching(say)]);
    expect(desk.warnings.join()).not.toMatch(/example\.org/);
    expect(await addresses()).toEqual(before);
  });

  test('what bounced before its address was lifted stays without effect, late or again; what bounces after does not', async () => {
    const address = 'back@example.com';
    const channel = await desk.channel('email', address);
    const isOn = async (): Promise<boolean> => (await channelAt(address))?.disabledAt === null;
    const at = (hours: number): string => new Date(+desk.now() + hours * 3_600_000).toISOString();
    expect(await report(bounced(address, undefined, at(-1)))).toBe(204);
    expect(await isOn()).toBe(false);
    expect(await liftBounce(desk.db, address, desk.now())).toBe(true);
    expect(await liftBounce(desk.db, address, desk.now())).toBe(false);
    await enableChannel(desk.db, channel.id);
    for (const created of [at(-1), at(-0.001), at(-24 * 365), '-271821-04-20T00:00:00Z'])
      expect(await report(bounced(address, undefined, created))).toBe(204);
    expect([await isOn(), (await addresses()).includes(address)]).toEqual([true, false]);
    expect(await report(bounced(address, undefined, at(1)))).toBe(204);
    expect([await isOn(), (await addresses()).includes(address)]).toEqual([false, true]);
  });

  test('a complaint is heard also of a lifted address, however old it is', async () => {
    const address = 'cross-later@example.com';
    await report(bounced(address));
    await liftBounce(desk.db, address, desk.now());
    const data = { to: [address] };
    await report(JSON.stringify({ type: 'email.complained', created_at: '2020-01-01T00:00:00Z', data }));
    expect(await addresses()).toContain(address);
    expect(await liftBounce(desk.db, address, desk.now())).toBe(false);
  });

  test.each([undefined, null, 7, 'yesterday', '+275760-09-13T00:00:00Z'])(
    'one that says it happened at %s happened when it was sent',
    async (created) => {
      const body = bounced('when@example.com', undefined, created);
      expect(await report(created === undefined ? body.replace(/"created_at":"[^"]*",/, '') : body)).toBe(
        204,
      );
      expect(await addresses()).toContain('when@example.com');
    },
  );

  test('no text in any of its fields is a bug of ours', async () => {
    const odd = [
      '\u0000',
      '\uD800',
      'a\u0000b@example.org',
      '\u202E@\u0000',
      '<',
      '"',
      '<"@,;'.repeat(3000),
      '__proto__',
    ];
    for (const text of odd) {
      const said = { type: text, subType: text, message: text };
      for (const type of [
        'email.bounced',
        'email.complained',
        'email.suppressed',
        'suppression.added',
        text,
      ]) {
        const data = { to: [text, `${text}@example.org`], email: text, origin: 'bounce', bounce: said };
        const body = JSON.stringify({ type, created_at: text, data: { ...data, suppressed: said } });
        expect([400, 204]).toContain(await report(body));
      }
    }
    expect(
      await report(bounced(['odd@example.com'], { type: 'Permanent\u0000', message: '\uD800\u0000x' })),
    ).toBe(204);
    expect(desk.faults).toEqual([]);
  });

  test.each([
    ['an address by itself', bounced('single@example.com'), 'single@example.com'],
    [
      'what Resend holds back',
      JSON.stringify({
        type: 'email.suppressed',
        data: {
          to: ['held@example.com'],
          suppressed: { type: 'OnAccountSuppressionList', message: 'Held.' },
        },
      }),
      'held@example.com',
    ],
    [
      'what Resend put on its list',
      JSON.stringify({
        type: 'suppression.added',
        data: { email: 'listed@example.com', origin: 'complaint' },
      }),
      'listed@example.com',
    ],
    ['a bounce without a reason', bounced(['mute@example.com'], null), 'mute@example.com'],
  ])('%s is suppressed', async (_, body, address) => {
    expect(await report(body)).toBe(204);
    expect(await addresses()).toContain(address);
  });

  test.each([
    ['a full mailbox', bounced(['soft@example.com'], { type: 'Transient', subType: 'MailboxFull' })],
    ['a greylisting', bounced(['soft@example.com'], { type: 'temporary' })],
    [
      'a quota of ours',
      JSON.stringify({
        type: 'email.failed',
        data: { to: ['soft@example.com'], failed: { reason: 'reached_daily_quota' } },
      }),
    ],
    ['a delivery', JSON.stringify({ type: 'email.delivered', data: { to: ['soft@example.com'] } })],
    [
      'a list kept by hand',
      JSON.stringify({ type: 'suppression.added', data: { email: 'soft@example.com', origin: 'manual' } }),
    ],
    ['a kind that is new to us', JSON.stringify({ type: 'email.teleported', data: {} })],
    ['a kind that objects are born with', JSON.stringify({ type: 'constructor', data: {} })],
    ['no address at all', bounced(['not an address', '', 'a'.repeat(5000)])],
  ])('%s is taken and suppresses nothing', async (_, body) => {
    const before = await addresses();
    expect(await report(body)).toBe(204);
    expect(await addresses()).toEqual(before);
  });

  test('hostile words in a reason stay one inert line', async () => {
    await desk.channel('email', 'hostile@example.com');
    await report(
      bounced(['hostile@example.com'], {
        type: 'Permanent',
        message: `<script>x</script>\r\nBcc: a@b.example\n${'y'.repeat(9000)}`,
      }),
    );
    const reason = (await channelAt('hostile@example.com'))?.disabledReason ?? '';
    expect(reason.length).toBeLessThan(300);
    expect(reason).not.toMatch(/[\r\n]/);
    expect(await textOf(desk.web, '/channels')).not.toContain('<script>');
  });
});

describe('a report that is refused', () => {
  test.each([
    ['signed by somebody else', 401, { secret: `whsec_${Buffer.alloc(24, 4).toString('base64')}` }],
    ['replayed after six minutes', 401, { at: new Date(Date.now() - 6 * 60_000) }],
    ['of a clock far ahead', 401, { at: new Date(Date.now() + 6 * 60_000) }],
    ['changed on its way', 401, { sent: bounced(['other@example.com']) }],
  ] as const)('%s: %i', async (_, status, sending) => {
    const before = await desk.everything();
    expect(await report(bounced(['victim@example.com']), sending)).toBe(status);
    expect(await desk.everything()).toEqual(before);
  });

  test.each(['svix-id', 'svix-timestamp', 'svix-signature'])('without %s: 401', async (missing) => {
    const at = new Date();
    const body = bounced(['victim@example.com']);
    const headers: Record<string, string> = {
      host: 'localhost:3000',
      'svix-id': 'msg_x',
      'svix-timestamp': String(Math.floor(+at / 1000)),
      'svix-signature': new Webhook(SECRET).sign('msg_x', at, body),
    };
    delete headers[missing];
    const answer = await desk.web.request('http://localhost:3000/hooks/resend', {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(401);
  });

  test.each([
    ['svix-timestamp', 'NaN'],
    ['svix-timestamp', '9'.repeat(400)],
    ['svix-timestamp', '1, 2'],
    ['svix-signature', 'v1'],
    ['svix-signature', 'v1,'],
    ['svix-signature', 'v1,\u00ff'],
    ['svix-signature', 'v1,a v1,b, v1,c'],
    ['svix-id', 'msg_x, msg_x'],
  ])('with %s %s: 401', async (name, value) => {
    const at = new Date();
    const body = bounced(['victim@example.com']);
    const headers = {
      host: 'localhost:3000',
      'svix-id': 'msg_x',
      'svix-timestamp': String(Math.floor(+at / 1000)),
      'svix-signature': new Webhook(SECRET).sign('msg_x', at, body),
      [name]: value,
    };
    const answer = await desk.web.request('http://localhost:3000/hooks/resend', {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(401);
  });

  test.each([
    ['no JSON', 'to: everybody'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['no type', '{"data":{}}'],
    ['no data', '{"type":"email.bounced"}'],
  ])('a body that is %s: 400', async (_, body) => {
    expect(await report(body)).toBe(400);
  });

  test('a body of more than 256 KB: 413', async () => {
    expect(await report(bounced(['long@example.com'], { message: 'x'.repeat(256 * 1024) }))).toBe(413);
    expect(await addresses()).not.toContain('long@example.com');
  });

  test('without a secret there is no such place', async () => {
    const web = desk.webOf({ env: { RESEND_WEBHOOK_SECRET: '' } });
    expect(await report(bounced(['victim@example.com']), { web })).toBe(404);
  });

  test('nothing of it was kept', async () => {
    expect(await addresses()).not.toContain('victim@example.com');
    expect(await addresses()).not.toContain('other@example.com');
  });
});

test('no bug was met on the way', () => {
  expect(desk.faults).toEqual([]);
});
