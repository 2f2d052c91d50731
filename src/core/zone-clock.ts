const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * What is remembered of one zone, by days since 1970 (UTC): asking Intl costs 8 microseconds, and every account is asked
 * about every minute.
 */
interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, ZoneDay>;
}

/** How far the wall is ahead of UTC on one day (UTC), in milliseconds. */
interface ZoneDay {
  readonly before: number;
  readonly after: number;
  /** From when on it is `after`; Infinity on a day without a clock change. */
  readonly changeMs: number;
}

const clocks = new Map<string, ZoneClock>();

/** More than there are zones, and two years of days. A map that is full begins anew. */
const MOST_REMEMBERED = 800;

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const held = known.get(key);
  if (held !== undefined) return held;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}

function clockOf(timeZone: string): ZoneClock {
  return remembered(clocks, timeZone, () => ({ format: formatOf(timeZone), days: new Map() }));
}

/** A time zone that is not known reads as UTC: it stops nobody's digest. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const style = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...style, hourCycle: 'h23', timeZone });
  } catch {
    return formatOf('UTC');
  }
}

/** How far the wall is ahead of UTC at a whole minute, read from the wall itself. Milliseconds. */
function readDistance({ format }: ZoneClock, atMs: number): number {
  const parts = new Map(format.formatToParts(atMs).map((part) => [part.type, Number(part.value)]));
  const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute')) - atMs;
}

function distanceAt(clock: ZoneClock, atMs: number): number {
  const day = Math.floor(atMs / DAY);
  const { before, after, changeMs } = remembered(clock.days, day, () => readDay(clock, day * DAY));
  return atMs < changeMs ? before : after;
}

function readDay(clock: ZoneClock, from: number): ZoneDay {
  const read = (atMs: number) => readDistance(clock, atMs);
  const [before, after] = [read(from), read(from + DAY)];
  return { before, after, changeMs: before === after ? Infinity : changeBetween(read, from, from + DAY) };
}

/** The first minute at which the distance is no longer that of `from`; by halving. */
function changeBetween(distance: (atMs: number) => number, from: number, to: number): number {
  const before = distance(from);
  let [last, first] = [from, to];
  while (first - last > MINUTE) {
    const middle = last + Math.floor((first - last) / 2 / MINUTE) * MINUTE;
    if (distance(middle) === before) last = middle;
    else first = middle;
  }
  return first;
}

/**
 * What the clock on a wall of that zone shows.
 * @param timeZone IANA name; one that is not known reads as UTC
 * @returns milliseconds since 1970 as if the wall showed UTC, so that days and hours are read off by division
 */
export function wallTime(at: Date, timeZone: string): number {
  return +at + distanceAt(clockOf(timeZone), +at);
}

/**
 * When a wall of that zone shows a time, or a later one, for the first time. A time that a clock change leaps over comes
 * when the clock leaps; of a time that comes twice it is the first. Zones change their clock at most once in two days.
 * @param wallMs whole minutes, as `wallTime` gives them
 */
export function firstShown(wallMs: number, timeZone: string): Date {
  const clock = clockOf(timeZone);
  // No wall is 24 hours away from UTC, so the moment lies between these two.
  const before = distanceAt(clock, wallMs - DAY);
  const after = distanceAt(clock, wallMs + DAY);
  if (before === after) return new Date(wallMs - before);
  const change = changeBetween((atMs) => distanceAt(clock, atMs), wallMs - DAY, wallMs + DAY);
  return new Date(wallMs - before < change ? wallMs - before : Math.max(change, wallMs - after));
}
