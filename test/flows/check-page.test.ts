import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { READER_VERSION } from '../../src/core/read/read-page.ts';
import { keepSnapshot } from '../../src/store/snapshots.ts';
import { latestVersion } from '../../src/store/versions.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { pricingPage, withPrice, type Answer } from '../support/site.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(() => desk.nextTest());

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const more = (text: string): string => pricingPage(undefined, `<p>${text}</p>`);

/** Answers each visit with the next page, the last one again and again. */
function inTurn(...pages: readonly string[]): Answer {
  let visits = 0;
  return (_, response) => {
    const page = pages[Math.min(visits, pages.length - 1)];
    visits += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  };
}

/** A server that answers every conditional request with 304, whatever stands there. */
function alwaysNotModified(html: string, etag: string): Answer {
  return ({ headers }, response) => {
    if (headers['if-none-match'] !== undefined) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { 'content-type': 'text/html', etag }).end(html);
  };
}

describe('P3: what a validator is trusted with', () => {
  test('a page is read whole seven days after its last whole read, and then asked conditionally again', async () => {
    const w = await desk.watch('/weekly');
    await w.settle(PAGE, '"one"');
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: '304' });
    desk.pass(24 * 7);
    desk.site.take();
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: 'bytes' });
    desk.pass(6);
    expect(await w.check()).toMatchObject({ witness: '304' });
    expect(desk.site.take()).toEqual(['/weekly', '/weekly "one"']);
  });

  test('after 50 answers of 304 the page is read whole', async () => {
    const w = await desk.watch('/fifty');
    await w.settle(PAGE, '"one"');
    desk.site.take();
    for (let visit = 0; visit < 51; visit += 1) {
      await w.check();
      desk.pass(1);
    }
    const asked = desk.site.take();
    expect(asked.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => '/fifty "one"'));
    expect(asked.slice(50)).toEqual(['/fifty']);
  });

  test('a server that answers 304 for ever is found out by the whole read', async () => {
    const w = await desk.watch('/liar');
    w.set(alwaysNotModified(PAGE, '"one"'));
    expect((await w.check()).outcome).toBe('first');
    w.set(alwaysNotModified(DEARER, '"one"'));
    desk.pass(24);
    expect((await w.check()).outcome).toBe('unchanged');
    desk.pass(24 * 7);
    expect((await w.check()).outcome).toBe('changed');
    expect(await w.events()).toHaveLength(1);
    // The equal ETag came with two texts: it is not sent again.
    desk.pass(6);
    desk.site.take();
    expect((await w.check()).witness).toBe('bytes');
    expect(desk.site.take()).toEqual(['/liar']);
  });

  test('a 304 with another ETag sights the baseline, and the next visit reads the whole page', async () => {
    const w = await desk.watch('/other-tag');
    await w.settle(PAGE, '"one"');
    w.set((_, response) => response.writeHead(304, { etag: '"two"' }).end());
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: '304' });
    w.set({ html: DEARER, etag: '"two"' });
    desk.pass(6);
    desk.site.take();
    expect((await w.check()).outcome).toBe('changed');
    expect(desk.site.take()[0]).toBe('/other-tag');
  });

  test('a 304 has no body and moves nothing: one small row, no version, no snapshot', async () => {
    const w = await desk.watch('/cheap');
    await w.settle(PAGE, '"one"');
    await w.check();
    const rows = await desk.db
      .selectFrom('checks')
      .selectAll()
      .where('page_id', '=', w.page.id)
      .orderBy('id', 'desc')
      .execute();
    expect(rows[0]).toMatchObject({
      witness: '304',
      content_hash: null,
      bytes_hash: null,
      bytes: 0,
      unconditional: false,
    });
    const versions = await desk.db
      .selectFrom('versions')
      .select('id')
      .where('page_id', '=', w.page.id)
      .execute();
    expect(versions).toHaveLength(1);
    expect(rows[0]?.sighted_version_id).toBe(versions[0]?.id);
    expect(rows[0]?.vouches_for).toBe(versions[0]?.id);
  });
});

