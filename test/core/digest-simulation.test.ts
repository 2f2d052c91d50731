import { expect, test } from 'vitest';
import { EVERY_DAY } from '../../src/core/digest-days.ts';
import { digestDue } from '../../src/core/digest-due.ts';
import { chance } from '../support/chance.ts';

// 30 accounts, each 400 days long, with a worker that comes and goes and a founder who changes zone, hour and days.
//
// What is owed: a date of the calendar of the account's zone that is a digest day of the account, if the worker asked at
// least once in the 12 hours that begin when the wall first shows the digest's hour on that date, or a later time, while
// the settings that say so held; unless by then a digest of this or a newer date was owed.
//
// The code decides at a moment, from distances to UTC. The oracle goes the other way round: it reads the wall from Intl for
// every hour of 400 days (every minute, where the wall did not move on by an hour), lists when each date's hour came, and
// looks up the first ask after it.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = 400;

/** A zone, and a year in which its clock does something of its own. */
const ZONES: readonly (readonly [string, number])[] = [
  ['Pacific/Apia', 2011], // 30 December is skipped
  ['Pacific/Fakaofo', 2011], // the same, without summer time
  ['Antarctica/Casey', 2009], // three hours back over midnight
  ['America/St_Johns', 2010], // one minute after midnight
  ['Africa/Cairo', 2026], // midnight does not exist, 23:00 comes twice
  ['Asia/Beirut', 2026], // the same
  ['America/Santiago', 2026], // the same in the south
  ['America/Asuncion', 2023],
  ['America/Sao_Paulo', 2018],
  ['America/Godthab', 2026], // from 22:59 to 00:00
  ['Asia/Gaza', 2025], // twice a year more, around Ramadan
  ['Africa/Casablanca', 2026], // summer time all year but in Ramadan
  ['Africa/El_Aaiun', 2024],
  ['Asia/Tehran', 2021],
  ['Antarctica/Troll', 2026], // two hours
  ['Australia/Lord_Howe', 2026], // half an hour
  ['Pacific/Chatham', 2026], // 12:45
  ['Asia/Kathmandu', 2026], // 5:45
  ['Australia/Eucla', 2026], // 8:45
  ['Pacific/Marquesas', 2026], // −9:30
  ['Asia/Pyongyang', 2017], // half an hour forth, for good
  ['Atlantic/Azores', 2026],
  ['Pacific/Kiritimati', 2026],
  ['Pacific/Pago_Pago', 2026],
  ['Pacific/Auckland', 2026],
  ['Pacific/Honolulu', 2026],
  ['America/New_York', 2026],
  ['Europe/London', 2026],
  ['Europe/Berlin', 2026],
  ['Asia/Kolkata', 2026],
];

/** From `from` on, until the next ones. */
interface Settings {
  readonly from: number;
  readonly timeZone: string;
  readonly hour: number;
  readonly days: readonly number[];
}

interface Life {
  readonly start: number;
  /** The moments at which the worker asked, ascending. */
  readonly asks: readonly number[];
  readonly restarts: number;
  readonly settings: readonly Settings[];
}

interface Made {
  readonly date: string;
  readonly at: number;
}

interface Owed extends Made {
  /** When the hour of the date came: before `at`, if the worker was down or the account had other settings. */
  readonly cameAt: number;
}

type Draw = (below: number) => number;

function drawer(seed: number): Draw {
  const next = chance(seed);
  return (below) => Math.floor(next() * below);
}

/** Up for hours or days, asking every 1 to 20 minutes; then down for minutes, hours or up to three days. */
function asking(start: number, draw: Draw): { asks: number[]; restarts: number } {
  const asks: number[] = [];
  let [at, restarts] = [start, 0];
  while (at < start + DAYS * DAY) {
    const downAt = at + HOUR + draw(6 * DAY);
    for (; at < downAt && at < start + DAYS * DAY; at += MINUTE + draw(19 * MINUTE)) asks.push(at);
    restarts += 1;
    at = downAt + draw([10 * MINUTE, 3 * HOUR, 14 * HOUR, 3 * DAY][draw(4)] ?? 0);
  }
  return { asks, restarts };
}

