import zlib from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { chance } from '../support/chance.ts';
import { PAGE } from '../support/http-rows/row.ts';
import { LOOPBACK, openRaw } from '../support/loopback.ts';

// Whatever a server does comes back as a value: answers with a few bytes changed, lost, doubled or moved, in pieces of any size.
// What throws, or is thrown where nobody waits for it, fails this file.

const ANSWERS = 2000;
const AT_ONCE = 16;
const packed = zlib.gzipSync(PAGE);
const WHOLE: readonly Buffer[] = [
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: "a"\r\nContent-Length: 70\r\n\r\n${'a'.repeat(70)}`,
  ),
  Buffer.from(
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\n\r\n5;x=y\r\nabcde\r\n3\r\nfgh\r\n0\r\nX-A: b\r\n\r\n`,
  ),
  Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n'),
  Buffer.from(
    'HTTP/1.1 302 Found\r\nLocation: /there?a=b#c\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n',
  ),
  Buffer.from('HTTP/1.1 503 Wait\r\nRetry-After: 120\r\nConnection: close\r\nVary: *\r\n\r\nbusy'),
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`),
    packed,
  ]),
];
const KINDS = new Set([
  'refused',
  'connect',
  'timeout',
  'protocol',
  'truncated',
  'encoding',
  'too large',
  'redirects',
  'dns',
  'tls',
]);

test(`${ANSWERS} damaged answers`, async () => {
  const random = chance(1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const damage = (bytes: Buffer): Buffer => {
    const at = below(bytes.length);
    const to = Math.min(bytes.length, at + 1 + below(12));
    const [head, middle, tail] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
    const noise = Buffer.from(Array.from({ length: 1 + below(3) }, () => below(256)));
    const ways = [
      [head, noise, tail],
      [head, tail],
      [head, middle, middle, tail],
      [head, noise, middle, tail],
      [tail, head],
    ];
    return Buffer.concat(ways[below(ways.length)] ?? []);
  };
  const site = await openRaw((socket) => {
    let bytes = WHOLE[below(WHOLE.length)] ?? Buffer.alloc(0);
    for (let n = below(2); n >= 0; n -= 1) bytes = damage(bytes);
    const split = below(bytes.length + 1);
    socket.write(bytes.subarray(0, split), () => socket.end(bytes.subarray(split)));
  });
  const guard = openGuard({ allowNet: LOOPBACK, resolve: async () => [] });
  onTestFinished(() => guard.close());
  const fetchPage = makeFetchPage(guard, { userAgent: 'Sightline-Test/1', within: 2000 });
  const counts = new Map<string, number>();
  for (let n = 0; n < ANSWERS; n += AT_ONCE) {
    const urls = Array.from({ length: AT_ONCE }, (_, one) => `${site.url}/${n + one}`);
    const visits = urls.map(async (url) => fetchPage({ url, conditional: null, fresh: random() < 0.3 }));
    for (const answer of await Promise.all(visits)) {
      const kind = answer.answered ? 'answered' : answer.failure;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  console.log(`damaged answers: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}`);
  expect([...counts.keys()].filter((kind) => kind !== 'answered' && !KINDS.has(kind))).toEqual([]);
  expect(counts.size).toBeGreaterThan(4);
});
