import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());

/** Checks at the page's own times, and the hours from each to the next. */
async function hoursBetween(w: Watched, times: number): Promise<readonly number[]> {
  const hours: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const { nextCheckAt } = await w.check();
    hours.push((+nextCheckAt - +desk.now()) / 3_600_000);
    desk.setClock(nextCheckAt);
  }
  return hours;
}

test('a quiet page is visited less often, down to once a day, and at its own interval again as soon as it changes', async () => {
  const w = await desk.watch('/quiet');
  await w.settle(pricingPage(), '"1"');
  const hours = await hoursBetween(w, 24);
  expect(new Set(hours)).toEqual(new Set([6, 12, 24]));
  expect(hours).toEqual(hours.toSorted((a, b) => a - b));
  expect(hours.slice(0, 11).every((one) => one === 6)).toBe(true);
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')), etag: '"2"' });
  expect(await w.check()).toMatchObject({ outcome: 'changed' });
  expect(await hoursBetween(w, 2)).toEqual([6, 6]);
});

test('an interval that was chosen is kept exactly, whatever chance says', async () => {
  const { page } = await desk.watch('/chosen');
  desk.site.set('/chosen', { html: pricingPage(), etag: '"1"' });
  const wish = { url: page.url, competitor: null, everyS: 7200, account: desk.account };
  expect(await addPage(desk.db, desk.world, wish)).toMatchObject({
    page: { everyS: 7200, everyExact: true },
  });
  const w = await desk.watch('/chosen');
  await w.check();
  desk.pass(24 * 60);
  expect(await hoursBetween(w, 3)).toEqual([2, 2, 2]);
});

test('without a choice chance moves each visit by up to a tenth, so that pages drift apart', async () => {
  const other = await openDesk({ random: () => 0 });
  const w = await other.watch('/drifting');
  await w.settle();
  const { nextCheckAt } = await w.check();
  expect(+nextCheckAt - +other.now()).toBe(0.9 * 6 * 3_600_000);
  await other.close();
});

test('a page that cannot be read is not quiet: 5, 15, 60 minutes, then its own interval', async () => {
  const w = await desk.watch('/failing');
  await w.settle();
  desk.pass(24 * 30);
  w.set({ html: 'down', status: 500 });
  expect((await hoursBetween(w, 5)).map((hours) => Math.round(hours * 60))).toEqual([5, 15, 60, 360, 360]);
});
