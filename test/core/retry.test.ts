import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unsent } from '../../src/core/messages/send-result.ts';
import { nextTry, type FailedTry } from '../../src/core/retry.ts';

const FAILED: FailedTry = { permanent: false, reason: '503', retryAfterS: null, ambiguous: false };
const HOW = { attempt: 1, repeats: 'known', leaseS: 80, jitter: 0.5 } as const;

test('ten tries over 75 hours and 35 minutes, then no more', () => {
  const waits = Array.from({ length: 9 }, (_, index) => nextTry(FAILED, { ...HOW, attempt: index + 1 }));
  const seconds = waits.map((next) => (next.next === 'retry' ? next.afterS : Number.NaN));
  expect(seconds).toEqual([5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]);
  expect(seconds.reduce((sum, wait) => sum + wait)).toBe(75 * 3600 + 35 * 60 + 5);
  expect(nextTry(FAILED, { ...HOW, attempt: 10 })).toEqual({
    next: 'give up',
    reason: '503; given up after 10 tries',
  });
});

test('an attempt that failed, of which no more is known, is tried again', () => {
  const [bare, final] = [unsent('503'), unsent('550 no such box', { permanent: true, code: 550 })];
  expect(bare).toEqual({ ...FAILED, sent: false, code: null });
  expect(nextTry(bare, HOW)).toMatchObject({ next: 'retry' });
  expect(nextTry(final, HOW)).toMatchObject({ next: 'give up' });
});

test('waits spread by a fifth to either side, so that a crowd does not come back as one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, jitter) => {
        const [spread, middle] = [jitter, 0.5].map((j) => nextTry(FAILED, { ...HOW, attempt, jitter: j }));
        if (spread?.next !== 'retry' || middle?.next !== 'retry') throw new Error('it should be tried again');
        expect(spread.afterS / middle.afterS).toBeGreaterThanOrEqual(0.799);
        expect(spread.afterS / middle.afterS).toBeLessThanOrEqual(1.201);
      },
    ),
  );
});

test.each([
  ['longer than our wait', 900, 900],
  ['shorter than our wait', 1, 5],
])('a receiver that asks to wait is heard: %s', (_, retryAfterS, afterS) => {
  expect(nextTry({ ...FAILED, retryAfterS }, HOW)).toEqual({ next: 'retry', afterS });
});

test('what the receiver refuses for ever is not tried again', () => {
  const refused = { ...FAILED, permanent: true, reason: 'channel_is_archived' };
  expect(nextTry(refused, HOW)).toEqual({ next: 'give up', reason: 'channel_is_archived' });
});

describe('P11: a message that may have arrived', () => {
  const unclear = { ...FAILED, ambiguous: true, reason: 'no answer' };

  test.each([
    ['goes again under its key, whatever the try', { repeats: 'known', attempt: 5 }, 'retry'],
    ['is not sent a third time without a key', { repeats: 'no more', attempt: 2 }, 'give up'],
  ] as const)('%s', (_, how, next) => {
    expect(nextTry(unclear, { ...HOW, ...how }).next).toBe(next);
  });

  test('is repeated minutes later where its key is not known: the service may hang for a while', () => {
    expect(nextTry(unclear, { ...HOW, repeats: 'once' })).toEqual({ next: 'retry', afterS: 320 });
    expect(nextTry(unclear, { ...HOW, repeats: 'once', attempt: 3 })).toEqual({
      next: 'retry',
      afterS: 1800,
    });
    expect(nextTry(unclear, HOW)).toEqual({ next: 'retry', afterS: 5 });
    expect(nextTry(FAILED, { ...HOW, repeats: 'once' })).toEqual({ next: 'retry', afterS: 5 });
  });

  test('a clear refusal meanwhile is tried again, with or without a key', () => {
    expect(nextTry(FAILED, { ...HOW, repeats: 'no more', attempt: 3 }).next).toBe('retry');
  });
});
