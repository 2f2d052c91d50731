import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addPage, type AddPage } from '../../src/flows/add-page.ts';
import { removePage } from '../../src/flows/remove-page.ts';
import { tryPage } from '../../src/flows/try-page.ts';
import { listPages } from '../../src/store/pages.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// RFC 9309, through the real guard and the real store: what robots.txt says is asked for once a day and obeyed.

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  desk.site.set('/private/plans', { html: pricingPage(), etag: '"p"' });
});
afterEach(async () => desk.close());

const SHUT = 'User-agent: *\nDisallow: /private\n';
const RULE = 'Disallow: /private, line 2, for User-agent: *';

function robots(
  text: string,
  over: { status?: number; etag?: string; headers?: Record<string, string> } = {},
) {
  desk.site.set('/robots.txt', { html: text, ...over });
}
const add = async (path: string, over: Partial<AddPage> = {}) => {
  const url = desk.site.origin + path;
  return addPage(desk.db, desk.world, {
    url,
    competitor: null,
    everyS: null,
    account: desk.account,
    ...over,
  });
};

describe('adding a page that robots.txt disallows', () => {
  test('is refused with the very rule; nothing of it is requested or stored', async () => {
    robots(SHUT);
    expect(await add('/private/plans')).toEqual({
      ok: false,
      fault: 'robots',
      say: `robots.txt of ${new URL(desk.site.origin).host} asks programs to stay away from this page: ${RULE}.`,
    });
    expect(desk.site.seen).toEqual([]);
    expect(await listPages(desk.db)).toEqual([]);
  });

  test('is done when the founder asks for the page all the same, and it is then checked', async () => {
    robots(SHUT);
    const added = await add('/private/plans', { despiteRobots: true });
    expect(added).toMatchObject({ ok: true, created: true, look: { readable: true } });
    const w = await desk.watch('/private/plans');
    expect(await w.check()).toMatchObject({ outcome: 'first', status: 200 });
  });

  test('another account has to ask for itself, and the page rests when only it is left that did not', async () => {
    robots('');
    const w = await desk.watch('/private/plans');
    robots(SHUT);
    desk.pass(25);
    const other = await desk.newAccount('another');
    await w.check();
    expect(await add('/private/plans', { account: other })).toMatchObject({ ok: false, fault: 'robots' });
    expect(await add('/private/plans', { account: other, despiteRobots: true })).toMatchObject({
      created: true,
    });
    expect(await w.check()).toMatchObject({ outcome: 'first' });
    await removePage(desk.db, desk.world, { account: other, pageId: w.page.id });
    expect(await w.check()).toMatchObject({ outcome: 'blocked' });
  });

  test('a page that is watched already is found, and insisting lifts the block at once', async () => {
    robots('');
    const w = await desk.watch('/private/plans');
    robots(SHUT);
    desk.pass(25);
    expect(await w.check()).toMatchObject({ outcome: 'blocked' });
    expect(await add('/private/plans')).toMatchObject({ ok: true, created: false });
    expect(await w.check()).toMatchObject({ outcome: 'blocked' });
    const insisted = await add('/private/plans', { despiteRobots: true });
    expect(insisted).toMatchObject({ created: false });
    expect((await listPages(desk.db))[0]?.nextCheckAt).toEqual(desk.now());
    expect(await w.check()).toMatchObject({ outcome: 'first' });
  });

  test('robots.txt is asked for by our own name', async () => {
    robots('User-agent: *\nDisallow: /\n\nUser-agent: sightline\nDisallow: /private\n');
    desk.site.set('/open', { html: pricingPage() });
    expect(await add('/open')).toMatchObject({ ok: true });
    expect(await add('/private/plans')).toMatchObject({
      say: expect.stringContaining('for User-agent: sightline'),
    });
  });

  test('one that does not answer keeps nobody from adding, and nothing is requested', async () => {
    robots('', { status: 503 });
    expect(await add('/private/plans')).toMatchObject({
      ok: true,
      look: { readable: false, say: expect.stringContaining('robots.txt cannot be read (it answers 503)') },
    });
    expect(desk.site.seen).toEqual([]);
  });

  test('one that leads to a private address is refused like the page', async () => {
    desk.site.set('/robots.txt', { redirect: 'http://10.0.0.1/robots.txt' });
    expect(await add('/private/plans')).toMatchObject({ ok: false, fault: 'address' });
  });
});

describe('a page that becomes disallowed', () => {
  test('is not requested any more: blocked with the rule, one notice after a day, and one when it is back', async () => {
    robots('User-agent: *\nDisallow:');
    const w = await desk.watch('/private/plans');
    await w.settle();
    robots(SHUT);
    desk.pass(24);
    desk.site.take();
    expect(await w.check()).toMatchObject({
      outcome: 'blocked',
      reason: `robots.txt keeps us out: ${RULE}`,
      requests: 0,
      status: null,
    });
    desk.pass(24);
    await w.check();
    desk.pass(24);
    await w.check();
    expect(desk.site.take()).toEqual([]);
    expect(await w.notices()).toEqual(['page.unreadable']);
    const notice = await desk.db.selectFrom('notices').select('headline').executeTakeFirstOrThrow();
    expect(notice.headline).toContain(RULE);

    robots('');
    w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
    desk.pass(24);
    expect(await w.check()).toMatchObject({ outcome: 'changed' });
    expect(await w.notices()).toEqual(['page.unreadable', 'page.readable']);
    expect(await w.events()).toHaveLength(1);
  });
});

