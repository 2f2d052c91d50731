import { type Line, type Misbehave, wire, PAGE, OK, bytes } from './row.ts';

/** A text at once, then a little more for ever. */
const drip =
  (first: string, more: string): Misbehave =>
  (_, { socket }) => {
    socket?.write(first);
    const timer = setInterval(() => socket?.write(more), 5);
    socket?.once('close', () => clearInterval(timer));
  };

const SLOW = { slow: true } as const;

/** Rows 1 to 4: servers that take their time. */
export const TIME_ROWS: readonly Line[] = [
  [1, 'slow headers', () => {}, 'timeout', 'failed', SLOW],
  [1, 'headers without an end', drip('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'), 'timeout', 'failed', SLOW],
  [2, 'a body that drips', drip(`${OK}Content-Length: 99999\r\n\r\n`, 'a'), 'timeout', 'failed', SLOW],
  [
    2,
    'chunks that drip',
    drip(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'),
    'timeout',
    'failed',
    SLOW,
  ],
  [
    2,
    'a redirect whose body drips',
    drip('HTTP/1.1 302 Found\r\nLocation: ?there\r\nContent-Length: 99\r\n\r\n', 'a'),
    'timeout',
    'failed',
    SLOW,
  ],
  [3, 'endless 102', drip('', 'HTTP/1.1 102 Processing\r\n\r\n'), 'timeout', 'failed', SLOW],
  [3, 'endless 103', drip('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 'timeout', 'failed', SLOW],
  // 100 is for requests with a body: undici hangs up on one that was not waited for.
  [3, '100 that nobody waited for', drip('', 'HTTP/1.1 100 Continue\r\n\r\n'), 'connect', 'failed'],
  [3, '101 that nobody asked for', wire('HTTP/1.1 101 Switching Protocols\r\n\r\n'), 'protocol', 'failed'],
  [
    4,
    '103 then 200',
    wire(
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${OK}Content-Length: ${bytes}\r\n\r\n${PAGE}`,
    ),
    200,
    'unchanged',
  ],
];
