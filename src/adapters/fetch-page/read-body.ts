import { createHash } from 'node:crypto';
import { type NetworkFailure, networkFailure } from '../../core/http/network-failure.ts';
import { type DecodeLimits, decodeBody } from './decode-body.ts';

/** Sizes in bytes. */
export interface BodyLimits extends DecodeLimits {
  /** Of the body as it comes over the wire. */
  readonly wire: number;
}

export interface Body {
  readonly ok: true;
  /** Decoded. */
  readonly body: Uint8Array;
  /** SHA-256 (hex) of what came over the wire. */
  readonly bytesHash: string;
  readonly wireBytes: number;
}

/** `mislabelled`: the bytes are not in the encoding that the header names. */
export type NoBody = { readonly ok: false; readonly mislabelled: boolean } & NetworkFailure;

/** A body of nothing: what is kept of an answer whose status matters and whose body cannot be read. */
export const EMPTY_BODY: Body = {
  ok: true,
  body: new Uint8Array(),
  bytesHash: createHash('sha256').digest('hex'),
  wireBytes: 0,
};

/** Reads a body to its end and undoes its encodings; hangs up as soon as a limit is passed. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string,
  limits: BodyLimits,
): Promise<Body | NoBody> {
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  let wireBytes = 0;
  try {
    for await (const chunk of body) {
      wireBytes += chunk.length;
      if (wireBytes > limits.wire) return tooLarge();
      hash.update(chunk);
      chunks.push(chunk);
    }
  } catch (error) {
    const failure = networkFailure(error, 'body');
    if (failure === null) throw error;
    return { ok: false, mislabelled: false, ...failure };
  }
  const decoded = await decodeBody(Buffer.concat(chunks, wireBytes), contentEncoding, limits);
  return decoded.ok ? { ...decoded, bytesHash: hash.digest('hex'), wireBytes } : decoded;
}

function tooLarge(): NoBody {
  return { ok: false, mislabelled: false, failure: 'too large', reason: 'the body is too large' };
}
