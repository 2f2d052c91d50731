import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOT_PUBLIC } from '../../src/core/address/address.ts';
import { addPage, type Added } from '../../src/flows/add-page.ts';
import { tryPage } from '../../src/flows/try-page.ts';
import type { Account } from '../../src/store/accounts.ts';
import { listPages } from '../../src/store/pages.ts';
import { subscriptionsOfAccount } from '../../src/store/subscriptions.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { openOutside } from '../support/outside.ts';
import { pricingPage } from '../support/site.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());

interface Wish {
  readonly competitor?: string | null;
  readonly everyS?: number | null;
  readonly account?: Account;
}

async function add(
  url: string,
  { competitor = null, everyS = null, account = desk.account }: Wish = {},
): Promise<Added> {
  return addPage(desk.db, desk.world, { url, competitor, everyS, account });
}

/** The page that was added; the test fails when none was. */
async function added(url: string, wish?: Wish) {
  const answer = await add(url, wish);
  if (!answer.ok) throw new Error(answer.say);
  return answer;
}

describe('refused with a sentence, and nothing is stored', () => {
  test.each([
    ['another scheme', 'ftp://example.com/x', 'scheme', 'Sightline opens http and https addresses, not ftp.'],
    [
      'a script',
      'javascript:alert(1)',
      'scheme',
      'Sightline opens http and https addresses, not javascript.',
    ],
    [
      'a user name',
      'https://me:secret@example.com/',
      'userinfo',
      'Leave out the user name or password before the @: Sightline sends none.',
    ],
    ['a private address', 'http://10.0.0.1/', 'address', NOT_PUBLIC],
    ['the address of cloud metadata', 'http://169.254.169.254/latest/meta-data/', 'address', NOT_PUBLIC],
    ['a number that is an address', 'http://167772161/', 'address', NOT_PUBLIC],
    ['no address', 'not an address', 'malformed', expect.stringContaining('not a web address')],
  ])('%s', async (...[, url, fault, say]) => {
    const before = await listPages(desk.db);
    expect(await add(url)).toEqual({ ok: false, fault, say });
    expect(await listPages(desk.db)).toEqual(before);
  });

  test('a page that redirects to a private address is refused with the same sentence', async () => {
    desk.site.set('/leads-inside', { redirect: 'http://10.0.0.1/admin' });
    expect(await add(`${desk.site.origin}/leads-inside`)).toEqual({
      ok: false,
      fault: 'address',
      say: NOT_PUBLIC,
    });
  });

  test('without networks of the operator loopback is refused too, by name and by number', async () => {
    const outside = await openOutside({ databaseUrl: desk.url, mailFolder: desk.mailFolder, now: desk.now });
    const world = { ...outside.world, settings: { ...outside.world.settings, allowNet: [] } };
    for (const url of ['http://localhost/', 'http://127.0.0.1/', 'http://[::1]/', desk.site.origin]) {
      const wish = { url, competitor: null, everyS: null, account: desk.account };
      expect(await addPage(desk.db, world, wish)).toEqual({ ok: false, fault: 'address', say: NOT_PUBLIC });
    }
    await outside.close();
  });
});

