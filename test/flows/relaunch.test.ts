import { afterEach, beforeEach, expect, test } from 'vitest';
import { pricingPage } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

let v: Visits;
beforeEach(async () => {
  v = await watch('/');
});
afterEach(async () => v.close());

const LONG = pricingPage(
  undefined,
  '<p>We plan routes for crews who work outdoors, in any weather.</p>'.repeat(60),
);
const SHORT = `<html><head><title>Birchline</title></head><body><main><h1>Birchline is now Alder</h1>
  <p>We start anew, and say it in few words: routes for people who work outdoors.</p>
  <p>Write to us for an invitation. Those who pay today keep what they have.</p></main></body></html>`;

test('P5: half a page is no page, however often it comes within a day', async () => {
  v.site.set('/', { html: LONG });
  await v.check();
  v.site.set('/', { html: SHORT });
  for (const hours of [6, 6, 6]) {
    v.pass(hours);
    expect(await v.check()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('came in part'),
    });
  }
  v.site.set('/', { html: LONG });
  v.pass(1);
  expect((await v.check()).outcome).toBe('unchanged');
  expect(await v.headlines()).toEqual([]);
});

test('a relaunch that stays short is believed after a day, and told', async () => {
  v.site.set('/', { html: LONG });
  await v.check();
  v.pass(6);
  v.site.set('/', { html: SHORT });
  expect((await v.check()).outcome).toBe('failed');
  v.pass(25);
  expect((await v.check()).outcome).toBe('changed');
  for (const hours of [2, 25]) {
    v.pass(hours);
    await v.check();
  }
  expect((await v.headlines()).join()).toMatch(/Birchline is now Alder/);
});
