/** A missing page is looked at twice more within a day, so that a page that is gone for good is told as that (http.md). */
const GONE_AGAIN_S = 12 * 3600;
const GONE_VISITS = 3;

/** Back-off after failures in minutes (http.md: 5, 15, 60, then the page's own interval). */
const BACK_OFF_MIN = [5, 15, 60];

/** How a check ended. */
export type Outcome =
  | 'first'
  | 'unchanged'
  | 'suspected'
  | 'changed'
  | 'noise'
  | 'held'
  | 'failed'
  | 'blocked'
  | 'gone';

export interface ScheduleQuestion {
  readonly outcome: Outcome;
  readonly now: Date;
  /** Seconds between checks of this page. */
  readonly everyS: number;
  /** Seconds until a second read. */
  readonly confirmAfterS: number;
  /** Failed visits in a row, this one included. */
  readonly failures: number;
  /** What the server asked for in Retry-After, in seconds. */
  readonly retryAfterS: number | null;
  /** When the earliest pending difference wants to be seen standing. */
  readonly earliestDueAt: Date | null;
}

/**
 * When the page is visited next. A reading that stands alone (`first`, `suspected`) is read again after the delay; a
 * pending difference is looked at when it falls due, for it is told only if it is seen standing then (P7).
 */
export function nextCheckAt(question: ScheduleQuestion): Date {
  const { now } = question;
  const usual = after(now, question.everyS);
  switch (question.outcome) {
    case 'first':
    case 'suspected':
      return after(now, question.confirmAfterS);
    case 'failed':
    case 'blocked':
      return afterFailure(question, usual);
    case 'gone':
      return question.failures < GONE_VISITS ? earlier(usual, after(now, GONE_AGAIN_S)) : usual;
    default: {
      const due = question.earliestDueAt;
      return due !== null && due > now && due < usual ? due : usual;
    }
  }
}

function afterFailure(question: ScheduleQuestion, usual: Date): Date {
  if (question.retryAfterS !== null) return after(question.now, question.retryAfterS);
  const minutes = question.outcome === 'failed' ? BACK_OFF_MIN[question.failures - 1] : undefined;
  return minutes === undefined ? usual : earlier(usual, after(question.now, minutes * 60));
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function after(from: Date, seconds: number): Date {
  return new Date(+from + seconds * 1000);
}
