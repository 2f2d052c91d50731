import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { openSite } from '../support/loopback.ts';

// The rows of the reference on HTTP that are about size: each in a process of its own, whose peak of memory may rise by 256 MB
// at most, and that ends by itself.

const CHILD = fileURLToPath(new URL('../support/heavy-child.ts', import.meta.url));
const MOST_MB = 256;
const MIB = 1024 * 1024;
const run = promisify(execFile);
const peaks: string[] = [];

interface Weighed {
  readonly gets: number | string;
  readonly requests: number;
  readonly reads: boolean | null;
  readonly startMb: number;
  readonly roseMb: number;
}

async function weigh(what: string, answer: RequestListener, read = false) {
  const site = await openSite((request, response) => {
    if (request.url === '/warm') response.end('warm');
    else answer(request, response);
  });
  const args = [CHILD, `${site.url}/page`, read ? 'read' : ''];
  const { stdout } = await run(process.execPath, args);
  const weighed = JSON.parse(stdout) as Weighed;
  peaks.push(`${what} ${weighed.roseMb}`);
  return weighed;
}

/** Writes for ever, as fast as it is taken. */
function flood(socket: Socket | ServerResponse | null, text: string): void {
  if (socket === null) return;
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

const floodOf =
  (head: string, more: string): RequestListener =>
  (_, { socket }) => {
    socket?.on('error', () => {});
    socket?.write(head);
    flood(socket, more);
  };

const HUNDRED = Buffer.alloc(100 * MIB);
const WINDOW = zlib.constants.ZSTD_c_windowLog;
const QUALITY = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
/** Every hundredth byte is by chance: below the cap of the ratio, above that of the size. */
const SPARSE = Buffer.alloc(40 * MIB);
for (const [at, byte] of randomBytes(SPARSE.length / 128).entries()) SPARSE[at * 128] = byte;

const bombs: readonly [what: string, encoding: string, make: () => Buffer][] = [
  ['gzip', 'gzip', () => zlib.gzipSync(HUNDRED)],
  ['deflate', 'deflate', () => zlib.deflateSync(HUNDRED)],
  ['br', 'br', () => zlib.brotliCompressSync(HUNDRED, QUALITY)],
  ['zstd', 'zstd', () => zlib.zstdCompressSync(HUNDRED)],
  [
    'zstd with a window of 128 MiB',
    'zstd',
    () => zlib.zstdCompressSync(HUNDRED, { params: { [WINDOW]: 27 } }),
  ],
  ['gzip in gzip', 'gzip, gzip', () => zlib.gzipSync(zlib.gzipSync(HUNDRED))],
  ['zstd in br', 'zstd, br', () => zlib.brotliCompressSync(zlib.zstdCompressSync(HUNDRED))],
  ['gzip in zstd', 'gzip, zstd', () => zlib.zstdCompressSync(zlib.gzipSync(HUNDRED))],
  ['gzip under the ratio', 'gzip', () => zlib.gzipSync(SPARSE)],
  ['zstd under the ratio', 'zstd', () => zlib.zstdCompressSync(SPARSE)],
];

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const kib = (text: string): string => text.repeat(Math.ceil(65_536 / text.length));

const floods: readonly [what: string, answer: RequestListener, gets: string][] = [
  ['a body without an end', (_, response) => flood(response, kib('a')), 'too large'],
  ['a body of a stated 10 GB', floodOf(`${OK}Content-Length: 10000000000\r\n\r\n`, kib('a')), 'too large'],
  ['a body of one-byte chunks', floodOf(CHUNKED, kib('1\r\na\r\n')), 'too large'],
  ['headers without an end', floodOf(OK, kib('X-A: b\r\n')), 'protocol'],
  ['one header without an end', floodOf(`${OK}X-A: `, kib('a')), 'protocol'],
  ['the name of a header without an end', floodOf(OK, kib('a')), 'protocol'],
  ['a status line without an end', floodOf('HTTP/1.1 200 ', kib('a')), 'too large'],
  ['1xx without an end', floodOf('', kib('HTTP/1.1 102 Processing\r\n\r\n')), 'too large'],
  ['1xx with headers', floodOf('', kib('HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n')), 'too large'],
  ['chunk extensions without an end', floodOf(`${CHUNKED}1;`, kib('a')), 'too large'],
  ['a chunk size without an end', floodOf(CHUNKED, kib('0')), 'too large'],
  ['trailers without an end', floodOf(`${CHUNKED}1\r\na\r\n0\r\n`, kib('X-A: b\r\n')), 'protocol'],
  [
    'ten redirects with bodies without an end',
    (request, response) => {
      const hop = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
      response.writeHead(302, { location: `/page?${hop + 1}` });
      flood(response, kib('a'));
    },
    'redirects',
  ],
];

afterAll(() => console.log(`heavy rows, rise of the peak in MB: ${peaks.join(', ')}`));

describe.skipIf(!existsSync('/proc/self/status'))('under 256 MB', () => {
  test.each(bombs)('row 6: a bomb of 100 MB: %s', async (what, encoding, make) => {
    const body = make();
    const weighed = await weigh(what, (_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    expect(weighed).toMatchObject({ gets: 'too large', requests: 1 });
    expect(weighed.roseMb).toBeLessThan(MOST_MB);
  });

  test('row 6: an error page that is a bomb', async () => {
    const body = zlib.gzipSync(HUNDRED);
    const weighed = await weigh('bomb with 500', (_, response) => {
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(body);
    });
    expect(weighed.gets).toBe(500);
    expect(weighed.roseMb).toBeLessThan(MOST_MB);
  });

  test.each(floods)('rows 2, 3, 5, 15: %s', async (what, answer, gets) => {
    const weighed = await weigh(what, answer);
    expect(weighed.gets).toBe(gets);
    expect(weighed.roseMb).toBeLessThan(MOST_MB);
  });

  const pages: readonly [what: string, make: () => Buffer][] = [
    ['row 51: 10 MiB of paragraphs', () => Buffer.from('<p>Team plan: $49 a month.</p>\n'.repeat(338_000))],
    ['row 52: a million nested divs', () => Buffer.from('<div>'.repeat(1_000_000))],
    ['row 52: a million open tags of other kinds', () => Buffer.from('<b><i><a>'.repeat(333_000))],
  ];
  test.each(pages)('%s, read', async (what, make) => {
    const body = make();
    const page: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    const weighed = await weigh(what, page, true);
    expect(weighed.gets).toBe(200);
    expect(weighed.roseMb).toBeLessThan(MOST_MB);
  });
});
