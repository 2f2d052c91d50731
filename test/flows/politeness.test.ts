import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { claimDuePage } from '../../src/store/leases.ts';
import { duePageIds } from '../../src/store/pages.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import type { PoliteOrder } from '../support/polite-child.ts';
import { pricingPage } from '../support/site.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => desk.close());

async function watchMany(count: number): Promise<readonly Watched[]> {
  const watched: Watched[] = [];
  for (let n = 0; n < count; n += 1) {
    desk.site.set(`/page-${n}`, { html: pricingPage() });
    watched.push(await desk.watch(`/page-${n}`));
  }
  desk.site.take();
  return watched;
}

describe('two processes and one host', () => {
  const CHILD = fileURLToPath(new URL('../support/polite-child.ts', import.meta.url));
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  /** Starts a process for these pages; `said` emits its lines, and `exit`. */
  function start(pages: readonly Watched[], hostGapMs: number) {
    const order: PoliteOrder = {
      databaseUrl: desk.url,
      mailFolder: desk.mailFolder,
      now: desk.now().toISOString(),
      pageIds: pages.map(({ page }) => page.id),
      hostGapMs,
    };
    const child = spawn(process.execPath, [CHILD, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const said = new EventEmitter();
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      said.emit(line.split(' ', 1)[0] ?? '');
    });
    return { said, lines, ended: once(child, 'exit') };
  }

  test('within the gap one of them makes one request, whatever both have to do', async () => {
    const pages = await watchMany(6);
    const two = [start(pages.slice(0, 3), 3_600_000), start(pages.slice(3), 3_600_000)];
    // Both wait: one after its check, one without any.
    await Promise.all(two.map(async ({ said }) => once(said, 'waiting')));
    for (const { said } of two) await once(said, 'waiting');
    expect(two.flatMap(({ lines }) => lines).filter((line) => line.startsWith('checked'))).toHaveLength(1);
    expect(desk.site.seen.slice(-1)).toHaveLength(1);
    expect(desk.site.take()).toHaveLength(1);
  });

  test('without a gap too there is one request at a time: nobody asks while an answer is on its way', async () => {
    const pages = await watchMany(6);
    let open = 0;
    let most = 0;
    const gate = new EventEmitter();
    const first = once(gate, 'asked');
    const opened = once(gate, 'open');
    let held = true;
    for (const { page } of pages) {
      desk.site.set(new URL(page.url).pathname, (_, response) => {
        open += 1;
        most = Math.max(most, open);
        const wasHeld = held;
        held = false;
        gate.emit('asked');
        void (wasHeld ? opened : Promise.resolve()).then(() => {
          response.writeHead(200, { 'content-type': 'text/html' }).end(pricingPage());
          open -= 1;
        });
      });
    }
    const two = [start(pages.slice(0, 3), 0), start(pages.slice(3), 0)];
    await first;
    // The other one has come, seen that the host is busy, and waits.
    await Promise.race(two.map(async ({ said }) => once(said, 'waiting')));
    gate.emit('open');
    await Promise.all(two.map(async ({ ended }) => ended));
    expect(most).toBe(1);
    expect(desk.site.take().toSorted()).toEqual(
      pages.map(({ page }) => new URL(page.url).pathname).toSorted(),
    );
  });
});

