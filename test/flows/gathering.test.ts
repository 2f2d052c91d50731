import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverDue } from '../../src/flows/deliver.ts';
import type { Account } from '../../src/store/accounts.ts';
import { addMute } from '../../src/store/wishes.ts';
import { postBox } from '../adapters/post-box.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// One mail for one release: changes of one competitor found within ten minutes are one message; critical ones do not wait;
// later ones of the hour stand in its thread (PRODUCT 3).

let desk: Desk;
let account: Account;
let tests = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(async () => {
  tests += 1;
  await desk.db.deleteFrom('deliveries').execute();
  await desk.db.updateTable('pages').set({ paused_at: desk.now() }).execute();
  desk.nextTest();
  account = await desk.newAccount(`account ${tests}`);
});

const MINUTE = 1 / 60;

/** A check whose second read, if it comes to one, is dated five minutes on. */
async function check(w: Watched): Promise<void> {
  await w.check();
  desk.pass(5 * MINUTE);
}

const rows = async () => desk.db.selectFrom('deliveries').selectAll().orderBy('id').execute();
const mailsSince = async (before: number) => (await desk.mails()).slice(before);

/** Two pages of one competitor with a baseline each. */
async function two(): Promise<readonly [Watched, Watched]> {
  const one = await desk.watch(`/a-${tests}`, account);
  const other = await desk.watch(`/b-${tests}`, account);
  for (const w of [one, other]) {
    w.set({ html: pricingPage() });
    await check(w);
  }
  desk.pass(6);
  return [one, other];
}

const cheaper = pricingPage(withPrice('Pro', '$19 per month'));
const dearer = pricingPage(withPrice('Pro', '$39 per month'));

/** What the newest event of a page weighs. */
async function severityOf(w: Watched): Promise<string> {
  return (await w.events()).at(-1)?.severity ?? 'none';
}

async function makeHigh(w: Watched): Promise<void> {
  await desk.db.updateTable('events').set({ severity: 'high' }).where('page_id', '=', w.page.id).execute();
  await desk.db
    .updateTable('deliveries')
    .set({ routed: JSON.stringify({ severity: 'high', reasons: ['r'], why: 'You asked.' }) })
    .where('page_id', '=', w.page.id)
    .execute();
}

/** The next visit of a page, by hand. */
async function nextCheckOf(w: Watched, minutesFromNow: number): Promise<void> {
  await desk.db
    .updateTable('pages')
    .set({ next_check_at: new Date(+desk.now() + minutesFromNow * 60_000) })
    .where('id', '=', w.page.id)
    .execute();
}