describe('P7: seen twice before believed', () => {
  test('a second read that fails leaves the suspicion open, and the next good one, however late, is the second', async () => {
    const w = await desk.watch('/late');
    await w.settle();
    w.set({ html: DEARER });
    expect((await w.checkOnce()).outcome).toBe('suspected');
    desk.pass(1);
    w.set({ html: 'no', status: 503 });
    expect((await w.checkOnce()).outcome).toBe('failed');
    desk.pass(30);
    w.set({ html: DEARER });
    expect((await w.checkOnce()).outcome).toBe('changed');
    const [event] = await w.events();
    // The window ends when the change was first seen, not when it was believed.
    expect(+(event?.confirmedAt ?? 0) - +(event?.window.to ?? 0)).toBe(31 * 3_600_000);
  });

  test('a visit before the delay has passed is no second read', async () => {
    const w = await desk.watch('/hasty');
    await w.settle();
    w.set({ html: DEARER });
    expect((await w.checkOnce()).outcome).toBe('suspected');
    desk.pass(1 / 60);
    expect((await w.checkOnce()).outcome).toBe('suspected');
    desk.pass(4.5 / 60);
    expect((await w.checkOnce()).outcome).toBe('changed');
  });

  test('the second read goes over a connection of its own and past caches', async () => {
    const w = await desk.watch('/fresh');
    await w.settle(PAGE, '"one"');
    w.set({ html: DEARER, etag: '"two"' });
    const before = desk.site.seen.length;
    await w.check();
    const [first, second] = desk.site.seen.slice(before);
    expect(first?.headers).toMatchObject({ 'if-none-match': '"one"' });
    expect(second?.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(second?.headers['if-none-match']).toBeUndefined();
  });

  test('the baseline again is held, and tells nothing', async () => {
    const w = await desk.watch('/flash');
    await w.settle();
    w.set(inTurn(DEARER, PAGE));
    expect((await w.check()).outcome).toBe('held');
    expect(await w.events()).toEqual([]);
    expect((await latestVersion(desk.db, w.page.id))?.confirmedAt).not.toBeNull();
  });

  test('a third text: what both reads share is believed, the rest waits for the next check', async () => {
    const w = await desk.watch('/third');
    await w.settle();
    const dearer = withPrice('Pro', '$39 per month');
    const [one, two] = [
      'A crew in Norway maps its trails with us.',
      'Forty crews met in Bergen this spring.',
    ].map((text) => pricingPage(dearer, `<p>${text}</p>`));
    w.set(inTurn(one ?? '', two ?? ''));
    expect((await w.check()).outcome).toBe('changed');
    const [event, ...others] = await w.events();
    expect(others).toEqual([]);
    expect(event?.quotes.map((quote) => quote.after)).toEqual(['$39 per month']);
    const pending = async () =>
      desk.db
        .selectFrom('differences')
        .select(['after', 'confirmed', 'state', 'reason'])
        .where('page_id', '=', w.page.id)
        .where('event_id', 'is', null)
        .execute();
    expect(await pending()).toMatchObject([
      { after: 'Forty crews met in Bergen this spring.', confirmed: false, state: 'pending' },
    ]);
    // The next check still shows it: confirmed, so it may fall due after its day.
    desk.pass(6);
    expect((await w.check()).outcome).toBe('unchanged');
    expect(await pending()).toMatchObject([{ confirmed: true, state: 'pending' }]);
  });

  test('a third text: what the next check does not show is withdrawn as volatile', async () => {
    const w = await desk.watch('/third-gone');
    await w.settle();
    const dearer = withPrice('Pro', '$39 per month');
    const withText = (text: string): string => pricingPage(dearer, `<p>${text}</p>`);
    w.set(
      inTurn(
        withText('A crew in Norway maps its trails with us.'),
        withText('Forty crews met in Bergen this spring.'),
      ),
    );
    await w.check();
    desk.pass(6);
    w.set({ html: pricingPage(dearer) });
    await w.check();
    desk.pass(48);
    await w.check();
    expect(await w.events()).toHaveLength(1);
    expect((await w.heldBack()).join('\n')).toContain('volatile: only one of three reads showed it');
  });

  test('three texts that share no difference are held', async () => {
    const w = await desk.watch('/thirds');
    await w.settle();
    w.set(
      inTurn(
        more('A crew in Norway maps its trails with us.'),
        more('Forty crews met in Bergen this spring.'),
      ),
    );
    expect(await w.check()).toMatchObject({
      outcome: 'held',
      reason: 'three texts in three reads, no difference shared',
    });
    expect(await w.events()).toEqual([]);
  });

  test('a title without a typed fact is told after a third agreeing read an hour later, not before', async () => {
    const w = await desk.watch('/title');
    await w.settle();
    w.set({ html: PAGE.replaceAll('Plans for every crew', 'Maps for surveyors and rangers') });
    const second = await w.check();
    expect(second.outcome).toBe('changed');
    expect(await w.events()).toEqual([]);
    expect(+second.nextCheckAt - +desk.now()).toBe(3_600_000);
    desk.pass(1);
    await w.check();
    expect(await w.events()).toHaveLength(1);
  });
});

describe('first readings and places that never rest', () => {
  test('a first reading that was never seen twice is replaced by the next, silently, with a ledger row', async () => {
    const w = await desk.watch('/replaced');
    w.set({ html: PAGE });
    expect((await w.checkOnce()).outcome).toBe('first');
    desk.pass(6);
    w.set({ html: DEARER });
    expect(await w.checkOnce()).toMatchObject({
      outcome: 'first',
      reason: expect.stringContaining('never seen twice'),
    });
    desk.pass(6);
    expect((await w.checkOnce()).outcome).toBe('unchanged');
    expect(await w.events()).toEqual([]);
    expect((await w.heldBack()).join()).toContain('variant');
    // Now it was seen twice: the next difference is theirs.
    w.set({ html: PAGE });
    expect((await w.check()).outcome).toBe('changed');
    expect(await w.events()).toHaveLength(1);
  });

  test('a clock settles to noise: no second read, no version, one counted line in the ledger', async () => {
    const w = await desk.watch('/clock');
    let ticks = 0;
    w.set((_, response) => {
      ticks += 1;
      const html = more(`Our crew on call is awake since ${ticks % 24}:0${ticks % 6} local`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    expect((await w.check()).outcome).toBe('first');
    for (let visit = 0; visit < 3; visit += 1) {
      desk.pass(6);
      expect(await w.check()).toMatchObject({ outcome: 'noise', requests: 1 });
    }
    // The second read of the first reading took its place; no later visit stored anything.
    const versions = await desk.db
      .selectFrom('versions')
      .select('id')
      .where('page_id', '=', w.page.id)
      .execute();
    expect(versions).toHaveLength(2);
    const places = await desk.db
      .selectFrom('volatile_places')
      .select('times')
      .where('page_id', '=', w.page.id)
      .execute();
    expect(places).toEqual([{ times: 4 }]);
    expect(await w.heldBack()).toEqual([
      'volatile: differed between two reads moments apart, 4 times',
      expect.stringContaining('variant'),
    ]);
  });

  test('a price in a place that never rests is still told', async () => {
    const w = await desk.watch('/restless');
    w.set(inTurn(more('Crews of 12 are online'), more('Crews of 14 are online')));
    await w.check();
    expect((await w.check()).outcome).toBe('unchanged');
    desk.pass(6);
    w.set({ html: more('Crews pay $5 per month less') });
    expect((await w.check()).outcome).toBe('changed');
    expect(await w.events()).toHaveLength(1);
  });
});

describe('P13: a change of our reader is not a change of theirs', () => {
  /** As if an older reader, which also read an imprint, had made every version of the page so far. */
  async function madeByOlderReader(pageId: number): Promise<void> {
    const versions = await desk.db.selectFrom('versions').selectAll().where('page_id', '=', pageId).execute();
    for (const { id, content_hash, blocks } of versions) {
      const last = blocks.at(-1);
      const older = JSON.stringify([
        ...blocks,
        { ...last, text: `Imprint: Birchline Ltd, from $1 per month, version ${id}` },
      ]);
      const values = { reader_version: 0, content_hash: `older ${content_hash}`, blocks: older };
      await desk.db.updateTable('versions').set(values).where('id', '=', id).execute();
    }
  }

  test('the same bytes read by a newer reader are a silent reread', async () => {
    const w = await desk.watch('/reread');
    await w.settle(PAGE, '"one"');
    await madeByOlderReader(w.page.id);
    expect((await w.check()).outcome).toBe('unchanged');
    desk.pass(24 * 8);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: 'bytes' });
    desk.pass(6);
    // The voucher followed its snapshot: 304s are free again.
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: '304' });
    expect(await w.events()).toEqual([]);
    expect(await w.heldBack()).toEqual([]);
  });

  test('a change that comes with the new reader is told as it is, without what only our reader changed', async () => {
    const w = await desk.watch('/reread-changed');
    await w.settle();
    await madeByOlderReader(w.page.id);
    w.set({ html: DEARER });
    expect((await w.check()).outcome).toBe('changed');
    const [event] = await w.events();
    expect(event?.quotes.map((quote) => [quote.before, quote.after])).toEqual([
      ['$29 per month', '$39 per month'],
    ]);
  });

  test('a return to a text that only the older reader knew is compared as today reads it', async () => {
    const w = await desk.watch('/reread-return');
    await w.settle();
    w.set({ html: DEARER });
    expect((await w.check()).outcome).toBe('changed');
    desk.pass(6);
    await madeByOlderReader(w.page.id);
    w.set({ html: PAGE });
    expect((await w.check()).outcome).toBe('changed');
    const events = await w.events();
    expect(events.map((event) => event.returns)).toEqual([null, 'reversal']);
    expect(events[1]?.quotes.map((quote) => [quote.before, quote.after])).toEqual([
      ['$39 per month', '$29 per month'],
    ]);
    expect(await w.heldBack()).toEqual([]);
  });

  test('what waits is rebuilt: what only the older reader found is withdrawn, what it overlooked is noise', async () => {
    const w = await desk.watch('/reread-pending');
    await w.settle();
    w.set({
      html: PAGE.replace('</main>', '<p>Every plan has a phone line.</p><p>We moved to Turku.</p></main>'),
    });
    expect((await w.check()).outcome).toBe('changed');
    await madeByOlderReader(w.page.id);
    const overlooked = desk.db.deleteFrom('differences').where('after', '=', 'We moved to Turku.');
    await overlooked.where('page_id', '=', w.page.id).execute();
    const found = desk.db.updateTable('differences').where('page_id', '=', w.page.id);
    const row = await found.set({ hunk: 7 }).returningAll().executeTakeFirstOrThrow();
    const { id: _, place, labels, values_before, values_after, ...rest } = row;
    await desk.db
      .insertInto('differences')
      .values({
        ...rest,
        urgency: null,
        place: JSON.stringify(place),
        labels: JSON.stringify(labels),
        values_before: JSON.stringify(values_before),
        values_after: JSON.stringify(values_after),
        key: 'of the imprint',
        inverse_key: 'without the imprint',
        after: 'Imprint: Birchline Ltd, version 9',
      })
      .execute();
    for (let visit = 0; visit < 2; visit += 1) {
      desk.pass(13);
      expect((await w.check()).outcome).toBe('unchanged');
    }
    expect((await w.events()).flatMap((event) => event.quotes.map((quote) => quote.after))).toEqual([
      'Every plan has a phone line.',
    ]);
    expect((await w.heldBack()).toSorted()).toEqual([
      'reread: our reader changed: it finds this between two texts that we had compared before',
      'withdrawn: reread: our reader no longer finds it',
    ]);
  });

  test('two texts that the older reader told apart and today reads alike are one version', async () => {
    const w = await desk.watch('/reread-alike');
    await w.settle();
    w.set(inTurn(DEARER, PAGE));
    expect((await w.check()).outcome).toBe('held');
    await madeByOlderReader(w.page.id);
    // As if what was held had been this page with another comment, which the older reader read.
    const noted = PAGE.replace('</body>', '<!-- noted --></body>');
    const hash = await keepSnapshot(desk.db, Buffer.from(noted), desk.now());
    const [baseline, held] = await desk.db
      .selectFrom('versions')
      .selectAll()
      .where('page_id', '=', w.page.id)
      .orderBy('id')
      .execute();
    const id = held?.id ?? 0;
    await desk.db.updateTable('versions').set({ snapshot_hash: hash }).where('id', '=', id).execute();
    await desk.db
      .updateTable('checks')
      .set({ bytes_hash: hash })
      .where('sighted_version_id', '=', id)
      .execute();
    w.set({ html: noted });
    desk.pass(6);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: 'bytes' });
    const today = await latestVersion(desk.db, w.page.id);
    expect(today).toMatchObject({ snapshotHash: baseline?.snapshot_hash, readerVersion: READER_VERSION });
    expect(await w.events()).toEqual([]);
  });
});

