import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeDigest } from '../../src/flows/compose-digest.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { previewDigest, sendDigests, type SentDigest } from '../../src/flows/send-digests.ts';
import type { World } from '../../src/flows/world.ts';
import type { Account } from '../../src/store/accounts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { deliveriesOfEvent } from '../../src/store/told.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
let account: Account;
let w: Watched;
let tests = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Each test begins on a Monday at 06:00 UTC, months after the one before, with an account whose hour is 08:00 UTC. */
let monday: Date;
beforeEach(async () => {
  tests += 1;
  monday = new Date(Date.UTC(2030, 0, 7, 6) + tests * 98 * DAY);
  desk.setClock(monday);
  await desk.db.deleteFrom('subscriptions').execute();
  account = await desk.newAccount(`account ${tests}`);
  w = await desk.watch(`/plans-${tests}`, account);
});

const at = (days: number, hours: number): void =>
  desk.setClock(new Date(+monday + days * DAY + (hours - 6) * HOUR));
const more = (...texts: readonly string[]): string =>
  pricingPage(undefined, texts.map((text) => `<p>${text}</p>`).join(''));
const LAYER = 'Surveyors can now share a map layer with the crew that comes after them.';
const FOREST = 'Foresters may draw their own trails on top of any map that we have.';
const NEWS = more(LAYER);
const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));

/** This account's digest of now, as it was made; undefined: none was due. */
async function digest(world = desk.world): Promise<SentDigest | undefined> {
  return (await sendDigests(desk.db, world)).find((made) => made.account === account.name);
}

async function compose() {
  return (await composeDigest(desk.db, desk.world, { account, since: new Date(+desk.now() - DAY) })).content;
}

/** Headlines that a digest of now would show. */
async function shown(): Promise<readonly string[]> {
  return (await compose()).events.map(({ event }) => event.headline);
}

/** Lesser news: believed on Monday, standing a day later, told on Tuesday at 07:00. */
async function tellNews(html = NEWS): Promise<void> {
  await w.settle();
  at(0, 7);
  w.set({ html });
  await w.check();
  at(1, 7);
  desk.pass(0.1);
  await w.check();
}

