import zlib from 'node:zlib';
import { HTML, type Line, type Misbehave, wire, packed, PAGE, HALF, OK, bytes } from './row.ts';

const floods: Misbehave = (_, response) => {
  response.writeHead(200, HTML);
  const more = (): void => {
    while (!response.destroyed && response.write('<p>more</p>'.repeat(6000)));
  };
  response.on('drain', more);
  more();
};

const ZEROS = Buffer.alloc(30 * 1024 * 1024);
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);

function quick(): zlib.BrotliOptions {
  return { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
}

/** Rows 5 to 11: bodies too large, too short, or packed as no page is. */
export const SIZE_ROWS: readonly Line[] = [
  [5, 'an endless body', floods, 'too large', 'failed'],
  [6, 'a bomb of gzip', packed('gzip', zlib.gzipSync(ZEROS)), 'too large', 'failed'],
  [6, 'a bomb of deflate', packed('deflate', zlib.deflateSync(ZEROS)), 'too large', 'failed'],
  [6, 'a bomb of bare deflate', packed('deflate', zlib.deflateRawSync(ZEROS)), 'too large', 'failed'],
  [6, 'a bomb of br', packed('br', zlib.brotliCompressSync(ZEROS, quick())), 'too large', 'failed'],
  [6, 'a bomb of zstd', packed('zstd', zlib.zstdCompressSync(ZEROS)), 'too large', 'failed'],
  [
    6,
    'a bomb of gzip in gzip',
    packed('gzip, gzip', zlib.gzipSync(zlib.gzipSync(ZEROS))),
    'too large',
    'failed',
  ],
  [
    6,
    'a bomb of zstd in br',
    packed('zstd, br', zlib.brotliCompressSync(zlib.zstdCompressSync(ZEROS))),
    'too large',
    'failed',
  ],
  [
    7,
    'twenty stacked encodings',
    packed(Array.from({ length: 20 }, () => 'gzip').join(), PAGE),
    'encoding',
    'failed',
  ],
  [7, 'three stacked encodings', packed('gzip, br, gzip', PAGE), 'encoding', 'failed'],
  [8, 'half of gzip', packed('gzip', cut(zlib.gzipSync(PAGE))), 'truncated', 'failed'],
  [8, 'half of deflate', packed('deflate', cut(zlib.deflateSync(PAGE))), 'truncated', 'failed'],
  [8, 'half of br', packed('br', cut(zlib.brotliCompressSync(PAGE))), 'truncated', 'failed'],
  [8, 'half of zstd', packed('zstd', cut(zlib.zstdCompressSync(PAGE))), 'truncated', 'failed'],
  [9, 'a Content-Length too long', wire(`${OK}Content-Length: 99999\r\n\r\n${PAGE}`), 'truncated', 'failed'],
  [
    9,
    'a connection that is reset',
    (_, { socket }) =>
      void socket?.write(`${OK}Content-Length: ${bytes}\r\n\r\n${HALF}`, () => socket.resetAndDestroy()),
    'truncated',
    'failed',
  ],
  [
    9,
    'a chunk cut short',
    wire(`${OK}Transfer-Encoding: chunked\r\n\r\nffff\r\n${HALF}`),
    'truncated',
    'failed',
  ],
  [
    9,
    'chunks without the last',
    wire(`${OK}Transfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${PAGE}\r\n`),
    'truncated',
    'failed',
  ],
  [
    9,
    'a chunk size that is none',
    wire(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n${PAGE}`),
    'protocol',
    'failed',
  ],
  [
    10,
    'a Content-Length too short',
    wire(`${OK}Content-Length: ${bytes >> 1}\r\n\r\n${PAGE}`),
    200,
    'failed',
  ],
  [10, 'a Content-Length of three bytes', wire(`${OK}Content-Length: 3\r\n\r\n${PAGE}`), 200, 'failed'],
  [11, 'a whole body that ends with the connection', wire(`${OK}\r\n${PAGE}`), 200, 'unchanged'],
  [11, 'half a body that ends with the connection', wire(`${OK}\r\n${HALF}`), 200, 'failed'],
];