describe('Retry-After is for the whole host', () => {
  test.each([429, 503])(
    'a %d on one page holds back all pages, due or asked for, until then',
    async (status) => {
      const [one, other] = await watchMany(2);
      if (one === undefined || other === undefined) throw new Error('two pages');
      one.set({ html: 'later', status, headers: { 'retry-after': '7200' } });
      await one.check();
      desk.site.take();
      desk.pass(1);
      expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
      expect(await duePageIds(desk.db, desk.now())).toEqual([]);
      const checked = await other.check();
      expect(checked).toMatchObject({
        outcome: 'blocked',
        reason: 'the site asked to be left alone until 2026-03-02 08:00 UTC (Retry-After)',
        requests: 0,
      });
      expect(checked.nextCheckAt).toEqual(new Date('2026-03-02T08:00:00Z'));
      expect(desk.site.take()).toEqual([]);
      desk.pass(1);
      expect(await duePageIds(desk.db, desk.now())).toHaveLength(2);
      expect(await other.check()).toMatchObject({ outcome: 'first' });
    },
  );

  test('robots.txt can ask for it too, and a page that is added meanwhile is not looked at', async () => {
    desk.site.set('/robots.txt', { html: '', status: 503, headers: { 'retry-after': '600' } });
    const url = `${desk.site.origin}/new`;
    const wish = { url, competitor: null, everyS: null, account: desk.account };
    expect(await addPage(desk.db, desk.world, wish)).toMatchObject({
      ok: true,
      look: { readable: false, say: expect.stringContaining('left alone until 2026-03-02 06:10 UTC') },
    });
    expect(desk.site.seen).toEqual([]);
    expect(await addPage(desk.db, desk.world, { ...wish, url: `${url}er` })).toMatchObject({ ok: true });
    expect(desk.site.robotsSeen).toHaveLength(1);
  });

  test('another host is not held back', async () => {
    const [one] = await watchMany(1);
    one?.set({ html: 'later', status: 503, headers: { 'retry-after': '7200' } });
    await one?.check();
    await desk.db.insertInto('hosts').values({ name: 'other.example' }).execute();
    const other = await desk.watch('/elsewhere');
    await desk.db
      .updateTable('pages')
      .set({ host: 'other.example' })
      .where('id', '=', other.page.id)
      .execute();
    expect((await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 }))?.page.id).toBe(
      other.page.id,
    );
  });
});

describe('who adds a page', () => {
  test('waits for the host as a check does: robots.txt, then the page', async () => {
    const waits: number[] = [];
    const world = {
      ...desk.world,
      settings: { ...desk.world.settings, hostGapMs: 5000 },
      async sleep(ms: number) {
        waits.push(ms);
        await desk.db
          .updateTable('hosts')
          .set({ next_at: new Date(0) })
          .execute();
      },
    };
    desk.site.set('/plans', { html: pricingPage() });
    const wish = { url: `${desk.site.origin}/plans`, competitor: null, everyS: null, account: desk.account };
    expect(await addPage(desk.db, world, wish)).toMatchObject({ look: { readable: true } });
    expect(waits).toHaveLength(1);
  });

  test('does not wait for long: the first check looks', async () => {
    desk.site.set('/robots.txt', { html: 'User-agent: *\nCrawl-delay: 50' });
    desk.site.set('/plans', { html: pricingPage() });
    const wish = { url: `${desk.site.origin}/plans`, competitor: null, everyS: null, account: desk.account };
    expect(await addPage(desk.db, desk.world, wish)).toMatchObject({
      ok: true,
      look: { readable: false, say: expect.stringContaining('it is not the turn of') },
    });
    expect(desk.site.seen).toEqual([]);
  });
});

test('only GET is ever sent, and no sitemap decides anything', async () => {
  desk.site.set('/robots.txt', { html: `Sitemap: ${desk.site.origin}/sitemap.xml` });
  desk.site.set('/sitemap.xml', { html: '<urlset><url><lastmod>2020-01-01</lastmod></url></urlset>' });
  const w = await desk.watch('/plans');
  await w.settle(pricingPage(), '"1"');
  await w.check();
  w.set({ html: 'gone', status: 404 });
  desk.pass(6);
  await w.check();
  w.set({ html: pricingPage(), etag: '"2"' });
  desk.pass(6);
  const order = { pageIds: [w.page.id], at: desk.now(), noWait: false, progress: () => {} };
  await checkNow(desk.db, desk.world, order);
  const all = [...desk.site.seen, ...desk.site.robotsSeen];
  expect(new Set(all.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(new Set(desk.site.seen.map(({ path }) => path))).toEqual(new Set(['/plans']));
});
