import { afterEach, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { listEvents } from '../../src/store/events.ts';
import { openSite, pricingPage, withPrice, type Site } from '../support/site.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

// What one page, or one rival, must never do to another.

let site: Site;
let w: TestWorld;
const heard: unknown[] = [];

async function open(over: Parameters<typeof testWorld>[0] = {}): Promise<void> {
  heard.length = 0;
  site = await openSite();
  w = await testWorld({ fault: (error) => void heard.push(error), ...over });
}
afterEach(async () => {
  await w.close();
  await site.close();
});

async function add(path: string, competitor: string): Promise<number> {
  const { db, world, account } = w;
  const added = await addPage(db, world, { url: site.origin + path, competitor, everyS: null, account });
  if (!added.ok) throw new Error(added.say);
  return added.page.id;
}

async function check(pageIds: readonly number[]) {
  w.pass(7);
  return checkNow(w.db, w.world, { pageIds, at: w.now(), noWait: false, progress: () => {} });
}

const DEARER = pricingPage(withPrice('Pro', '$39 per month'));

test('P11: NUL and half a surrogate pair in a page are read around, and the change beside them is told', async () => {
  await open();
  const dirty = (html: string) => html.replace('Start small', 'Start\u0000 small &#xD800; \u0000');
  site.set('/pricing', { html: dirty(pricingPage()) });
  const id = await add('/pricing', 'Birchline');
  expect((await check([id]))[0]?.outcome).toBe('first');
  site.set('/pricing', { html: dirty(DEARER) });
  expect((await check([id]))[0]).toMatchObject({ outcome: 'changed', eventId: expect.any(Number) });
  expect(heard).toEqual([]);
});

test('a page that brings a bug to light is a failed check, is reported, and keeps no other from being visited', async () => {
  await open();
  const { fetchPage } = w.world;
  const bug = new Error('a bug of ours');
  const world = {
    ...w.world,
    fetchPage: async (asked: Parameters<typeof fetchPage>[0]) => {
      if (asked.url.endsWith('/bad')) throw bug;
      return fetchPage(asked);
    },
  };
  for (const path of ['/bad', '/good']) site.set(path, { html: pricingPage() });
  const ids = [await add('/bad', 'Birchline'), await add('/good', 'Birchline')];
  const checked = await checkNow(w.db, world, {
    pageIds: ids,
    at: w.now(),
    noWait: true,
    progress: () => {},
  });
  expect(checked.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['failed', "a fault of Sightline's own: a bug of ours"],
    ['first', 'the first good reading'],
  ]);
  expect(heard).toEqual([bug]);
});

test('P8: the same change at two rivals on one host is news of both', async () => {
  await open();
  for (const path of ['/acme', '/globex']) site.set(path, { html: pricingPage() });
  const [acme, globex] = [await add('/acme', 'Acme'), await add('/globex', 'Globex')];
  await check([acme, globex]);
  for (const path of ['/acme', '/globex']) site.set(path, { html: DEARER });
  await check([acme, globex]);
  expect((await listEvents(w.db)).map((event) => event.pageId).toSorted()).toEqual([acme, globex]);
});

test('P8: on two pages of one rival it is one event', async () => {
  await open();
  for (const path of ['/a', '/b']) site.set(path, { html: pricingPage() });
  const ids = [await add('/a', 'Acme'), await add('/b', 'Acme')];
  await check(ids);
  for (const path of ['/a', '/b']) site.set(path, { html: DEARER });
  await check(ids);
  expect(await listEvents(w.db)).toHaveLength(1);
});
