import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDesk, type Desk } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.nextTest());
afterAll(async () => desk.close());

const price = (amount: string) => ({ html: pricingPage(withPrice('Pro', `${amount} per month`)) });

test('P9: a price that comes back by another way is told each time', async () => {
  const w = await desk.watch('/round');
  await w.settle();
  for (const amount of ['$39', '$49', '$29', '$39']) {
    w.set(price(amount));
    expect((await w.check()).outcome).toBe('changed');
    desk.pass(48);
  }
  expect(await w.events()).toHaveLength(4);
});

test('P7: a page whose prices rotate is seen twice after all, and its real news is told', async () => {
  const w = await desk.watch('/shop');
  const page = (text: string) => (_: unknown, response: ServerResponse) => {
    visits += 1;
    const offer = `<aside><p>Today only: desk lamp ${visits} for €${19 + visits}</p></aside>`;
    const html = pricingPage().replace('</body>', `<main><p>${text}</p></main>${offer}</body>`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  };
  let visits = 0;
  w.set(page('We ship within two days.'));
  await w.check();
  desk.pass(6);
  await w.check();
  expect(await w.outcomes()).toContain('noise');
  w.set(page('We ship within two days. The data centre in Turku is closing for good.'));
  desk.pass(6);
  await w.check();
  desk.pass(48);
  await w.check();
  const told = (await w.events()).flatMap((event) => event.quotes.map((quote) => quote.after));
  expect(told.join('\n')).toContain('The data centre in Turku is closing for good.');
});

test('P12: a page that is missing is told as gone after a day, whatever its interval', async () => {
  const w = await desk.watch('/missing');
  await w.settle();
  await desk.db
    .updateTable('pages')
    .set({ every_s: 7 * 24 * 3600 })
    .where('id', '=', w.page.id)
    .execute();
  w.set({ html: '<h1>Not found</h1>', status: 404 });
  const began = desk.now();
  for (let visit = 0; visit < 3; visit += 1) {
    const { nextCheckAt } = await w.check();
    if (visit < 2) desk.setClock(nextCheckAt);
  }
  expect(+desk.now() - +began).toBe(24 * 3_600_000);
  expect(await w.notices()).toEqual(['page.gone']);
});

test('P7: what is due is told by a second read that shows the baseline again', async () => {
  const w = await desk.watch('/flicker');
  await w.settle();
  const sentence = (text: string) => ({ html: pricingPage().replace('</body>', `<p>${text}</p></body>`) });
  w.set(sentence('Every plan now comes with a named contact.'));
  await w.check();
  desk.pass(48);
  w.set(sentence('Our fair in Bergen opens its doors to everybody.'));
  expect((await w.checkOnce()).outcome).toBe('suspected');
  expect(await w.events()).toEqual([]);
  w.set(sentence('Every plan now comes with a named contact.'));
  desk.pass(1);
  expect((await w.check()).outcome).toBe('held');
  expect(await w.events()).toHaveLength(1);
});
