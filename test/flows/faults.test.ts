import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard, type Guard } from '../../src/adapters/guard.ts';
import { readConfig } from '../../src/config.ts';
import { parseCidr } from '../../src/core/address/network.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import type { World } from '../../src/flows/world.ts';
import { listEvents } from '../../src/store/events.ts';
import { webApp } from '../../src/web/app.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { openOutside } from '../support/outside.ts';
import { pricingPage, withPrice, type Answer } from '../support/site.ts';

// What monitors of this kind really did to their users, by the numbers of the list in reference/faults.md: phantoms.

let desk: Desk;
let guard: Guard;
beforeAll(async () => {
  desk = await openDesk();
  guard = openGuard({ allowNet: ['127.0.0.0/8'].map(parseCidr).filter((cidr) => cidr !== null) });
});
afterAll(async () => {
  await guard.close();
  await desk.close();
});
beforeEach(() => desk.nextTest());

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const withText = (text: string): string => pricingPage(undefined, `<p>${text}</p>`);

async function visit(watched: readonly Watched[], over: Partial<World> = {}) {
  const order = { pageIds: watched.map((w) => w.page.id), at: desk.now(), noWait: false, progress: () => {} };
  return checkNow(desk.db, { ...desk.world, ...over }, order);
}

/** Before and after of every quote told of a page. */
async function quotes(w: Watched): Promise<readonly string[]> {
  return (await w.events()).flatMap((e) => e.quotes.map((q) => `${q.before} -> ${q.after}`));
}

async function countOf(table: 'events' | 'deliveries' | 'checks' | 'versions'): Promise<number> {
  return (await desk.db.selectFrom(table).select('id').execute()).length;
}

/** A page that settles, one answer that is not the page, and the page again: how the bad visit ended. */
async function interrupted(path: string, bad: Answer): Promise<string> {
  const w = await desk.watch(path);
  await w.settle();
  const versions = await countOf('versions');
  w.set(bad);
  const { outcome } = await w.check();
  desk.pass(6);
  w.set({ html: PAGE });
  expect((await w.check()).outcome).toBe('unchanged');
  expect(await w.events()).toEqual([]);
  expect(await w.heldBack()).toEqual([]);
  expect(await countOf('versions')).toBe(versions);
  return outcome;
}

describe('fault 1: a server that never answers', () => {
  test.each([
    ['the same page after it tells nothing', PAGE, []],
    [
      'another page after it is one change from the page before it',
      DEARER,
      ['$29 per month -> $39 per month'],
    ],
  ])('%s', async (...[name, then, told]) => {
    const w = await desk.watch(`/hung-${told.length}`);
    await w.settle();
    w.set(() => {});
    const fetchPage = makeFetchPage(guard, { userAgent: 'Sightline test', headersWithin: 20 });
    expect(name && (await visit([w], { fetchPage }))[0]).toMatchObject({ outcome: 'failed' });
    desk.pass(6);
    w.set({ html: then });
    await w.check();
    expect(await quotes(w)).toEqual(told);
    expect(await w.events()).toHaveLength(told.length);
  });
});

test('fault 2: an error page never becomes a version', async () => {
  const error = '<h1>Service unavailable</h1><p>Pro costs $39 per month while we are away.</p>';
  expect(await interrupted('/error', { html: error, status: 503, etag: '"error"' })).toBe('failed');
});

test.each([
  ['just-a-moment', '<title>Just a moment…</title><p>Checking your browser</p>'],
  ['characters', '<title>Robot check</title><p>Enter the characters you see below</p><input name="captcha">'],
])('fault 3: a wall with status 200 is blocked, and no page: %s', async (name, html) => {
  expect(await interrupted(`/wall-${name}`, { html })).toBe('blocked');
});

test.each([
  ['nothing', ''],
  ['a body without a word', '<html><body><div></div></body></html>'],
  ['one stray word', 'ok'],
  ['a word of the machine', '<html><body>null</body></html>'],
  ['the container of the page, empty', PAGE.replace(/<main>[\s\S]*<\/main>/, '<main></main>')],
])('fault 4: %s once, and nothing is told', async (name, html) => {
  expect(await interrupted(`/empty-${name.replaceAll(' ', '-')}`, { html })).toBe('failed');
});

test('fault 5: a line that stays is told once', async () => {
  const w = await desk.watch('/line');
  await w.settle();
  w.set({ html: withText('Every crew can now share its map layers with the next.') });
  for (let visits = 0; visits < 12; visits += 1) {
    await w.check();
    desk.pass(12);
  }
  expect(await quotes(w)).toEqual(['null -> Every crew can now share its map layers with the next.']);
});

