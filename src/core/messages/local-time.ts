import type { Window } from '../told-event.ts';

/** A zone that Intl knows, and whether it stands in for one that it does not know. */
export interface Zone {
  readonly name: string;
  /** The name that was not known; null when the zone is the reader's own. */
  readonly instead: string | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The reader's zone, or UTC in its place: one account's broken zone must not stop its message or another's. */
export function zoneOf(timeZone: string): Zone {
  try {
    const { timeZone: known } = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions();
    // Intl may answer with an older name (Katmandu of Kathmandu): the account's own is the one to be read.
    const isSame = known.toLowerCase() === timeZone.toLowerCase();
    return { name: isSame ? known : timeZone, instead: null };
  } catch {
    return { name: 'UTC', instead: timeZone };
  }
}

/** "your time", or what it is when the reader's zone is not known. */
export function whoseTime(zone: Zone): string {
  return zone.instead === null ? 'your time' : 'UTC (we do not know your time zone)';
}

/** "Berlin" of "Europe/Berlin", "New York" of "America/New_York". */
export function zoneCity(zone: Zone): string {
  return zone.name.replace(/^.*\//, '').replaceAll('_', ' ');
}

type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>;

const STYLES = {
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  'short day': { weekday: 'short', day: 'numeric', month: 'short' },
  'long day': { weekday: 'long', day: 'numeric', month: 'long' },
  month: { day: 'numeric', month: 'long', year: 'numeric' },
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  offset: { timeZoneName: 'shortOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format costs 0.2 ms, using one a hundredth of it. Zones are names that Intl knows, so the map is bounded. */
const formats = new Map<string, Intl.DateTimeFormat>();

// en-US is read part by part, never as a sentence: its short names do not change between ICU versions (en-GB: "Sept").
function partsOf(at: Date, zone: Zone, style: keyof typeof STYLES): Parts {
  const key = `${style} ${zone.name}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone.name, ...STYLES[style] });
  formats.set(key, format);
  return Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
}

/** "15:10" */
export function clockTime(at: Date, zone: Zone): string {
  const { hour, minute } = partsOf(at, zone, 'clock');
  return `${hour}:${minute}`;
}

/** "Tue 24 Nov" */
export function shortDay(at: Date, zone: Zone): string {
  const { weekday, day, month } = partsOf(at, zone, 'short day');
  return `${weekday} ${day} ${month}`;
}

/** "Tue 24 Nov 09:10" */
export function dayAndTime(at: Date, zone: Zone): string {
  return `${shortDay(at, zone)} ${clockTime(at, zone)}`;
}

/** "Tuesday 24 November" */
export function longDay(at: Date, zone: Zone): string {
  const { weekday, day, month } = partsOf(at, zone, 'long day');
  return `${weekday} ${day} ${month}`;
}

/** "24 November", with the year when it is not the year of `today`. */
export function dayAndMonth(at: Date, zone: Zone, today: Date): string {
  const of = (date: Date) => partsOf(date, zone, 'month');
  const { day, month, year } = of(at);
  return year === of(today).year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** "24 Nov", with the year when it is not the year of `today`. */
export function shortDate(at: Date, zone: Zone, today: Date): string {
  const { day, month } = partsOf(at, zone, 'short day');
  const year = partsOf(at, zone, 'month').year;
  return year === partsOf(today, zone, 'month').year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** The local calendar date, YYYY-MM-DD. */
export function localDate(at: Date, zone: Zone): string {
  const { year, month, day } = partsOf(at, zone, 'date');
  return `${year?.padStart(4, '0')}-${month}-${day}`;
}

/** A calendar date (YYYY-MM-DD) as "Wednesday 25 November"; what is no date comes back as it is. */
export function calendarDay(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  return Number.isNaN(noon.getTime()) ? date : longDay(noon, { name: 'UTC', instead: null });
}

/** "GMT+1", the distance from UTC at that moment. */
function offset(at: Date, zone: Zone): string {
  return `${partsOf(at, zone, 'offset').timeZoneName}`;
}

/**
 * "Unchanged Tue 24 Nov 09:10, changed 15:10, your time." The second day is left out where it is the first. When the
 * clocks changed in between, both times carry their distance from UTC: 02:50 and then 02:10 would read backwards.
 */
export function windowSentence(window: Window, zone: Zone): string {
  const clocksChanged = offset(window.from, zone) !== offset(window.to, zone);
  const stamp = (at: Date, text: string) => (clocksChanged ? `${text} ${offset(at, zone)}` : text);
  const isOneDay = localDate(window.from, zone) === localDate(window.to, zone);
  const from = stamp(window.from, dayAndTime(window.from, zone));
  const to = stamp(window.to, isOneDay ? clockTime(window.to, zone) : dayAndTime(window.to, zone));
  return `Unchanged ${from}, changed ${to}, ${whoseTime(zone)}.`;
}

/** A length in its largest fitting unit, rounded: "moments", "5 minutes", "6 hours", "4 days". Milliseconds in. */
export function duration(ms: number): string {
  if (ms < MINUTE) return 'moments';
  if (ms < 90 * MINUTE) return counted(Math.round(ms / MINUTE), 'minute');
  if (ms < 36 * HOUR) return counted(Math.round(ms / HOUR), 'hour');
  return counted(Math.round(ms / DAY), 'day');
}

const SMALL = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

/** "Three", "Twelve", "13": how a sentence begins with a count. */
export function spelled(count: number): string {
  return SMALL[count] ?? count.toLocaleString('en-US');
}

/** "1 page", "24 pages", "1,240 checks"; a plural that is not made by an s is given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}

/** "6 hours", "day": what stands after "every". */
export function everyWords(seconds: number): string {
  const [count, noun] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.round(seconds / 60), 'minute'];
  return count === 1 ? noun : counted(count, noun);
}
