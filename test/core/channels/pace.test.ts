import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTurn, type Pace, turnsToKeep } from '../../../src/core/channels/pace.ts';

const SECOND: readonly Pace[] = [{ most: 1, perMs: 1000 }];
const DISCORD: readonly Pace[] = [
  { most: 5, perMs: 2_000 },
  { most: 30, perMs: 60_000 },
];

test.for<[what: string, taken: number[], now: number, turn: number]>([
  ['the first goes at once', [], 500, 500],
  ['the second waits for its second', [500], 700, 1500],
  ['the third waits behind the second', [500, 1500], 700, 2500],
  ['after the window nothing waits', [500], 9_000, 9_000],
])('one a second: %s', ([, taken, now, turn]) => expect(nextTurn(taken, now, SECOND)).toBe(turn));

test('whatever comes when, no window holds more than its pace allows, and none goes back in time', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 120 });
  fc.assert(
    fc.property(gaps, (waits) => {
      let now = 0;
      let taken: readonly number[] = [];
      const all: number[] = [];
      for (const wait of waits) {
        now += wait;
        const turn = nextTurn(taken, now, DISCORD);
        expect(turn).toBeGreaterThanOrEqual(Math.max(now, all.at(-1) ?? 0));
        all.push(turn);
        taken = turnsToKeep([...taken, turn], DISCORD);
      }
      for (const { most, perMs } of DISCORD)
        for (const [index, turn] of all.entries())
          expect(turn - (all[index - most] ?? -Infinity)).toBeGreaterThanOrEqual(perMs);
    }),
    { numRuns: 50 },
  );
});
