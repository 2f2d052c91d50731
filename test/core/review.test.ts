import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/core/block.ts';
import type { PendingDifference } from '../../src/core/pending/pending.ts';
import {
  absentFrom,
  reviewUnconfirmed,
  reviewUnsettled,
  standingTexts,
} from '../../src/core/pending/review.ts';
import { VOLATILE_PLACE } from '../../src/core/sight/volatile.ts';
import { difference } from '../support/page-memory.ts';

function waits(
  id: number,
  [before = null, after = null]: readonly (string | null)[],
  confirmed = false,
): PendingDifference {
  const at = new Date('2026-03-02');
  const waiting = { confirmed, dueAt: at, beganAt: at, reversesId: null, alternates: false };
  return { ...difference(before, after), id, changeId: 1, ...waiting };
}

const block: Block = {
  role: 'p',
  region: 'main',
  text: 'Download 2.1',
  headings: [],
  hidden: false,
  links: [{ text: 'Download 2.1', href: 'https://rival.example/app-2.1.zip' }],
};

test('what stands are texts and the addresses of links', () => {
  expect([...standingTexts([block])]).toEqual(['Download 2.1', 'https://rival.example/app-2.1.zip']);
});

describe('P7: what only one of two reads had shown', () => {
  const pending = [
    waits(1, ['Pro', 'Business']),
    waits(2, ['Pro', 'Plus']),
    waits(3, [null, 'Wallet']),
    waits(4, ['Chat', null]),
    waits(5, ['Voice', null]),
    waits(6, ['Pro', 'Solo'], true),
  ];

  test('is confirmed where the next reading shows it, withdrawn as volatile where not', () => {
    const texts = new Set(['Business', 'Voice']);
    expect(reviewUnconfirmed(pending, texts)).toEqual({
      confirm: [1, 4],
      moves: [2, 3, 5].map((id) => ({
        to: 'withdraw',
        id,
        reason: 'volatile: only one of three reads showed it',
      })),
    });
  });

  test('is confirmed as a whole by the baseline itself', () => {
    expect(reviewUnconfirmed(pending, null)).toEqual({ confirm: [1, 2, 3, 4, 5], moves: [] });
  });
});

describe('P7: what does not stand now does not fall due now', () => {
  const pending = [
    waits(1, ['Pro', 'Business'], true),
    waits(2, ['Chat', null], true),
    waits(3, [null, 'Wallet'], true),
    waits(4, ['5 crews. Open on Sundays', '6 crews. Shut on Sundays'], true),
  ];

  test.each([
    ['undone', difference('Business', 'Pro'), [1]],
    ['edited on', difference('Business', 'Plus'), [1]],
    ['taken away', difference('Wallet', null), [3]],
    ['an addition that was edited on', difference('Wallet', 'Purse'), [3]],
    ['a removal that is back', difference(null, 'Chat'), [2]],
    ['another addition', difference(null, 'Voice'), []],
    ['another edit', difference('Solo', 'Duo'), []],
    ['a count in it that ran on', difference('6 crews. Shut on Sundays', '7 crews. Shut on Sundays'), []],
    ['edited on beside a count', difference('6 crews. Shut on Sundays', '7 crews. Open'), [4]],
  ])('%s', (_, d, ids) => {
    expect(absentFrom(pending, [difference('Solo', 'Trio'), d])).toEqual(ids);
  });
});

describe('P8: what took turns before and waits to be seen standing alone', () => {
  const volatile = { noise: 'volatile', rule: VOLATILE_PLACE, reason: 'a restless place' } as const;
  const pending = [
    { ...waits(1, [null, 'Wallet'], true), labels: [volatile] },
    { ...waits(2, [null, 'Purse'], true), labels: [volatile] },
    waits(3, [null, 'Bag'], true),
  ];

  test('is withdrawn by a reading that does not show it, while others wait on', () => {
    expect(reviewUnsettled(pending, new Set(['Wallet']))).toEqual([
      { to: 'withdraw', id: 2, reason: 'took turns again before it had stood seven days' },
    ]);
  });

  test('is shown by the baseline itself', () => {
    expect(reviewUnsettled(pending, null)).toEqual([]);
  });
});
