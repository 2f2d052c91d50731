/** What the wait before another try leans on. */
export interface FailedAsk {
  /** Could the same question be answered later? */
  readonly retryable: boolean;
  readonly kind: string;
  /** How long the server asks to be left alone; null: it does not say. */
  readonly retryAfterS: number | null;
}

const MOST_TRIES = 5;
/** A server that let a whole deadline pass is asked once more and no oftener: each such try costs half a minute. */
const MOST_SLOW_TRIES = 2;
/** Who asks for a longer pause is left alone: words can wait, the event does not. */
const LONGEST_WAIT_S = 60;
const FIRST_WAIT_S = 1;

/**
 * How long to wait before the same question is asked again: 1, 2, 4, 8 seconds, spread by half to either side, or what the
 * server asks for. The only retry layer over the model (the SDK's own is off).
 * @param tries how many were made
 * @param jitter 0 up to 1
 * @returns seconds; null: not again now
 */
export function waitToAsk(
  { retryable, kind, retryAfterS }: FailedAsk,
  tries: number,
  jitter: number,
): number | null {
  if (!retryable || tries >= MOST_TRIES) return null;
  if (kind === 'timeout' && tries >= MOST_SLOW_TRIES) return null;
  if (retryAfterS !== null && retryAfterS > LONGEST_WAIT_S) return null;
  const wait = FIRST_WAIT_S * 2 ** (tries - 1) * (0.5 + jitter);
  return Math.max(wait, retryAfterS ?? 0);
}

const REST_MS = 10 * 60_000;
const LONGEST_REST_MS = 60 * 60_000;

/**
 * Until when the model is left alone after a question that all tries failed to answer: each costs up to a minute, and an
 * outage would hold up every event. Then one question is asked, and its answer ends the rest.
 * @param retryAfterS what the server asked for at the last try
 */
export function restUntil(failedAt: Date, retryAfterS: number | null): Date {
  const restMs = Math.min(Math.max(REST_MS, (retryAfterS ?? 0) * 1000), LONGEST_REST_MS);
  return new Date(+failedAt + restMs);
}

/** What a day may cost in US dollars, in all, for one page, and for one account. */
export interface Budget {
  readonly all: number;
  readonly page: number;
  readonly account: number;
}

/** A page takes a quarter of a day's budget at most, and of several accounts one takes half: one that floods starves no other. */
export function budgetOf(all: number, accounts: number): Budget {
  return { all, page: all / 4, account: accounts > 1 ? all / 2 : all };
}

/** What was spent since midnight (UTC), of each of the budgets that a question takes from. */
export interface Spent {
  readonly all: number;
  /** Null: the question is about no page. */
  readonly page: number | null;
  /** By the account that has spent least of those the question is for; null: it is for none. */
  readonly account: number | null;
}

/** Which budget has no room for a question that may cost `most`; null: all have. */
export function budgetWithout(spent: Spent, budget: Budget, most: number): 'all' | 'page' | 'account' | null {
  const full = (used: number | null, limit: number): boolean => used !== null && used + most > limit;
  if (full(spent.all, budget.all)) return 'all';
  if (full(spent.page, budget.page)) return 'page';
  return full(spent.account, budget.account) ? 'account' : null;
}
