import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { NetworkFailure } from '../../core/http/network-failure.ts';

/** Sizes in bytes. */
export interface DecodeLimits {
  readonly decoded: number;
  /** Decoded bytes per byte of the wire, once more than `unratioed` bytes came out. */
  readonly ratio: number;
  readonly unratioed: number;
}

export type Decoded =
  | { readonly ok: true; readonly body: Uint8Array }
  /** `mislabelled`: the bytes are not in the encoding that the header names. */
  | ({ readonly ok: false; readonly mislabelled: boolean } & NetworkFailure);

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const inflate: Decode = promisify(zlib.inflate);
const inflateRaw: Decode = promisify(zlib.inflateRaw);
const gunzip: Decode = promisify(zlib.gunzip);

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? inflate : inflateRaw)(bytes, options),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
};

const MOST_ENCODINGS = 2;

/**
 * Undoes a Content-Encoding, strictly: bytes that end too early are `truncated`, never a shorter page. What comes out
 * is counted while it comes out, so a bomb costs no more than the limits (100 MB of zeros are 3,219 bytes of zstd).
 * @param contentEncoding the header; encodings in the order in which they were applied (RFC 9110 8.4)
 */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string,
  limits: DecodeLimits,
): Promise<Decoded> {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const encodings = names.filter((name) => name !== '' && name !== 'identity').reverse();
  const decoders = encodings.flatMap((name) => (Object.hasOwn(DECODERS, name) ? (DECODERS[name] ?? []) : []));
  if (decoders.length < encodings.length || encodings.length > MOST_ENCODINGS) {
    return {
      ok: false,
      mislabelled: false,
      failure: 'encoding',
      reason: 'an encoding that cannot be undone',
    };
  }
  const maxOutputLength = Math.min(limits.decoded, Math.max(limits.unratioed, limits.ratio * bytes.length));
  try {
    let body = bytes;
    for (const decode of bytes.length === 0 ? [] : decoders) body = await decode(body, { maxOutputLength });
    return { ok: true, body };
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): Decoded {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === null) throw error;
  if (code === 'Z_BUF_ERROR') {
    return { ok: false, mislabelled: false, failure: 'truncated', reason: 'the encoded body breaks off' };
  }
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return { ok: false, mislabelled: false, failure: 'too large', reason: 'the decoded body is too large' };
  }
  return { ok: false, mislabelled: true, failure: 'encoding', reason: 'the body is not encoded as it says' };
}

/** "deflate" is zlib by the standard and bare deflate by habit; the header of RFC 1950 tells them apart. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}
