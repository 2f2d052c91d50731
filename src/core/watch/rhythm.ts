export interface RhythmQuestion {
  /** Seconds between checks as the page has it. */
  readonly everyS: number;
  /** Did somebody choose that interval? */
  readonly exact: boolean;
  /** Seconds since the page last changed, or since it is watched. */
  readonly quietS: number;
  /** 0 up to 1, for jitter. */
  readonly random: number;
}

/** A page that was quiet for so many of its intervals is visited so many times less often. */
const QUIET: readonly (readonly [intervals: number, times: number])[] = [
  [28, 4],
  [12, 2],
];
/** No page that nobody chose an interval for goes unseen for longer than a day. */
const MOST_S = 24 * 3600;
/** Pages that were added together drift apart. */
const JITTER = 0.1;

/**
 * Seconds until the next usual check. An interval that somebody chose is kept exactly; else a page that stays quiet is visited
 * less often, down to a quarter and at least once a day, and one that has changed at its own interval again at once.
 */
export function usualInterval({ everyS, exact, quietS, random }: RhythmQuestion): number {
  if (exact) return everyS;
  const times = QUIET.find(([intervals]) => quietS >= intervals * everyS)?.[1] ?? 1;
  const slow = Math.min(everyS * times, Math.max(everyS, MOST_S));
  return slow * (1 - JITTER + 2 * JITTER * random);
}

/** Overdue pages come back at this pace at most, so that a restart is no burst: 500 take five minutes. */
export const OVERDUE_APART_MS = 600;
