/** A date and an hour on an account's own clock. */
export interface LocalHour {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly hour: number;
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What the clock on an account's wall says. A time zone that is not known reads as UTC: it stops nobody's digest. */
export function localHour(at: Date, timeZone: string): LocalHour {
  const parts = Object.fromEntries(
    formatter(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    hour: Number(parts['hour']),
    weekday: WEEKDAYS.indexOf(`${parts['weekday']}`) + 1,
  };
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, weekday: 'short', timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, weekday: 'short', timeZone: 'UTC' });
  }
}

/** A worker that was down at the hour catches up for this long, within the day; later, the next digest carries the events. */
const CATCH_UP_H = 12;

/**
 * Is the account's digest due? Once per local date, from the chosen hour on, for half a day at most (delivery.md). Asked by
 * date and not by a timer, so that neither a clock change nor a restart skips or repeats one.
 * @param lastDate the newest local date with a digest, YYYY-MM-DD
 */
export function digestDue(
  now: LocalHour,
  account: { readonly digestHour: number; readonly lastDate: string | null },
): boolean {
  if (account.lastDate !== null && account.lastDate >= now.date) return false;
  return now.hour >= account.digestHour && now.hour < account.digestHour + CATCH_UP_H;
}
