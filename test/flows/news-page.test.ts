import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';

// PRODUCT 5: a page with news on most visits has one line a day, told though it rolled off.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.nextTest());
afterAll(async () => desk.close());

const NEWS = [
  'Harbour wall in Turku gets a second gate',
  'Sailmakers of four towns found a guild',
  'Rope prices fall after a mild winter',
  'Ice closes the northern lanes until March',
  'A regatta for boats older than their crews',
  'Glue that hardens under water passes its tests',
  'Lighthouse keeper retires after forty years',
  'Old ferry sold to a museum for $90 million',
  'Divers find a cargo of tar barrels',
  'Two yards share one crane from spring on',
  'Pilots ask for brighter buoys',
  'Fog horn restored by pupils',
];

function frontPage(first: number, { price = '$29', shown = 6 } = {}): string {
  const entries = NEWS.slice(first, first + shown).map(
    (title) => `<li><a href="/${NEWS.indexOf(title)}">${title}</a></li>`,
  );
  return `<!doctype html><html><head><title>The Oakmill Courier</title></head><body><header><nav><a href="/">Home</a></nav></header>
    <main><h1>News of the coast</h1><p>Read all of it for ${price} per month.</p><ul>${entries.toReversed().join('')}</ul></main>
    <footer><p>Printed and sent by Oakmill, who also mend boats.</p></footer></body></html>`;
}

/** Visits that each bring one entry, and drop the oldest. */
async function bring(w: Watched, [from, to]: readonly [number, number], hours = 4): Promise<void> {
  for (let first = from; first <= to; first += 1) {
    desk.pass(hours);
    w.set({ html: frontPage(first) });
    expect((await w.check()).outcome).toBe('changed');
  }
}

/** Four entries in sixteen hours: from here on the page counts as one of news. */
async function known(path: string): Promise<Watched> {
  const w = await desk.watch(path);
  await w.settle(frontPage(0, { shown: 3 }));
  for (const shown of [4, 5, 6, 7]) {
    w.set({ html: frontPage(0, { shown }) });
    expect((await w.check()).outcome).toBe('changed');
    desk.pass(4);
  }
  return w;
}

describe('a page with news on most visits', () => {
  test('tells a day of entries in one event, also those that rolled off, and none of them is told as gone', async () => {
    const w = await known('/courier');
    await bring(w, [1, 5]);
    const events = await w.events();
    expect(events).toHaveLength(1);
    desk.pass(25);
    await w.check();
    const told = (await w.events()).flatMap((event) => event.quotes);
    expect((await w.events()).length).toBeLessThanOrEqual(2);
    expect((await w.events())[0]?.headline).toMatch(/^(?:\w+) new entries: "/);
    for (const title of NEWS.slice(3, 11)) expect(told.map((quote) => quote.after)).toContain(title);
    expect(told.filter((quote) => quote.before === NEWS[4])).toEqual([]);
  });

  test('an entry that was told and rolls off later is no reversal', async () => {
    const w = await known('/told');
    desk.pass(20);
    await w.check();
    expect(await w.events()).toHaveLength(1);
    await bring(w, [1, 5], 3);
    desk.pass(25);
    await w.check();
    expect((await w.events()).map((event) => event.returns)).toEqual([null, null]);
    expect((await w.heldBack()).filter((line) => line.startsWith('roll-off')).length).toBeGreaterThan(0);
  });

  test('a sum of money in an entry waits for the line of the day; the price of the page itself does not', async () => {
    const w = await known('/money');
    await bring(w, [2, 2]);
    expect(NEWS[7]).toContain('$90 million');
    expect(await w.events()).toEqual([]);
    w.set({ html: frontPage(2, { price: '$39' }) });
    await w.check();
    expect((await w.events()).map((event) => event.kind)).toEqual(['pricing.price']);
  });
});

test('a page that changes seldom is no page of news: what comes and goes within a day is withdrawn', async () => {
  const w = await desk.watch('/seldom');
  await w.settle(frontPage(0));
  for (let visit = 0; visit < 8; visit += 1) {
    desk.pass(6);
    await w.check();
  }
  await bring(w, [1, 1]);
  w.set({ html: frontPage(0) });
  desk.pass(6);
  await w.check();
  desk.pass(25);
  await w.check();
  expect(await w.events()).toEqual([]);
});
