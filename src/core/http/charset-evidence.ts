import { charsetsNamed } from '../read/charset.ts';

/** What an answer says of its charset, and which of it the one that was taken agrees with. */
export interface CharsetEvidence {
  readonly charset: string;
  readonly by:
    | 'byte order mark'
    | 'the bytes are valid UTF-8'
    | 'the bytes are UTF-8 but for a few'
    | 'header'
    | 'meta'
    | 'the shape of the bytes';
  /** WHATWG names in lower case; null: it says none. */
  readonly header: string | null;
  readonly meta: string | null;
}

/**
 * Why a body was read in this charset, by agreement: the strongest witness that names it. The reader's own order is the same
 * (charset.ts); what agrees with no witness was told from the bytes.
 */
export function charsetEvidence(
  body: Uint8Array,
  contentType: string | null,
  charset: string,
): CharsetEvidence {
  const { header, meta } = charsetsNamed(withoutMark(body), contentType);
  return { charset, header, meta, by: witness({ body, charset, header, meta }) };
}

function witness({
  body,
  charset,
  header,
  meta,
}: Pick<CharsetEvidence, 'charset' | 'header' | 'meta'> & {
  readonly body: Uint8Array;
}): CharsetEvidence['by'] {
  if (withoutMark(body).length < body.length) return 'byte order mark';
  if (charset === 'utf-8')
    return isStrict(body) ? 'the bytes are valid UTF-8' : 'the bytes are UTF-8 but for a few';
  if (charset === header) return 'header';
  return charset === meta ? 'meta' : 'the shape of the bytes';
}

function withoutMark(body: Uint8Array): Uint8Array {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return body.subarray(3);
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe) ? body.subarray(2) : body;
}

function isStrict(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}
