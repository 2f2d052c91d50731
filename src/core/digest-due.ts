import { firstShown, wallTime } from './zone-clock.ts';

/** When an account wants its digest, and how far it has come. */
export interface DigestSchedule {
  /** IANA name. One that is not known reads as UTC. */
  readonly timeZone: string;
  /** Local hour, 0 to 23. */
  readonly hour: number;
  /** Weekdays with a digest: 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** The newest local date whose digest was made, YYYY-MM-DD; null before the first. */
  readonly lastDate: string | null;
}

export interface NextDigest {
  /** The local date that the digest is for, YYYY-MM-DD. */
  readonly date: string;
  /** The hour that the account chose, 0 to 23. */
  readonly hour: number;
  /** When that hour comes; past when the digest is due already. */
  readonly at: Date;
}

interface Turn {
  /** Days are counted from 1970-01-01 on the wall, so that dates are compared and stepped through as numbers. */
  readonly day: number;
  readonly at: Date;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A worker that was down at the hour catches up for this long; later, the next digest carries the events (delivery.md). */
const CATCH_UP_MS = 12 * HOUR;

/** Where the date line is moved, the hour of the date before the last one is less than 12 hours ago (Samoa, 2011). */
const LOOK_BACK_DAYS = 2;
/** A weekly digest whose date was skipped comes 14 days after the one before. */
const LOOK_AHEAD_DAYS = 14;

/**
 * Whose turn is it? One digest per local date that is a digest day, from its hour on, for 12 hours at most, also over
 * midnight; never for a date that has had one or lies before such a date (delivery.md). Asked by date and not by a timer, so
 * that no clock change, restart or move of the account skips or repeats one.
 * @returns the local date (YYYY-MM-DD) whose digest is due at `now`, or null
 */
export function digestDue(now: Date, schedule: DigestSchedule): string | null {
  const next = nextTurn(now, schedule);
  return next !== null && next.at <= now ? dateOf(next.day) : null;
}

/**
 * The digest that is made next: the one that is due, or the first whose hour is still to come.
 * @returns null when no weekday is a digest day
 */
export function nextDigest(now: Date, schedule: DigestSchedule): NextDigest | null {
  const next = nextTurn(now, schedule);
  return next === null ? null : { date: dateOf(next.day), hour: schedule.hour, at: next.at };
}

function nextTurn(now: Date, { timeZone, hour, days, lastDate }: DigestSchedule): Turn | null {
  const today = dayOf(wallTime(now, timeZone));
  const newest = lastDate === null ? -Infinity : dayOf(Date.parse(lastDate));
  const last = Math.max(today, newest) + LOOK_AHEAD_DAYS;
  for (let day = Math.max(today - LOOK_BACK_DAYS, newest + 1); day <= last; day += 1) {
    if (!days.includes(weekdayOf(day))) continue;
    const at = firstShown(day * DAY + hour * HOUR, timeZone);
    if (+now <= +at + CATCH_UP_MS && isInCalendar(day, timeZone)) return { day, at };
  }
  return null;
}

/**
 * Is this the first digest day of its week, which begins on Monday? The roll-up of a quiet week comes then.
 * @param date local date, YYYY-MM-DD
 * @param days weekdays with a digest: 1 Monday to 7 Sunday
 */
export function isFirstDayOfWeek(date: string, days: readonly number[]): boolean {
  return weekdayOf(dayOf(Date.parse(date))) === Math.min(...days);
}

function dayOf(wallMs: number): number {
  return Math.floor(wallMs / DAY);
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** 1 Monday to 7 Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Samoa had no 30 December 2011: the moment at which that date would begin is already the 31st. */
function isInCalendar(day: number, timeZone: string): boolean {
  return dayOf(wallTime(firstShown(day * DAY, timeZone), timeZone)) === day;
}
