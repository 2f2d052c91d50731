import { describe, expect, it } from 'vitest';
import { decodeBody } from '../../src/core/read/charset.ts';
import { bytes } from './pages.ts';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const hex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** "プラン" (plan), twelve times, in two encodings that nothing declares. */
const SHIFT_JIS = hex(
  '8376838983938376838983938376838983938376838983938376838983938376838983938376838983938376838983938376838983938376838983938376838983938376838983 93'.replaceAll(
    ' ',
    '',
  ),
);
const EUC_JP = hex('a5d7a5e9a5f3'.repeat(12));
const WINDOWS_1251 = hex('eff0e8e2e5f220ecfb20eff0eee4e0e5ec20f5eef0eef8e8e920f2eee2e0f0');

describe('which charset the bytes are in', () => {
  it.each([
    ['UTF-8 without any word', bytes('Preis: 29 €'), null, 'utf-8', 'Preis: 29 €'],
    [
      'a BOM against the header',
      joined(hex('efbbbf'), bytes('é')),
      'text/html; charset=iso-8859-1',
      'utf-8',
      'é',
    ],
    ['a UTF-16 BOM', hex('fffe41004200'), null, 'utf-16le', 'AB'],
    ['a UTF-16 BOM of the other order', hex('feff00410042'), null, 'utf-16be', 'AB'],
    [
      'ISO-2022-JP, written in ASCII bytes',
      hex('1b2442255725692573 1b2842'.replace(' ', '')),
      'text/html; charset=iso-2022-jp',
      'iso-2022-jp',
      'プラン',
    ],
    ['the header', latin('caf\u00e9'), 'text/html; charset=windows-1252', 'windows-1252', 'café'],
    [
      'the meta',
      joined(latin('<meta charset=windows-1251>'), WINDOWS_1251),
      'text/html',
      'windows-1251',
      '<meta charset=windows-1251>привет мы продаем хороший товар',
    ],
    [
      'a header that lies, and nothing else',
      latin('caf\u00e9 cr\u00e8me'),
      'text/html; charset=utf-8',
      'windows-1252',
      'café crème',
    ],
    ['a charset that nobody knows', latin('caf\u00e9'), 'text/html; charset=klingon', 'windows-1252', 'café'],
    ['ASCII alone', bytes('plain'), 'text/html; charset=iso-8859-1', 'utf-8', 'plain'],
  ])('%s', (...[, body, contentType, charset, text]) => {
    expect(decodeBody(body, contentType)).toEqual({ charset, text });
  });

  it('fault 14: the header alternates and the bytes are the same: so is the text', () => {
    for (const body of [bytes('29 € für alle'), latin('f\u00fcr alle')]) {
      const readings = ['utf-8', 'iso-8859-1', 'UTF-8'].map(
        (name) => decodeBody(body, `text/html; charset=${name}`).text,
      );
      expect(new Set(readings).size).toBe(1);
    }
  });

  it('fault 30: a meta charset at byte 1,500', () => {
    const body = joined(latin(`<!-- ${'c'.repeat(1500)} --><meta charset="windows-1251">`), WINDOWS_1251);
    expect(decodeBody(body, null).text).toContain('привет');
  });

  it.each([
    ['Shift_JIS', SHIFT_JIS, 'shift_jis', 'プラン'],
    ['EUC-JP', EUC_JP, 'euc-jp', 'プラン'],
    ['windows-1251', WINDOWS_1251, 'windows-1251', 'привет'],
  ])('fault 30: %s without a header', (...[, body, charset, start]) => {
    const decoded = decodeBody(body, 'text/html');
    expect(decoded.charset).toBe(charset);
    expect(decoded.text.startsWith(start)).toBe(true);
  });

  it('one damaged byte does not turn a UTF-8 page into another charset', () => {
    const body = joined(bytes('für größere Käufer, schöne Grüße'), hex('ff'), bytes('über'));
    expect(decodeBody(body, 'text/html').charset).toBe('utf-8');
  });
});