describe('a page that leads to where robots.txt keeps us out', () => {
  test('is not followed there: blocked with the rule, unless the founder insists', async () => {
    robots(SHUT);
    desk.site.set('/plans', { redirect: '/private/plans' });
    expect(await add('/plans')).toMatchObject({
      ok: true,
      look: { readable: false, say: expect.stringContaining(RULE) },
    });
    const w = await desk.watch('/plans');
    expect(await w.check()).toMatchObject({
      outcome: 'blocked',
      reason: `robots.txt keeps us out of where it leads: ${RULE}`,
      requests: 1,
    });
    expect(new Set(desk.site.take())).toEqual(new Set(['/plans']));
    await add('/plans', { despiteRobots: true });
    await w.check();
    expect(desk.site.take()).toEqual(['/plans', '/private/plans']);
  });
});

describe('robots.txt is asked for', () => {
  test('once a day for all pages of an origin, with its validators', async () => {
    robots('', { etag: '"r1"' });
    const pages = [await desk.watch('/private/plans'), await desk.watch('/private/plans?b')];
    for (let hour = 0; hour < 48; hour += 6) {
      for (const page of pages) await page.check();
      desk.pass(6);
    }
    await pages[0]?.check();
    const validators = desk.site.robotsSeen.map(({ headers }) => headers['if-none-match'] ?? null);
    expect(validators).toEqual([null, '"r1"', '"r1"']);
    const file = await desk.db.selectFrom('robots').selectAll().executeTakeFirstOrThrow();
    expect(file).toMatchObject({ status: 304, answered_at: desk.now(), unreachable_since: null });
  });

  test('again after five minutes where it does not answer; meanwhile its last good copy holds', async () => {
    robots(SHUT);
    desk.site.set('/open', { html: pricingPage() });
    const w = await desk.watch('/open');
    robots('', { status: 500 });
    desk.pass(25);
    expect(await w.check()).toMatchObject({ outcome: 'first' });
    expect(await add('/private/plans')).toMatchObject({ say: expect.stringContaining(RULE) });
    const asked = desk.site.robotsSeen.length;
    await w.check();
    expect(desk.site.robotsSeen.length).toBe(asked);
    desk.pass(0.1);
    await w.check();
    expect(desk.site.robotsSeen.length).toBe(asked + 1);
  });

  test('without a copy nothing of the site is read until it answers, and the checks say why', async () => {
    robots('', { status: 503 });
    const w = await desk.watch('/private/plans');
    expect(await w.check()).toMatchObject({
      outcome: 'blocked',
      reason:
        'robots.txt cannot be read (it answers 503), so no page of the site is asked for until it can be',
      requests: 0,
    });
    desk.pass(1);
    robots('', { status: 404 });
    expect(await w.check()).toMatchObject({ outcome: 'first' });
  });

  test('after 30 days without an answer it is as if there were none', async () => {
    robots('', { status: 500 });
    const w = await desk.watch('/private/plans');
    desk.pass(29 * 24);
    expect(await w.check()).toMatchObject({ outcome: 'blocked' });
    desk.pass(25);
    expect(await w.check()).toMatchObject({ outcome: 'first' });
  });

  test('a host that nobody answers for fails, and backs off like any failure', async () => {
    const added = await addPage(desk.db, desk.world, {
      url: 'http://127.0.0.1:1/',
      competitor: null,
      everyS: null,
      account: desk.account,
    });
    if (!added.ok) throw new Error(added.say);
    const { checkNow } = await import('../../src/flows/check-now.ts');
    const order = { pageIds: [added.page.id], at: desk.now(), noWait: true, progress: () => {} };
    const [checked] = await checkNow(desk.db, desk.world, order);
    expect(checked).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('ECONNREFUSED') });
    expect(+(checked?.nextCheckAt ?? 0) - +desk.now()).toBe(300_000);
  });

  test('its text is kept, also one with NUL and 600 KiB', async () => {
    robots(`${SHUT}\0${'# filler\n'.repeat(70_000)}User-agent: *\nDisallow: /`);
    desk.site.set('/open', { html: pricingPage() });
    expect(await add('/open')).toMatchObject({ ok: true });
    expect(await add('/private/plans')).toMatchObject({ ok: false, fault: 'robots' });
  });
});

describe('try', () => {
  test('tells the rule and asks for nothing else, unless the person insists', async () => {
    robots(SHUT);
    const url = `${desk.site.origin}/private/plans`;
    expect(await tryPage(desk.world, url)).toMatchObject({
      ok: true,
      tried: { status: null, robots: { verdict: 'disallowed', rule: RULE }, health: { state: 'blocked' } },
    });
    expect(desk.site.seen).toEqual([]);
    expect(await tryPage(desk.world, url, { despiteRobots: true })).toMatchObject({
      tried: { status: 200, robots: { verdict: 'disallowed' }, health: { state: 'page' } },
    });
    expect(await desk.db.selectFrom('robots').selectAll().execute()).toEqual([]);
  });
});