describe('added, with what it answered', () => {
  test('a readable page says what it gives and what a check of it will cost', async () => {
    desk.site.set('/good', { html: pricingPage(), etag: '"one"' });
    const { created, look, page } = await added(`${desk.site.origin}/good`);
    expect(created).toBe(true);
    expect(look).toEqual({
      readable: true,
      say: expect.stringMatching(/^it answers 200 with \d+ characters of text, with validators/),
    });
    expect(page).toMatchObject({ kind: 'other', everyS: 21_600, nextCheckAt: desk.now() });
  });

  test.each([
    ['a server error', { html: 'no', status: 500 }],
    ['a bot wall', { html: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' }],
    ['an empty page', { html: '' }],
    ['a missing page', { html: '<h1>Not found</h1>', status: 404 }],
  ])('%s is added, and the answer says that it cannot be read now', async (name, answer) => {
    const path = `/${name.replaceAll(' ', '-')}`;
    desk.site.set(path, answer);
    const { created, look } = await added(desk.site.origin + path);
    expect(created).toBe(true);
    expect(look).toEqual({ readable: false, say: expect.stringMatching(/^it cannot be read now: \S/) });
  });

  test('a host that nobody answers for is added, and the answer says so', async () => {
    const { created, look } = await added('http://127.0.0.1:1/');
    expect(created).toBe(true);
    expect(look).toMatchObject({ readable: false, say: expect.stringContaining('ECONNREFUSED') });
  });

  test('a competitor is named after the site unless a name is given, in any case', async () => {
    desk.site.set('/named', { html: pricingPage() });
    await added(`${desk.site.origin}/named?a=1`, { competitor: 'Birchline' });
    await added(`${desk.site.origin}/named?a=2`, { competitor: 'birchLINE' });
    const names = await desk.db
      .selectFrom('competitors')
      .select('name')
      .where('account_id', '=', desk.account.id)
      .execute();
    expect(names.filter(({ name }) => name.toLowerCase() === 'birchline')).toHaveLength(1);
  });
});

describe('P4: the key is not the address', () => {
  const forms = [
    '/two-forms',
    '/two-forms/',
    '/two-forms#plans',
    '/two-forms?utm_source=x',
    '/two-forms/?gclid=1',
  ];

  test('other forms of an address answer the page that exists, which keeps the form that was given first', async () => {
    desk.site.set('/two-forms', { redirect: '/two-forms/' });
    desk.site.set('/two-forms/', { html: pricingPage() });
    const answers = [];
    for (const form of forms) answers.push(await added(desk.site.origin + form));
    expect(answers.map((answer) => answer.created)).toEqual([true, false, false, false, false]);
    expect(new Set(answers.map((answer) => answer.page.id)).size).toBe(1);
    expect(answers[1]?.page.url).toBe(`${desk.site.origin}/two-forms`);
    expect(answers[1]?.look).toBeNull();
  });

  test.each([
    ['a query in its own order and writing', '/odd?b=2&a=%7e|x'],
    ['a path in its own case', '/Plans/Übersicht'],
  ])('%s is stored exactly as it was given', async (_, path) => {
    const { page } = await added(desk.site.origin + path);
    expect(page.url).toBe(desk.site.origin + path);
  });

  test('spaces around an address are nothing', async () => {
    const { page } = await added(`  ${desk.site.origin}/spaces  `);
    expect(page.url).toBe(`${desk.site.origin}/spaces`);
  });

  test('another account joins the page, keeps its own form of the address, and `created` speaks of it', async () => {
    const url = `${desk.site.origin}/shared`;
    desk.site.set('/shared', { html: pricingPage() });
    await added(url);
    const account = await desk.newAccount('a second one');
    const second = await added(`${url}/`, { account, competitor: 'Theirs' });
    expect(second).toMatchObject({ created: true, look: null, page: { url } });
    expect(await subscriptionsOfAccount(desk.db, account.id)).toMatchObject([
      { url: `${url}/`, competitor: 'Theirs' },
    ]);
  });

  test('the shorter of two wishes for an interval holds', async () => {
    const url = `${desk.site.origin}/interval`;
    expect((await added(url, { everyS: 7200 })).page.everyS).toBe(7200);
    const account = await desk.newAccount('an eager one');
    await added(url, { account, everyS: 86_400 });
    await added(url, { account, everyS: 3600 });
    const pages = await listPages(desk.db);
    expect(pages.find((page) => page.url === url)?.everyS).toBe(3600);
  });
});

describe('try', () => {
  test('it writes nothing, asks again with the validators, and tries the other slash form', async () => {
    desk.site.set('/tried', { redirect: '/tried/' });
    desk.site.set('/tried/', { html: pricingPage(), etag: '"t"' });
    const rows = async () =>
      Promise.all(
        (['pages', 'checks', 'snapshots', 'hosts'] as const).map((t) =>
          desk.db.selectFrom(t).selectAll().execute(),
        ),
      );
    const before = await rows();
    const url = `${desk.site.origin}/tried`;
    const result = await tryPage(desk.world, url);
    expect(result).toMatchObject({
      ok: true,
      tried: {
        url,
        status: 200,
        finalUrl: `${url}/`,
        etag: '"t"',
        health: { state: 'page' },
        hops: [{ status: 301 }, { status: 200 }],
        askedAgain: { status: 304, notModified: true },
        otherSlash: { url: `${url}/`, status: 200 },
      },
    });
    expect(await rows()).toEqual(before);
  });

  test('a page that is not the page says why', async () => {
    desk.site.set('/wall', { html: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' });
    expect(await tryPage(desk.world, `${desk.site.origin}/wall`)).toMatchObject({
      tried: { health: { state: 'blocked' }, askedAgain: null },
    });
    expect(await tryPage(desk.world, 'http://10.0.0.1/')).toEqual({
      ok: false,
      fault: 'address',
      say: NOT_PUBLIC,
    });
    expect(await tryPage(desk.world, 'http://127.0.0.1:1/')).toMatchObject({
      tried: { status: null, health: { state: 'failed' } },
    });
  });
});
