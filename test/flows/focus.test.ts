import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { focusPage, type FocusWish } from '../../src/flows/focus-page.ts';
import { removePage } from '../../src/flows/remove-page.ts';
import { addPage } from '../../src/flows/add-page.ts';
import { pageById } from '../../src/store/pages.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';

// PRODUCT 7: scope, ignore here, added-only and removed-only are options of a page; changing one tells nothing (fault 17).

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.nextTest());
afterAll(async () => desk.close());

interface Parts {
  readonly price?: string;
  readonly news?: string;
  readonly foot?: string;
  readonly extra?: string;
}

function page({
  price = '$29',
  news = 'We opened a branch in Lisbon.',
  foot = 'Call us any time.',
  extra = '',
}: Parts) {
  return `<!doctype html><html><head><title>Oakmill plans</title></head><body><main>
    <section id="plans"><h2>Harbour</h2><p>${price} per month</p><ul><li>Two visits to your boat each year</li></ul>${extra}</section>
    <section id="news"><h2>News of the yard</h2><p>${news}</p></section></main>
    <footer><p>${foot}</p><p>Oakmill mends boats in four harbours and answers letters by hand, on paper, within a week or two.</p></footer></body></html>`;
}

const NOTHING: Omit<FocusWish, 'url'> = { whole: false, scope: null, ignore: null, side: null };

async function focus(w: Watched, wish: Partial<FocusWish>, account = desk.account): Promise<void> {
  const done = await focusPage(desk.db, account, { url: w.page.url, ...NOTHING, ...wish });
  expect(done).toMatchObject({ ok: true });
}

async function told(w: Watched): Promise<readonly (string | null)[]> {
  return (await w.events()).flatMap((event) => event.quotes.map((quote) => quote.after ?? quote.before));
}

/** Long enough for all that waits to fall due, and seen standing. */
async function later(w: Watched): Promise<void> {
  desk.pass(25);
  await w.check();
}

describe('fault 17: a change of the scope is a new baseline, and no alert', () => {
  test('the part that is chosen is watched from then on, the rest is not', async () => {
    const w = await desk.watch('/scope');
    await w.settle(page({}), '"one"');
    await focus(w, { scope: '#plans' });
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: '304' });
    w.set({ html: page({ news: 'We closed the branch in Lisbon for good.' }), etag: '"two"' });
    desk.pass(6);
    expect((await w.check()).outcome).toBe('unchanged');
    await later(w);
    expect(await w.events()).toEqual([]);
    w.set({ html: page({ price: '$39' }), etag: '"three"' });
    desk.pass(6);
    expect((await w.check()).outcome).toBe('changed');
    expect(await told(w)).toEqual(['$39 per month']);
  });

  test('and so is the whole page when the scope is lifted', async () => {
    const w = await desk.watch('/lifted');
    await w.settle(page({}));
    await focus(w, { scope: '#plans' });
    await w.check();
    w.set({ html: page({ news: 'The yard is sold to Birchline.' }) });
    desk.pass(6);
    await w.check();
    await focus(w, { whole: true });
    desk.pass(6);
    expect((await w.check()).outcome).toBe('unchanged');
    await later(w);
    expect(await w.events()).toEqual([]);
  });

  test('what waited outside of the new scope is withdrawn, what waited inside is told', async () => {
    const w = await desk.watch('/waiting');
    await w.settle(page({}));
    w.set({
      html: page({
        news: 'We closed a branch in Lisbon.',
        extra: '<p>All plans now come with a phone line.</p>',
      }),
    });
    expect((await w.check()).outcome).toBe('changed');
    await focus(w, { scope: '#plans' });
    await later(w);
    expect(await told(w)).toEqual(['All plans now come with a phone line.']);
    expect(await w.heldBack()).toEqual(['withdrawn: reread: our reader no longer finds it']);
  });

  test('a short part of a large page is read, and a part that is gone makes the page unreadable', async () => {
    const w = await desk.watch('/short');
    const large = page({}).replace('</head>', `<style>${'a{color:red}'.repeat(9000)}</style></head>`);
    await w.settle(large);
    await focus(w, { scope: '#plans p' });
    expect((await w.check()).outcome).toBe('unchanged');
    w.set({ html: large.replace('id="plans"', 'id="offers"') });
    desk.pass(6);
    expect(await w.check()).toMatchObject({
      outcome: 'failed',
      reason: 'nothing on the page matches "#plans p"',
    });
    expect(await w.events()).toEqual([]);
  });

  test('a page that could not be read when its scope was chosen begins with the part', async () => {
    const w = await desk.watch('/unread');
    w.set({ html: 'down', status: 503 });
    await w.check();
    await focus(w, { scope: '#plans' });
    w.set({ html: page({}) });
    desk.pass(6);
    expect((await w.check()).outcome).toBe('first');
  });
});

