/**
 * Waits between tries of one delivery, in seconds: the example schedule of Standard Webhooks, ten tries over 75 hours.
 */
const WAITS_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];

/** What may have arrived is repeated so many leases later: a service that hangs or resets for minutes is then back. */
const UNCLEAR_LEASES = 4;

/**
 * known: the receiver knows a message by its key, so that a repeat does no harm. once: it does not, and none may have arrived
 * before. no more: one may have arrived before.
 */
export type Repeats = 'known' | 'once' | 'no more';

/** What a sender says of a try that did not succeed. */
export interface FailedTry {
  /** The receiver will say no for ever (a wrong address, a removed channel). */
  readonly permanent: boolean;
  readonly reason: string;
  readonly retryAfterS: number | null;
  /** The message may have arrived; only its answer was lost. */
  readonly ambiguous: boolean;
}

export type NextTry =
  | { readonly next: 'retry'; readonly afterS: number }
  | { readonly next: 'give up'; readonly reason: string };

/**
 * What follows a failed try.
 * @param attempt 1 for the first try
 * @param repeats without a key (Slack, SMTP) what may have arrived is sent again once at most
 * @param leaseS seconds that a process has for one try
 * @param jitter 0 up to 1; spreads the wait by a fifth to either side
 */
export function nextTry(
  failed: FailedTry,
  { attempt, repeats, leaseS, jitter }: { attempt: number; repeats: Repeats; leaseS: number; jitter: number },
): NextTry {
  if (failed.permanent) return { next: 'give up', reason: failed.reason };
  if (failed.ambiguous && repeats === 'no more') {
    return {
      next: 'give up',
      reason: `${failed.reason}; it may have arrived, so it is not sent a third time`,
    };
  }
  const step = WAITS_S[attempt - 1];
  if (step === undefined)
    return { next: 'give up', reason: `${failed.reason}; given up after ${attempt} tries` };
  const wait = failed.ambiguous && repeats === 'once' ? Math.max(step, UNCLEAR_LEASES * leaseS) : step;
  const spread = wait * (0.8 + 0.4 * jitter);
  return { next: 'retry', afterS: Math.max(spread, failed.retryAfterS ?? 0) };
}
