import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { removePage } from '../../src/flows/remove-page.ts';
import { duePageIds } from '../../src/store/pages.ts';
import { pricingPage } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

let v: Visits;
beforeAll(async () => {
  v = await watch('/pricing');
  v.site.set('/pricing', { html: pricingPage() });
  await v.check();
});
afterAll(async () => v.close());

const again = async (everyS: number | null) => {
  const { db, world, account, page } = v;
  return addPage(db, world, { url: page.url, competitor: 'Birchline', everyS, account });
};

test('a page that nobody watches is visited no more, and goes on where it stood when it is watched again', async () => {
  const { db, world, account, page } = v;
  v.pass(100);
  expect(await duePageIds(db, v.now())).toEqual([page.id]);
  expect(await removePage(db, world, { account, pageId: page.id })).toBe(true);
  expect(await removePage(db, world, { account, pageId: page.id })).toBe(false);
  expect(await duePageIds(db, v.now())).toEqual([]);
  expect(await again(null)).toMatchObject({ ok: true, created: true, page: { id: page.id } });
  expect(await duePageIds(db, v.now())).toEqual([page.id]);
  expect((await v.check()).outcome).toBe('unchanged');
});

test('how often: the only reader may choose slower and faster, and faster begins now', async () => {
  await v.check();
  expect(await again(7200)).toMatchObject({ page: { everyS: 7200 } });
  const faster = await again(60);
  expect(faster).toMatchObject({ page: { everyS: 60, nextCheckAt: new Date(+v.now() + 60_000) } });
  expect(await again(86_400)).toMatchObject({ page: { everyS: 86_400 } });
});
