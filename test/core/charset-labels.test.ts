import { describe, expect, test } from 'vitest';
import { decodeBody } from '../../src/core/read/charset.ts';
import { encode } from '../support/encode.ts';

// http.md, row 46: a page in any of these charsets reads right wherever its charset is said, and the same whatever the header
// of the day says (fault 14).

const RUSSIAN =
  'Цены: тариф Про стоит 29 долларов в месяц, тариф Команда стоит 99 долларов в месяц. Первый месяц бесплатно.';
const JAPANESE =
  '料金プランはこちらです。プロは月額２９ドル、チームは月額９９ドルになります。お問い合わせください。';
const CHINESE = '价格：专业版每月二十九元，团队版每月九十九元。我们的产品是为了帮助您的团队更好地工作。';
const TAIWANESE = '價格：專業版每月二十九元，團隊版每月九十九元。我們的產品是為了幫助您的團隊更好地工作。';
const KOREAN =
  '가격 프로 요금제는 월 29달러입니다. 팀 요금제는 월 99달러이며 모든 기능을 사용할 수 있습니다.';
const GERMAN = 'Für größere Käufer: Menüs über Änderungen, schöne Grüße für alle';

const PAGES: readonly [charset: string, text: string][] = [
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['gbk', CHINESE],
  ['big5', TAIWANESE],
  ['euc-kr', KOREAN],
  ['windows-1252', GERMAN],
  ['utf-16le', RUSSIAN],
  ['utf-16be', JAPANESE],
  ['utf-8', CHINESE],
];

const page = (text: string, head = ''): string =>
  `<html><head>${head}<title>x</title></head><body><p>${text}</p></body></html>`;
const declared = (charset: string): string => `<meta charset="${charset}">`;
const late = (charset: string): string => `<!-- ${'c'.repeat(1500)} -->${declared(charset)}`;

describe.each(PAGES)('%s', (charset, text) => {
  const places: readonly [where: string, html: string, contentType: string | null][] = [
    ['in the header', page(text), `text/html; charset=${charset}`],
    ['in the header in quotes and capitals', page(text), `TEXT/HTML; Charset="${charset.toUpperCase()}"`],
    ['in a meta', page(text, declared(charset)), 'text/html'],
    ['in a meta at byte 1,500', page(text, late(charset)), 'text/html'],
    ['nowhere', page(text), 'text/html'],
    ['nowhere, without a content type', page(text), null],
    ['in a meta, while the header says UTF-8', page(text, declared(charset)), 'text/html; charset=utf-8'],
    [
      'in a meta, while the header says Latin-1',
      page(text, declared(charset)),
      'text/html; charset=iso-8859-1',
    ],
    ['nowhere, while the header says UTF-8', page(text), 'text/html; charset=utf-8'],
    ['nowhere, while the header says Latin-1', page(text), 'text/html; charset=iso-8859-1'],
    ['nowhere, while the header says nonsense', page(text), 'text/html; charset=klingon'],
    ['nowhere, while the meta says UTF-8', page(text, declared('utf-8')), 'text/html'],
  ];
  test.each(places)('said %s', (_, html, contentType) => {
    expect(decodeBody(encode(html, charset), contentType)).toEqual({ text: html, charset });
  });
});

test.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'a BOM of %s stands above all else and is no text',
  (charset) => {
    const html = page(RUSSIAN, declared('windows-1251'));
    const bytes = encode(`\ufeff${html}`, charset);
    expect(decodeBody(bytes, 'text/html; charset=gbk')).toEqual({ text: html, charset });
  },
);

test('UTF-16 of plain ASCII letters is told by their width', () => {
  const html = page('Team plan: $49 a month', declared('utf-16'));
  for (const charset of ['utf-16le', 'utf-16be']) {
    for (const type of [null, 'text/html; charset=utf-8', `text/html; charset=${charset}`]) {
      expect(decodeBody(encode(html, charset), type)).toEqual({ text: html, charset });
    }
  }
});

test('a few NULs in a page of single bytes make it no UTF-16', () => {
  const html = page(`Team plan: \u0000$49 a month${'\u0000'.repeat(9)}`);
  expect(decodeBody(encode(html, 'utf-8'), 'text/html')).toEqual({ text: html, charset: 'utf-8' });
});

test('ISO-2022-JP is told by its escapes, whatever is declared', () => {
  const bytes = Buffer.from('1b24422557256925731b2842', 'hex');
  for (const type of [null, 'text/html; charset=utf-8', 'text/html; charset=iso-2022-jp']) {
    expect(decodeBody(bytes, type)).toEqual({ text: 'プラン', charset: 'iso-2022-jp' });
  }
});

test('a label in which the bytes are no letters gives way to the next', () => {
  const html = page(JAPANESE, declared('shift_jis'));
  expect(decodeBody(encode(html, 'shift_jis'), 'text/html; charset=euc-jp').text).toBe(html);
  expect(decodeBody(encode(page(JAPANESE), 'shift_jis'), 'text/html; charset=euc-kr').text).toBe(
    page(JAPANESE),
  );
});