describe('P12: one notice when the watch breaks, one when it is back', () => {
  test('a page that cannot be read gives one notice after a day, and one when it can', async () => {
    const w = await desk.watch('/notice');
    await w.settle();
    w.set({ html: 'no', status: 500 });
    for (const until of [6, 11, 6, 1]) {
      await w.check();
      expect(await w.notices()).toEqual([]);
      desk.pass(until);
    }
    for (let visit = 0; visit < 3; visit += 1) {
      await w.check();
      expect(await w.notices()).toEqual(['page.unreadable']);
      desk.pass(24);
    }
    w.set({ html: PAGE });
    await w.check();
    desk.pass(6);
    await w.check();
    expect(await w.notices()).toEqual(['page.unreadable', 'page.readable']);
    expect(await w.events()).toEqual([]);
  });

  test.each([
    ['410 is gone at the second visit', 410, 2],
    ['404 is gone at the third visit over a day', 404, 3],
  ])('%s: one page.gone, and one page.back', async (_, status, visits) => {
    const w = await desk.watch(`/gone-${status}`);
    await w.settle();
    w.set({ html: '<h1>Gone</h1>', status });
    for (let visit = 1; visit <= 10; visit += 1) {
      expect((await w.check()).outcome).toBe('gone');
      expect(await w.notices(), `visit ${visit}`).toEqual(visit < visits ? [] : ['page.gone']);
      desk.pass(13);
    }
    w.set({ html: PAGE });
    await w.check();
    desk.pass(6);
    await w.check();
    expect(await w.notices()).toEqual(['page.gone', 'page.back']);
    expect(await w.events()).toEqual([]);
  });

  test('a page that flickers within a day gives no notice', async () => {
    const w = await desk.watch('/flicker');
    await w.settle();
    for (let turn = 0; turn < 6; turn += 1) {
      w.set(turn % 2 === 0 ? { html: 'no', status: 500 } : { html: PAGE });
      await w.check();
      desk.pass(12);
    }
    expect(await w.notices()).toEqual([]);
  });

  test('failures are tried again after 5, 15 and 60 minutes, then at the usual interval', async () => {
    const w = await desk.watch('/back-off');
    w.set({ html: 'no', status: 500 });
    const minutes: number[] = [];
    for (let visit = 0; visit < 5; visit += 1) {
      const { nextCheckAt } = await w.check();
      minutes.push((+nextCheckAt - +desk.now()) / 60_000);
      desk.setClock(nextCheckAt);
    }
    expect(minutes).toEqual([5, 15, 60, 360, 360]);
  });

  test('a server that names a time is left alone until then', async () => {
    const w = await desk.watch('/retry-after');
    w.set({ html: 'later', status: 503, headers: { 'retry-after': '7200' } });
    const { nextCheckAt } = await w.check();
    expect(+nextCheckAt - +desk.now()).toBe(7_200_000);
  });
});
