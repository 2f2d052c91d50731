import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, type Desk } from '../support/desk.ts';

// Fault 38: everything that was watched is gone, the address answers 200 with another page.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.nextTest());
afterAll(async () => desk.close());

const frame = (title: string, main: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><header><nav><a href="/">Oakmill</a> <a href="/prices">Prices</a></nav></header>
   <main>${main}</main><footer><p>Oakmill mends boats in four harbours and answers letters by hand.</p></footer></body></html>`;

const PRICES = frame(
  'Prices of mending',
  `<h1>Mending by subscription</h1><p>We mend sails, masts and hulls, as often as your boat asks for it.</p>
   <section><h2>Harbour</h2><p>$29 per month</p><ul><li>Two visits</li><li>Small repairs</li></ul></section>
   <section><h2>Coast</h2><p>$89 per month</p><ul><li>Ten visits</li><li>All repairs</li><li>Towing to the yard</li></ul></section>`,
);
const COURSE = frame(
  'A winter course in knots',
  `<h1>Learn forty knots before spring</h1><p>Our school opens in November, in the old sail loft by the water.</p>
   <h2>What we teach</h2><ul><li>Bends and hitches for every rope</li><li>Splicing by hand and by fid</li><li>Whipping, seizing and serving</li></ul>
   <h2>Who teaches</h2><p>Three riggers with a hundred years of sea between them share the evenings.</p><p>Bring a knife and dry hands.</p>`,
);

describe('fault 38: a page with another purpose', () => {
  test('is one event that says so, after three reads, and not ten removals', async () => {
    const w = await desk.watch('/prices');
    await w.settle(PRICES);
    w.set({ html: COURSE });
    expect((await w.check()).outcome).toBe('changed');
    expect(await w.events()).toEqual([]);
    for (const hours of [1.1, 6, 24, 24]) {
      desk.pass(hours);
      await w.check();
    }
    const events = await w.events();
    expect(events.map(({ kind, severity, headline }) => [kind, severity, headline])).toEqual([
      ['positioning.message', 'high', 'page changed its purpose, now "Learn forty knots…"'],
    ]);
    expect(events[0]?.quotes.some(({ before }) => before === 'Mending by subscription')).toBe(true);
  });

  test('served once and gone an hour later is nothing', async () => {
    const w = await desk.watch('/once');
    await w.settle(PRICES);
    w.set({ html: COURSE });
    await w.check();
    w.set({ html: PRICES });
    for (const hours of [1, 6, 25]) {
      desk.pass(hours);
      await w.check();
    }
    expect(await w.events()).toEqual([]);
  });

  test('is not what a price list is that keeps its subject: its prices are told at once', async () => {
    const w = await desk.watch('/raised');
    await w.settle(PRICES);
    w.set({ html: PRICES.replace('$29', '$35').replace('Two visits', 'Three visits') });
    await w.check();
    expect((await w.events()).map((event) => event.kind)).toEqual(['pricing.price']);
  });
});
