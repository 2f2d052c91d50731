import { localDate, shortDay, type Zone } from '../core/messages/local-time.ts';

/** A calendar date, YYYY-MM-DD: sorts as it reads. */
export type CalendarDate = string;

const UTC: Zone = { name: 'UTC', instead: null };
const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

/** Noon, so that no clock change comes near. */
function noonOf(date: CalendarDate): Date {
  return new Date(`${date}T12:00:00Z`);
}

/** The text as a date; null when the calendar has no such day. */
export function calendarDate(text: string | undefined): CalendarDate | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const noon = noonOf(text);
  return !Number.isNaN(+noon) && noon.toISOString().startsWith(text) ? text : null;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return localDate(new Date(+noonOf(date) + days * DAY_MS), UTC);
}

/** "Sat 21 Nov", with the year when it is not the year of `today`. */
export function shortDate(date: CalendarDate, today: CalendarDate): string {
  const short = shortDay(noonOf(date), UTC);
  return date.slice(0, 4) === today.slice(0, 4) ? short : `${short} ${date.slice(0, 4)}`;
}

/**
 * The first moment of a local day, to the quarter of an hour: every offset in use is a multiple of one. Where a clock
 * change skips midnight, it is the first moment after.
 */
export function startOfDay(date: CalendarDate, zone: Zone): Date {
  // Local midnight lies between 14 hours before and 12 after midnight in UTC.
  const base = Date.parse(`${date}T00:00:00Z`);
  let [low, high] = [Math.round((-15 * 3_600_000) / QUARTER_MS), Math.round((13 * 3_600_000) / QUARTER_MS)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (localDate(new Date(base + middle * QUARTER_MS), zone) < date) low = middle + 1;
    else high = middle;
  }
  return new Date(base + low * QUARTER_MS);
}
