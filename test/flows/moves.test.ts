import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptMove } from '../../src/flows/accept-move.ts';
import { addPage } from '../../src/flows/add-page.ts';
import { removePage } from '../../src/flows/remove-page.ts';
import { listNotices } from '../../src/store/notices.ts';
import { checkEvery, pageById, pageByKey, type Page } from '../../src/store/pages.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// A page that goes, comes back, or moves to another address; on a real site, with a clock that the test moves.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(() => desk.nextTest());

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const OTHER = pricingPage(withPrice('Team', '$199 per month'), '<p>All of it is new at this place.</p>');

const pageNow = async ({ page: { id } }: Watched): Promise<Page> => {
  const page = await pageById(desk.db, id);
  if (page === null) throw new Error('the page is there no more');
  return page;
};

/** One check when the page is due, as a worker would make it. */
async function checkWhenDue(w: Watched): Promise<string> {
  const { nextCheckAt } = await pageNow(w);
  if (nextCheckAt > desk.now()) desk.setClock(nextCheckAt);
  return (await w.checkOnce()).outcome;
}

/** A page with a baseline whose address leads elsewhere for so many visits, twelve hours apart. */
async function movedPage(path: string, { status = 301, visits = 3, html = OTHER, etag = '"other"' } = {}) {
  const w = await desk.watch(path);
  await w.settle();
  const to = `${path}-new`;
  desk.site.set(to, { html, etag });
  w.set({ redirect: to, status });
  for (let visit = 0; visit < visits; visit += 1) {
    if (visit > 0) desk.pass(12);
    await w.checkOnce();
  }
  return { w, to: desk.site.origin + to };
}

const accept = async (w: Watched, to: string | null = null) =>
  acceptMove(desk.db, desk.world, { account: desk.account, pageId: w.page.id, to });

async function noticesOf(w: Watched) {
  const all = await listNotices(desk.db, null);
  return all.filter(({ pageId }) => pageId === w.page.id).toReversed();
}

describe('gone and back', () => {
  test.each([
    ['404', 3600],
    ['404', 6 * 3600],
    ['404', 7 * 86_400],
    ['404', 90 * 86_400],
    ['410', 3600],
    ['410', 90 * 86_400],
  ])(
    'A: %s at an interval of %i s is one page.gone within a day and a half, and one page.back',
    async (status, everyS) => {
      const w = await desk.watch(`/gone-${status}-${everyS}`);
      await w.settle();
      await checkEvery(desk.db, w.page.id, { everyS, now: desk.now() });
      w.set({ html: '<h1>Not here</h1>', status: Number(status) });
      let visits = 0;
      let began: Date | null = null;
      while ((await w.notices()).length === 0 && visits < 60) {
        await checkWhenDue(w);
        began ??= desk.now();
        visits += 1;
      }
      expect(await w.notices()).toEqual(['page.gone']);
      expect(+desk.now() - +(began ?? 0)).toBeLessThanOrEqual(36 * 3_600_000);
      if (status === '410') expect(visits).toBe(2);
      else expect(visits).toBeGreaterThanOrEqual(3);
      for (let more = 0; more < 3; more += 1) await checkWhenDue(w);
      w.set({ html: PAGE });
      for (let more = 0; more < 3; more += 1) await checkWhenDue(w);
      expect(await w.notices()).toEqual(['page.gone', 'page.back']);
      expect(await w.events()).toEqual([]);
    },
  );

  test('A: what changed while it was away is told once, with the window from the last good sighting', async () => {
    const w = await desk.watch('/away');
    await w.settle();
    await w.check();
    const lastGood = desk.now();
    w.set({ html: '<h1>Gone</h1>', status: 410 });
    for (let visit = 0; visit < 4; visit += 1) {
      desk.pass(6);
      await w.check();
    }
    w.set({ html: DEARER });
    desk.pass(6);
    const backAt = desk.now();
    await w.check();
    expect(await w.notices()).toEqual(['page.gone', 'page.back']);
    expect(await w.events()).toMatchObject([
      { kind: 'pricing.price', window: { from: lastGood, to: backAt } },
    ]);
    desk.pass(6);
    await w.check();
    expect(await w.events()).toHaveLength(1);
    expect(await w.notices()).toHaveLength(2);
  });

  test('A: a page that moved and is back at its own address is told back once, and compared', async () => {
    const { w } = await movedPage('/boomerang');
    expect(await w.notices()).toEqual(['page.moved']);
    desk.pass(12);
    w.set({ html: DEARER });
    await w.check();
    expect(await w.notices()).toEqual(['page.moved', 'page.back']);
    expect(await w.events()).toMatchObject([{ kind: 'pricing.price' }]);
  });
});

