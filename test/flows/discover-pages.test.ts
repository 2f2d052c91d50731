import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { composeDigest } from '../../src/flows/compose-digest.ts';
import { discoverPages } from '../../src/flows/discover-pages.ts';
import { sendDigests } from '../../src/flows/send-digests.ts';
import type { Account } from '../../src/store/accounts.ts';
import { beginLook } from '../../src/store/hosts.ts';
import { listNotices } from '../../src/store/notices.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { openSite, pricingPage, type Site } from '../support/site.ts';

// Each test has a site and an account of its own; the sites of earlier tests are watched by nobody any more.

let desk: Desk;
let site: Site;
let account: Account;
let tests = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(async () => {
  tests += 1;
  await desk.db.deleteFrom('subscriptions').execute();
  // A Monday at six.
  desk.setClock(new Date(Date.UTC(2030, 0, 7, 6) + tests * 98 * 24 * 3_600_000));
  account = await desk.newAccount(`account ${tests}`);
  site = await openSite();
  return async () => site.close();
});

const withLinks = (...paths: readonly string[]): string =>
  pricingPage().replace('</nav>', `${paths.map((path) => `<a href="${path}">Go</a>`).join('')}</nav>`);
const sitemap = (...paths: readonly string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${site.origin}${path}</loc><lastmod>2030-01-01</lastmod></url>`).join('')}</urlset>`;
const setSitemap = (path: string, xml: string): void =>
  site.set(path, (_, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end(xml));

/** Watches a path of the test's own site, read twice. */
async function watch(path: string, html: string): Promise<Watched> {
  const ofSite: Desk = { ...desk, site };
  site.set(path, { html });
  const { watchPath } = await import('../support/desk.ts');
  const w = await watchPath(ofSite, path, account);
  await w.check();
  site.take();
  return w;
}

/** One look, and what it offered, as paths. */
async function look(): Promise<readonly string[]> {
  const done = await discoverPages(desk.db, desk.world);
  return done.flatMap(({ offered }) => offered).map((url) => url.replace(site.origin, ''));
}

const week = (): void => desk.pass(7 * 24);

describe('B: a look at a site', () => {
  test('is made once a week, costs one request, and the first one offers nothing', async () => {
    setSitemap('/sitemap.xml', sitemap('/pricing', '/vs/acme'));
    await watch('/pricing', withLinks('/enterprise'));
    expect(await look()).toEqual([]);
    expect(site.take()).toEqual(['/sitemap.xml']);
    for (let hours = 0; hours < 7 * 24 - 1; hours += 24) {
      expect(await discoverPages(desk.db, desk.world)).toEqual([]);
      desk.pass(24);
    }
    expect(site.take()).toEqual([]);
    expect(await discoverPages(desk.db, desk.world)).toMatchObject([{ requests: 1, offered: [] }]);
    expect(site.take()).toEqual(['/sitemap.xml']);
  });

  test('two workers at the same time make one', async () => {
    await watch('/pricing', withLinks());
    await Promise.all([discoverPages(desk.db, desk.world), discoverPages(desk.db, desk.world)]);
    expect(site.take()).toEqual(['/sitemap.xml']);
  });

  test('offers what the menu shows anew, once, with since when', async () => {
    const w = await watch('/pricing', withLinks('/maps'));
    await look();
    week();
    site.set('/pricing', { html: withLinks('/maps', '/enterprise') });
    const seen = desk.now();
    await w.check();
    desk.pass(1);
    expect(await look()).toEqual(['/enterprise']);
    const [notice] = await listNotices(desk.db, seen);
    expect(notice).toMatchObject({
      kind: 'page.new',
      headline: 'New page: /enterprise, in the menu',
      address: `${site.origin}/enterprise`,
      since: seen,
    });
    expect(notice?.advice).toBe(`Watch it: npm run -s sightline -- add ${site.origin}/enterprise`);
    week();
    expect(await look()).toEqual([]);
  });

  test('offers what the sitemap lists anew; its dates decide nothing', async () => {
    setSitemap('/sitemap.xml', sitemap('/pricing', '/about'));
    await watch('/pricing', withLinks());
    await look();
    week();
    setSitemap(
      '/sitemap.xml',
      sitemap('/pricing', '/about', '/vs/acme').replaceAll('2030-01-01', '2031-12-31'),
    );
    expect(await look()).toEqual(['/vs/acme']);
  });

  test('follows an index one level, one part a week, each with a first look of its own', async () => {
    const index = (...names: readonly string[]): string =>
      `<sitemapindex>${names.map((name) => `<loc>${site.origin}/${name}</loc>`).join('')}<loc>https://elsewhere.example/s.xml</loc></sitemapindex>`;
    setSitemap('/sitemap.xml', index('a.xml', 'b.xml'));
    setSitemap('/a.xml', index('deeper.xml'));
    setSitemap('/b.xml', sitemap('/vs/one'));
    await watch('/pricing', withLinks());
    const asked: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await look()).toEqual([]);
      asked.push(...site.take());
      week();
    }
    expect(asked).toEqual(['/sitemap.xml', '/a.xml', '/b.xml', '/sitemap.xml', '/a.xml']);
    setSitemap('/b.xml', sitemap('/vs/one', '/vs/two'));
    expect(await look()).toEqual(['/vs/two']);
  });

  test.each([
    ['is missing', (): void => site.set('/sitemap.xml', { html: 'no', status: 404 })],
    ['is a page', (): void => site.set('/sitemap.xml', { html: pricingPage() })],
    ['leads elsewhere', (): void => site.set('/sitemap.xml', { redirect: '/pricing' })],
    ['breaks off', (): void => site.set('/sitemap.xml', (_, response) => response.destroy())],
  ])('a sitemap that %s at first has no baseline: what it lists later is no news', async (_, broken) => {
    broken();
    await watch('/pricing', withLinks());
    expect(await look()).toEqual([]);
    week();
    setSitemap('/sitemap.xml', sitemap('/vs/acme', '/docs'));
    expect(await look()).toEqual([]);
    week();
    setSitemap('/sitemap.xml', sitemap('/vs/acme', '/docs', '/vs/other'));
    expect(await look()).toEqual(['/vs/other']);
  });

  test('a page that is added later brings its own menu without news', async () => {
    await watch('/pricing', withLinks('/maps'));
    await look();
    week();
    await watch('/docs', withLinks('/maps', '/docs-of-maps', '/vs/acme'));
    expect(await look()).toEqual([]);
  });

  test('three a week, the rest in the weeks after, and none that is watched by then', async () => {
    const w = await watch('/pricing', withLinks());
    await look();
    week();
    const paths = ['/a-one', '/b-two', '/c-three', '/d-four', '/e-five'];
    site.set('/pricing', { html: withLinks(...paths) });
    await w.check();
    expect(await look()).toEqual(['/a-one', '/b-two', '/c-three']);
    site.set('/d-four', { html: pricingPage() });
    await addPage(desk.db, desk.world, {
      url: `${site.origin}/d-four`,
      competitor: null,
      everyS: null,
      account,
    });
    week();
    expect(await look()).toEqual(['/e-five']);
  });

  test('a site that nobody watches is left alone', async () => {
    await watch('/pricing', withLinks());
    await desk.db.deleteFrom('subscriptions').execute();
    expect(await discoverPages(desk.db, desk.world)).toEqual([]);
    expect(site.take()).toEqual([]);
  });

  test('asks for no sitemap that robots.txt disallows', async () => {
    site.set('/robots.txt', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /sitemap'),
    );
    setSitemap('/sitemap.xml', sitemap('/pricing', '/vs/acme'));
    await watch('/pricing', withLinks());
    expect(await discoverPages(desk.db, desk.world)).toMatchObject([{ requests: 0 }]);
    expect(site.take()).toEqual([]);
  });

  test('waits for the turn of its host', async () => {
    await watch('/pricing', withLinks());
    const busy = { ...desk.world, settings: { ...desk.world.settings, hostGapMs: 60_000 } };
    expect(await beginLook(desk.db, new URL(site.origin).host, 60_000)).toBe(0);
    expect(await discoverPages(desk.db, busy)).toEqual([]);
    expect(site.take()).toEqual([]);
  });
});

