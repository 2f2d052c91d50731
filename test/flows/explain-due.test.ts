import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainDue } from '../../src/flows/explain-due.ts';
import type { World } from '../../src/flows/world.ts';
import { addPage } from '../../src/flows/add-page.ts';
import { deliveriesOfEvent } from '../../src/store/told.ts';
import { headlinesToldTwice } from '../../src/store/events.ts';
import { readVersion } from '../../src/store/versions.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(() => desk.nextTest());

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const more = (text: string): string => pricingPage(undefined, `<p>${text}</p>`);
const NEWS = more('Surveyors can now share a map layer with the crew that comes after them.');
const NEWER = more('Surveyors can now share a map layer with every crew that comes after them.');

async function differences(w: Watched) {
  return desk.db
    .selectFrom('differences')
    .select(['id', 'before', 'after', 'state', 'reason', 'event_id'])
    .where('page_id', '=', w.page.id)
    .orderBy('id')
    .execute();
}

describe('P7: when a difference is told', () => {
  test('a price is told at once, with the check that believed it', async () => {
    const w = await desk.watch('/urgent');
    await w.settle();
    w.set({ html: DEARER });
    const checked = await w.check();
    const [event] = await w.events();
    expect(event).toMatchObject({ kind: 'pricing.price', returns: null, reversesEventId: null });
    expect(checked.eventId).toBe(event?.id);
    expect(event?.quotes).toMatchObject([{ before: '$29 per month', after: '$39 per month' }]);
  });

  test('what is not urgent stands a day first, and the next visit comes when the day is over', async () => {
    const w = await desk.watch('/medium');
    await w.settle();
    w.set({ html: NEWS });
    await w.check();
    desk.pass(23);
    const { nextCheckAt } = await w.check();
    expect(await w.events()).toEqual([]);
    expect(+nextCheckAt - +desk.now()).toBe(3_600_000);
    desk.setClock(nextCheckAt);
    await w.check();
    expect(await w.events()).toHaveLength(1);
  });

  test('a day that ends in a failed read is not over: told is what is seen standing', async () => {
    const w = await desk.watch('/standing');
    await w.settle();
    w.set({ html: NEWS });
    await w.check();
    desk.pass(25);
    w.set({ html: 'no', status: 503 });
    await w.check();
    expect(await w.events()).toEqual([]);
    desk.pass(3);
    w.set({ html: NEWS });
    await w.check();
    expect(await w.events()).toHaveLength(1);
  });

  test('undone before it was told: withdrawn, never told, and both rows are in the ledger', async () => {
    const w = await desk.watch('/undone');
    await w.settle();
    w.set({ html: NEWS });
    await w.check();
    desk.pass(12);
    w.set({ html: PAGE });
    await w.check();
    desk.pass(48);
    await w.check();
    expect(await w.events()).toEqual([]);
    expect((await differences(w)).map((d) => d.state)).toEqual(['withdrawn', 'withdrawn']);
    expect((await w.heldBack()).join('\n')).toContain('undone before it had been told');
  });

  test('a difference in doubt when its day is over waits: while a suspicion is open nothing falls due', async () => {
    const w = await desk.watch('/doubt');
    await w.settle();
    w.set({ html: NEWS });
    await w.check();
    desk.pass(25);
    w.set({ html: PAGE });
    expect((await w.checkOnce()).outcome).toBe('suspected');
    expect(await w.events()).toEqual([]);
    w.set({ html: NEWS });
    desk.pass(1);
    expect((await w.checkOnce()).outcome).toBe('held');
    desk.pass(1);
    expect((await w.checkOnce()).outcome).toBe('unchanged');
    expect(await w.events()).toHaveLength(1);
  });

  test('an edit of what waits is told once, from the first text to the last, and both stand in its versions', async () => {
    const w = await desk.watch('/edited');
    await w.settle();
    w.set({ html: NEWS });
    await w.check();
    desk.pass(12);
    w.set({ html: NEWER });
    await w.check();
    desk.pass(13);
    await w.check();
    const [event, ...others] = await w.events();
    expect(others).toEqual([]);
    expect(event?.quotes).toMatchObject([
      { before: null, after: expect.stringContaining('with every crew') },
    ]);
    const row = await desk.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', event?.id ?? 0)
      .executeTakeFirstOrThrow();
    const texts = (await readVersion(desk.db, row.after_version_id)).blocks.map((block) => block.text);
    expect(texts).toContain(event?.quotes[0].after);
  });
});