describe('a redirect to another page', () => {
  test.each([301, 308])('A: %i at three visits over a day is "page.moved to URL", once', async (status) => {
    const { w, to } = await movedPage(`/moved-${status}`, { status, visits: 6 });
    expect(await w.outcomes()).toEqual(['first', 'unchanged', ...Array.from({ length: 6 }, () => 'gone')]);
    expect(await noticesOf(w)).toMatchObject([
      { kind: 'page.moved', headline: `The page has moved to ${to}`, address: to },
    ]);
  });

  test('A: two visits are not lasting, and three within a day are not', async () => {
    const { w } = await movedPage('/not-yet', { visits: 2 });
    for (let visit = 0; visit < 3; visit += 1) {
      desk.pass(2);
      await w.checkOnce();
    }
    expect(await w.notices()).toEqual([]);
  });

  test('A: another address at each visit is no move, but a page that cannot be read', async () => {
    const w = await desk.watch('/wandering');
    await w.settle();
    for (let visit = 0; visit < 6; visit += 1) {
      w.set({ redirect: `/away-${visit}` });
      desk.site.set(`/away-${visit}`, { html: OTHER });
      await w.checkOnce();
      desk.pass(12);
    }
    expect(await w.notices()).toEqual(['page.unreadable']);
  });

  test.each([302, 303, 307])(
    'A: %i is never a move: unreadable after a day, in words that say so',
    async (status) => {
      const { w, to } = await movedPage(`/lent-${status}`, { status, visits: 6 });
      expect(await noticesOf(w)).toMatchObject([
        {
          kind: 'page.unreadable',
          headline: `We cannot read the page (the page leads to ${to} for now, by a temporary redirect (${status}))`,
          address: null,
        },
      ]);
      expect(await accept(w)).toMatchObject({ ok: false });
    },
  );

  test('A: the other page is never compared, not even when it shows the same bytes, and its ETag is never sent', async () => {
    const { w, to } = await movedPage('/same-bytes', { html: PAGE, visits: 1 });
    desk.site.set(new URL(to).pathname, { html: DEARER, etag: '"dearer"' });
    for (let visit = 0; visit < 4; visit += 1) {
      desk.pass(12);
      await w.check();
    }
    expect((await w.outcomes()).slice(2)).toEqual(['gone', 'gone', 'gone', 'gone', 'gone']);
    expect(await w.events()).toEqual([]);
    const sent = desk.site.seen.filter(({ path }) => path === new URL(to).pathname);
    expect(sent.filter(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([]);
  });

  test('A: nor a validator that an older check took from there: the move is seen, not a 304', async () => {
    const { w, to } = await movedPage('/older', { html: PAGE, visits: 1 });
    const [version] = await desk.db
      .selectFrom('versions')
      .select('id')
      .where('page_id', '=', w.page.id)
      .execute();
    await desk.db
      .updateTable('checks')
      .set({ vouches_for: version?.id ?? null })
      .where('page_id', '=', w.page.id)
      .where('final_url', '=', to)
      .execute();
    desk.site.take();
    desk.pass(12);
    expect(await w.checkOnce()).toMatchObject({ outcome: 'gone', status: 200 });
    expect(desk.site.take()).toEqual(['/older', '/older-new']);
  });

  test.each([
    ['/silent-a', '/silent-a/', 301],
    ['/silent-b', '/Silent-B', 301],
    ['/silent-c', '/silent-c/index.html', 308],
    ['/silent-d', '/de/silent-d', 302],
  ])('A: %s -> %s is silent, stays the same page, and is still compared', async (path, to, status) => {
    const w = await desk.watch(path);
    await w.settle();
    desk.site.set(to, { html: PAGE });
    w.set({ redirect: to, status });
    for (let visit = 0; visit < 4; visit += 1) {
      await w.check();
      desk.pass(12);
    }
    desk.site.set(to, { html: DEARER });
    await w.check();
    expect(await w.notices()).toEqual([]);
    expect(await w.events()).toMatchObject([{ kind: 'pricing.price' }]);
    expect((await pageNow(w)).url).toBe(desk.site.origin + path);
  });
});

describe('an accepted move', () => {
  test('A: fetches the new address from then on, with a silent new baseline, and tells what changes there', async () => {
    const { w, to } = await movedPage('/accepted');
    expect(await accept(w, to)).toEqual({ ok: true, pageId: w.page.id, from: w.page.url, to });
    desk.site.take();
    expect((await w.check()).outcome).toBe('first');
    expect(desk.site.take()).toEqual([new URL(to).pathname, new URL(to).pathname]);
    desk.pass(6);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: '304' });
    expect(await w.events()).toEqual([]);
    desk.site.set(new URL(to).pathname, {
      html: OTHER.replace('$29 per month', '$49 per month'),
      etag: '"next"',
    });
    desk.pass(6);
    await w.check();
    expect(await w.events()).toMatchObject([{ url: to, kind: 'pricing.price' }]);
    expect(await w.notices()).toEqual(['page.moved']);
  });

  test('A: history is kept, and either address finds the page', async () => {
    const { w, to } = await movedPage('/found');
    const before = (await w.outcomes()).length;
    await accept(w);
    await w.check();
    expect((await w.outcomes()).length).toBeGreaterThan(before);
    for (const url of [w.page.url, `${w.page.url}/`, to, `${to}/`]) {
      const added = await addPage(desk.db, desk.world, {
        url,
        competitor: null,
        everyS: null,
        account: desk.account,
      });
      expect(added).toMatchObject({ ok: true, created: false, page: { id: w.page.id, url: to } });
    }
    expect((await pageByKey(desk.db, w.page.key))?.id).toBe(w.page.id);
  });

  test('A: by a founder who stopped watching, the old address finds it too when it is added again', async () => {
    const { w, to } = await movedPage('/again');
    await accept(w);
    await removePage(desk.db, desk.world, { account: desk.account, pageId: w.page.id });
    const wish = { url: w.page.url, competitor: null, everyS: null, account: desk.account };
    expect(await addPage(desk.db, desk.world, wish)).toMatchObject({
      created: true,
      page: { id: w.page.id, url: to },
    });
  });

  test('A: not accepted, the old address is looked at for ever, and the last good version stays', async () => {
    const { w, to } = await movedPage('/refused', { visits: 8 });
    expect((await pageNow(w)).url).toBe(w.page.url);
    desk.site.set(new URL(to).pathname, { html: DEARER });
    desk.pass(24 * 30);
    await w.check();
    expect(await w.notices()).toEqual(['page.moved']);
    expect(await w.events()).toEqual([]);
  });

  test('A: what waited to be told at the old address is withdrawn with that reason, and never told', async () => {
    const w = await desk.watch('/waiting');
    await w.settle();
    w.set({
      html: pricingPage(undefined, '<p>Surveyors can share a map layer with the crew after them.</p>'),
    });
    await w.check();
    const to = '/waiting-new';
    desk.site.set(to, { html: OTHER });
    w.set({ redirect: to });
    for (let visit = 0; visit < 3; visit += 1) {
      desk.pass(12);
      await w.check();
    }
    await accept(w);
    for (let visit = 0; visit < 4; visit += 1) {
      await w.check();
      desk.pass(12);
    }
    expect(await w.events()).toEqual([]);
    const waited = await desk.db
      .selectFrom('differences')
      .select(['state', 'reason'])
      .where('page_id', '=', w.page.id)
      .execute();
    const reason = `the page goes on at ${desk.site.origin}${to}; it is compared anew there`;
    expect(waited).toEqual([{ state: 'withdrawn', reason }]);
  });

  test('A: the new address may go and move in its turn, each told once', async () => {
    const { w, to } = await movedPage('/chain');
    await accept(w);
    await w.check();
    desk.pass(6);
    desk.site.set('/chain-last', { html: PAGE });
    desk.site.set(new URL(to).pathname, { redirect: '/chain-last' });
    for (let visit = 0; visit < 4; visit += 1) {
      await w.check();
      desk.pass(12);
    }
    expect(await w.notices()).toEqual(['page.moved', 'page.moved']);
    expect(await accept(w)).toMatchObject({ ok: true, to: `${desk.site.origin}/chain-last` });
    expect((await pageByKey(desk.db, w.page.key))?.id).toBe(w.page.id);
  });

  test.each([
    ['a page that has not moved', async () => accept(await desk.watch('/still')), /has no move to accept/],
    [
      'an address that was not shown',
      async () => accept((await movedPage('/stale')).w, `${desk.site.origin}/elsewhere`),
      /leads to .*\/stale-new, not to .*\/elsewhere/,
    ],
    [
      'an address that is watched already',
      async () => {
        await desk.watch('/twin-new');
        return accept((await movedPage('/twin')).w);
      },
      /is watched already \(page \d+\)\. Stop watching the old one/,
    ],
    [
      'a page of another account',
      async () => {
        const { w } = await movedPage('/theirs');
        const account = await desk.newAccount('stranger of moves');
        return acceptMove(desk.db, desk.world, { account, pageId: w.page.id, to: null });
      },
      /is not watched/,
    ],
  ])('A: %s is refused', async (_, attempt, say) => {
    expect(await attempt()).toMatchObject({ ok: false, say: expect.stringMatching(say) });
  });

  test('A: a visit of the old address that is under way is not written down as one of the new', async () => {
    const { w, to } = await movedPage('/under-way');
    let accepted: unknown = null;
    const fetchPage: typeof desk.world.fetchPage = async (request) => {
      const answer = await desk.world.fetchPage(request);
      accepted ??= await accept(w);
      return answer;
    };
    const { visitPage } = await import('../../src/flows/run-checks.ts');
    const world = { ...desk.world, fetchPage };
    await visitPage(desk.db, world, { pageId: w.page.id, progress: () => {} });
    expect(accepted).toMatchObject({ ok: true });
    const { final_url } = await desk.db
      .selectFrom('checks')
      .select('final_url')
      .where('page_id', '=', w.page.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(final_url).toBe(to);
    expect((await w.outcomes()).at(-1)).toBe('first');
  });
});
