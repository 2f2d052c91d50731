import { type Line, say, wire, stub, PAGE, NONCE } from './row.ts';

/** Rows 36 to 44: errors and walls. */
export const STATUS_ROWS: readonly Line[] = [
  [36, 'a page not found, with 200', say(200, {}, stub('Page not found')), 200, 'gone'],
  [37, '404', say(404, {}, PAGE), 404, 'gone'],
  [37, '410', say(410, {}, PAGE), 410, 'gone'],
  ...[401, 402, 403, 407, 451].map((status): Line => [
    39,
    `${status}`,
    say(status, {}, PAGE),
    status,
    'blocked',
  ]),
  [40, '429 with seconds', say(429, { 'retry-after': '120' }, PAGE), 429, 'blocked'],
  [40, '503 with a date', say(503, { 'retry-after': 'Tue, 03 Mar 2026 10:00:00 GMT' }, PAGE), 503, 'failed'],
  [40, '503 with nonsense', say(503, { 'retry-after': 'later 5' }, PAGE), 503, 'failed'],
  ...[400, 408, 418, 500, 502, 504, 520, 599].map((status): Line => [
    41,
    `${status}`,
    say(status, {}, PAGE),
    status,
    'failed',
  ]),
  [
    41,
    '500 whose body is cut',
    wire(`HTTP/1.1 500 No\r\nContent-Length: 9999\r\n\r\n${PAGE}`),
    500,
    'failed',
  ],
  [41, 'nothing at all', wire(''), 'connect', 'failed'],
  [41, 'half a head', wire('HTTP/1.1 200 OK\r\nX-A'), 'connect', 'failed'],
  [42, 'a challenge, by its header', say(200, { 'cf-mitigated': 'challenge' }, NONCE), 200, 'blocked'],
  [42, 'a challenge with 403', say(403, { server: 'cloudflare' }, stub('Just a moment...')), 403, 'blocked'],
  [43, 'a wall with 200', say(200, {}, stub('Just a moment...')), 200, 'blocked'],
  [44, 'maintenance with 200', say(200, {}, stub('We are under maintenance, be right back')), 200, 'failed'],
];
