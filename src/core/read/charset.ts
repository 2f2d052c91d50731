import htmlEncodingSniffer from 'html-encoding-sniffer';

export interface Decoded {
  readonly text: string;
  /** WHATWG encoding name in lower case. */
  readonly charset: string;
}

/** The standard's 1,024 bytes miss a declaration behind a long comment; real pages carry it later than that. */
const PRESCAN_BYTES = 8192;

/** From this share of broken sequences on, a UTF-8 declaration is taken as false rather than the bytes as damaged. */
const BROKEN_SHARE = 0.3;

/**
 * Bytes to text. A BOM decides, then the bytes themselves where they are strict UTF-8, then header, then meta, then
 * the shape of the bytes, then windows-1252.
 *
 * Strict UTF-8 stands above the header because servers behind one address disagree about it: the same bytes must read
 * the same whatever the header of the day says (fault 14), and text of another charset passes strict UTF-8 only by an
 * accident that has not been seen on text of any length.
 */
export function decodeBody(body: Uint8Array, contentType: string | null): Decoded {
  const byMark = charsetOfMark(body);
  if (byMark !== null) return decodeAs(body, byMark);
  const header = charsetOfHeader(contentType);
  const declared = htmlEncodingSniffer(body, {
    defaultEncoding: 'x-user-defined',
    maxPrescanBytes: PRESCAN_BYTES,
    ...(header === null ? {} : { transportLayerEncodingLabel: header }),
  }).toLowerCase();
  const named = declared === 'x-user-defined' ? null : declared;
  const strict = decodeStrictly(body, 'utf-8');
  // ISO-2022-JP is written in ASCII bytes, so only its declaration tells it.
  if (strict?.length === body.length && named === 'iso-2022-jp') return decodeAs(body, named);
  if (strict !== null) return { text: strict, charset: 'utf-8' };
  const mended = new TextDecoder('utf-8').decode(body);
  const share = brokenShare(mended);
  if (share < BROKEN_SHARE) return { text: mended, charset: 'utf-8' };
  const usable = named === 'utf-8' ? null : named;
  return decodeAs(body, usable ?? charsetOfShape(body));
}

function charsetOfMark(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return null;
}

function charsetOfHeader(contentType: string | null): string | null {
  const label = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  return label ?? null;
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

/** Replacement marks as a share of all characters beyond ASCII, in a text that has at least one mark. */
function brokenShare(text: string): number {
  let beyond = 0;
  let broken = 0;
  for (const sign of text) {
    if (sign > '\u007f') beyond += 1;
    if (sign === '\ufffd') broken += 1;
  }
  return broken / beyond;
}

/**
 * A charset for bytes that nobody declared: the Japanese double-byte encodings are told by the kana that a strict
 * decoding yields, windows-1251 by lower-case Cyrillic letters standing together; the rest is Western.
 */
function charsetOfShape(body: Uint8Array): string {
  for (const charset of ['euc-jp', 'shift_jis']) {
    const text = decodeStrictly(body, charset);
    if (text !== null && shareOf(text, /[\u3040-\u30fa\u30fc]/gu) > 0.2) return charset;
  }
  const cyrillic = new TextDecoder('windows-1251').decode(body);
  return shareOf(cyrillic, /(?<=[а-яё])[а-яё]/gu) > 0.5 ? 'windows-1251' : 'windows-1252';
}

/** As a share of all characters beyond ASCII; bytes that are no UTF-8 have at least one in every charset. */
function shareOf(text: string, wanted: RegExp): number {
  return count(text, wanted) / count(text, /[^\p{ASCII}]/gu);
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
