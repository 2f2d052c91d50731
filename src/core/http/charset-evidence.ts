import htmlEncodingSniffer from 'html-encoding-sniffer';

/** What an answer says of its charset, and which of it the one that was taken agrees with. */
export interface CharsetEvidence {
  readonly charset: string;
  readonly by:
    | 'byte order mark'
    | 'the bytes are strict UTF-8'
    | 'the bytes are UTF-8 but for a few'
    | 'header'
    | 'meta'
    | 'the shape of the bytes';
  /** WHATWG names in lower case; null: it says none. */
  readonly header: string | null;
  readonly meta: string | null;
}

const NOTHING = new Uint8Array();
/** A name of the standard that no page declares in earnest. */
const UNKNOWN = 'x-user-defined';
const PRESCAN_BYTES = 8192;

/**
 * Why a body was read in this charset, by agreement: the strongest witness that names it. The reader's own order is the same
 * (charset.ts); what agrees with no witness was told from the bytes.
 */
export function charsetEvidence(
  body: Uint8Array,
  contentType: string | null,
  charset: string,
): CharsetEvidence {
  const label = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const header = label === undefined ? null : named(NOTHING, label);
  const meta = named(withoutMark(body), null);
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
    return isStrict(body) ? 'the bytes are strict UTF-8' : 'the bytes are UTF-8 but for a few';
  if (charset === header) return 'header';
  return charset === meta ? 'meta' : 'the shape of the bytes';
}

function named(body: Uint8Array, transportLayerEncodingLabel: string | null): string | null {
  const options = { defaultEncoding: UNKNOWN, maxPrescanBytes: PRESCAN_BYTES };
  const name = htmlEncodingSniffer(
    body,
    transportLayerEncodingLabel === null ? options : { ...options, transportLayerEncodingLabel },
  ).toLowerCase();
  return name === UNKNOWN ? null : name;
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
