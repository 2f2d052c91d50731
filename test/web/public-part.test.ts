import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicWords } from '../../src/web/public-part.ts';
import { serve } from '../../src/web/serve.ts';
import { get, openWebDesk, post, type WebDesk } from '../support/web-desk.ts';

// Until there is sign-in, the whole app opens only to browsers of this machine: PUBLIC_URL is for the links of messages.

const PUBLIC = 'sight.example';
const SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
let desk: WebDesk;
let feed: string;

beforeAll(async () => {
  desk = await openWebDesk({ PUBLIC_URL: `https://${PUBLIC}`, RESEND_WEBHOOK_SECRET: SECRET });
  await desk.channel('email', 'founder@example.com');
  feed = `/feeds/${(await desk.channel('feed', '')).address}.atom`;
  await desk.tellPrice('/pricing');
});
afterAll(async () => desk.close());

/** Each way in which a request shows that it is not of this machine. */
const FROM_AFAR: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the public name', { host: PUBLIC }],
  ['the public name with a port', { host: `${PUBLIC}:443` }],
  ['a name that resolves to this machine', { host: 'evil.example' }],
  ['a longer name', { host: 'localhost.evil.example' }],
  ['another number', { host: '169.254.169.254' }],
  ['an empty name', { host: '' }],
  ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }],
  ['an empty X-Forwarded-For', { 'x-forwarded-for': '' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': PUBLIC }],
  ['Forwarded', { forwarded: 'for=203.0.113.9' }],
  ['Via', { via: '1.1 proxy' }],
  ['X-Real-IP', { 'x-real-ip': '203.0.113.9' }],
];

describe.each(FROM_AFAR)('a request with %s', (_, headers) => {
  test('reaches no page that tells or does anything', async () => {
    const before = await desk.everything();
    const paths = desk.web.routes
      .filter(({ path }) => path !== '/*' && !/^\/(?:healthz|style\.css|hooks\/|m\/|feeds\/)/.test(path))
      .map(({ method, path }) => [method, path.replaceAll(/:\w+(?:\{[^}]*\})?/g, '1')] as const);
    expect(paths.length).toBeGreaterThan(15);
    for (const [method, path] of [...paths, ['GET', '/nothing'], ['GET', '/events/999']] as const) {
      const own = { origin: `https://${PUBLIC}`, 'sec-fetch-site': 'same-origin', ...headers };
      const answer = method === 'POST' ? await post(desk.web, path, own) : await get(desk.web, path, headers);
      const page = await answer.text();
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(page).toContain('Open it on the machine where it runs.');
      expect(page).toContain('There is no sign-in yet');
      expect(page).toContain(`http://localhost:3000${path}`);
      expect(page).not.toMatch(/founder@|Birchline|\$39|\/feeds\/[0-9a-f]|<nav/);
    }
    expect(await desk.everything()).toEqual(before);
  });

  test('reads feeds, style and health, and presses buttons of messages', async () => {
    for (const path of [feed, '/style.css', '/healthz'])
      expect((await get(desk.web, path, headers)).status).toBe(200);
    const [, token = ''] = /\/m\/([\w.-]+)/.exec((await desk.mails()).join('')) ?? [];
    expect((await get(desk.web, `/m/${token}`, headers)).status).toBe(200);
    const pressed = await post(desk.web, `/m/${token}`, { ...headers, origin: `https://${PUBLIC}` });
    expect(pressed.status).toBe(200);
    expect((await post(desk.web, '/hooks/resend', headers)).status).toBe(401);
  });

  test.each([
    '/feeds/no.atom',
    '/m/..%2fchannels',
    '/m/%2e%2e/channels',
    '/m/x/y',
    '//channels',
    '/%63hannels',
  ])('finds nothing at %s, and no menu', async (path) => {
    const answer = await get(desk.web, path, headers);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/founder@|<nav/);
  });
});

test.each(['localhost:3000', 'localhost', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000'])(
  'under %s all of it opens',
  async (host) => {
    expect((await get(desk.web, '/channels', { host })).status).toBe(200);
  },
);

test.each([
  ['HTTP/1.0, as a proxy speaks it', 'GET /channels HTTP/1.0\r\nHost: localhost\r\n\r\n'],
  ['two names', `GET /channels HTTP/1.1\r\nHost: localhost\r\nHost: ${PUBLIC}\r\nConnection: close\r\n\r\n`],
  [
    'another name in its first line',
    `GET http://${PUBLIC}/channels HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  ],
  ['no name', 'GET /channels HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('a request over a socket with %s does not read the channels', async (_, request) => {
  const answer = await overSocket(request);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).not.toContain('founder@');
});

test('a request over a socket as a browser of this machine sends it does', async () => {
  expect(
    await overSocket('GET /channels HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
  ).toContain('founder@example.com');
});

/** What the served app answers to these bytes. */
async function overSocket(request: string): Promise<string> {
  const web = await serve(desk.appOf({ env: { PORT: '0' } }), () => {});
  if (!web.ok) throw new Error(web.say);
  try {
    const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
    socket.write(request);
    return await text(socket);
  } finally {
    await web.close();
  }
}

test.each([
  ['http://localhost:3000', null],
  ['http://127.0.0.1', null],
  [`https://${PUBLIC}`, `Under https://${PUBLIC} open to everybody are`],
])('of PUBLIC_URL %s is said %s', (url, said) => {
  if (said === null) expect(publicWords(url)).toBeNull();
  else expect(publicWords(url)).toContain(said);
});

test('no bug was met on the way', () => {
  expect(desk.faults).toEqual([]);
});
