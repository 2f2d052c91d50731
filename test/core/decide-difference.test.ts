import { expect, test } from 'vitest';
import { decideDifference, dueFor } from '../../src/core/pending/decide-difference.ts';
import type { Label } from '../../src/core/difference.ts';
import type { PastDifference } from '../../src/core/pending/returns.ts';
import { VOLATILE_PLACE } from '../../src/core/sight/volatile.ts';
import { difference } from '../support/page-memory.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const HOUR = 3_600_000;
const inHours = (hours: number): Date => new Date(+NOW + hours * HOUR);
const BEGAN = inHours(-0.1);
const FACT = { by: 'fact', reason: 'price in the changed words: $39' } as const;
const HEADING = { by: 'heading', reason: 'the main heading differs' } as const;
const SLIP: Label = { noise: 'cosmetic', rule: 'slip', reason: 'a slip of the pen' };

const decide = (d = difference('$29', '$39'), past: readonly PastDifference[] = []) =>
  decideDifference(d, { past, beganAt: BEGAN, now: NOW });

function row(over: Partial<PastDifference>): PastDifference {
  const { key, inverseKey } = difference('$39', '$29');
  const base = { id: 4, key, inverseKey, before: '$39', after: '$29', state: 'told', urgency: null } as const;
  return { ...base, alternates: false, decidedAt: inHours(-50), ...over };
}

test.each([
  [
    'P7: without urgency it stands a day from when it was first seen',
    null,
    inHours(23.9),
    'waits a day, to be seen still standing',
  ],
  ['P7: money falls due at once', FACT, BEGAN, FACT.reason],
  [
    'P7: a heading alone waits for a third read, an hour after the first',
    HEADING,
    inHours(0.9),
    HEADING.reason,
  ],
] as const)('%s', (...[, urgency, dueAt, reason]) => {
  const decision = decide(difference('$29', '$39', { urgency }));
  expect(decision).toMatchObject({ tell: true, dueAt, reason, reversesId: null, alternates: false });
});

test('P7: where the second read came late, the third still follows it by an hour', () => {
  const late = { beganAt: inHours(-30), now: NOW };
  expect(dueFor({ urgency: HEADING }, late)).toEqual({ dueAt: inHours(1), stands: true });
  expect(dueFor({ urgency: HEADING }, { beganAt: inHours(-1), now: NOW }).dueAt).toEqual(inHours(1));
});

test('P6: what a rule explains is not told, with the reason of the rule', () => {
  expect(decide(difference('$29', '$39', { labels: [SLIP] }))).toEqual({ tell: false, reason: SLIP.reason });
});

test('P8: back to a text that was no news', () => {
  const reason = 'back to the text before difference 4, which was no news';
  expect(decide(undefined, [row({ state: 'noise' })])).toEqual({ tell: false, reason });
});

test('P8: told before', () => {
  const same = { key: difference('$29', '$39').key, inverseKey: difference('$39', '$29').key };
  expect(decide(undefined, [row(same)])).toEqual({
    tell: false,
    reason: 'told before, and nothing told has undone it',
  });
});

test.each([
  ['nothing', null, inHours(23.9)],
  ['money', FACT, BEGAN],
  ['a heading', HEADING, inHours(0.9)],
] as const)('P8: a reversal has the urgency of what it reverses: %s', (_, urgency, dueAt) => {
  const decision = decide(difference('$29', '$39', { labels: [SLIP] }), [row({ urgency })]);
  expect(decision).toMatchObject({
    tell: true,
    dueAt,
    reversesId: 4,
    reason: 'undoes difference 4, which was told',
  });
});

test('P8: what alternates must stand a week, however urgent', () => {
  const turns = [row({ id: 6, alternates: true, urgency: FACT })];
  const decision = decide(difference('$29', '$39', { urgency: FACT }), turns);
  expect(decision).toMatchObject({
    tell: true,
    dueAt: inHours(7 * 24 - 0.1),
    stands: true,
    alternates: false,
  });
});

test('P8: told, reversed and back is told as alternating', () => {
  const first = { id: 3, key: difference('$29', '$39').key, inverseKey: difference('$39', '$29').key };
  expect(decide(undefined, [row({}), row(first)])).toMatchObject({
    tell: true,
    alternates: true,
    reversesId: 4,
  });
});

test('P8: what took turns before waits seven days to be seen standing alone', () => {
  const volatile: Label = { noise: 'volatile', rule: VOLATILE_PLACE, reason: 'a restless place' };
  expect(decide(difference(null, 'Wallet', { labels: [volatile] }))).toMatchObject({
    tell: true,
    stands: true,
    dueAt: inHours(7 * 24 - 0.1),
  });
  expect(decide(difference(null, 'Wallet', { labels: [volatile, SLIP] }))).toMatchObject({ tell: false });
});
