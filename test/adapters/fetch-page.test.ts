import { createHash, randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import zlib from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FetchPageOptions, makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { NOT_PUBLIC } from '../../src/core/address.ts';
import type { AnsweredPage, PageAnswer, PageRequest } from '../../src/core/answer.ts';
import { requestDigest, varyingHeaders } from '../../src/core/request-headers.ts';
import { LOOPBACK, openRaw, openSite } from '../support/loopback.ts';

const USER_AGENT = 'Sightline-Test/1';
const PAGE = '<html><body><h1>Plans</h1><p>Team plan: $49 a month.</p></body></html>';

/** One visit with a guard of its own. */
async function visit(
  url: string,
  request: Partial<PageRequest> = {},
  options: Partial<FetchPageOptions> = {},
): Promise<PageAnswer> {
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  const fetchPage = makeFetchPage(guard, { userAgent: USER_AGENT, ...options });
  return fetchPage({ url, conditional: null, fresh: false, ...request });
}

function answered(answer: PageAnswer): AnsweredPage {
  if (!answer.answered) throw new Error(`${answer.failure}: ${answer.reason}`);
  return answer;
}

const textOf = (answer: PageAnswer): string => Buffer.from(answered(answer).body).toString();
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** One answer for every request. */
const always =
  (
    status: number,
    headers: Record<string, string | string[]>,
    body: Uint8Array | string = '',
  ): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** One exact text for every request, then the connection ends. */
const raw = (text: string): ReturnType<typeof openRaw> =>
  openRaw((socket) => void socket.end(text, 'latin1'));

describe('a page that answers', () => {
  test('comes back whole, with all that was measured', async () => {
    const site = await openSite(
      always(200, { 'content-type': 'text/html', etag: '"a1"', 'x-one': ['1', '2'] }, PAGE),
    );
    const answer = answered(await visit(`${site.url}/plans#team`));
    expect(answer).toMatchObject({
      status: 200,
      finalUrl: `${site.url}/plans`,
      hops: [{ url: `${site.url}/plans`, status: 200, location: null }],
      contentType: 'text/html',
      etag: '"a1"',
      lastModified: null,
      bytesHash: sha256(PAGE),
      wireBytes: PAGE.length,
      requests: 1,
      conditionalSent: false,
      requestDigest: requestDigest(varyingHeaders(USER_AGENT)),
    });
    expect(answer.headers['x-one']).toBe('1, 2');
    expect(Buffer.from(answer.body).toString()).toBe(PAGE);
    expect(answer.ms).toBeGreaterThanOrEqual(0);
  });

  test('was asked with the headers that its digest speaks of, and with no others that vary', async () => {
    const site = await openSite(always(200, {}, PAGE));
    await visit(site.url);
    const ours = { host: site.url.replace('http://', ''), connection: 'keep-alive' };
    expect(site.requests[0]?.headers).toEqual({ ...varyingHeaders(USER_AGENT), ...ours });
  });

  test('at an odd address is asked for exactly there', async () => {
    const site = await openSite(always(200, {}, PAGE));
    expect(answered(await visit(`${site.url}/a|b/?q=[x]|{y}&z='`)).status).toBe(200);
    expect(site.requests[0]?.url).toBe("/a|b/?q=[x]|{y}&z='".replace("'", '%27'));
  });

  test.each([204, 205, 206, 404, 410, 429, 500, 503])('with status %i is an answer too', async (status) => {
    const site = await openSite(always(status, { 'retry-after': '120' }));
    expect(answered(await visit(site.url))).toMatchObject({
      status,
      headers: { 'retry-after': '120' },
      wireBytes: 0,
    });
  });

  test('with an error status may have any body: what cannot be read is empty', async () => {
    const cut = await openSite(
      always(503, { 'content-encoding': 'gzip', 'retry-after': '60' }, zlib.gzipSync(PAGE).subarray(0, 20)),
    );
    expect(answered(await visit(cut.url))).toMatchObject({
      status: 503,
      wireBytes: 0,
      body: new Uint8Array(),
    });
    const wall = await openSite(always(403, {}, 'Prove that you are human'));
    expect(textOf(await visit(wall.url))).toBe('Prove that you are human');
  });
});

describe('validators', () => {
  const table: [
    what: string,
    headers: Record<string, string | string[]>,
    etag: string | null,
    modified: string | null,
  ][] = [
    ['weak', { etag: 'W/"a-gzip"' }, 'W/"a-gzip"', null],
    ['without quotes', { etag: 'a1' }, 'a1', null],
    ['empty', { etag: '' }, null, null],
    ['512 characters', { etag: 'x'.repeat(512) }, 'x'.repeat(512), null],
    ['513 characters', { etag: 'x'.repeat(513) }, null, null],
    ['beyond ASCII', { etag: '"é"' }, null, null],
    ['two of them', { etag: ['"a"', '"b"'] }, null, null],
    ['a date', { 'last-modified': 'Tue, 05 Mar 2024 10:00:00 GMT' }, null, 'Tue, 05 Mar 2024 10:00:00 GMT'],
    [
      'a date to come',
      { 'last-modified': 'Tue, 05 Mar 2999 10:00:00 GMT' },
      null,
      'Tue, 05 Mar 2999 10:00:00 GMT',
    ],
    ['no date', { 'last-modified': 'yesterday' }, null, null],
  ];
  test.each(table)('%s', async (...[, headers, etag, lastModified]) => {
    const site = await openSite(always(200, headers, PAGE));
    expect(answered(await visit(site.url))).toMatchObject({ etag, lastModified });
  });

  test('P4 /plans answers 301 to /plans/: the validators go to the hop that issued them, and bring a 304', async () => {
    const modified = 'Tue, 05 Mar 2024 10:00:00 GMT';
    const site = await openSite((request, response) => {
      if (request.url === '/plans') response.writeHead(301, { location: '/plans/' }).end('moved');
      else if (request.headers['if-none-match'] === 'W/"a|1"')
        response.writeHead(304, { etag: 'W/"a|1"' }).end();
      else response.writeHead(200, { etag: 'W/"a|1"', 'last-modified': modified }).end(PAGE);
    });
    const first = answered(await visit(`${site.url}/plans`));
    const { finalUrl, etag, lastModified } = first;
    const again = answered(
      await visit(`${site.url}/plans`, { conditional: { url: finalUrl, etag, lastModified } }),
    );
    expect(again).toMatchObject({
      status: 304,
      conditionalSent: true,
      wireBytes: 0,
      requests: 2,
      finalUrl: `${site.url}/plans/`,
    });
    expect(again.hops.map(({ status, location }) => [status, location])).toEqual([
      [301, '/plans/'],
      [304, null],
    ]);
    const [, , toRedirect, toPage] = site.requests.map(({ headers }) => headers);
    expect([toRedirect?.['if-none-match'], toRedirect?.['if-modified-since']]).toEqual([
      undefined,
      undefined,
    ]);
    expect([toPage?.['if-none-match'], toPage?.['if-modified-since']]).toEqual(['W/"a|1"', modified]);
  });

  test('a 304 that nobody asked for says so', async () => {
    const site = await openSite(always(304, { etag: '"a"' }));
    expect(answered(await visit(site.url))).toMatchObject({ status: 304, conditionalSent: false });
    const elsewhere = { url: `${site.url}/other`, etag: '"a"', lastModified: null };
    expect(answered(await visit(site.url, { conditional: elsewhere }))).toMatchObject({
      conditionalSent: false,
    });
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });

  test('a 304 that states the length of the page has no body', async () => {
    const site = await openRaw(
      (socket) => void socket.write('HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n'),
    );
    const conditional = { url: `${site.url}/`, etag: '"a"', lastModified: null };
    expect(answered(await visit(site.url, { conditional }))).toMatchObject({
      status: 304,
      wireBytes: 0,
      conditionalSent: true,
    });
  });

  test('a validator that would carry a header of its own is not sent', async () => {
    const site = await openSite(always(200, {}, PAGE));
    const conditional = { url: `${site.url}/`, etag: '"a"\r\nX-Evil: 1', lastModified: null };
    expect(answered(await visit(site.url, { conditional }))).toMatchObject({
      status: 200,
      conditionalSent: false,
    });
    expect(site.requests[0]?.headers).not.toHaveProperty('x-evil');
  });
});

describe('redirects', () => {
  const kinds: [what: string, status: number, location: (url: string) => string, asked: string][] = [
    ['absolute', 301, (url) => `${url}/there`, '/there'],
    ['relative', 302, () => 'there?x=1', '/there?x=1'],
    ['query only', 303, () => '?x=1', '/here?x=1'],
    ['without a scheme', 307, (url) => `${url.replace('http:', '')}/there`, '/there'],
    ['in UTF-8', 308, () => Buffer.from('/préis').toString('latin1'), '/pr%C3%A9is'],
  ];
  test.each(kinds)('%s (%i) are followed', async (...[, status, location, asked]) => {
    const site = await openSite((request, response) => {
      if (request.url === '/here') response.writeHead(status, { location: location(site.url) }).end();
      else response.end(PAGE);
    });
    expect(answered(await visit(`${site.url}/here`))).toMatchObject({
      status: 200,
      finalUrl: `${site.url}${asked}`,
    });
    expect(site.requests.map(({ url, method }) => [method, url])).toEqual([
      ['GET', '/here'],
      ['GET', asked],
    ]);
  });

  test('over one kept connection, whose redirect bodies are read', async () => {
    const site = await openSite((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/a' }).end('moved '.repeat(1000));
      else response.end(PAGE);
    });
    await visit(site.url);
    expect(site.sockets).toHaveLength(1);
  });

  test('ten are followed, an eleventh is not', async () => {
    const site = await openSite((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end(PAGE);
    });
    expect(await visit(`${site.url}/10`)).toMatchObject({ answered: true, requests: 11 });
    const eleven = await visit(`${site.url}/11`);
    expect(eleven).toMatchObject({ answered: false, failure: 'redirects', requests: 11 });
    expect(eleven.hops).toHaveLength(11);
  });

  test('in a circle end where they began', async () => {
    const site = await openSite(
      (request, response) =>
        void response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a#x' }).end(),
    );
    expect(await visit(`${site.url}/a`)).toMatchObject({ failure: 'redirects', requests: 2 });
  });

  const nowhere: [location: string | string[], failure: string][] = [
    ['', 'redirects'],
    ['http:example.com', 'redirects'],
    ['///example.com', 'redirects'],
    ['http://exa%00mple.com/', 'redirects'],
    ['/\\example.com/', 'redirects'],
    [['/a', '/b'], 'redirects'],
    ['javascript:alert(1)', 'refused'],
    ['file:///etc/hosts', 'refused'],
    ['http://user@127.0.0.1/', 'refused'],
    ['http://10.0.0.1/', 'refused'],
    ['//169.254.169.254/', 'refused'],
    ['https://[::1]/', 'refused'],
  ];
  test.each(nowhere)('to %j: %s', async (location, failure) => {
    const site = await openSite(always(302, { location }));
    expect(await visit(site.url)).toMatchObject({ answered: false, failure, requests: 1 });
    expect(site.requests).toHaveLength(1);
  });

  test('without a Location are answers', async () => {
    const site = await openSite(always(302, {}, 'nowhere'));
    expect(answered(await visit(site.url))).toMatchObject({
      status: 302,
      hops: [{ status: 302, location: null }],
    });
  });

  test('whose Location is folded over two lines are no valid HTTP', async () => {
    const site = await raw('HTTP/1.1 302 Found\r\nLocation: /a\r\n b\r\nContent-Length: 0\r\n\r\n');
    expect(await visit(site.url)).toMatchObject({ answered: false, failure: 'protocol' });
  });

  test('refusals read alike, at the first hop and at a later one', async () => {
    const site = await openSite(always(302, { location: 'http://10.0.0.1/' }));
    const refused = { answered: false, failure: 'refused', reason: NOT_PUBLIC };
    expect(await visit('http://10.0.0.1/')).toMatchObject({ ...refused, hops: [], requests: 0 });
    expect(await visit('what is this')).toMatchObject({ ...refused, hops: [], requests: 0 });
    expect(await visit(site.url)).toMatchObject({ ...refused, hops: [{ status: 302 }] });
  });
});

describe('encodings', () => {
  const encoders: [encoding: string, encode: (bytes: Buffer) => Buffer][] = [
    ['gzip', (bytes) => zlib.gzipSync(bytes)],
    ['X-GZip', (bytes) => zlib.gzipSync(bytes)],
    ['deflate', (bytes) => zlib.deflateSync(bytes)],
    ['deflate', (bytes) => zlib.deflateRawSync(bytes)],
    ['br', (bytes) => zlib.brotliCompressSync(bytes)],
    ['zstd', (bytes) => zlib.zstdCompressSync(bytes)],
    ['gzip, br', (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ];
  const long = Buffer.from(randomBytes(20_000).toString('hex'));

  test.each(encoders)('%s is undone, and the hash is that of the wire', async (encoding, encode) => {
    const wire = encode(long);
    const site = await openSite(always(200, { 'content-encoding': encoding }, wire));
    const answer = answered(await visit(site.url));
    expect(Buffer.from(answer.body).equals(long)).toBe(true);
    expect(answer).toMatchObject({ bytesHash: sha256(wire), wireBytes: wire.length, requests: 1 });
  });

  test.each(encoders)('%s cut anywhere is truncated, with a correct length too', async (encoding, encode) => {
    const wire = encode(long);
    for (const length of [wire.length >> 1, wire.length - 1]) {
      const site = await openSite(always(200, { 'content-encoding': encoding }, wire.subarray(0, length)));
      expect(await visit(site.url)).toMatchObject({ answered: false, failure: 'truncated' });
    }
  });

  test.each(['compress', 'gzip, gzip, gzip', 'constructor', 'gzip;q=1'])(
    '%s cannot be undone',
    async (encoding) => {
      const site = await openSite(always(200, { 'content-encoding': encoding }, PAGE));
      expect(await visit(site.url)).toMatchObject({ answered: false, failure: 'encoding', requests: 1 });
    },
  );

  test('identity is no encoding, and nothing is nothing in any', async () => {
    const plain = await openSite(always(200, { 'content-encoding': 'identity' }, PAGE));
    expect(textOf(await visit(plain.url))).toBe(PAGE);
    const empty = await openSite(always(200, { 'content-encoding': 'gzip' }));
    expect(answered(await visit(empty.url))).toMatchObject({ status: 200, wireBytes: 0 });
  });

  test('a plain body called gzip is asked for again without encodings, under its own digest', async () => {
    const site = await openSite((request, response) => {
      const plain = request.headers['accept-encoding'] === 'identity';
      response
        .writeHead(200, plain ? { etag: '"p"' } : { 'content-encoding': 'gzip', etag: '"g"' })
        .end(PAGE);
    });
    const conditional = { url: `${site.url}/`, etag: '"old"', lastModified: null };
    const answer = answered(await visit(site.url, { conditional }));
    expect(textOf(answer)).toBe(PAGE);
    expect(answer).toMatchObject({ requests: 2, etag: '"p"', conditionalSent: false });
    expect(answer.requestDigest).toBe(
      requestDigest({ ...varyingHeaders(USER_AGENT), 'accept-encoding': 'identity' }),
    );
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toEqual(['"old"', undefined]);
  });

  test('a plain body that is always called gzip fails after the second try', async () => {
    const site = await openSite(always(200, { 'content-encoding': 'gzip' }, PAGE));
    expect(await visit(site.url)).toMatchObject({ answered: false, failure: 'encoding', requests: 2 });
  });
});

describe('limits', () => {
  const zeros = Buffer.alloc(30 * 1024 * 1024);
  const bombs: [encoding: string, bomb: Buffer][] = [
    ['gzip', zlib.gzipSync(zeros)],
    ['br', zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
    ['zstd', zlib.zstdCompressSync(zeros)],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(zeros))],
  ];
  test.each(bombs)('a bomb of %s is too large', async (encoding, bomb) => {
    const site = await openSite(always(200, { 'content-encoding': encoding }, bomb));
    expect(await visit(site.url)).toMatchObject({ answered: false, failure: 'too large' });
  });

  test('the ratio counts after the first mebibyte only', async () => {
    const repeated = (bytes: number): Buffer => zlib.gzipSync(Buffer.alloc(bytes, 'a'));
    const small = await openSite(always(200, { 'content-encoding': 'gzip' }, repeated(1024 * 1024)));
    expect(answered(await visit(small.url)).body).toHaveLength(1024 * 1024);
    const large = await openSite(always(200, { 'content-encoding': 'gzip' }, repeated(1024 * 1024 + 1)));
    expect(await visit(large.url)).toMatchObject({ failure: 'too large' });
  });

  test('a body may be as large as a limit, on the wire and decoded, and not a byte larger', async () => {
    const bytes = randomBytes(1001);
    const plain = (size: number): ReturnType<typeof openSite> =>
      openSite(always(200, {}, bytes.subarray(0, size)));
    const packed = (size: number): ReturnType<typeof openSite> =>
      openSite(always(200, { 'content-encoding': 'gzip' }, zlib.gzipSync(bytes.subarray(0, size))));
    const [wire, decoded] = [{ limits: { wire: 1000 } }, { limits: { decoded: 1000 } }];
    expect(await visit((await plain(1000)).url, {}, wire)).toMatchObject({ answered: true, wireBytes: 1000 });
    expect(await visit((await plain(1001)).url, {}, wire)).toMatchObject({ failure: 'too large' });
    expect(answered(await visit((await packed(1000)).url, {}, decoded)).body).toHaveLength(1000);
    expect(await visit((await packed(1001)).url, {}, decoded)).toMatchObject({ failure: 'too large' });
  });

  test('a body without an end is hung up on at the limit', async () => {
    const site = await openSite((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
      };
      response.on('drain', more);
      more();
    });
    expect(await visit(site.url)).toMatchObject({ answered: false, failure: 'too large' });
  });

  test('a slow drip, endless "processing" and silence run into the time for the visit', async () => {
    const every = (text: string, first = ''): ReturnType<typeof openRaw> =>
      openRaw((socket) => {
        socket.write(first);
        const timer = setInterval(() => socket.write(text), 5);
        socket.once('close', () => clearInterval(timer));
      });
    const sites = [
      await every('a', 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n'),
      await every('HTTP/1.1 102 Processing\r\n\r\n'),
      await every(''),
      await every('X-A: b\r\n', 'HTTP/1.1 200 OK\r\n'),
      await every('a', 'HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 1000\r\n\r\n'),
    ];
    for (const { url } of sites) {
      expect(await visit(url, {}, { within: 80 })).toMatchObject({
        answered: false,
        failure: 'timeout',
        requests: 1,
      });
    }
  });

  test('headers have a time of their own', async () => {
    const site = await openRaw(() => {});
    expect(await visit(site.url, {}, { headersWithin: 30 })).toMatchObject({
      answered: false,
      failure: 'timeout',
    });
  });
});

describe('answers that are none', () => {
  const table: [what: string, text: string, failure: string][] = [
    ['too long a Content-Length', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort', 'truncated'],
    ['a cut chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nshort', 'truncated'],
    [
      'chunks without the last',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n',
      'truncated',
    ],
    [
      'two Content-Lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      'protocol',
    ],
    [
      'Content-Length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'protocol',
    ],
    ['HTTP/0.9', '<html>hello</html>', 'protocol'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'protocol'],
    ['NUL in a header', 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n', 'protocol'],
    [
      'too large a head',
      `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(40_000)}\r\nContent-Length: 0\r\n\r\n`,
      'protocol',
    ],
    ['half a head', 'HTTP/1.1 200 OK\r\nX-A', 'connect'],
    ['nothing', '', 'connect'],
  ];
  test.each(table)('%s', async (_, text, failure) => {
    const site = await raw(text);
    expect(await visit(site.url)).toMatchObject({ answered: false, failure, requests: 1 });
  });

  test('a closed port', async () => {
    const site = await openSite(always(200, {}));
    const free = site.url.replace('127.0.0.1', '127.0.0.9');
    expect(await visit(free)).toMatchObject({ answered: false, failure: 'connect', requests: 0 });
  });

  test('a body that ends with the connection is whole, for all that HTTP can tell', async () => {
    const site = await raw(`HTTP/1.1 200 OK\r\n\r\n${PAGE}`);
    expect(textOf(await visit(site.url))).toBe(PAGE);
  });

  test('103 before 200 is no answer of its own', async () => {
    const site = await raw(
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    );
    expect(textOf(await visit(site.url))).toBe('ok');
  });
});

describe('P7 a fresh read', () => {
  test('has a connection of its own and asks every cache to step aside', async () => {
    const site = await openSite(always(200, {}, PAGE));
    const guard = openGuard({ allowNet: LOOPBACK });
    onTestFinished(() => guard.close());
    const fetchPage = makeFetchPage(guard, { userAgent: USER_AGENT });
    const request = { url: site.url, conditional: null };
    await fetchPage({ ...request, fresh: false });
    await fetchPage({ ...request, fresh: false });
    const digest = answered(await fetchPage({ ...request, fresh: true })).requestDigest;
    await fetchPage({ ...request, fresh: false });
    expect(site.sockets).toHaveLength(2);
    expect(site.requests.map(({ headers }) => headers['cache-control'])).toEqual([
      undefined,
      undefined,
      'no-cache',
      undefined,
    ]);
    expect(digest).toBe(requestDigest(varyingHeaders(USER_AGENT)));
  });
});
