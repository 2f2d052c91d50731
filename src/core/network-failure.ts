import type { FailureKind } from './answer.ts';

export interface NetworkFailure {
  readonly failure: FailureKind;
  /** A sentence for the story of a check; it holds nothing that the server sent. */
  readonly reason: string;
}

/** How far an exchange had come when it broke: a cut means something else before the headers than after them. */
export type Phase = 'headers' | 'body';

const TIMEOUT = /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/;
const DNS = /^(?:ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+)$/;
const TLS =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;
const PROTOCOL = /^(?:HPE_(?!INVALID_EOF)|UND_ERR_HEADERS_OVERFLOW)/;
const CUT =
  /^(?:UND_ERR_(?:SOCKET|RES_CONTENT_LENGTH_MISMATCH|CLOSED|DESTROYED|INFO|ABORTED)|HPE_INVALID_EOF|E[A-Z]+$)/;

/** Nothing was sent yet, so another address of the same host may be tried, whatever the method. */
const UNREACHED = /^(?:ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;

/** The other side hung up: on a kept connection this is how a server that had closed it already looks. */
const HUNG_UP = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/**
 * What an error of DNS, TLS or HTTP means for a check, by its code; codes are those of Node 24 and undici 8.
 * @returns null for an error that no server can cause: a bug, to be thrown on
 */
export function networkFailure(error: unknown, phase: Phase): NetworkFailure | null {
  const code = codeOf(error);
  if (isAbort(error) || TIMEOUT.test(code)) return { failure: 'timeout', reason: 'no whole answer in time' };
  if (DNS.test(code)) return { failure: 'dns', reason: 'the host name leads to no address' };
  if (TLS.test(code)) return { failure: 'tls', reason: `no trusted connection (${code})` };
  if (PROTOCOL.test(code)) return { failure: 'protocol', reason: `the answer is no valid HTTP (${code})` };
  if (!CUT.test(code)) return null;
  if (phase === 'body') return { failure: 'truncated', reason: 'the answer broke off' };
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return { failure: 'protocol', reason: 'the answer contradicts itself on its length' };
  }
  return { failure: 'connect', reason: `no answer from the server (${code})` };
}

export function isUnreached(error: unknown): boolean {
  return UNREACHED.test(codeOf(error));
}

export function isHungUp(error: unknown): boolean {
  return HUNG_UP.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The reason of an AbortSignal is a DOMException, whose code is a number. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