test('fault 6: markup that says the same is no alert', async () => {
  const w = await desk.watch('/markup');
  await w.settle();
  for (const html of [
    PAGE.replaceAll('class="card"', 'class="card wide" data-theme="b"'),
    PAGE.replaceAll('<section', '<div><section').replaceAll('</section>', '</section></div>'),
    PAGE.replaceAll('\n', '\n\n   '),
    PAGE.replace('Start small', '<span>Start</span> <em>small</em>'),
  ]) {
    w.set({ html });
    await w.check();
    desk.pass(30);
    await w.check();
  }
  expect(await w.events()).toEqual([]);
});

test('fault 7: after noise the way back is judged on its own, and then news is only what is new', async () => {
  const w = await desk.watch('/year');
  const page = (year: number, more = ''): string =>
    pricingPage(undefined, `${more}<p>© ${year} Birchline Ltd. All rights reserved.</p>`);
  await w.settle(page(2025));
  for (const year of [2026, 2025, 2026]) {
    w.set({ html: page(year) });
    await w.check();
    desk.pass(30);
  }
  expect(await w.events()).toEqual([]);
  w.set({ html: page(2025, '<p>The free plan ends on 1 May.</p>') });
  await w.check();
  desk.pass(30);
  await w.check();
  expect(await quotes(w)).toEqual(['null -> The free plan ends on 1 May.']);
});

describe('fault 8', () => {
  test('two pages that are checked at once never swap bodies', async () => {
    const pages = await Promise.all(['/left', '/right'].map(async (path) => desk.watch(path)));
    const page = (at: number, price: number): string =>
      pricingPage(withPrice('Pro', `$${price} per month`), `<p>This page is for crew ${'AB'[at]}.</p>`);
    const prices = [100, 500];
    for (let turn = 0; turn < 4; turn += 1) {
      pages.forEach((w, at) => w.set({ html: page(at, (prices[at] ?? 0) + turn * 20) }));
      await Promise.all(pages.map(async (w) => w.check()));
      desk.pass(30);
    }
    expect(await Promise.all(pages.map(quotes))).toEqual(
      prices.map((first) =>
        [0, 20, 40].map((more) => `$${first + more} per month -> $${first + more + 20} per month`),
      ),
    );
  });

  test('a restart marks nothing changed', async () => {
    const w = await desk.watch('/restart');
    await w.settle(PAGE, '"one"');
    const { url: databaseUrl, mailFolder, now } = desk;
    const restarted = await openOutside({ databaseUrl, mailFolder, now });
    try {
      const [checked] = await visit([w], restarted.world);
      expect(checked).toMatchObject({ outcome: 'unchanged', witness: '304' });
    } finally {
      await restarted.close();
    }
    expect(await w.events()).toEqual([]);
  });
});

test('fault 9: the same bytes, read by a newer reader, are a silent reread', async () => {
  const w = await desk.watch('/newer-reader');
  await w.settle();
  const [version] = await desk.db
    .selectFrom('versions')
    .select(['id', 'blocks'])
    .where('page_id', '=', w.page.id)
    .execute();
  const older = {
    reader_version: 0,
    content_hash: 'older',
    blocks: JSON.stringify(version?.blocks.slice(3)),
  };
  await desk.db
    .updateTable('versions')
    .set(older)
    .where('id', '=', version?.id ?? 0)
    .execute();
  expect((await w.check()).outcome).toBe('unchanged');
  expect(await w.events()).toEqual([]);
  expect(await w.heldBack()).toEqual([]);
});

test('fault 15: looking at a comparison, twice, sends nothing', async () => {
  const read = readConfig({ SIGHTLINE_DATA: desk.mailFolder, PUBLIC_URL: 'https://sightline.example' });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world, account } = desk;
  const app = { config: read.config, db, databaseUrl, world, account, close: async () => {} };
  const web = webApp(app, () => {});
  await desk.channel('email', 'founder@example.com');
  const w = await desk.watch('/looked-at');
  await w.settle();
  w.set({ html: DEARER });
  await w.check();
  const [event] = await w.events();
  const counts = async () =>
    Promise.all((['events', 'deliveries', 'checks', 'versions'] as const).map(countOf));
  const before = await counts();
  for (let looks = 0; looks < 2; looks += 1) {
    const answer = await web.request(`http://localhost:3000/events/${event?.id}`, {
      headers: { host: 'localhost:3000' },
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('$39');
  }
  expect(await counts()).toEqual(before);
  expect(await desk.mails()).toEqual([]);
});

test('fault 16: half a year later an old event is not new again', async () => {
  const w = await desk.watch('/half-a-year');
  await w.settle();
  w.set({ html: DEARER });
  for (let weeks = 0; weeks < 26; weeks += 1) {
    await w.check();
    desk.pass(7 * 24);
  }
  expect(await quotes(w)).toEqual(['$29 per month -> $39 per month']);
});

test('fault 6: no event of all these tests has an empty comparison', async () => {
  const events = await listEvents(desk.db);
  expect(events.length).toBeGreaterThan(5);
  const empty = events.filter(({ quotes }) => quotes.every((q) => q.before === q.after));
  expect(empty).toEqual([]);
});
