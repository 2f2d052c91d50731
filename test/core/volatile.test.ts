import { describe, expect, test } from 'vitest';
import { placeKey } from '../../src/core/block.ts';
import type { Difference } from '../../src/core/difference.ts';
import type { TypedValue } from '../../src/core/fact.ts';
import {
  isVolatile,
  labelVolatile,
  laterRows,
  maskNumbers,
  newlyShown,
  standsInVolatilePlace,
  volatileRows,
  type VolatileMemory,
} from '../../src/core/sight/volatile.ts';
import { difference, placeNamed } from '../support/page-memory.ts';

const place = placeNamed('Voices');
const memory: VolatileMemory = new Map([
  [placeKey(place), new Set(['Ada loves it', 'Bo loves it', '# people are looking'])],
]);
const here = (before: string | null, after: string | null, values: readonly TypedValue[] = []) =>
  difference(before, after, { place, valuesAfter: values });
const PRICE: TypedValue = {
  type: 'money',
  text: '$9',
  amount: 9,
  currency: 'USD',
  period: null,
  unit: null,
  role: 'price',
};

test.each([
  ['at 10:42:07', 'at #'],
  ['1,234.50 users and 7', '# users and #'],
  ['no digits', 'no digits'],
  ['v2.', 'v#.'],
])('a counter shows one text however often it ticks: %s', (text, masked) => {
  expect(maskNumbers(text)).toBe(masked);
});

describe('P6: what the memory of a volatile place explains', () => {
  test.each([
    ['texts that came and went there', here('Ada loves it', 'Bo loves it'), true],
    ['a counter that ticked', here('12 people are looking', '13 people are looking'), true],
    ['a text that comes back', here(null, 'Ada loves it'), true],
    ['a text that goes again', here('Bo loves it', null), true],
    ['a text never shown', here('Ada loves it', 'Cy loves it'), false],
    ['the removal of a text that never went', here('Talk to sales', null), false],
    ['a text that never went, pushed out by one that rotates', here('Talk to sales', 'Ada loves it'), false],
    ['a typed fact among known texts', here('Ada loves it', 'Bo loves it', [PRICE]), false],
    ['a clock is no fact', here('Ada loves it', 'Bo loves it', [{ type: 'clock', text: '10:00' }]), true],
    ['the same texts in another place', difference('Ada loves it', 'Bo loves it'), false],
  ])('%s', (_, d, explained) => {
    expect(isVolatile(d, memory)).toBe(explained);
  });

  test('a typed fact on the older side counts as well', () => {
    const d = difference('Ada loves it', 'Bo loves it', { place, valuesBefore: [PRICE] });
    expect(isVolatile(d, memory)).toBe(false);
  });
});

test('a place without a heading above it is one all the same', () => {
  const top = { ...place, headings: [] };
  const known: VolatileMemory = new Map([[placeKey(top), new Set(['Ada', 'Bo'])]]);
  expect(isVolatile(difference('Ada', 'Bo', { place: top }), known)).toBe(true);
  expect(isVolatile(here('Ada', 'Bo'), known)).toBe(false);
});

test('P7: prices that rotate do not keep a first reading from ever being seen twice', () => {
  expect(standsInVolatilePlace(here('$9', '$12', [PRICE]), memory)).toBe(true);
  expect(standsInVolatilePlace(difference('$9', '$12'), memory)).toBe(false);
});

test('P6: the label is added beside others, and only where it explains', () => {
  const other = { noise: 'cosmetic', rule: 'slip', reason: 'a slip' } as const;
  const [known, news] = labelVolatile(
    [{ ...here('Ada loves it', 'Bo loves it'), labels: [other] }, here(null, 'Cy loves it')],
    memory,
    new Set(),
  );
  expect(known?.labels.map((label) => label.noise)).toEqual(['cosmetic', 'volatile']);
  expect(news?.labels).toEqual([]);
});

test('a text that has stood alone for days is no unrest any more', () => {
  const d = here('Ada loves it', 'Bo loves it');
  expect(labelVolatile([d], memory, new Set([d.key]))).toEqual([d]);
});

