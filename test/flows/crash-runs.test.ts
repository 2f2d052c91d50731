import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { play, type Run } from '../../scripts/crash/play.ts';
import { planOf, POINTS } from '../../scripts/crash/plan.ts';
import { openSlot, type Slot } from '../../scripts/crash/slot.ts';
import { FAIL_POINTS } from '../../src/flows/fail-points.ts';

// A few of the thousand runs of `npm run crash`: the product's own worker is killed once at each point, and whatever comes
// next must lose nothing and tell nothing twice.

const SLOTS = 2;

let slots: readonly Slot[];
beforeAll(async () => {
  const folder = inject('runFolder');
  const open = async (_: unknown, n: number): Promise<Slot> =>
    openSlot(join(folder, `crash-${n}`), join(folder, 'compiled'));
  slots = await Promise.all(Array.from({ length: SLOTS }, open));
}, 120_000);
afterAll(async () => Promise.all(slots.map(async (slot) => slot.close())), 60_000);

test('the first seeds pass every fail-point', () => {
  expect(POINTS.toSorted()).toEqual([...FAIL_POINTS].toSorted());
  const passed = POINTS.map((_, index) => planOf(index + 1).death);
  expect(passed.map((death) => 'point' in death && death.point)).toEqual(POINTS);
});

test('killed once at each point: nothing is lost, nothing is told twice, no row is half there', async () => {
  const seeds = POINTS.map((_, index) => index + 1);
  const runs: Run[] = [];
  const lane = async (slot: Slot): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
      runs.push(await play(slot, planOf(seed)));
  };
  await Promise.all(slots.map(lane));
  const faults = runs.filter(({ lost, double, broken }) => lost.length + double.length + broken.length > 0);
  expect(faults).toEqual([]);
  expect(runs).toHaveLength(POINTS.length);
}, 600_000);
