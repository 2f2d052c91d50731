import type { FailureKind } from './answer.ts';

export interface NetworkFailure {
  readonly failure: FailureKind;
  /** A sentence for the story of a check; it holds nothing that the server sent. */
  readonly reason: string;
}

/** How far an exchange had come when it broke: a cut means something else before the headers than after them. */
export type Phase = 'headers' | 'body';

/** What a name that DNS does not know comes to. */
export const NO_ADDRESS = 'the host name leads to no address';

const TIMEOUT = /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT|TimeoutError|AbortError)$/;
const DNS = /^(?:ENOTFOUND|ENODATA|ESERVFAIL|EAI_[A-Z]+)$/;
const TLS =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;
const CUT = /^(?:UND_ERR_(?:SOCKET|CLOSED|DESTROYED|INFO|ABORTED)|E[A-Z]+)$/;
/** The code of the guard's own error: it hung up on an answer without an end. */
export const ANSWER_TOO_LONG = 'SIGHTLINE_ANSWER_TOO_LONG';
const WRONG_LENGTH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const BUG = /^(?:TypeError|RangeError|ReferenceError|UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED)$/;

/** Nothing was sent yet, so another address of the same host may be tried, whatever the method. */
const UNREACHED =
  /^(?:ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

const HUNG_UP = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/**
 * What an error of DNS, TLS or HTTP means for a check, by its code; codes are those of Node 24 and undici 8. What is
 * not known here is no valid HTTP: a server may find new ways to be wrong, and none may end a worker.
 * @returns null for an error that only we can cause: a bug, to be thrown on
 */
export function networkFailure(error: unknown, phase: Phase): NetworkFailure | null {
  const code = codeOf(error);
  if (code === '' || BUG.test(code)) return null;
  if (TIMEOUT.test(code)) return { failure: 'timeout', reason: 'no whole answer in time' };
  if (DNS.test(code)) return { failure: 'dns', reason: NO_ADDRESS };
  if (TLS.test(code)) return { failure: 'tls', reason: `no trusted connection (${code})` };
  if (code === ANSWER_TOO_LONG) return { failure: 'too large', reason: 'the answer goes on without an end' };
  const isCut = CUT.test(code) || code === WRONG_LENGTH;
  if (isCut && phase === 'body') return { failure: 'truncated', reason: 'the answer breaks off' };
  if (CUT.test(code)) return { failure: 'connect', reason: `no answer from the server (${code})` };
  return { failure: 'protocol', reason: `the answer is no valid HTTP (${code})` };
}

/** Whether the server was not reached, or showed a certificate that is not to be trusted: nothing was told to it. */
export function isUnreached(error: unknown): boolean {
  return UNREACHED.test(codeOf(error));
}

/** Whether the other side ended the connection without an answer. */
export function isHungUp(error: unknown): boolean {
  return HUNG_UP.test(codeOf(error));
}

/** An error without a code goes by its name: a DOMException has a number for one, undici's parser has none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