describe('what a digest says', () => {
  test('lesser news waits for the digest and is in exactly one', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews();
    const [event] = await w.events();
    expect(await deliveriesOfEvent(desk.db, event?.id ?? 0)).toEqual([]);
    expect(await digest()).toBeUndefined();
    at(1, 8);
    expect(await digest()).toMatchObject({ events: 1, channels: 1 });
    const before = (await desk.mails()).length;
    await deliverDue(desk.db, desk.world);
    const mails = (await desk.mails()).slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.replaceAll(/\s+/g, ' ')).toContain('Surveyors can now share a map layer');
    at(2, 8);
    expect(await digest()).toMatchObject({ subject: null, events: 0, channels: 0 });
  });

  test('what went out at once is in the digest too, marked with when it was sent', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await w.settle();
    at(0, 12);
    w.set({ html: DEARER });
    await w.check();
    at(0, 13);
    await deliverDue(desk.db, desk.world);
    at(1, 8);
    const [alert, ...others] = (await compose()).events;
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      sentAt: new Date(+monday + 7 * HOUR),
      stoodMs: null,
      competitor: 'Birchline',
      pageName: expect.any(String),
    });
  });

  test('an alert that could not be delivered is not called sent', async () => {
    const channel = await desk.channel('email', 'founder@example.com', account);
    await w.settle();
    w.set({ html: DEARER });
    await w.check();
    await desk.db
      .updateTable('deliveries')
      .set({ state: 'dead' })
      .where('channel_id', '=', channel.id)
      .execute();
    expect((await compose()).events).toMatchObject([{ sentAt: null }]);
  });

  test('what was undone since is left out, and its reversal is not told to who never heard of it', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews();
    at(1, 7.5);
    w.set({ html: PAGE });
    await w.check();
    expect(await shown()).toEqual([]);
    at(1, 8);
    expect(await digest()).toMatchObject({ subject: null });
    at(2, 7.9);
    await w.check();
    expect((await w.events()).map((event) => event.returns)).toEqual([null, 'reversal']);
    at(2, 8);
    expect(await digest()).toMatchObject({ subject: null });
  });

  test('undone, and back before the reversal was told: the news stands, and the next digest has it', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews();
    at(1, 7.5);
    w.set({ html: PAGE });
    await w.check();
    at(1, 8);
    await digest();
    at(1, 12);
    w.set({ html: NEWS });
    await w.check();
    at(2, 8);
    expect(await digest()).toMatchObject({ events: 1 });
  });

  test('of two differences in one event one undone does not take the other with it', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews(more(LAYER, FOREST));
    expect(await w.events()).toHaveLength(1);
    at(1, 7.5);
    w.set({ html: more(FOREST) });
    await w.check();
    at(1, 8);
    expect(await digest()).toMatchObject({ events: 1 });
    // And as it was told of in the digest, its reversal is told in a later one.
    at(2, 7.9);
    await w.check();
    at(2, 8);
    expect(await digest()).toMatchObject({ events: 1 });
  });

  test('perishable news that is over is told as over, with how long it stood, and its reversal adds nothing', async () => {
    await w.settle();
    at(0, 10);
    w.set({ html: DEARER });
    await w.check();
    at(0, 20);
    w.set({ html: PAGE });
    await w.check();
    expect((await w.events()).map((event) => event.returns)).toEqual([null, 'reversal']);
    await desk.channel('email', 'founder@example.com', account);
    at(1, 8);
    const { events } = await compose();
    expect(events).toMatchObject([{ sentAt: null, stoodMs: 10 * HOUR, event: { returns: null } }]);
  });

  test('a reversal is in the digest of who was told of the original', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews();
    at(1, 8);
    await digest();
    at(3, 7);
    w.set({ html: PAGE });
    await w.check();
    at(4, 7.9);
    await w.check();
    at(4, 8);
    expect((await compose()).events).toMatchObject([{ event: { returns: 'reversal' } }]);
  });

  test('what was muted when it was taken is never told later, nor is its reversal', async () => {
    await desk.channel('email', 'founder@example.com', account);
    const loud = await desk.watch(`/loud-${tests}`, account);
    await loud.settle();
    at(0, 6.5);
    loud.set({ html: more(FOREST) });
    await loud.check();
    await tellNews();
    await loud.check();
    const mute = async (until: Date | null) =>
      desk.db
        .updateTable('subscriptions')
        .set({ muted_until: until })
        .where('account_id', '=', account.id)
        .where('page_id', '=', w.page.id)
        .execute();
    await mute(new Date(+monday + 2 * DAY));
    at(1, 8);
    // The digest takes both events, and shows the other page's.
    expect(await digest()).toMatchObject({ events: 1, channels: 1 });
    await mute(null);
    at(2, 8);
    expect(await digest()).toMatchObject({ subject: null });
    at(3, 7);
    w.set({ html: PAGE });
    await w.check();
    at(4, 7.9);
    await w.check();
    at(4, 8);
    expect((await w.events()).map((event) => event.returns)).toEqual([null, 'reversal']);
    expect(await digest()).toMatchObject({ subject: null });
  });

  test('P12: it says what was checked and how, and what cannot be read since when', async () => {
    await w.settle(PAGE, '"one"');
    at(0, 12);
    await w.check();
    at(0, 18);
    w.set({ html: 'no', status: 500 });
    await w.check();
    at(1, 8);
    const { coverage } = await compose();
    expect(coverage).toMatchObject({ pages: 1, by304: 1, failed: 1, checks: 2, heldBack: 0 });
    expect(coverage.unreadable).toMatchObject([
      { competitor: 'Birchline', since: new Date(+monday + 12 * HOUR) },
    ]);
  });

  test('a preview is the digest itself and writes nothing', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews();
    at(1, 8);
    const before = await desk.db.selectFrom('digests').selectAll().execute();
    const preview = await previewDigest(desk.db, desk.world, account);
    expect(await desk.db.selectFrom('digests').selectAll().execute()).toEqual(before);
    expect(preview.events).toBe(1);
    expect((await digest())?.subject).toBe(preview.mail.subject);
  });
});

