import htmlEncodingSniffer from 'html-encoding-sniffer';

export interface Decoded {
  readonly text: string;
  /** WHATWG encoding name in lower case. */
  readonly charset: string;
}

const NOTHING = new Uint8Array();

/** A name of the standard that no page declares in earnest. */
const UNKNOWN = 'x-user-defined';

/** ISO-2022-JP is written in ASCII bytes: only its escapes tell it. */
// eslint-disable-next-line no-control-regex
const JAPANESE_ESCAPE = /\u001b(?:\$[@B]|\(I)/;

/** The standard's 1,024 bytes miss a declaration behind a long comment; real pages carry it later than that. */
const PRESCAN_BYTES = 8192;

/** From this share of broken sequences on, a UTF-8 declaration is taken as false rather than the bytes as damaged. */
const BROKEN_SHARE = 0.3;

/** What servers and templates say by default; bytes that are no UTF-8 prove the one wrong, and the other fits any bytes. */
const DEFAULTS = new Set(['utf-8', 'windows-1252']);

/**
 * Bytes to text. A BOM decides, or the width of the letters, then the bytes themselves where they are strict UTF-8, then
 * header, then meta, then the shape of the bytes, then windows-1252.
 *
 * Strict UTF-8 stands above the header, and a default of servers below meta and shape, because servers behind one address
 * disagree about it: the same bytes must read the same whatever the header of the day says (fault 14), and text of another
 * charset passes strict UTF-8 only by an accident that has not been seen on text of any length.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): Decoded {
  const evident = charsetOfMark(body) ?? charsetOfWidth(body);
  if (evident !== null) return decodeAs(body, evident);
  const strict = decodeStrictly(body, 'utf-8');
  if (strict?.length === body.length && JAPANESE_ESCAPE.test(strict)) return decodeAs(body, 'iso-2022-jp');
  if (strict !== null) return { text: strict, charset: 'utf-8' };
  const mended = new TextDecoder('utf-8').decode(body);
  if (brokenShare(mended) < BROKEN_SHARE) return { text: mended, charset: 'utf-8' };
  return decodeAs(body, charsetOfLabels(body, contentType) ?? charsetOfShape(body));
}

/** What an answer says of its charset: WHATWG names in lower case, null where it says none that a page means in earnest. */
export function charsetsNamed(
  body: Uint8Array,
  contentType: string | null,
): { readonly header: string | null; readonly meta: string | null } {
  const transportLayerEncodingLabel = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const named = (read: Uint8Array, more: { transportLayerEncodingLabel?: string }): string | null => {
    const options = { defaultEncoding: UNKNOWN, maxPrescanBytes: PRESCAN_BYTES, ...more };
    const name = htmlEncodingSniffer(read, options).toLowerCase();
    return name === UNKNOWN ? null : name;
  };
  const header =
    transportLayerEncodingLabel === undefined ? null : named(NOTHING, { transportLayerEncodingLabel });
  return { header, meta: named(body, {}) };
}

/** The first label that is more than a default, and in which most of the bytes are letters. */
function charsetOfLabels(body: Uint8Array, contentType: string | null): string | null {
  const { header, meta } = charsetsNamed(body, contentType);
  const usable = [header, meta].filter((label) => label !== null).filter((label) => !DEFAULTS.has(label));
  return usable.find((label) => brokenShare(decodeAs(body, label).text) < BROKEN_SHARE) ?? null;
}

function charsetOfMark(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return null;
}

/** A stray NUL or two in a short text of another charset is an accident. */
const LEAST_NULS = 16;

/** Two bytes a letter make every other byte of the markup a NUL, which no text of another charset has in number. */
function charsetOfWidth(body: Uint8Array): string | null {
  const start = body.subarray(0, PRESCAN_BYTES);
  const nuls = (side: number): number => start.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const [even, odd] = [nuls(0), nuls(1)];
  const [many, few] = [Math.max(LEAST_NULS, 0.1 * start.length), 0.01 * start.length];
  if (odd > many && even < few) return 'utf-16le';
  return even > many && odd < few ? 'utf-16be' : null;
}

function decodeAs(body: Uint8Array, charset: string): Decoded {
  try {
    return { text: new TextDecoder(charset).decode(body), charset };
  } catch {
    // "replacement" and "x-user-defined" are names of the standard that no decoder carries.
    return { text: new TextDecoder('windows-1252').decode(body), charset: 'windows-1252' };
  }
}

function decodeStrictly(body: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** Replacement marks as a share of all characters beyond ASCII; bytes that are no UTF-8 have at least one in every charset. */
function brokenShare(text: string): number {
  let beyond = 0;
  let broken = 0;
  for (const sign of text) {
    if (sign > '\u007f') beyond += 1;
    if (sign === '\ufffd') broken += 1;
  }
  return broken / beyond;
}

const KANA = /[\u3040-\u30fa\u30fc]/gu;
const LOWER_CYRILLIC = /(?<=[а-яё])[а-яё]/gu;

/**
 * What text in a charset has much of, as a share of its characters beyond ASCII, and bytes of another one read as it have
 * not: kana, lower-case Cyrillic letters side by side, hangul, the commonest signs of Chinese.
 */
const SHAPES: readonly (readonly [charset: string, sign: RegExp, least: number])[] = [
  ['euc-jp', KANA, 0.2],
  ['shift_jis', KANA, 0.2],
  ['windows-1251', LOWER_CYRILLIC, 0.5],
  ['koi8-r', LOWER_CYRILLIC, 0.5],
  ['euc-kr', /[가-힣]/gu, 0.8],
  ['gbk', /[的一是不了在有我们为中大上个国到和人以会用年月元这产品您可]/gu, 0.1],
  ['big5', /[的一是不了在有我們為中大上個國到和人以會用年月元這產品您可]/gu, 0.1],
];

/** A charset for bytes that nobody declared; what has no shape is Western. */
function charsetOfShape(body: Uint8Array): string {
  const shaped = SHAPES.find(([charset, sign, least]) => {
    const text = decodeStrictly(body, charset);
    return text !== null && count(text, sign) > least * count(text, /[^\p{ASCII}]/gu);
  });
  return shaped?.[0] ?? 'windows-1252';
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
