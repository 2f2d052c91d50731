import { createServer as createTlsServer } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { buildConnector } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFetchPage, type FetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { NOT_PUBLIC } from '../../src/core/address/address.ts';
import { slackForm } from '../../src/core/channels/slack.ts';
import { varyingHeaders } from '../../src/core/http/request-headers.ts';
import { alert } from '../core/channels/invented.ts';
import { listen, LOOPBACK, openSite } from '../support/loopback.ts';
import { selfSigned } from '../support/self-signed.ts';

// What crosses from one origin to another: the headers that every server gets, and nothing else. What is refused on the way
// looks alike, whatever it was.

const USER_AGENT = 'Sightline-Test/1';
const POST = { message: slackForm.alert(alert()), key: 'k1', secrets: [], perhapsSentAt: null };
const GIVEN = {
  'set-cookie': 'session=secret; Path=/',
  'www-authenticate': 'Basic realm="x"',
  etag: '"secret"',
  'last-modified': 'Tue, 05 Mar 2024 10:00:00 GMT',
  'accept-ch': 'Sec-CH-UA-Model',
};

function fetcher(dial?: ReturnType<typeof buildConnector>): FetchPage {
  const guard = openGuard({
    allowNet: LOOPBACK,
    resolve: async () => ['127.0.0.1'],
    ...(dial && { dial }),
  });
  onTestFinished(() => guard.close());
  return makeFetchPage(guard, { userAgent: USER_AGENT });
}

const heads = (requests: readonly IncomingMessage[]): IncomingHttpHeaders[] =>
  requests.map(({ headers }) => {
    const others = { ...headers };
    delete others.host;
    delete others.connection;
    return others;
  });

describe('a redirect to another origin', () => {
  test.each([301, 302, 303, 307, 308])('%i takes nothing along, and its way back neither', async (status) => {
    const there = await openSite((request, response) => {
      if (request.url === '/') response.writeHead(status, { ...GIVEN, location: `${here.url}/back` }).end();
      else response.writeHead(200, GIVEN).end('page');
    });
    const here = await openSite((request, response) => {
      const location =
        request.url === '/' ? there.url.replace('127.0.0.1', 'rival.test') : `${there.url}/end`;
      response.writeHead(status, { ...GIVEN, location }).end();
    });
    const conditional = { url: `${here.url}/`, etag: '"mine"', lastModified: GIVEN['last-modified'] };
    const visit = fetcher();
    for (const fresh of [false, true]) {
      expect(await visit({ url: here.url, conditional, fresh })).toMatchObject({ status: 200, requests: 4 });
    }
    const plain = varyingHeaders(USER_AGENT);
    const fresh = { ...plain, 'cache-control': 'no-cache' };
    const asked = { 'if-none-match': '"mine"', 'if-modified-since': GIVEN['last-modified'] };
    expect(heads(there.requests)).toEqual([plain, plain, fresh, fresh]);
    expect(heads(here.requests)).toEqual([{ ...plain, ...asked }, plain, { ...fresh, ...asked }, fresh]);
  });

  test('from http to https and back, over TLS', async () => {
    const identity = selfSigned('rival.test');
    const seen: IncomingMessage[] = [];
    const secure = createTlsServer(identity, (request, response) => {
      seen.push(request);
      response.writeHead(302, { ...GIVEN, location: `${plain.url}/end` }).end();
    });
    const { port } = await listen(secure);
    const plain = await openSite((request, response) => {
      if (request.url === '/end') response.end('page');
      else response.writeHead(301, { ...GIVEN, location: `https://rival.test:${port}/` }).end();
    });
    const visit = fetcher(buildConnector({ allowH2: false, ca: identity.cert }));
    const answer = await visit({ url: plain.url, conditional: null, fresh: false });
    expect(answer).toMatchObject({ status: 200, finalUrl: `${plain.url}/end`, requests: 3 });
    expect(heads([...seen, ...plain.requests])).toEqual(
      Array.from({ length: 3 }, () => varyingHeaders(USER_AGENT)),
    );
  });
});

test('a server that wants a login is not asked twice', async () => {
  const site = await openSite((_, response) => response.writeHead(401, GIVEN).end());
  const visit = fetcher();
  expect(await visit({ url: site.url, conditional: null, fresh: false })).toMatchObject({
    status: 401,
    requests: 1,
  });
  await visit({ url: `${site.url}/again`, conditional: null, fresh: false });
  expect(heads(site.requests)).toEqual(Array.from({ length: 2 }, () => varyingHeaders(USER_AGENT)));
});

test('what is posted to a webhook is not posted where the webhook points', async () => {
  const other = await openSite((_, response) => response.end('ok'));
  const hook = await openSite((_, response) => response.writeHead(307, { location: other.url }).end());
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  const sent = await makeSlackSender(guard)({ ...POST, address: hook.url });
  expect(sent).toMatchObject({ sent: false, permanent: true });
  expect(other.sockets).toEqual([]);
});

describe('a refusal', () => {
  const INWARD: readonly [what: string, url: string, answers: readonly string[]][] = [
    ['a private address', 'http://10.0.0.1/', []],
    ['a local name', 'http://intranet/', []],
    ['another port', 'http://rival.example.com:6379/', ['93.184.216.34']],
    ['a private answer', 'http://rival.example.com/', ['10.0.0.1']],
    ['one private answer of many', 'http://rival.example.com/', ['93.184.216.34', '::1']],
    ['metadata', 'http://metadata.google.internal/', ['169.254.169.254']],
    ['a name that a resolver answers with no address', 'http://rival.example.com/', ['nonsense']],
  ];
  test.each(INWARD)('of %s looks like any other, and asks nothing besides', async (...[, url, answers]) => {
    const looked: string[] = [];
    const dialled: string[] = [];
    const guard = openGuard({
      allowNet: [],
      resolve: async (host) => {
        looked.push(host);
        return answers;
      },
      dial: ({ hostname }, opened) => {
        dialled.push(hostname);
        opened(new Error('no socket in this test'), null);
      },
    });
    onTestFinished(() => guard.close());
    const visit = makeFetchPage(guard, { userAgent: USER_AGENT });
    for (const fresh of [false, true]) {
      const { ms, ...answer } = await visit({ url, conditional: null, fresh });
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(answer).toEqual({
        answered: false,
        failure: 'refused',
        reason: NOT_PUBLIC,
        hops: [],
        requests: 0,
      });
    }
    expect(dialled).toEqual([]);
    // One question a visit for a name that may be public, none for what the text alone decides.
    expect(looked.length).toBe(url.includes('rival.example.com/') ? 2 : 0);
    const sent = await makeSlackSender(guard)({ ...POST, address: url });
    expect(sent).toEqual({
      sent: false,
      permanent: true,
      ambiguous: false,
      reason: `Slack: ${NOT_PUBLIC}`,
      code: null,
      retryAfterS: null,
    });
  });
});