describe('when a digest is made', () => {
  test('a quiet Monday proves that somebody was looking; other quiet days send nothing', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await w.settle();
    at(0, 8);
    expect(await digest()).toMatchObject({ subject: expect.any(String), events: 0, channels: 1 });
    at(1, 8);
    expect(await digest()).toMatchObject({ subject: null, channels: 0 });
  });

  test('an account that wants no quiet Mondays gets none', async () => {
    await desk.db.updateTable('accounts').set({ quiet_monday: false }).where('id', '=', account.id).execute();
    await desk.channel('email', 'founder@example.com', account);
    await w.settle();
    at(0, 8);
    expect(await digest()).toMatchObject({ subject: null });
  });

  test('exactly one a local date, also when two processes make it at the same moment', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews();
    at(1, 8);
    const other = openDatabase(desk.url);
    const made = (
      await Promise.all([sendDigests(desk.db, desk.world), sendDigests(other.db, desk.world)])
    ).flat();
    await other.close();
    expect(made.filter((one) => one.account === account.name)).toHaveLength(1);
    const count = async () =>
      (await desk.db.selectFrom('digests').select('id').where('account_id', '=', account.id).execute())
        .length;
    expect(await count()).toBe(1);
    for (const hours of [9, 15, 23]) {
      at(1, hours);
      expect(await digest()).toBeUndefined();
    }
    expect(await count()).toBe(1);
  });

  test('a worker that was down at the hour catches up the same day', async () => {
    await w.settle();
    at(1, 19);
    expect(await digest()).toMatchObject({ localDate: new Date(+monday + DAY).toISOString().slice(0, 10) });
  });

  test("the hour and the date are those of the account's own clock, and a move to the west repeats no date", async () => {
    const zone = async (time_zone: string) =>
      desk.db.updateTable('accounts').set({ time_zone }).where('id', '=', account.id).execute();
    await zone('Asia/Tokyo');
    await w.settle();
    at(0, 22.9);
    expect(await digest()).toBeUndefined();
    at(0, 23);
    const tuesday = new Date(+monday + DAY).toISOString().slice(0, 10);
    expect(await digest()).toMatchObject({ localDate: tuesday });
    await zone('America/Los_Angeles');
    at(1, 18);
    expect(await digest()).toBeUndefined();
    at(2, 18);
    expect(await digest()).toMatchObject({
      localDate: new Date(+monday + 2 * DAY).toISOString().slice(0, 10),
    });
  });

  test('fault 44: an account with a broken time zone gets its digest by UTC and stops no other', async () => {
    const odd = await desk.newAccount(`odd ${tests}`, { timeZone: 'Mars/Olympus' });
    await desk.channel('email', 'odd@example.com', odd);
    await desk.watch(`/odd-${tests}`, odd);
    await desk.channel('email', 'founder@example.com', account);
    await w.settle();
    at(0, 8);
    const made = await sendDigests(desk.db, desk.world);
    expect(made.map((one) => one.account)).toEqual(expect.arrayContaining([account.name, odd.name]));
  });

  test("a bug in one account's digest stops no other, and its own is made whole the next time", async () => {
    await desk.channel('email', 'founder@example.com', account);
    await tellNews();
    const other = await desk.newAccount(`other ${tests}`);
    await desk.channel('email', 'other@example.com', other);
    const page = await desk.watch(`/other-${tests}`, other);
    await page.settle();
    at(1, 8);
    const broken: World = {
      ...desk.world,
      jobs: {
        ...desk.world.jobs,
        wakeDeliveries: async () => Promise.reject(new Error('the queue is gone')),
      },
    };
    await expect(sendDigests(desk.db, broken)).rejects.toThrow('1 digests could not be made');
    const dates = await desk.db
      .selectFrom('digests')
      .select('account_id')
      .where('account_id', 'in', [account.id, other.id])
      .execute();
    expect(dates).toEqual([{ account_id: other.id }]);
    expect(await digest()).toMatchObject({ events: 1, channels: 1 });
  });
});