/** Every few days to weeks one thing changes; now and then two within hours. */
function choosing(start: number, draw: Draw, first: string): Settings[] {
  const settings: Settings[] = [{ from: start, timeZone: first, hour: draw(24), days: EVERY_DAY }];
  for (let from = start; from < start + DAYS * DAY; from += HOUR + draw(draw(4) === 0 ? DAY : 30 * DAY)) {
    const now = settings.at(-1)!;
    const timeZone = draw(2) === 0 ? ZONES[draw(ZONES.length)]![0] : draw(2) === 0 ? first : now.timeZone;
    const hour = draw(3) === 0 ? draw(24) : now.hour;
    settings.push({ from, timeZone, hour, days: draw(3) === 0 ? someDays(draw) : now.days });
  }
  return settings;
}

function someDays(draw: Draw): readonly number[] {
  const kinds = [EVERY_DAY, [1, 2, 3, 4, 5], [1 + draw(7)], EVERY_DAY.filter(() => draw(2) === 0)];
  return kinds[draw(kinds.length)]!;
}

function lived({ asks, settings }: Life): Made[] {
  const made: Made[] = [];
  let current = 0;
  for (const at of asks) {
    while ((settings[current + 1]?.from ?? Infinity) <= at) current += 1;
    const date = digestDue(new Date(at), { ...settings[current]!, lastDate: made.at(-1)?.date ?? null });
    if (date !== null) made.push({ date, at });
  }
  return made;
}

const walls = new Map<string, Intl.DateTimeFormat>();

/** "2026-03-20 12:00", as a wall clock with a calendar shows it. */
function wallAt(timeZone: string, at: number): string {
  const kept = walls.get(timeZone);
  if (kept !== undefined) return kept.format(at);
  const style = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  walls.set(timeZone, new Intl.DateTimeFormat('sv-SE', { ...style, timeZone }));
  return wallAt(timeZone, at);
}

/** When each hour of each date was first shown, or leapt over: "2026-03-20 12" and its moment, of dates that were shown. */
function hoursShown(timeZone: string, from: number, to: number): ReadonlyMap<string, number> {
  const shown = new Map<string, number>();
  const dates = new Set<string>();
  let before = { at: from, wall: Date.parse(`${wallAt(timeZone, from)}Z`) };
  let newest = before.wall;
  const look = (at: number): void => {
    const text = wallAt(timeZone, at);
    const now = { at, wall: Date.parse(`${text}Z`) };
    const isEven = now.wall - before.wall === at - before.at;
    if (!isEven && at - before.at > MINUTE) {
      for (let one = before.at + MINUTE; one <= at; one += MINUTE) look(one);
      return;
    }
    for (let hour = fullHourAfter(newest); hour <= now.wall; hour += HOUR)
      shown.set(textOf(hour), isEven ? at - (now.wall - hour) : at);
    dates.add(text.slice(0, 10));
    newest = Math.max(newest, now.wall);
    before = now;
  };
  for (let at = from + HOUR; at < to + HOUR; at += HOUR) look(at);
  return new Map([...shown].filter(([hour]) => dates.has(hour.slice(0, 10))));
}

function fullHourAfter(wall: number): number {
  return (Math.floor(wall / HOUR) + 1) * HOUR;
}

function textOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 13).replace('T', ' ');
}

function fullHourBefore(at: number): number {
  return at - (at % HOUR);
}

