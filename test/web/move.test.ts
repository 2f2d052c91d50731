import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { readConfig } from '../../src/config.ts';
import { webApp } from '../../src/web/app.ts';
import { pricingPage } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

let v: Visits;
let web: Hono;
const faults: Error[] = [];

beforeAll(async () => {
  v = await watch('/pricing');
  const read = readConfig({ SIGHTLINE_DATA: v.mailFolder });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world, account } = v;
  const app = { config: read.config, db, databaseUrl, world, account, close: async () => {} };
  web = webApp(app, (error) => faults.push(error));
  v.site.set('/pricing', { html: pricingPage() });
  await v.check();
  v.site.set('/plans', { html: pricingPage() });
  v.site.set('/pricing', { redirect: '/plans' });
  for (let visit = 0; visit < 3; visit += 1) {
    v.pass(12);
    await v.check();
  }
});
afterAll(async () => v.close());

const HOST = { host: 'localhost:3000' };
const page = async (): Promise<string> =>
  (await web.request(`http://localhost:3000/pages/${v.page.id}`, { headers: HOST })).text();
const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  web.request(`http://localhost:3000${path}`, {
    method: 'POST',
    headers: { ...HOST, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(form),
  });
const address = async (): Promise<string | undefined> =>
  (await v.db.selectFrom('pages').select('url').executeTakeFirst())?.url;

describe('A: a page that has moved', () => {
  test('shows where to, since when, and a form that names that address', async () => {
    const shown = await page();
    expect(shown).toContain('Follow it to the new address');
    expect(shown).toContain(`<input type="hidden" name="to" value="${v.site.origin}/plans">`);
  });

  test.each([
    [
      'from another site',
      { form: { to: '/plans' }, headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
    ],
    [
      'for an address that was not shown',
      { form: { to: 'https://evil.example/' }, headers: {}, status: 422 },
    ],
    ['without an address', { form: {}, headers: {}, status: 422 }],
  ] as const)('is not accepted %s', async (_, { form, headers, status }) => {
    expect((await post(`/pages/${v.page.id}/accept`, form, headers)).status).toBe(status);
    expect(await address()).toBe(v.page.url);
  });

  test('P16: nor by a page that is not the own one', async () => {
    expect((await post('/pages/999999/accept', { to: `${v.site.origin}/plans` })).status).toBe(404);
  });

  test('is followed by the button, which is then gone, and the page says where it was', async () => {
    const answer = await post(`/pages/${v.page.id}/accept`, { to: `${v.site.origin}/plans` });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pages/${v.page.id}`]);
    expect(await address()).toBe(`${v.site.origin}/plans`);
    const shown = await page();
    expect(shown).not.toContain('Follow it to the new address');
    expect(shown).toContain(`it was read at ${v.page.url}.`);
    expect((await v.check()).outcome).toBe('first');
  });
});

test('no bug was met on the way', () => {
  expect(faults).toEqual([]);
});