describe('P8: told once, and the return once', () => {
  test('a reversal is one event of its own, linked, and goes only to channels that hold the original', async () => {
    const w = await desk.watch('/reversal');
    const before = await desk.channel('email', 'first@example.com');
    await w.settle();
    w.set({ html: DEARER });
    await w.check();
    const after = await desk.channel('email', 'later@example.com');
    const late = await desk.newAccount('came later');
    await desk.channel('email', 'stranger@example.com', late);
    const wish = { url: w.page.url, competitor: null, everyS: null, account: late };
    expect(await addPage(desk.db, desk.world, wish)).toMatchObject({ ok: true, created: true });
    desk.pass(48);
    w.set({ html: PAGE });
    await w.check();
    const [told, reversal, ...others] = await w.events();
    expect(others).toEqual([]);
    expect(reversal).toMatchObject({ returns: 'reversal', reversesEventId: told?.id });
    const sentTo = async (id: number | undefined): Promise<readonly string[]> =>
      (await deliveriesOfEvent(desk.db, id ?? 0)).map((delivery) => delivery.address);
    expect(await sentTo(told?.id)).toEqual([before.address]);
    expect(await sentTo(reversal?.id)).toEqual([before.address]);
    expect(after.address).toBe('later@example.com');
  });

  test('the same difference on two pages of a site is one event: the later page joins it silently', async () => {
    const [one, two] = [await desk.watch('/en/plans'), await desk.watch('/us/plans')];
    for (const w of [one, two]) await w.settle();
    for (const w of [one, two]) w.set({ html: DEARER });
    await one.check();
    desk.pass(24 * 6);
    expect((await two.check()).outcome).toBe('changed');
    const [event, ...others] = await one.events();
    expect(others).toEqual([]);
    expect(await two.events()).toEqual([]);
    expect(await differences(two)).toMatchObject([{ state: 'told', event_id: event?.id }]);
  });

  test('after seven days the same difference on another page is news', async () => {
    const [one, two] = [await desk.watch('/de/plans'), await desk.watch('/at/plans')];
    for (const w of [one, two]) await w.settle();
    for (const w of [one, two]) w.set({ html: DEARER });
    await one.check();
    desk.pass(24 * 8);
    await two.check();
    expect(await one.events()).toHaveLength(1);
    expect(await two.events()).toHaveLength(1);
  });

  test('two pages that go to and fro together are told like one: price, reversal, keeps alternating', async () => {
    const [one, two] = [await desk.watch('/fr/plans'), await desk.watch('/be/plans')];
    for (const w of [one, two]) await w.settle();
    for (const html of [DEARER, PAGE, DEARER, PAGE, DEARER]) {
      for (const w of [one, two]) {
        w.set({ html });
        await w.check();
      }
      desk.pass(30);
    }
    const events = [...(await one.events()), ...(await two.events())];
    expect(events.map((event) => event.returns)).toEqual([null, 'reversal', 'alternation']);
    expect(events.every((event) => event.pageId === one.page.id)).toBe(true);
    expect(await headlinesToldTwice(desk.db)).toEqual([]);
  });

  test('what a site told and undid is news again on a page that had no part in it', async () => {
    const [one, two] = [await desk.watch('/nl/plans'), await desk.watch('/lu/plans')];
    for (const w of [one, two]) await w.settle();
    for (const html of [DEARER, PAGE]) {
      one.set({ html });
      await one.check();
      desk.pass(24);
    }
    two.set({ html: DEARER });
    await two.check();
    expect(await two.events()).toHaveLength(1);
  });

  test('two workers that explain at the same time write one event', async () => {
    const w = await desk.watch('/race');
    await w.settle();
    w.set({ html: NEWS });
    await w.check();
    desk.pass(25);
    const { visitPage } = await import('../../src/flows/run-checks.ts');
    await visitPage(desk.db, desk.world, { pageId: w.page.id, progress: () => {} });
    const both = await Promise.all([explainDue(desk.db, desk.world), explainDue(desk.db, desk.world)]);
    expect(both.flat().map((explained) => explained.kind)).toEqual(['event']);
    expect(await w.events()).toHaveLength(1);
  });
});

