import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { requestDigest, varyingHeaders } from '../../src/core/http/request-headers.ts';
import { openRaw, openSite } from '../support/loopback.ts';
import { always, answered, PAGE, raw, sha256, textOf, USER_AGENT, visit } from '../support/visit-page.ts';

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

  test('a second request of a visit has what the first has left', async () => {
    const site = await openRaw(() => {});
    const spent = { answered: false, failure: 'timeout' } as const;
    expect(await visit(site.url, { withinMs: 30 })).toMatchObject(spent);
    expect(await visit(site.url, { withinMs: 0 })).toMatchObject(spent);
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
