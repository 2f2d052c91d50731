/** The languages in which dates, times and durations are read; Intl knows how each of them names and inflects these. */
const TONGUES = 'en de fr es it nl pt pl sv da nb fi cs sk hu ro tr ru uk el ja zh zh-TW ko ar he'.split(' ');

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
const UNITS: readonly TimeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];

/** One of each plural class that any of the languages has. */
const COUNTS = [1, 2, 3, 5, 11, 20, 21, 100];
const MONTHS = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 1)));
const WEEK = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 2, 9 + at)));

/** Alternatives of a pattern, the longest first so that none is cut short; any kind and amount of space between words. */
export function oneOf(words: Iterable<string>): string {
  const sorted = [...new Set(words)].toSorted((a, b) => b.length - a.length);
  return sorted
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, '\\s?'))
    .join('|');
}

function partsOf(tongue: string, options: Intl.DateTimeFormatOptions, type: string): (date: Date) => string {
  const format = new Intl.DateTimeFormat(tongue, {
    ...options,
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  return (date) =>
    format
      .formatToParts(date)
      .find((part) => part.type === type)
      ?.value.toLowerCase() ?? '';
}

/** Months by name, standing alone and in a date (Polish "marzec", "marca"), 1 to 12. No two languages give one name to two months. */
export function monthNames(length: 'long' | 'short'): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const tongue of TONGUES) {
    for (const options of [{ month: length }, { month: length, day: 'numeric' }] as const) {
      const nameOf = partsOf(tongue, options, 'month');
      for (const [at, date] of MONTHS.entries()) {
        const name = nameOf(date).replace(/\.$/, '');
        if (/^\p{L}{3,}$/u.test(name)) found.set(name, at + 1);
      }
    }
  }
  return found;
}

export const WEEKDAYS: ReadonlySet<string> = new Set(
  TONGUES.flatMap((tongue) =>
    (['long', 'short'] as const).flatMap((weekday) => WEEK.map(partsOf(tongue, { weekday }, 'weekday'))),
  ).filter((name) => name.length > 1),
);

/** Names of units behind a number: "days", "dní", "か月". Those without a number of their own (Arabic "two days") are left out. */
export function unitNames(unitDisplay: 'long' | 'short'): ReadonlyMap<string, TimeUnit> {
  const found = new Map<string, TimeUnit>();
  for (const tongue of TONGUES) {
    for (const unit of UNITS) {
      const format = new Intl.NumberFormat(tongue, {
        style: 'unit',
        unit,
        unitDisplay,
        numberingSystem: 'latn',
      });
      for (const count of COUNTS) {
        const parts = format.formatToParts(count);
        const name = parts.find((part) => part.type === 'unit')?.value.toLowerCase();
        if (name !== undefined && parts.some((part) => part.type === 'integer')) found.set(name, unit);
      }
    }
  }
  return found;
}

/** How each language says that something was so many units ago: patterns in which the number is free. */
export function pastPatterns(): string[] {
  return TONGUES.flatMap((tongue) =>
    (['long', 'short'] as const).flatMap((style) => {
      const format = new Intl.RelativeTimeFormat(`${tongue}-u-nu-latn`, { numeric: 'always', style });
      return UNITS.flatMap((unit) => COUNTS.map((count) => patternOf(format.formatToParts(-count, unit))));
    }),
  );
}

function patternOf(parts: readonly Intl.RelativeTimeFormatPart[]): string {
  return parts.map(({ type, value }) => (type === 'literal' ? oneOf([value]) : '\\d{1,4}')).join('');
}

/** "yesterday" and the day before it, in a word. */
export function pastDays(): string[] {
  return wordsFor('day', [-1, -2]);
}

/** The running day, week, month and year: "today", "this week", "w tym roku". */
export function runningSpans(): string[] {
  return (['day', 'week', 'month', 'year'] as const).flatMap((unit) => wordsFor(unit, [0]));
}

function wordsFor(unit: TimeUnit, steps: readonly number[]): string[] {
  return TONGUES.flatMap((tongue) => {
    const format = new Intl.RelativeTimeFormat(tongue, { numeric: 'auto' });
    return steps.map((step) => format.format(step, unit)).filter((word) => !/\d/.test(word));
  });
}

/** Writing systems that set no space between words: there a letter before or behind is no part of the word. */
export const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';
/** No letter stands before, or behind, save one of those. */
export const WORD_START = `(?<!(?![${UNSPACED}])[\\p{L}\\p{M}])`;
export const WORD_END = `(?!(?![${UNSPACED}])[\\p{L}\\p{M}])`;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Countries in their names in each language. */
export function regionNames(): string[] {
  const codes = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  return TONGUES.flatMap((tongue) => {
    const names = new Intl.DisplayNames([tongue], { type: 'region', fallback: 'none' });
    return codes.flatMap((code) => names.of(code) ?? []);
  });
}
