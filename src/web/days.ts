import { localDate, type Zone } from '../core/messages/local-time.ts';
import type { CheckCount } from '../store/watched-pages.ts';
import { addDays, type CalendarDate } from './calendar.ts';

export interface Looked {
  readonly checks: number;
  readonly by304: number;
  readonly failed: number;
}

/** A day with news, or a stretch of days without any: looked at, or not even that. Both ends are in it. */
export type Stretch<T> =
  | {
      readonly kind: 'news';
      readonly date: CalendarDate;
      readonly items: readonly T[];
      readonly looked: Looked;
    }
  | {
      readonly kind: 'quiet' | 'unlooked';
      readonly from: CalendarDate;
      readonly to: CalendarDate;
      readonly looked: Looked;
    };

export interface Known<T> {
  readonly items: readonly T[];
  readonly counts: readonly CheckCount[];
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  readonly zone: Zone;
}

const NOT_LOOKED: Looked = { checks: 0, by304: 0, failed: 0 };

/**
 * The days from `last` back to `first`, newest first, without a gap: days with items, and between them stretches in which
 * pages were looked at and nothing was found, or were not looked at. Items and checks beyond the two ends move the ends.
 */
export function stretchesOf<T extends { readonly at: Date }>(known: Known<T>): readonly Stretch<T>[] {
  const { items, counts, zone } = known;
  const itemsOn = Map.groupBy(items, ({ at }) => localDate(at, zone));
  const countsOn = Map.groupBy(counts, ({ at }) => localDate(at, zone));
  const dates = [...new Set([...itemsOn.keys(), ...countsOn.keys()])].toSorted().toReversed();
  const stretches: Stretch<T>[] = [];
  let next = [known.last, ...dates].toSorted().at(-1) ?? known.last;
  for (const date of dates) {
    addUnlooked(stretches, addDays(date, 1), next);
    const looked = sum(countsOn.get(date) ?? []);
    const news = itemsOn.get(date)?.toSorted((a, b) => +b.at - +a.at);
    if (news === undefined) addQuiet(stretches, date, looked);
    else stretches.push({ kind: 'news', date, items: news, looked });
    next = addDays(date, -1);
  }
  addUnlooked(stretches, known.first, next);
  return stretches;
}

function addUnlooked<T>(stretches: Stretch<T>[], from: CalendarDate, to: CalendarDate): void {
  if (from <= to) stretches.push({ kind: 'unlooked', from, to, looked: NOT_LOOKED });
}

/** Quiet days that follow each other are one line. */
function addQuiet<T>(stretches: Stretch<T>[], date: CalendarDate, looked: Looked): void {
  const last = stretches.at(-1);
  if (last?.kind !== 'quiet') stretches.push({ kind: 'quiet', from: date, to: date, looked });
  else stretches[stretches.length - 1] = { ...last, from: date, looked: sum([last.looked, looked]) };
}

function sum(all: readonly Looked[]): Looked {
  return all.reduce(
    (a, b) => ({ checks: a.checks + b.checks, by304: a.by304 + b.by304, failed: a.failed + b.failed }),
    NOT_LOOKED,
  );
}
