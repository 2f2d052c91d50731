import zlib from 'node:zlib';
import { type Line, say, wire, packed, PAGE, HALF, OK, bytes } from './row.ts';

/** Rows 12 to 19: heads that contradict themselves, and answers without a page. */
export const HEAD_ROWS: readonly Line[] = [
  [
    12,
    'two Content-Lengths that differ',
    wire(`${OK}Content-Length: 3\r\nContent-Length: ${bytes}\r\n\r\n${PAGE}`),
    'protocol',
    'failed',
  ],
  [
    12,
    'a Content-Length that is a list',
    wire(`${OK}Content-Length: 3, ${bytes}\r\n\r\n${PAGE}`),
    'protocol',
    'failed',
  ],
  [12, 'a Content-Length below zero', wire(`${OK}Content-Length: -1\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [
    12,
    'a Content-Length beside chunks',
    wire(`${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`),
    'protocol',
    'failed',
  ],
  [13, 'gzip that is plain', packed('gzip', PAGE), 'encoding', 'failed'],
  [
    13,
    'gzip that is plain, and plain when asked for so',
    (asked, response) =>
      (asked.headers['accept-encoding'] === 'identity' ? say(200, {}, PAGE) : packed('gzip', PAGE))(
        asked,
        response,
      ),
    200,
    'unchanged',
  ],
  [13, 'br that is gzip', packed('br', zlib.gzipSync(PAGE)), 'encoding', 'failed'],
  [14, 'an unknown encoding', packed('compress', PAGE), 'encoding', 'failed'],
  [14, 'an encoding that is a charset', packed('utf-8', PAGE), 'encoding', 'failed'],
  [15, 'headers over 16 KiB', wire(`${OK}X-A: ${'a'.repeat(40_000)}\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [
    15,
    'headers over 16 KiB, by their number',
    wire(`${OK}${'X-A: b\r\n'.repeat(5000)}\r\n${PAGE}`),
    'protocol',
    'failed',
  ],
  [15, 'NUL in a header', wire(`${OK}X-A: a\0b\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [15, 'HTTP/0.9', wire(PAGE), 'protocol', 'failed'],
  [15, 'a status of four digits', wire(`HTTP/1.1 2000 OK\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [15, 'an unknown version', wire(`HTTP/9.9 200 OK\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [
    15,
    'headers with names of the language',
    wire(`${OK}__proto__: a\r\n__proto__: b\r\nconstructor: a\r\nhasOwnProperty: a\r\n\r\n${PAGE}`),
    200,
    'unchanged',
  ],
  [16, 'a folded header', wire(`${OK}X-A: a\r\n b\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [16, 'a bare CR in a header', wire(`${OK}X-A: a\rX-B: b\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [16, 'a blank before the colon', wire(`${OK}X-A : a\r\n\r\n${PAGE}`), 'protocol', 'failed'],
  [17, '204', say(204), 204, 'failed'],
  [17, '205', say(205), 205, 'failed'],
  [17, '200 with no bytes', say(200), 200, 'failed'],
  [17, '200 with no bytes in gzip', packed('gzip', ''), 200, 'failed'],
  [17, '200 with blanks', say(200, {}, ' \n\t '), 200, 'failed'],
  [18, '206 that nobody asked for', say(206, { 'content-range': 'bytes 0-99/9999' }, HALF), 206, 'failed'],
  [18, '206 with the whole page', say(206, {}, PAGE), 206, 'failed'],
  [19, '304 that nobody asked for', say(304, { etag: '"a"' }), 304, 'failed'],
];
