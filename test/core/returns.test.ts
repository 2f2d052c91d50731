import { describe, expect, test } from 'vitest';
import type { Difference } from '../../src/core/difference.ts';
import { alternation, type PastDifference } from '../../src/core/pending/returns.ts';
import { difference } from '../support/page-memory.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const DAY = 24 * 3_600_000;
const daysAgo = (days: number): Date => new Date(+NOW - days * DAY);

interface Told {
  readonly state?: PastDifference['state'];
  readonly alternates?: boolean;
}

/** Rows newest first, from [text before, text after, days ago] oldest first. */
function past(
  ...rows: readonly (readonly [string | null, string | null, number, Told?])[]
): PastDifference[] {
  return rows
    .map(([before, after, days, over], index): PastDifference => {
      const { state, alternates }: Required<Told> = { state: 'told', alternates: false, ...over };
      const { key, inverseKey } = difference(before, after);
      const decidedAt = daysAgo(days);
      return { id: index + 1, key, inverseKey, before, after, state, alternates, urgency: null, decidedAt };
    })
    .toReversed();
}

const A = 'Talk to sales';
const B = 'Start for free';
const C = 'Book a demo';
const fact: Difference['valuesAfter'] = [{ type: 'quantity', text: '5 seats', value: 5, unit: 'seats' }];

describe('P8: what a difference returns to', () => {
  test('a page without a history has news only', () => {
    expect(alternation(difference(A, B), [], NOW)).toEqual({ kind: 'new' });
  });

  test('rows of other texts say nothing', () => {
    expect(alternation(difference(A, B), past([A, C, 3], [C, B, 2]), NOW)).toEqual({ kind: 'new' });
  });

  test.each([
    [
      'what it undoes was told: a reversal',
      past([A, B, 3]),
      { kind: 'reversal', alternates: false, settled: true },
    ],
    ['what it undoes was noise: silent', past([A, B, 3, { state: 'noise' }]), { kind: 'untold' }],
    ['what it undoes was withdrawn: news', past([A, B, 3, { state: 'withdrawn' }]), { kind: 'new' }],
    ['the same was noise: judged on its own', past([B, A, 3, { state: 'noise' }]), { kind: 'new' }],
    [
      'noise that came and went: silent again',
      past([A, B, 3, { state: 'noise' }], [B, A, 2, { state: 'noise' }], [A, B, 1, { state: 'noise' }]),
      { kind: 'untold' },
    ],
    ['the same was told last month: silent', past([B, A, 30]), { kind: 'told before' }],
    ['the same was told longer ago: news', past([B, A, 31]), { kind: 'new' }],
    [
      'told, and noise since: still a reversal of what was told',
      past([A, B, 9], [B, A, 5, { state: 'withdrawn' }]),
      { kind: 'reversal' },
    ],
    [
      'told and reversed within 30 days: it keeps alternating',
      past([B, A, 20], [A, B, 10]),
      { kind: 'reversal', alternates: true },
    ],
    [
      'told and reversed longer ago: a reversal like any',
      past([B, A, 40], [A, B, 35]),
      { kind: 'reversal', alternates: false },
    ],
  ] as const)('back to the earlier text; %s', (_, rows, expected) => {
    expect(alternation(difference(B, A), rows, NOW)).toMatchObject(expected);
  });

  test('a reversal names what it undoes: the newest that was told', () => {
    const undoes = alternation(difference(B, A), past([A, B, 50], [B, A, 45], [A, B, 40]), NOW);
    expect(undoes).toMatchObject({ kind: 'reversal', undoes: { id: 3 } });
  });
});

describe('P8: once told as alternating', () => {
  const told = (days: number) => past([A, B, 20], [B, A, 18], [A, B, days, { alternates: true }]);

  test.each([
    ['a day later: silent until one side stands', told(1), { alternates: false, settled: false }],
    ['a moment before seven days', told(6.99), { settled: false }],
    ['after seven days of standing', told(7), { alternates: false, settled: true }],
  ])('%s', (_, rows, expected) => {
    expect(alternation(difference(B, A), rows, NOW)).toMatchObject(expected);
  });

  test('standing is counted from the last turn, told or not', () => {
    const rows = past(
      [A, B, 20],
      [B, A, 18],
      [A, B, 15, { alternates: true }],
      [B, A, 5, { state: 'withdrawn' }],
    );
    expect(alternation(difference(B, A), rows, NOW)).toMatchObject({ settled: false });
  });

  test('after 30 days it is forgotten', () => {
    const rows = past([A, B, 50], [B, A, 45], [A, B, 31, { alternates: true }]);
    expect(alternation(difference(B, A), rows, NOW)).toMatchObject({ alternates: false, settled: true });
  });
});

describe('P9: a typed fact that comes back by another way', () => {
  const round = past([A, B, 9], [B, C, 6], [C, A, 3]);
  const again = difference(A, B, { valuesAfter: fact });

  test('is news again, for what was told last says that it had gone', () => {
    expect(alternation(again, round, NOW)).toEqual({ kind: 'new' });
  });

  test('is news again also when only its going was told', () => {
    expect(alternation(again, past([A, B, 9], [B, C, 6]), NOW)).toEqual({ kind: 'new' });
  });

  test('on the older side counts as well', () => {
    expect(alternation(difference(A, B, { valuesBefore: fact }), round, NOW)).toEqual({ kind: 'new' });
  });

  test('without a typed fact, hearing of it once a month is enough', () => {
    expect(alternation(difference(A, B), round, NOW)).toEqual({ kind: 'told before' });
  });

  test.each([
    ['nothing was told since', past([A, B, 9])],
    ['what was told since was told before it', past([C, A, 10], [A, B, 9])],
    [
      'what came since was never told',
      past([A, B, 9], [B, C, 6, { state: 'noise' }], [C, A, 3, { state: 'withdrawn' }]),
    ],
  ])('stays silent when %s', (_, rows) => {
    expect(alternation(again, rows, NOW)).toEqual({ kind: 'told before' });
  });

  test('an addition is not taken for one because something else was removed', () => {
    const added = difference(null, B, { valuesAfter: fact });
    expect(alternation(added, past([null, B, 9], [C, null, 3]), NOW)).toEqual({ kind: 'told before' });
  });
});
