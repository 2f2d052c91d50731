import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { readConfig } from '../../src/config.ts';
import { webApp } from '../../src/web/app.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
let web: Hono;
beforeAll(async () => {
  desk = await openDesk();
  const read = readConfig({ SIGHTLINE_DATA: desk.mailFolder });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world, account } = desk;
  const app = { config: read.config, db, databaseUrl, world, account, close: async () => {} };
  web = webApp(app, (fault) => {
    throw fault;
  });
});
afterAll(async () => desk.close());

const text = async (path: string): Promise<string> =>
  (await web.request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000' } })).text();

/** Five prices move: an event quotes some of them and shows the rest as "more". */
const MANY = ['Solo', 'Duo', 'Trio', 'Quartet', 'Quintet'];
const plans = (prices: readonly number[]) =>
  MANY.map((name, n) => ({ name, price: `$${prices[n]} per month`, features: [`${name} feature`] }));

async function eventOf(path: string, headers: Record<string, string>): Promise<string> {
  const w = await desk.watch(path);
  w.set({ html: pricingPage(plans([11, 12, 13, 14, 15])), headers });
  await w.check();
  desk.pass(6);
  w.set({
    html: pricingPage(
      withPrice('Solo', '$91 per month', plans([91, 92, 93, 94, 95])),
      '<p>Each plan now has a phone line.</p>',
    ),
    headers,
  });
  await w.check();
  desk.pass(25);
  await w.check();
  const [event] = await w.events();
  return `${await text(`/events/${event?.id}`)}${await text(`/pages/${w.page.id}`)}`;
}

test('a page that must not be archived is shown by quotes only, and it says so', async () => {
  const shown = await eventOf('/kept', {});
  expect(shown).toContain('both kept with their bytes');
  expect(shown).not.toContain('noarchive');
  desk.nextTest();
  const hidden = await eventOf('/not-kept', { 'x-robots-tag': 'noarchive' });
  expect(hidden).toContain('not kept, as the site asks (noarchive)');
  expect(hidden).toContain('only the text that we compare with is kept');
  expect(hidden).toContain('$91 per month');
  expect(hidden).not.toContain('told together with these');
});
