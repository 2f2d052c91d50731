import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';

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
  /** What the failure cost all the same. */
  readonly costUsd: number;
}

function failure(kind: ModelFailureKind, reason: string, retryable: boolean): ModelFailure {
  return { ok: false, kind, reason, retryable, costUsd: 0 };
}

/**
 * Gives an error of the SDK its kind, by class and status, never by words.
 * @param expired whether our own deadline had passed: then whatever was thrown is a timeout
 */
export function failureOf(error: unknown, expired: boolean): ModelFailure {
  if (expired || error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return failure('timeout', 'no whole answer in time', true);
  }
  if (error instanceof APIError) return byStatus(error.status);
  // A body that is no JSON.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return failure('malformed', 'the answer is no JSON', true);
  throw error;
}

function byStatus(status: number | undefined): ModelFailure {
  if (status === undefined) return failure('unavailable', 'the model could not be reached', true);
  if (status === 429) return failure('rate limited', 'status 429', true);
  if (status === 408) return failure('timeout', 'status 408', true);
  if (status >= 500 || status < 400) return failure('unavailable', `status ${status}`, true);
  return failure('rejected', `status ${status}`, false);
}
