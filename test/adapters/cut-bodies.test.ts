import type { ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import type { PageAnswer } from '../../src/core/http/answer.ts';
import { chance } from '../support/chance.ts';
import { LOOPBACK, openSite } from '../support/loopback.ts';

// Rows 8 and 9: a body cut at a thousand points by chance, in every encoding. It is never a page, and never a shorter one.

const POINTS = 1000;
const AT_ONCE = 16;
const SEED = 20_260_320;

const random = chance(SEED);
const page = Buffer.from(
  `<html><body>${Array.from({ length: 1500 }, (_, n) => `<p>Plan ${n}: $${Math.floor(random() * 1e6)} a month</p>`).join('')}</body></html>`,
);

type Send = (response: ServerResponse, wire: Buffer, length: number) => void;

/** As a proxy passes on what it has: with a right length, or in chunks that end well. Only the encoding knows. */
const wellFramed =
  (encoding: string): Send =>
  (response, wire, length) => {
    const framing = length % 2 === 0 ? {} : { 'content-length': length };
    response.writeHead(200, { 'content-encoding': encoding, ...framing });
    response.write(wire.subarray(0, length));
    response.end();
  };

/** As a connection ends that was cut: after some bytes of the stated length, or inside of a chunk. */
const badlyFramed: Send = ({ socket }, wire, length) => {
  const head =
    length % 2 === 0
      ? `Content-Length: ${wire.length}\r\n\r\n`
      : `Transfer-Encoding: chunked\r\n\r\n${wire.length.toString(16)}\r\n`;
  socket?.write(`HTTP/1.1 200 OK\r\n${head}`);
  socket?.end(wire.subarray(0, length));
};

const KINDS: readonly [what: string, wire: Buffer, send: Send][] = [
  ['gzip', zlib.gzipSync(page), wellFramed('gzip')],
  ['deflate', zlib.deflateSync(page), wellFramed('deflate')],
  ['bare deflate', zlib.deflateRawSync(page), wellFramed('deflate')],
  ['br', zlib.brotliCompressSync(page), wellFramed('br')],
  ['zstd', zlib.zstdCompressSync(page), wellFramed('zstd')],
  ['gzip in br', zlib.brotliCompressSync(zlib.gzipSync(page)), wellFramed('gzip, br')],
  ['br in zstd', zlib.zstdCompressSync(zlib.brotliCompressSync(page)), wellFramed('br, zstd')],
  ['no encoding', page, badlyFramed],
];

test.each(KINDS)(`%s, at ${POINTS} points`, async (_, wire, send) => {
  const site = await openSite((request, response) => {
    const length = Number(request.url?.slice(1));
    send(response, wire, length);
  });
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  const fetchPage = makeFetchPage(guard, { userAgent: 'Sightline-Test/1' });
  const visit = async (length: number): Promise<PageAnswer> =>
    fetchPage({ url: `${site.url}/${length}`, conditional: null, fresh: false });
  const lengths = Array.from({ length: POINTS }, () => 1 + Math.floor(random() * (wire.length - 1)));
  const wrong: unknown[] = [];
  for (let at = 0; at < POINTS; at += AT_ONCE) {
    const some = lengths.slice(at, at + AT_ONCE);
    for (const [n, answer] of (await Promise.all(some.map(visit))).entries()) {
      if (answer.answered || answer.failure !== 'truncated') wrong.push([some[n], answer]);
    }
  }
  expect(wrong).toEqual([]);
});
