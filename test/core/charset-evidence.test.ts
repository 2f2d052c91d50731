import { expect, test } from 'vitest';
import { charsetEvidence } from '../../src/core/http/charset-evidence.ts';
import { decodeBody } from '../../src/core/read/charset.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const CAFE = '<p>caf\u00e9 cr\u00e8me br\u00fbl\u00e9e</p>';
const META = '<meta charset="windows-1252">';

const TABLE: readonly (readonly [string, Uint8Array, string | null, string])[] = [
  [
    'a mark',
    Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8(CAFE)),
    'text/html; charset=latin1',
    'utf-8 by byte order mark',
  ],
  [
    'a mark of UTF-16, the big end first',
    Uint8Array.of(0xfe, 0xff, 0, 0x3c, 0, 0x70, 0, 0x3e),
    null,
    'utf-16be by byte order mark',
  ],
  [
    'a mark of UTF-16, the little end first',
    Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x70, 0, 0x3e, 0),
    null,
    'utf-16le by byte order mark',
  ],
  [
    'strict UTF-8 under any header',
    utf8(CAFE),
    'text/html; charset=iso-8859-1',
    'utf-8 by the bytes are valid UTF-8',
  ],
  ['nothing said', utf8(CAFE), null, 'utf-8 by the bytes are valid UTF-8'],
  [
    'one broken sequence',
    Uint8Array.of(...utf8(CAFE.repeat(20)), 0xe9),
    null,
    'utf-8 by the bytes are UTF-8 but for a few',
  ],
  [
    'a header',
    latin('\u00e4\u00f6\u00fc\u00e9'.repeat(9)),
    'text/html; charset=iso-8859-15',
    'iso-8859-15 by header',
  ],
  [
    'a meta',
    latin(`<meta charset="iso-8859-2">${'\u00e4\u00f6\u00fc\u00e9'.repeat(9)}`),
    null,
    'iso-8859-2 by meta',
  ],
  [
    'the shape',
    Uint8Array.of(...latin('<p>'), 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0xec, 0xe8, 0xf0),
    null,
    'windows-1251 by the shape of the bytes',
  ],
];

test.each(TABLE)('D: a charset is said with what decided it: %s', (_, ...row) => {
  const [body, contentType, expected] = row as readonly [Uint8Array, string | null, string];
  const { charset } = decodeBody(body, contentType);
  const evidence = charsetEvidence(body, contentType, charset);
  expect(`${evidence.charset} by ${evidence.by}`).toBe(expected);
});

test('D: what header and meta say is told, whether or not it was believed', () => {
  expect(charsetEvidence(utf8(META), 'text/html; charset="ISO-8859-2"', 'utf-8')).toEqual({
    charset: 'utf-8',
    by: 'the bytes are valid UTF-8',
    header: 'iso-8859-2',
    meta: 'windows-1252',
  });
});
