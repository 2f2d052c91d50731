import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Guard, type GuardedRequest, type GuardOptions, openGuard } from '../../src/adapters/guard.ts';
import { NOT_PUBLIC } from '../../src/core/address/address.ts';
import { listen, LOOPBACK, openRaw, openSite } from '../support/loopback.ts';
import { selfSigned } from '../support/self-signed.ts';

const REFUSED = { answered: false, failure: 'refused', reason: NOT_PUBLIC, requests: 0 };

function guardOf(options: Partial<GuardOptions> = {}): Guard {
  const guard = openGuard({ allowNet: LOOPBACK, ...options });
  onTestFinished(() => guard.close());
  return guard;
}

const get = (url: string, more: Partial<GuardedRequest> = {}): GuardedRequest => ({
  method: 'GET',
  url,
  headers: {},
  fresh: false,
  signal: new AbortController().signal,
  ...more,
});

/** Asks, reads to the end, and tells what came. */
async function ask(guard: Guard, url: string, more: Partial<GuardedRequest> = {}): Promise<unknown> {
  const answer = await guard.request(get(url, more));
  if (!answer.answered) return answer.failure;
  await answer.body.dump();
  return answer.status;
}

/** Every client socket that this process makes while the test runs, whoever makes it. */
function watchSockets(): unknown[] {
  const made: unknown[] = [];
  const watch = (socket: unknown): void => void made.push(socket);
  subscribe('net.client.socket', watch);
  onTestFinished(() => void unsubscribe('net.client.socket', watch));
  return made;
}