test('rows for the memory hold both texts masked, and quotes as they stood', () => {
  expect(volatileRows([here('12 left', '11 left'), here(null, 'Cy')], new Map())).toEqual([
    { placeKey: placeKey(place), place, texts: ['# left', '# left'], before: '12 left', after: '11 left' },
    { placeKey: placeKey(place), place, texts: ['Cy'], before: null, after: 'Cy' },
  ]);
});

describe('P6: a text that one of two reads lacked', () => {
  const remember = (...looks: readonly (readonly Difference[])[]): VolatileMemory =>
    looks.reduce((shown: VolatileMemory, look) => {
      const rows = volatileRows(look, shown);
      const texts = rows.flatMap((row) => row.texts);
      return new Map([[placeKey(place), new Set([...(shown.get(placeKey(place)) ?? []), ...texts])]]);
    }, new Map());
  const came = here(null, 'Cy');
  const went = here('Cy', null);
  const gone = here('Ada', null);
  const swapped = [gone, came];
  const tongue = { noise: 'variant', rule: 'other language', reason: 'another language' } as const;

  test.each([
    ['once: it may be new, or half the page was missing', remember([came]), false],
    ['and lacks again: it comes and goes', remember([came], [went]), true],
    ['while another stood in its place: they take turns', remember(swapped), true],
    ['while a text elsewhere gave way to another', remember([came, { ...gone, hunk: 9 }]), false],
    [
      'for the page was in another language',
      remember(swapped.map((d) => ({ ...d, labels: [tongue] }))),
      false,
    ],
  ])('%s', (_, shown, known) => {
    expect(isVolatile(came, shown)).toBe(known);
  });
});

describe('P9: prices that alternate at each read', () => {
  const priced = (before: number, after: number) => {
    const value = (amount: number): TypedValue => ({ ...PRICE, text: `$${amount}`, amount });
    const values = { valuesBefore: [value(before)], valuesAfter: [value(after)] };
    return difference(`$${before}`, `$${after}`, { place, ...values });
  };
  /** The memory after reads moments apart, or hours apart, that showed these pairs. */
  const after = (...pairs: readonly (readonly [number, number, 'later'?])[]): VolatileMemory =>
    pairs.reduce((shown: VolatileMemory, [one, other, later]) => {
      const rows = (later ? laterRows : volatileRows)([priced(one, other)], shown);
      return new Map(
        rows.map((row) => [row.placeKey, new Set([...(shown.get(row.placeKey) ?? []), ...row.texts])]),
      );
    }, new Map());
  const told = (shown: VolatileMemory, one = 55, other = 59) =>
    newlyShown([priced(45, one)], [priced(45, other)], shown).size;

  test.each([
    ['two that came again, then two others', after([45, 49], [49, 45]), 1],
    ['seen again by a visit hours later', after([45, 49], [45, 49, 'later']), 1],
    ['nothing remembered', new Map(), 0],
    ['seen once, like any ticker', after([45, 49]), 0],
    ['a ticker that shows others at every look', after([45, 46], [46, 47], [47, 48]), 0],
    ['others by a visit hours later, which may have changed since', after([45, 49], [45, 55, 'later']), 0],
    ['one price that is always the same', after([45, 45], [45, 45]), 0],
  ])('%s', (_, shown, count) => {
    expect(told(shown)).toBe(count);
  });

  test('what either read shows must be new', () => {
    const shown = after([45, 49], [49, 45]);
    expect(told(shown, 49, 59)).toBe(0);
    expect(told(shown, 55, 49)).toBe(0);
    expect(newlyShown([priced(49, 55)], [priced(45, 59)], shown).size).toBe(0);
  });

  test('a place that has shown a dozen prices and more is a ticker', () => {
    const pairs = Array.from({ length: 7 }, (_, n) => [2 * n, 2 * n + 1] as const);
    expect(told(after(...pairs, [0, 1]))).toBe(0);
  });
});
