import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshestValidators } from '../../src/store/checks.ts';
import { listEvents } from '../../src/store/events.ts';
import { latestVersion } from '../../src/store/versions.ts';
import { pricingPage, withPrice } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

// Each test is named after something that happened to a monitor of this kind.

let v: Visits;
beforeEach(async () => {
  v = await watch('/pricing');
});
afterEach(async () => v.close());

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));

/** A first reading and its second read, so that the page has a baseline. */
async function settle(html = PAGE, etag = '"one"'): Promise<void> {
  v.site.set('/pricing', { html, etag });
  expect((await v.check()).outcome).toBe('first');
  v.pass(6);
}

test('P2: the newest row is a failure and the baseline is still found', async () => {
  await settle();
  v.site.set('/pricing', { html: '<h1>Down</h1>', status: 503 });
  expect((await v.check()).outcome).toBe('failed');
  const baseline = await latestVersion(v.db, v.page.id);
  expect(baseline?.confirmedAt).not.toBeNull();
  v.pass(6);
  v.site.set('/pricing', { html: DEARER });
  const checked = await v.check();
  expect(checked).toMatchObject({ outcome: 'changed' });
  expect(await v.headlines()).toHaveLength(1);
});

test('P1: a failed fetch, then the same page, tells nothing', async () => {
  await settle();
  for (const broken of [
    { html: 'oops', status: 500 },
    { html: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' },
    { html: '' },
  ]) {
    v.site.set('/pricing', broken);
    expect(['failed', 'blocked']).toContain((await v.check()).outcome);
    v.pass(1);
    v.site.set('/pricing', { html: PAGE });
    expect((await v.check()).outcome).toBe('unchanged');
    v.pass(6);
  }
  expect(await v.headlines()).toEqual([]);
  expect(await v.heldBack()).toEqual([]);
});

test('P2: validators come from the newest row of any outcome, content from the newest with a hash', async () => {
  await settle();
  v.site.set('/pricing', (_, response) => response.writeHead(500, { etag: '"err"' }).end('broken'));
  await v.check();
  expect(await freshestValidators(v.db, v.page.id)).toMatchObject({ etag: '"err"', vouchesFor: null });
  expect(await latestVersion(v.db, v.page.id)).not.toBeNull();
});

test('P3: a 200 that was not adopted leaves a validator that proves nothing', async () => {
  await settle();
  // The page changed, but what came was a wall with the new page's ETag: the next 304 would hide the change for ever.
  v.site.set('/pricing', {
    html: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>',
    etag: '"two"',
  });
  expect((await v.check()).outcome).toBe('blocked');
  v.site.set('/pricing', { html: DEARER, etag: '"two"' });
  v.pass(6);
  v.site.take();
  expect((await v.check()).outcome).toBe('changed');
  expect(v.site.take()[0]).toBe('/pricing');
  expect(await v.headlines()).toHaveLength(1);
});

test('P3: validators of a suspected version are not sent, so that a 304 cannot stand in for the second read', async () => {
  await settle();
  v.site.set('/pricing', { html: DEARER, etag: '"two"' });
  v.site.take();
  expect((await v.checkOnce()).outcome).toBe('suspected');
  v.pass(1);
  expect((await v.checkOnce()).outcome).toBe('changed');
  expect(v.site.take()).toEqual(['/pricing "one"', '/pricing']);
});

test('P4: a slash redirect still gets its 304, and the validator goes only to the URL that issued it', async () => {
  v.site.set('/pricing', { redirect: '/pricing/' });
  await v.site.set('/pricing/', { html: PAGE, etag: '"slash"' });
  expect((await v.check()).outcome).toBe('first');
  v.pass(6);
  v.site.take();
  expect(await v.check()).toMatchObject({ outcome: 'unchanged', witness: '304', requests: 2, bytes: 0 });
  expect(v.site.take()).toEqual(['/pricing', '/pricing/ "slash"']);
});

test('P3: a 304 nobody asked for is asked again once, and is then a failure', async () => {
  v.site.set('/pricing', (_, response) => response.writeHead(304).end());
  expect(await v.check()).toMatchObject({ outcome: 'failed', requests: 2 });
  let visits = 0;
  v.site.set('/pricing', (_, response) => {
    visits += 1;
    if (visits === 1) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  v.pass(1);
  expect(await v.checkOnce()).toMatchObject({ outcome: 'first', requests: 2 });
});

test('P8: the same discovery is never announced twice, over ten alternations', async () => {
  await settle();
  for (let turn = 0; turn < 10; turn += 1) {
    v.site.set('/pricing', { html: turn % 2 === 0 ? DEARER : PAGE });
    await v.check();
    v.pass(48);
  }
  const told = await v.headlines();
  // Told, reversed, told once as alternating: then silent, for no side stands a week.
  expect(told).toHaveLength(3);
  expect(told[2]).toMatch(/keeps alternating/);
});

test('P10: rotating ?ver= tokens cost no model call and no second read', async () => {
  const rotating = (_: unknown, response: import('node:http').ServerResponse): void => {
    const token = Math.random().toString(16).slice(2);
    const html = PAGE.replace(
      '</head>',
      `<link rel="stylesheet" href="/a.css?ver=${token}"><meta name="csrf" content="${token}"></head>`,
    )
      .replaceAll('href="/signup', `href="/signup/?utm_source=${token}&amp;x=`)
      .replace('</body>', `<script nonce="${token}">1</script><!-- build ${token} --></body>`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  };
  v.site.set('/pricing', rotating);
  expect((await v.check()).outcome).toBe('first');
  for (let visit = 0; visit < 3; visit += 1) {
    v.pass(6);
    expect(await v.check()).toMatchObject({ outcome: 'unchanged', witness: 'content', requests: 1 });
  }
  expect(await v.db.selectFrom('model_calls').selectAll().execute()).toEqual([]);
});

test('P9, fault 25: only the names of two plans swap places, and both prices are told', async () => {
  await settle();
  const swapped = PAGE.replace('<h3>Pro<', '<h3>?<')
    .replace('<h3>Team<', '<h3>Pro<')
    .replace('<h3>?<', '<h3>Team<');
  v.site.set('/pricing', { html: swapped });
  expect((await v.check()).outcome).toBe('changed');
  const [event] = await listEvents(v.db);
  expect(event?.quotes.map((q) => `${q.before} -> ${q.after}`)).toEqual(
    expect.arrayContaining(['$29 per month -> $99 per month', '$99 per month -> $29 per month']),
  );
});