describe('what must not be opened is refused before any connection', () => {
  test('the witness sees a connection that is made', async () => {
    const made = watchSockets();
    const site = await openSite((_, response) => response.end('here'));
    expect(await ask(guardOf(), site.url)).toBe(200);
    expect([made.length, site.sockets.length]).toEqual([1, 1]);
  });

  test('addresses and local names, without a question to DNS', async () => {
    const made = watchSockets();
    const site = await openSite((_, response) => response.end('secret'));
    const asked: string[] = [];
    const resolve = async (host: string): Promise<string[]> => [asked.push(host) ? '127.0.0.1' : ''];
    const guard = guardOf({ allowNet: [], resolve });
    const urls = [
      site.url,
      `http://localhost:${site.port}/`,
      `http://[::ffff:127.0.0.1]:${site.port}/`,
      `http://0x7f.1:${site.port}/`,
      `http://example.com:${site.port}/`,
      `http://example.com@127.0.0.1:${site.port}/`,
      'http://metadata.goog/',
      'file:///etc/hosts',
      'no address',
    ];
    for (const url of urls) expect(await guard.request(get(url))).toEqual(REFUSED);
    expect([made, site.sockets, asked]).toEqual([[], [], []]);
  });

  const answers: [what: string, addresses: string[]][] = [
    ['private', ['10.0.0.5']],
    ['private first', ['192.168.1.1', '93.184.216.34']],
    ['private last', ['93.184.216.34', '1.1.1.1', '::1']],
    ['mapped', ['::ffff:169.254.169.254']],
    ['translated', ['64:ff9b::a9fe:a9fe']],
    ['no address', ['metadata']],
  ];
  test.each(answers)('a name with an answer that is not public: %s', async (_, addresses) => {
    const made = watchSockets();
    const guard = guardOf({ allowNet: [], resolve: async () => addresses });
    expect(await guard.request(get('https://rival.example.com/'))).toEqual(REFUSED);
    expect(made).toEqual([]);
  });

  test('a name without an answer is a failure of DNS', async () => {
    const made = watchSockets();
    const nobody = guardOf({ resolve: async () => [] });
    const unknown = guardOf({
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
    expect(await ask(nobody, 'https://rival.example.com/')).toBe('dns');
    expect(await ask(unknown, 'https://rival.example.com/')).toBe('dns');
    expect(made).toEqual([]);
  });

  test('a bug in the resolver is thrown, not hidden', async () => {
    const broken = guardOf({ resolve: () => Promise.reject(new TypeError('a bug')) });
    await expect(ask(broken, 'https://rival.example.com/')).rejects.toThrow('a bug');
  });
});

describe('connections are pinned to the checked address', () => {
  test('a name that rebinds is asked for once, and its second answer is never connected to', async () => {
    const dialled: string[] = [];
    const site = await openSite((_, response) => response.end('public'));
    const toSite = buildConnector({});
    const sequence = [['93.184.216.34'], ['127.0.0.1']];
    const guard = guardOf({
      allowNet: [],
      resolve: async () => sequence.shift() ?? [],
      dial: (options, opened) => {
        dialled.push(options.hostname);
        toSite({ ...options, hostname: '127.0.0.1', port: String(site.port) }, opened);
      },
    });
    expect(await ask(guard, 'http://rebind.example.com/')).toBe(200);
    expect(await guard.request(get('http://rebind.example.com/'))).toEqual(REFUSED);
    expect(dialled).toEqual(['93.184.216.34']);
    expect(site.requests[0]?.headers.host).toBe('rebind.example.com');
  });

  test('Host keeps the name', async () => {
    const site = await openSite((_, response) => response.end());
    const guard = guardOf({ resolve: async () => ['127.0.0.1'] });
    expect(await ask(guard, `http://rival.test:${site.port}/plans?a=b|c#d`)).toBe(200);
    expect(site.requests[0]?.headers.host).toBe(`rival.test:${site.port}`);
    expect(site.requests[0]?.url).toBe('/plans?a=b|c');
  });

  test('over TLS the certificate is that of the name, and SNI names it', async () => {
    const identity = selfSigned('rival.test');
    const names: unknown[] = [];
    const server = createTlsServer(identity, (request, response) => {
      names.push('servername' in request.socket && request.socket.servername, request.headers.host);
      response.end();
    });
    const { port } = await listen(server);
    const dial = buildConnector({ allowH2: false, ca: identity.cert });
    const trusting = guardOf({ resolve: async () => ['127.0.0.1'], dial });
    expect(await ask(trusting, `https://rival.test:${port}/`)).toBe(200);
    expect(names.splice(0)).toEqual(['rival.test', `rival.test:${port}`]);
    expect(await ask(trusting, `https://rival.test.:${port}/`)).toBe(200);
    expect(names).toEqual(['rival.test', `rival.test.:${port}`]);
    expect(await ask(trusting, `https://other.test:${port}/`)).toBe('tls');
    expect(await ask(trusting, `https://127.0.0.1:${port}/`)).toBe('tls');
    expect(await ask(guardOf({ resolve: async () => ['127.0.0.1'] }), `https://rival.test:${port}/`)).toBe(
      'tls',
    );
    expect(names).toHaveLength(2);
    expect(await trusting.request(get(`https://other.test:${port}/`))).toMatchObject({
      failure: 'tls',
      requests: 0,
    });
  });

  test('localhost goes to the allowed one of its addresses', async () => {
    const site = await openSite((_, response) => response.end());
    expect(await ask(guardOf(), `http://localhost:${site.port}/`)).toBe(200);
  });

  test('an address that does not answer gives way to the next, and nothing was sent to it', async () => {
    const site = await openSite((_, response) => response.end());
    const guard = guardOf({ resolve: async () => ['127.0.0.2', '127.0.0.3', '127.0.0.1'] });
    const answer = await guard.request(get(`http://rival.test:${site.port}/`));
    expect(answer).toMatchObject({ answered: true, requests: 1 });
    if (answer.answered) await answer.body.dump();
    const lost = guardOf({ resolve: async () => ['127.0.0.2', '127.0.0.3'] });
    expect(await lost.request(get(`http://rival.test:${site.port}/`))).toMatchObject({
      failure: 'connect',
      requests: 0,
    });
  });
});

describe('kept and fresh connections', () => {
  test('one connection serves request after request, a fresh one serves a single request and is closed', async () => {
    const site = await openSite((_, response) => response.end('body'));
    const guard = guardOf();
    await ask(guard, site.url);
    await ask(guard, site.url);
    expect(site.sockets).toHaveLength(1);
    await ask(guard, site.url, { fresh: true });
    await ask(guard, site.url, { fresh: true });
    expect(site.sockets).toHaveLength(3);
    for (const socket of site.sockets.slice(1)) if (!socket.closed) await once(socket, 'close');
    expect(site.sockets[0]?.closed).toBe(false);
  });

  test('the cap on an answer begins anew with each: fifty megabytes pass over one connection', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024, 'a');
    const site = await openSite((_, response) => response.end(body));
    const guard = guardOf();
    for (let n = 0; n < 5; n += 1) {
      const answer = await guard.request(get(site.url));
      expect(answer.answered && (await answer.body.bytes()).length).toBe(body.length);
    }
    expect(site.sockets).toHaveLength(1);
  });

  test('a name that moved never meets a connection of its past', async () => {
    const before = await openSite((_, response) => response.end());
    const after = await openSite((_, response) => response.end(), { host: '127.0.0.2', port: before.port });
    const sequence = [['127.0.0.1'], ['127.0.0.2']];
    const guard = guardOf({ resolve: async () => sequence.shift() ?? [] });
    await ask(guard, `http://rival.test:${before.port}/`);
    await ask(guard, `http://rival.test:${before.port}/`);
    expect([before.requests.length, after.requests.length]).toEqual([1, 1]);
  });

  test('a GET over a connection that the server has given up is sent once more; a POST is not', async () => {
    let served = 0;
    const answerOnce = (socket: Socket): void => {
      served += 1;
      if (served % 2 === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      else socket.destroy();
    };
    const site = await openRaw(answerOnce);
    const guard = guardOf();
    expect(await ask(guard, site.url)).toBe(200);
    expect(await guard.request(get(site.url))).toMatchObject({ answered: true, requests: 2 });
    expect(served).toBe(3);
    const other = guardOf();
    served = 0;
    expect(await ask(other, site.url)).toBe(200);
    expect(await other.request(get(site.url, { method: 'POST', body: '{}' }))).toMatchObject({
      failure: 'connect',
      requests: 1,
    });
    expect(served).toBe(2);
  });

  test('a server that hangs up on the first request is not asked again', async () => {
    const site = await openRaw((socket) => socket.destroy());
    expect(await guardOf().request(get(site.url))).toMatchObject({ failure: 'connect', requests: 1 });
    expect(site.sockets).toHaveLength(1);
  });

  test('of many sites the one that was left alone longest loses its connection', async () => {
    const site = await openSite((_, response) => response.end());
    const guard = guardOf({ resolve: async () => ['127.0.0.1'] });
    for (let n = 0; n <= 256; n += 1) await ask(guard, `http://rival-${n}.test:${site.port}/`);
    const first = site.sockets[0];
    if (first && !first.closed) await once(first, 'close');
    expect(site.sockets.map((socket) => socket.closed)).toEqual(
      site.sockets.map((socket) => socket === first),
    );
  });

  test('closing the guard ends what is under way', async () => {
    const site = await openSite((_, response) => void response.write('never the end'));
    const guard = guardOf();
    const answer = await guard.request(get(site.url));
    await guard.close();
    await expect(answer.answered && answer.body.text()).rejects.toThrow();
  });
});

describe('one exchange', () => {
  test('a redirect is an answer, and is not followed', async () => {
    const site = await openSite((_, response) => response.writeHead(302, { location: '/next' }).end());
    expect(await ask(guardOf(), site.url)).toBe(302);
    expect(site.requests).toHaveLength(1);
  });

  test('a POST carries its body and headers', async () => {
    const bodies: string[] = [];
    const site = await openSite(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      response.end('ok');
    });
    const more = {
      method: 'POST',
      body: '{"text":"é"}',
      headers: { 'content-type': 'application/json' },
    } as const;
    expect(await ask(guardOf(), site.url, { ...more, fresh: true })).toBe(200);
    expect(bodies).toEqual(['{"text":"é"}']);
    expect(site.requests[0]?.headers['content-type']).toBe('application/json');
  });

  test('a server that stays silent, or says "soon" for ever, runs into the time for headers', async () => {
    const silent = await openRaw(() => {});
    const soon = await openRaw((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5);
      socket.once('close', () => clearInterval(timer));
    });
    expect(await ask(guardOf(), silent.url, { headersWithin: 50 })).toBe('timeout');
    expect(await ask(guardOf(), soon.url, { headersWithin: 50 })).toBe('timeout');
  });

  test('the time for headers is over once they are there', async () => {
    const site = await openSite((_, response) => {
      response.write('first');
      setTimeout(() => response.end('last'), 600);
    });
    const answer = await guardOf().request(get(site.url, { headersWithin: 400 }));
    expect(answer.answered && (await answer.body.text())).toBe('firstlast');
  });

  test('the signal of the caller ends a lookup, an answer that is awaited, and a body', async () => {
    const silent = await openRaw(() => {});
    const dripping = await openSite((_, response) => void response.write('a'));
    const never = guardOf({ resolve: () => new Promise(() => {}) });
    expect(await ask(never, 'http://rival.test/', { signal: AbortSignal.timeout(20) })).toBe('timeout');
    expect(await ask(guardOf(), silent.url, { signal: AbortSignal.timeout(20) })).toBe('timeout');
    expect(await ask(guardOf(), silent.url, { signal: AbortSignal.abort() })).toBe('timeout');
    const late = new AbortController();
    const answer = await guardOf().request(get(dripping.url, { signal: late.signal }));
    late.abort();
    await expect(answer.answered && answer.body.text()).rejects.toThrow('abort');
  });
});
