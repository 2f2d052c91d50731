import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCli, type Cli } from '../support/cli.ts';
import { pricingPage } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

let v: Visits;
let cli: Cli;
beforeAll(async () => {
  v = await watch('/pricing');
  cli = await openCli({ DATABASE_URL: v.url });
  v.site.set('/pricing', { html: pricingPage() });
  v.site.set('/plans', { html: pricingPage() });
  await v.check();
});
afterAll(async () => {
  await cli.close();
  await v.close();
});

test('A: a page that has not moved is not followed: exit 1 and a sentence', async () => {
  expect(await cli.run('accept', v.page.url)).toEqual({
    code: 1,
    out: '',
    err: `sightline: ${v.page.url} has no move to accept. One can be accepted when it was told: after three visits over a day that led there for good.\n`,
  });
});

test('A: events name where a page has moved to, and accept follows it there', async () => {
  const to = `${v.site.origin}/plans`;
  v.site.set('/pricing', { redirect: '/plans', status: 308 });
  for (let visit = 0; visit < 3; visit += 1) {
    v.pass(12);
    await v.check();
  }
  const headline = `The page has moved to ${to}`;
  expect(await cli.json('events')).toMatchObject([
    { kind: 'page.moved', url: v.page.url, address: to, headline },
  ]);
  // Either address names it: this is the one that it has moved to.
  expect(await cli.json('accept', `${to}/`)).toEqual({ accepted: { id: v.page.id, from: v.page.url, to } });
  v.site.take();
  expect(await v.check()).toMatchObject({ url: to, outcome: 'first', eventId: null });
  expect(v.site.take()).toEqual(['/plans', '/plans']);
});