describe('an alert waits for others of its competitor', () => {
  test('critical ones do not wait', async () => {
    await desk.channel('email', `c-${tests}@example.com`, account);
    const [one, other] = await two();
    one.set({ html: dearer });
    await check(one);
    await nextCheckOf(other, 1);
    expect(await severityOf(one)).toBe('critical');
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
  });

  test('with nothing to wait for it goes at once', async () => {
    await desk.channel('email', `n-${tests}@example.com`, account);
    const [one, other] = await two();
    await nextCheckOf(other, 120);
    one.set({ html: dearer });
    await check(one);
    await makeHigh(one);
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
  });

  test('two changes of one release are one mail, with both facts, however the two were found', async () => {
    await desk.channel('email', `g-${tests}@example.com`, account);
    const before = (await desk.mails()).length;
    const [one, other] = await two();
    one.set({ html: dearer });
    await check(one);
    await makeHigh(one);
    await nextCheckOf(other, 2);
    expect(await deliverDue(desk.db, desk.world)).toEqual([]);
    desk.pass(2 * MINUTE);
    other.set({ html: cheaper });
    await check(other);
    await makeHigh(other);
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
    const mails = await mailsSince(before);
    expect(mails).toHaveLength(1);
    const events = [...(await one.events()), ...(await other.events())];
    expect(events).toHaveLength(2);
    for (const { id } of events) expect(mails[0]).toContain(`/events/${id}`);
    const [carrier, carried] = await rows();
    expect([carrier, carried]).toMatchObject([
      { state: 'sent', carried_by: null },
      { state: 'carried', carried_by: carrier?.id, message: null },
    ]);
    expect(await deliverDue(desk.db, desk.world)).toEqual([]);
  });

  test('ten minutes are the most', async () => {
    await desk.channel('email', `m-${tests}@example.com`, account);
    const [one, other] = await two();
    one.set({ html: dearer });
    await check(one);
    await makeHigh(one);
    await nextCheckOf(other, 4);
    const told = (await rows())[0]?.created_at ?? new Date(0);
    desk.setClock(new Date(+told + 10 * 60_000 - 1000));
    expect(await deliverDue(desk.db, desk.world)).toEqual([]);
    desk.setClock(new Date(+told + 10 * 60_000));
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
  });

  test('a page whose news could not be read twice in time is not waited for', async () => {
    await desk.channel('email', `l-${tests}@example.com`, account);
    const [one, other] = await two();
    one.set({ html: dearer });
    await check(one);
    await makeHigh(one);
    await nextCheckOf(other, 9);
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
  });

  test('another competitor is not waited for, and not told with it', async () => {
    await desk.channel('email', `o-${tests}@example.com`, account);
    const [one, other] = await two();
    const rival = await desk.db
      .insertInto('competitors')
      .values({ account_id: account.id, name: 'Another', created_at: desk.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await desk.db
      .updateTable('subscriptions')
      .set({ competitor_id: rival.id })
      .where('page_id', '=', other.page.id)
      .execute();
    one.set({ html: dearer });
    await check(one);
    await makeHigh(one);
    await nextCheckOf(other, 2);
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
  });

  test('a webhook gets each event as a message of its own', async () => {
    const { origin, received } = await postBox((_, response) => response.end());
    await desk.channel('webhook', `${origin}/hook-${tests}`, account);
    const [one, other] = await two();
    one.set({ html: dearer });
    other.set({ html: cheaper });
    for (const w of [one, other]) {
      await check(w);
      await makeHigh(w);
    }
    await deliverDue(desk.db, desk.world);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
    const sequences = received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });
});

describe('the thread of an hour', () => {
  const headerOf = (mail: string | undefined, name: string): string | null =>
    new RegExp(`^${name}: ?((?:.|\\n[ \\t])*)$`, 'mu')
      .exec(mail?.replaceAll('\r', '') ?? '')?.[1]
      ?.replaceAll(/\s+/g, ' ')
      .trim() ?? null;

  /** A first mail, and a second one of the other page so many minutes later. */
  async function twice(minutes: number): Promise<readonly string[]> {
    await desk.channel('email', `t-${tests}@example.com`, account);
    const before = (await desk.mails()).length;
    const [one, other] = await two();
    one.set({ html: dearer });
    await check(one);
    await deliverDue(desk.db, desk.world);
    desk.pass(minutes * MINUTE);
    other.set({ html: cheaper });
    await check(other);
    await deliverDue(desk.db, desk.world);
    return mailsSince(before);
  }

  test('a later mail of the hour answers the first one', async () => {
    const [first, second, ...more] = await twice(30);
    expect(more).toEqual([]);
    const root = headerOf(first, 'Message-ID');
    expect(root).toMatch(/^<alert_[0-9a-f]{32}@localhost>$/);
    expect(headerOf(second, 'Message-ID')).not.toBe(root);
    expect([headerOf(second, 'In-Reply-To'), headerOf(second, 'References')]).toEqual([root, root]);
  });

  test('after the hour a mail begins anew', async () => {
    const [first, second] = await twice(61);
    expect(headerOf(second, 'In-Reply-To')).toBeNull();
    expect([first, second].map((mail) => headerOf(mail, 'References'))).toEqual([null, null]);
  });

  test('a reversal answers what it reverses, however late', async () => {
    await desk.channel('email', `r-${tests}@example.com`, account);
    const before = (await desk.mails()).length;
    const w = await desk.watch(`/r-${tests}`, account);
    await w.settle();
    w.set({ html: dearer });
    await check(w);
    await deliverDue(desk.db, desk.world);
    desk.pass(72);
    w.set({ html: pricingPage() });
    await check(w);
    await deliverDue(desk.db, desk.world);
    const [first, reversal] = await mailsSince(before);
    expect(headerOf(reversal, 'In-Reply-To')).toBe(headerOf(first, 'Message-ID'));
  });
});

describe('order, page by page', () => {
  test('a later event of a page waits at most ten minutes for an earlier one on the same channel', async () => {
    const { origin, received } = await postBox((_, response) =>
      response.writeHead(received.length === 1 ? 500 : 200).end(),
    );
    await desk.channel('webhook', `${origin}/order-${tests}`, account);
    const w = await desk.watch(`/o-${tests}`, account);
    await w.settle();
    w.set({ html: dearer });
    await check(w);
    await deliverDue(desk.db, desk.world);
    // The first one's next try is pushed far ahead, as a Retry-After would.
    await desk.db
      .updateTable('deliveries')
      .set({ next_attempt_at: new Date(+desk.now() + 3_600_000) })
      .execute();
    w.set({ html: pricingPage(withPrice('Pro', '$59 per month')) });
    desk.pass(6 * MINUTE);
    await check(w);
    const second = (await rows()).at(-1);
    expect(await deliverDue(desk.db, desk.world)).toEqual([]);
    desk.setClock(new Date(+(second?.created_at ?? 0) + 600_000));
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ id: second?.id, state: 'sent' }]);
  });
});

test('what nobody watches any more is not sent', async () => {
  await desk.channel('email', `w-${tests}@example.com`, account);
  const w = await desk.watch(`/w-${tests}`, account);
  await w.settle();
  w.set({ html: dearer });
  await check(w);
  await desk.db.deleteFrom('subscriptions').where('page_id', '=', w.page.id).execute();
  expect(await deliverDue(desk.db, desk.world)).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'dead', last_error: 'the page is not watched any more' }]);
});

test('what its reader muted while it was gathered is not sent', async () => {
  const channel = await desk.channel('email', `mute-${tests}@example.com`, account);
  const w = await desk.watch(`/mute-${tests}`, account);
  await w.settle();
  w.set({ html: dearer });
  await check(w);
  const [row] = await rows();
  await addMute(desk.db, {
    subscriptionId: row?.subscription_id ?? 0,
    channelId: channel.id,
    kind: null,
    until: null,
    now: desk.now(),
  });
  expect(await deliverDue(desk.db, desk.world)).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'dead', last_error: 'it was muted before it was sent' }]);
});

test('an alert that comes two days late says so', async () => {
  await desk.channel('email', `late-${tests}@example.com`, account);
  const before = (await desk.mails()).length;
  const w = await desk.watch(`/late-${tests}`, account);
  await w.settle();
  w.set({ html: dearer });
  await check(w);
  desk.pass(49);
  await deliverDue(desk.db, desk.world);
  expect((await mailsSince(before))[0]).toMatch(/late/i);
});
