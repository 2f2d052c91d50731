import { type Line, say, PAGE, NONCE } from './row.ts';

const utf16 = Buffer.from(PAGE, 'utf16le');

/** Rows 46 to 51: charsets and content types. */
export const TYPE_ROWS: readonly Line[] = [
  ...['utf-8', 'iso-8859-1', 'windows-1251', 'utf-16le', 'klingon', '"', ''].map((label): Line => [
    46,
    `the charset ${JSON.stringify(label)} for what is UTF-8`,
    say(200, { 'content-type': `text/html; charset=${label}` }, NONCE),
    200,
    'unchanged',
  ]),
  [
    46,
    'UTF-16 with a BOM',
    say(200, {}, Buffer.concat([Buffer.from('fffe', 'hex'), utf16])),
    200,
    'unchanged',
  ],
  [46, 'UTF-16 without a word', say(200, {}, utf16), 200, 'unchanged'],
  [46, 'UTF-8 with a BOM', say(200, {}, `\ufeff${PAGE}`), 200, 'unchanged'],
  [
    47,
    'NUL, C0 and bytes that are no UTF-8, between the words',
    say(
      200,
      {},
      Buffer.concat([Buffer.from('<!-- \0\x01\x1b'), Buffer.from('ff', 'hex'), Buffer.from(`-->${PAGE}`)]),
    ),
    200,
    'unchanged',
  ],
  [47, 'NUL among the words', say(200, {}, PAGE.replaceAll('</p>', '\0</p>')), 200, 'unchanged'],
  [48, 'a PDF', say(200, { 'content-type': 'application/pdf' }, '%PDF-1.7 x'), 200, 'failed'],
  [48, 'an image', say(200, { 'content-type': 'image/png' }, '\x89PNG'), 200, 'failed'],
  [48, 'a zip', say(200, { 'content-type': 'application/zip' }, 'PK\x03\x04'), 200, 'failed'],
  [
    50,
    'HTML that became JSON',
    say(200, { 'content-type': 'application/json' }, '{"price":"$1"}'),
    200,
    'failed',
  ],
  [
    50,
    'the same bytes, called JSON',
    say(200, { 'content-type': 'application/json' }, PAGE),
    200,
    'unchanged',
  ],
  [50, 'HTML that is called JSON', say(200, { 'content-type': 'application/json' }, NONCE), 200, 'failed'],
  [50, 'HTML that is called an image', say(200, { 'content-type': 'image/png' }, NONCE), 200, 'failed'],
  [50, 'HTML that became XML', say(200, { 'content-type': 'text/xml' }, '<a><b>$1</b></a>'), 200, 'failed'],
  [50, 'HTML that became a line of text', say(200, { 'content-type': 'text/plain' }, '$1'), 200, 'failed'],
  [51, 'a page over 10 MiB', say(200, {}, Buffer.alloc(10 * 1024 * 1024 + 1, 'a')), 'too large', 'failed'],
];
