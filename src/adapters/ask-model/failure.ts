import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { httpDate } from '../../core/http/http-date.ts';

export type ModelFailureKind =
  | 'refused' // the model would not
  | 'filtered' // a content filter took the answer
  | 'truncated' // the answer was cut at its longest
  | 'timeout'
  | 'rate limited'
  | 'unavailable' // no connection, a redirect, 5xx
  | 'rejected' // key, model or request are wrong: the operator must look
  | 'malformed'; // 200, but not what the interface promises

export interface ModelFailure {
  readonly ok: false;
  readonly kind: ModelFailureKind;
  readonly reason: string;
  /** Could the same question be answered later? */
  readonly retryable: boolean;
  /** How long the server asks to be left alone (Retry-After), in seconds; null: it does not say. */
  readonly retryAfterS: number | null;
  /** What the failure cost all the same. */
  readonly costUsd: number;
}

function failure(kind: ModelFailureKind, reason: string, retryable: boolean): ModelFailure {
  return { ok: false, kind, reason, retryable, retryAfterS: null, costUsd: 0 };
}

/**
 * Gives an error of the SDK its kind, by class and status, never by words.
 * @param expired whether our own deadline had passed: then whatever was thrown is a timeout
 */
export function failureOf(error: unknown, expired: boolean): ModelFailure {
  if (expired || error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return failure('timeout', 'no whole answer in time', true);
  }
  if (error instanceof APIError) {
    return { ...byStatus(error.status), retryAfterS: pauseOf(error.headers) };
  }
  // A body that is no JSON.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return failure('malformed', 'the answer is no JSON', true);
  throw error;
}

/** Seconds or an HTTP date (RFC 9110 10.2.3); `retry-after-ms` of OpenAI's servers is the finer of the two. */
function pauseOf(headers: Headers | undefined): number | null {
  const ms = headers?.get('retry-after-ms') ?? '';
  if (/^\d+(?:\.\d+)?$/.test(ms)) return Number(ms) / 1000;
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const at = httpDate(text);
  return at === null ? null : Math.max(0, (+at - Date.now()) / 1000);
}

function byStatus(status: number | undefined): ModelFailure {
  if (status === undefined) return failure('unavailable', 'the model could not be reached', true);
  if (status === 429) return failure('rate limited', 'status 429', true);
  if (status === 408) return failure('timeout', 'status 408', true);
  if (status >= 500 || status < 400) return failure('unavailable', `status ${status}`, true);
  return failure('rejected', `status ${status}`, false);
}