function owed({ start, asks, settings }: Life): Owed[] {
  const claims = settings.flatMap(({ timeZone, hour, days, from }, index): Owed[] => {
    const to = settings[index + 1]?.from ?? start + DAYS * DAY;
    const hours = hoursShown(timeZone, fullHourBefore(from - 2 * DAY), to);
    return [...hours].flatMap(([shown, cameAt]): Owed[] => {
      const date = shown.slice(0, 10);
      const weekday = new Date(`${date} 12:00Z`).getUTCDay() || 7;
      if (Number(shown.slice(11)) !== hour || !days.includes(weekday)) return [];
      const at = firstFrom(asks, Math.max(cameAt, from));
      return at !== undefined && at < to && at <= cameAt + 12 * HOUR ? [{ date, at, cameAt }] : [];
    });
  });
  const due: Owed[] = [];
  for (const claim of claims.toSorted((a, b) => a.at - b.at || (a.date < b.date ? -1 : 1)))
    if (claim.date > (due.at(-1)?.date ?? '')) due.push(claim);
  return due;
}

function firstFrom(asks: readonly number[], from: number): number | undefined {
  let [low, high] = [0, asks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (asks[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return asks[low];
}

test('400 days x 30 zones, with restarts and changes of zone, hour and days: none missed, none repeated', () => {
  const sum = { asks: 0, restarts: 0, changes: 0, moves: 0, digests: 0, late: 0, nextDate: 0 };
  let [missed, repeated] = [0, 0];
  for (const [index, [zone, year]] of ZONES.entries()) {
    const draw = drawer(5000 + index);
    const start = Date.UTC(year, draw(6), 1 + draw(28));
    const life = { start, ...asking(start, draw), settings: choosing(start, draw, zone) };
    const [made, due] = [lived(life), owed(life)];
    const dates = made.map(({ date }) => date);
    expect(made, zone).toEqual(due.map(({ date, at }) => ({ date, at })));
    expect(dates, zone).toEqual([...new Set(dates)].toSorted());
    missed += due.filter(({ date }) => !dates.includes(date)).length;
    repeated += dates.length - new Set(dates).size;
    sum.asks += life.asks.length;
    sum.restarts += life.restarts;
    sum.changes += life.settings.length - 1;
    sum.moves += life.settings.filter(
      (s, at) => at > 0 && s.timeZone !== life.settings[at - 1]?.timeZone,
    ).length;
    sum.digests += made.length;
    const late = due.filter(({ at, cameAt }) => at - cameAt > 20 * MINUTE);
    sum.late += late.length;
    sum.nextDate += late.filter(({ date, at }) => wallAt(zoneAt(life, at), at) > `${date} 24`).length;
  }
  console.log(
    `digest: ${ZONES.length} zones x ${DAYS} days, ${sum.asks} asks, ${sum.restarts} restarts, ${sum.changes} changes of settings ` +
      `(${sum.moves} of zone); ${sum.digests} digests, ${sum.late} made up for, ${sum.nextDate} of them after midnight; ` +
      `${missed} missed, ${repeated} repeated`,
  );
});

function zoneAt({ settings }: Life, at: number): string {
  return settings.findLast(({ from }) => from <= at)!.timeZone;
}

test.each([0, 1, 2, 8, 20, 23])(
  'a worker that is never down for 12 hours makes every date of every calendar its digest (hour %i)',
  (hour) => {
    for (const [index, [timeZone, year]] of ZONES.entries()) {
      const draw = drawer(9000 + 100 * index + hour);
      const start = Date.UTC(year, draw(6), 1 + draw(28));
      const dates: string[] = [];
      for (let at = start; at < start + DAYS * DAY; at += MINUTE + draw(12 * HOUR - MINUTE)) {
        const lastDate = dates.at(-1) ?? null;
        const date = digestDue(new Date(at), { timeZone, hour, days: EVERY_DAY, lastDate });
        if (date !== null) dates.push(date);
      }
      expect(dates, timeZone).toEqual(calendar(dates[0]!, dates.at(-1)!, timeZone));
      expect(dates.length, timeZone).toBeGreaterThanOrEqual(DAYS - 2);
    }
  },
);

/** Every date from one to another. */
function calendar(first: string, last: string, timeZone: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY)
    dates.push(new Date(at).toISOString().slice(0, 10));
  const skipped = ['Pacific/Apia', 'Pacific/Fakaofo'].includes(timeZone) ? '2011-12-30' : '';
  return dates.filter((date) => date !== skipped);
}