describe('B: new pages in the digest', () => {
  async function offer(): Promise<void> {
    const w = await watch('/pricing', withLinks());
    await look();
    week();
    site.set('/pricing', { html: withLinks('/enterprise') });
    await w.check();
    await look();
  }
  const shown = async (of = account) => {
    const since = new Date(+desk.now() - 24 * 3_600_000);
    const { content } = await composeDigest(desk.db, desk.world, { account: of, since });
    return content.newPages.map(({ headline }) => headline);
  };
  const queued = async (): Promise<number> =>
    (await desk.db.selectFrom('deliveries').selectAll().execute()).length;

  test('they are nowhere else, in one digest, and the next says nothing of them', async () => {
    await desk.channel('email', 'founder@example.com', account);
    const before = await queued();
    await offer();
    expect(await queued()).toBe(before);
    expect(await shown()).toEqual(['New page: /enterprise, in the menu']);
    desk.pass(4);
    const mine = (await sendDigests(desk.db, desk.world)).find((made) => made.account === account.name);
    expect(mine).toMatchObject({ subject: 'Birchline: New page: /enterprise, in the menu', channels: 1 });
    expect(await shown()).toEqual([]);
  });

  test('not to an account that watches the page by then, nor to one that is muted, nor to one of other sites', async () => {
    await offer();
    const stranger = await desk.newAccount(`stranger ${tests}`);
    expect(await shown(stranger)).toEqual([]);
    const muted_until = new Date(+desk.now() + 3_600_000);
    await desk.db.updateTable('subscriptions').set({ muted_until }).execute();
    expect(await shown()).toEqual([]);
    await desk.db.updateTable('subscriptions').set({ muted_until: null }).execute();
    expect(await shown()).toHaveLength(1);
    site.set('/enterprise', { html: pricingPage() });
    await addPage(desk.db, desk.world, {
      url: `${site.origin}/enterprise`,
      competitor: null,
      everyS: null,
      account,
    });
    expect(await shown()).toEqual([]);
  });

  test('a new page is no state of the watch: the notices of a page stay as they were', async () => {
    await desk.channel('email', 'founder@example.com', account);
    const w = await watch('/plans', withLinks());
    await look();
    week();
    w.set({ html: '<h1>Gone</h1>', status: 410 });
    await w.check();
    await w.check();
    site.set('/pricing', { html: withLinks('/enterprise') });
    expect(await w.notices()).toEqual(['page.gone']);
    await look();
    w.set({ html: withLinks() });
    await w.check();
    expect(await w.notices()).toEqual(['page.gone', 'page.back']);
  });
});
