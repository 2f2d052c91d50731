const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_FIRST =
  /^(?:[a-z]{3,9}, ?)?(\d{1,2})[ -]([a-z]{3})[ -](\d{4}|\d{2}) (\d\d):(\d\d):(\d\d) ?(?:gmt|utc|[+-]0000)$/i;
const MONTH_FIRST = /^[a-z]{3} ([a-z]{3}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})$/i;

/**
 * A date of HTTP in any of its three forms (RFC 9110 5.6.7), all of them in UTC. `Date.parse` would read the form of asctime
 * in the time zone of this machine, and "later 5" as May 2001.
 * @returns null for all else, also for a day or an hour that there is not
 */
export function httpDate(text: string): Date | null {
  const [, day, month, year, hour, minute, second] = DAY_FIRST.exec(text) ?? dayFirst(text);
  const index = MONTHS.indexOf((month ?? '').toLowerCase());
  const time = [hour, minute, second].map(Number) as [number, number, number];
  const at = new Date(Date.UTC(fullYear(year ?? ''), index, Number(day), ...time));
  return at.getUTCMonth() === index && at.getUTCHours() === time[0] ? at : null;
}

function dayFirst(text: string): readonly (string | undefined)[] {
  const [all, month, day, hour, minute, second, year] = MONTH_FIRST.exec(text) ?? [];
  return [all, day, month, year, hour, minute, second];
}

/** Two digits are the years from 1970 to 2069. */
function fullYear(year: string): number {
  return year.length === 2 ? ((Number(year) + 30) % 100) + 1970 : Number(year);
}