describe('commit B', () => {
  /** A world whose model fails as no model may: by throwing, on the page that says so. */
  function withBug(word: string): World {
    const askModel = Object.assign(
      async (ask: { input: string }) => {
        if (ask.input.includes(word)) throw new TypeError('a bug in our words');
        return { ok: false, kind: 'timeout', reason: 'no answer', retryable: true, costUsd: 0 } as never;
      },
      { model: 'played', mostUsd: () => 0 },
    );
    return { ...desk.world, askModel };
  }

  test('a bug in the words of one page silences no other, and its own news is told when it is mended', async () => {
    const [one, two] = [await desk.watch('/bug'), await desk.watch('/sound')];
    for (const w of [one, two]) await w.settle();
    one.set({ html: more('Rangers pay $7 per month for a Wolverine seat.') });
    two.set({ html: more('Foresters pay $8 per month for a Badger seat.') });
    const { visitPage } = await import('../../src/flows/run-checks.ts');
    for (const w of [one, two]) {
      for (const minutes of [0, 6]) {
        desk.pass(minutes / 60);
        await visitPage(desk.db, desk.world, { pageId: w.page.id, progress: () => {} });
      }
    }
    await expect(explainDue(desk.db, withBug('Wolverine'))).rejects.toThrow('1 pages could not be explained');
    expect(await one.events()).toEqual([]);
    expect(await two.events()).toHaveLength(1);
    await explainDue(desk.db, desk.world);
    expect(await one.events()).toHaveLength(1);
    expect(await two.events()).toHaveLength(1);
  });

  test('P11: an event whose wake-up cannot be queued is not written at all, and is written whole the next time', async () => {
    const w = await desk.watch('/whole');
    await w.settle();
    w.set({ html: DEARER });
    const jobs = {
      ...desk.world.jobs,
      wakeDeliveries: async () => Promise.reject(new Error('the queue is gone')),
    };
    const { checkNow } = await import('../../src/flows/check-now.ts');
    const broken = { ...desk.world, jobs };
    const order = { pageIds: [w.page.id], at: desk.now(), noWait: false, progress: () => {} };
    await expect(checkNow(desk.db, broken, order)).rejects.toThrow('1 pages could not be explained');
    expect(await w.events()).toEqual([]);
    expect(await differences(w)).toMatchObject([{ state: 'pending', event_id: null }]);
    await explainDue(desk.db, desk.world);
    const [event] = await w.events();
    expect(await deliveriesOfEvent(desk.db, event?.id ?? 0)).not.toEqual([]);
  });
});

describe('several accounts', () => {
  test('a later page that joins an event tells who watches that page alone, and nobody twice', async () => {
    const [one, two] = [await desk.watch('/se/plans'), await desk.watch('/no/plans')];
    const alone = await desk.newAccount('watches one page alone');
    await desk.watch('/no/plans', alone);
    await desk.db.deleteFrom('channels').execute();
    await desk.channel('email', 'both@example.com');
    await desk.channel('email', 'alone@example.com', alone);
    for (const w of [one, two]) await w.settle();
    for (const w of [one, two]) {
      w.set({ html: DEARER });
      await w.check();
    }
    const [event] = await one.events();
    const told = await deliveriesOfEvent(desk.db, event?.id ?? 0);
    expect(told.map((delivery) => delivery.address)).toEqual(['both@example.com', 'alone@example.com']);
    expect(await two.events()).toEqual([]);
  });
});