describe('ignore here', () => {
  test('a place is ignored from now on; its differences stand in the ledger, and news elsewhere is told', async () => {
    const w = await desk.watch('/ignore');
    await w.settle(page({}));
    w.set({ html: page({ news: 'We closed a branch in Lisbon.' }) });
    await w.check();
    const waiting = await desk.db
      .selectFrom('differences')
      .select('id')
      .where('page_id', '=', w.page.id)
      .executeTakeFirstOrThrow();
    await focus(w, { ignore: waiting.id });
    w.set({ html: page({ news: 'We closed a branch in Lisbon for $900.', price: '$39' }) });
    desk.pass(6);
    expect((await w.check()).outcome).toBe('changed');
    await later(w);
    expect(await told(w)).toEqual(['$39 per month']);
    expect(await w.heldBack()).toEqual([
      'withdrawn: it stands in a place that you chose to ignore',
      'ignored: it stands in a place that you chose to ignore',
    ]);
    await focus(w, { whole: true });
    await later(w);
    expect(await told(w)).toEqual(['$39 per month']);
  });
});

describe('one side only', () => {
  test.each([
    ['added', ['Every plan now has a phone line.']],
    ['removed', ['We opened a branch in Lisbon.']],
  ])('%s', async (side, expected) => {
    const w = await desk.watch(`/side-${side}`);
    await w.settle(page({}));
    await focus(w, { side });
    w.set({ html: page({ news: '', extra: '<p>Every plan now has a phone line.</p>' }) });
    await w.check();
    await later(w);
    expect(await told(w)).toEqual(expected);
    expect(await w.heldBack()).toHaveLength(1);
  });

  test('an edit has both sides', async () => {
    const w = await desk.watch('/side-edit');
    await w.settle(page({}));
    await focus(w, { side: 'removed' });
    w.set({ html: page({ price: '$35' }) });
    await w.check();
    expect(await told(w)).toEqual(['$35 per month']);
  });
});

describe('a wish that cannot be met is refused with what to do, and changes nothing', () => {
  test.each<[string, Partial<FocusWish>, RegExp]>([
    ['a selector that is none', { scope: '#plans[' }, /"#plans\[" is no CSS selector/],
    ['a selector that fits nothing', { scope: '#prices' }, /nothing on the page matches "#prices"/],
    ['another word for a side', { side: 'new' }, /--side is one of both, added, removed/],
    ['a difference of nobody', { ignore: 999_999 }, /no difference 999999; see: .* explain/],
    ['a page that is not watched', { url: 'https://nobody.example/' }, /is not watched. To watch it/],
  ])('%s', async (...[name, wish, say]) => {
    const w = await desk.watch(`/refused-${name.replaceAll(' ', '-')}`);
    await w.settle(page({}));
    const done = await focusPage(desk.db, desk.account, { url: w.page.url, ...NOTHING, ...wish });
    expect(done).toMatchObject({ ok: false, say: expect.stringMatching(say) });
    expect((await pageById(desk.db, w.page.id))?.focus).toEqual({ scope: null, ignored: [], side: 'both' });
  });
});

test('P16: the wish of one account is not laid upon another; a page of two wishes is read whole', async () => {
  const w = await desk.watch('/two');
  await w.settle(page({}));
  await focus(w, { scope: '#plans' });
  await w.check();
  const other = await desk.newAccount('Neighbour');
  await desk.watch('/two', other);
  w.set({ html: page({ news: 'The yard is sold to Birchline.' }) });
  desk.pass(6);
  expect((await w.check()).outcome).toBe('changed');
  await removePage(desk.db, desk.world, { account: other, pageId: w.page.id });
  expect((await pageById(desk.db, w.page.id))?.focus.scope).toBe('#plans');
});

test('a page that is added again is watched whole', async () => {
  const w = await desk.watch('/again');
  await w.settle(page({}));
  await focus(w, { scope: '#plans' });
  await removePage(desk.db, desk.world, { account: desk.account, pageId: w.page.id });
  const added = await addPage(desk.db, desk.world, {
    url: w.page.url,
    competitor: null,
    everyS: null,
    account: desk.account,
  });
  expect(added).toMatchObject({ ok: true });
  expect((await pageById(desk.db, w.page.id))?.focus.scope).toBeNull();
});
