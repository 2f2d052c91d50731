/**
 * Waits between tries of one delivery, in seconds: the example schedule of Standard Webhooks, ten tries over 75 hours.
 */
const WAITS_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];

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
 * @param repeatable a further try cannot do harm: the receiver knows a message by its key, or none may have arrived before.
 *   Without a key (Slack) what may have arrived is sent again once at most
 * @param jitter 0 up to 1; spreads the wait by a fifth to either side
 */
export function nextTry(
  failed: FailedTry,
  { attempt, repeatable, jitter }: { attempt: number; repeatable: boolean; jitter: number },
): NextTry {
  if (failed.permanent) return { next: 'give up', reason: failed.reason };
  if (failed.ambiguous && !repeatable) {
    return {
      next: 'give up',
      reason: `${failed.reason}; it may have arrived, so it is not sent a third time`,
    };
  }
  const wait = WAITS_S[attempt - 1];
  if (wait === undefined)
    return { next: 'give up', reason: `${failed.reason}; given up after ${attempt} tries` };
  const spread = wait * (0.8 + 0.4 * jitter);
  return { next: 'retry', afterS: Math.max(spread, failed.retryAfterS ?? 0) };
}
