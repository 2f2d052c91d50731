import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeAskModel } from '../../src/adapters/ask-model.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { sendDigestNow, sendDigests } from '../../src/flows/send-digests.ts';
import { whatHolds, type About } from '../../src/flows/what-holds.ts';
import { wish, type WishWords } from '../../src/flows/wishes.ts';
import type { World } from '../../src/flows/world.ts';
import { changeAccount, accountById, type Account } from '../../src/store/accounts.ts';
import { openDesk, watchPath, type Desk, type Watched } from '../support/desk.ts';
import { modelServer, says } from '../support/model-server.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// What is told, how soon and where: rules of an account, of a competitor, of a page (PRODUCT 5, issue of rules).

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
  await desk.db.deleteFrom('subscriptions').execute();
  await desk.db.updateTable('pages').set({ paused_at: desk.now() }).execute();
  desk.nextTest();
  account = await desk.newAccount(`account ${tests}`);
});

const NOTHING: WishWords = {
  channelIds: null,
  least: null,
  kinds: null,
  pace: null,
  first: false,
  reset: false,
  mutedUntil: null,
  watchWords: null,
  instruction: null,
};
const ask = async (about: About, words: Partial<WishWords>) =>
  wish(desk.db, desk.world, { account, about, words: { ...NOTHING, ...words } });
const holds = async (about: About): Promise<string> => {
  const found = await whatHolds(desk.db, desk.world, { account, about });
  return found.ok ? found.held.lines.join('; ') : found.say;
};

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const NEWS = pricingPage(
  undefined,
  '<p>Surveyors can now share a map layer with the crew that comes next.</p>',
);

async function settled(path = `/plans-${tests}`): Promise<Watched> {
  const w = await desk.watch(path, account);
  await w.settle(PAGE);
  return w;
}

/** News that is neither grave nor perishable: it falls due after a day. */
async function lesserNews(w: Watched, html = NEWS): Promise<void> {
  w.set({ html });
  await w.check();
  desk.pass(25);
  await w.check();
  desk.pass(5 / 60);
}

/** Nine in the morning, the next time it is. */
function morning(): void {
  const day = new Date(desk.now());
  day.setUTCHours(day.getUTCHours() < 9 ? 9 : 33, 0, 0, 0);
  desk.setClock(day);
}

/** Where alerts of this account went or wait: addresses, oldest first. */
async function alerts(): Promise<readonly string[]> {
  const rows = await desk.db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'channel_id')
    .select('channels.address')
    .where('event_id', 'is not', null)
    .where('account_id', '=', account.id)
    .orderBy('deliveries.id')
    .execute();
  return rows.map((row) => row.address);
}

describe('levels', () => {
  test('the account’s rules hold for all, a competitor’s for its pages, a page’s for itself, until they are reset', async () => {
    const w = await settled();
    await desk.channel('email', 'a@example.com', account);
    expect(await holds({ url: w.page.url })).toMatch(/^all changes of .*: email at once from high/);
    await ask({ all: true }, { least: 'high' });
    expect(await holds({ url: w.page.url })).toContain('from high on');
    await ask({ competitor: 'birchline' }, { least: 'medium' });
    expect(await holds({ url: w.page.url })).toContain('from medium on');
    await ask({ url: w.page.url }, { least: 'critical' });
    expect(await holds({ url: w.page.url })).toContain('from critical on');
    expect(await holds({ competitor: 'Birchline' })).toContain('from medium on');
    await ask({ url: w.page.url }, { reset: true });
    await ask({ competitor: 'Birchline' }, { reset: true });
    expect(await holds({ url: w.page.url })).toContain('from high on');
  });

  test('a rule before the rest: prices at once to two channels, the rest with the digest', async () => {
    const w = await settled();
    const mail = await desk.channel('email', 'a@example.com', account);
    const feed = await desk.channel('feed', '', account);
    await ask({ url: w.page.url }, { pace: 'digest', channelIds: [mail.id] });
    await ask(
      { url: w.page.url },
      { kinds: ['pricing'], pace: 'at once', channelIds: [mail.id, feed.id], first: true },
    );
    expect(await holds({ url: w.page.url })).toBe(
      `price changes of ${w.page.url}: email and feed at once; the rest: the digest every day`,
    );
    await lesserNews(w);
    expect(await alerts()).toEqual([]);
    w.set({ html: DEARER });
    await w.check();
    expect(await alerts()).toEqual(['a@example.com', feed.address]);
  });

  test.each([
    ['a competitor that is not there', { competitor: 'Nobody' } as const],
    ['a page that is not watched', { url: 'https://example.com/nobody' } as const],
  ])('%s is said so, and nothing is changed', async (_, about) => {
    expect(await ask(about, { least: 'high' })).toMatchObject({ ok: false });
  });

  test('P16: a competitor of another account is not there', async () => {
    const other = await desk.newAccount(`other ${tests}`);
    await watchPath({ ...desk, site: desk.site }, `/theirs-${tests}`, other);
    expect(await ask({ competitor: 'Birchline' }, { least: 'high' })).toMatchObject({ ok: false });
  });
});

describe('words that matter to one account', () => {
  test('make an event graver for it alone: there it comes at once, with the reason', async () => {
    const w = await settled();
    const other = await desk.newAccount(`other ${tests}`);
    await desk.watch(`/plans-${tests}`, other);
    await desk.channel('email', 'a@example.com', account);
    await desk.channel('email', 'b@example.com', other);
    await ask({ all: true }, { watchWords: ['map layer'] });
    await lesserNews(w);
    const [event] = await w.events();
    // Two steps up from low would not be enough: the rule raises by one.
    const raised = event?.severity === 'medium';
    expect(await alerts()).toEqual(raised ? ['a@example.com'] : []);
    if (!raised) return;
    await deliverDue(desk.db, desk.world);
    expect((await desk.mails()).at(-1)).toContain('your watch word');
  });
});

describe('an instruction', () => {
  async function withModel(askedFor: boolean | string): Promise<World> {
    const answer =
      typeof askedFor === 'string' ? askedFor : JSON.stringify({ asked_for: askedFor, reason: 'as played' });
    const server = await modelServer(says(answer));
    onTestFinished(async () => server.close());
    const askModel = makeAskModel({ apiKey: 'k', baseUrl: server.baseUrl, model: 'm', timeoutMs: 5000 });
    return { ...desk.world, askModel };
  }

  test.each([
    ['asks for it', true, 1],
    ['does not ask for it: it waits for the digest', false, 0],
    ['meets a model that talks: it is told', 'Sure! It is not asked for.', 1],
  ] as const)('that %s', async (_, answer, told) => {
    const world = await withModel(answer);
    const w = await watchPath({ ...desk, world, site: desk.site }, `/i-${tests}`, account);
    await w.settle(PAGE);
    await desk.channel('email', 'a@example.com', account);
    await ask({ url: w.page.url }, { instruction: `Only changes of the API, number ${tests}.` });
    w.set({ html: DEARER });
    await w.check();
    expect(await alerts()).toHaveLength(told);
    morning();
    const digest = (await sendDigests(desk.db, desk.world)).find((made) => made.account === account.name);
    if (told === 0) expect(digest).toMatchObject({ events: 1, channels: 1 });
  });

  test('without a model asks for everything', async () => {
    const w = await settled();
    await desk.channel('email', 'a@example.com', account);
    await ask({ all: true }, { instruction: 'Only changes of the API.' });
    w.set({ html: DEARER });
    await w.check();
    expect(await alerts()).toEqual(['a@example.com']);
  });
});

describe('digests', () => {
  const made = async () =>
    (await sendDigests(desk.db, desk.world)).find((one) => one.account === account.name);
  const mailsTo = async (address: string) =>
    (await desk.mails()).filter((mail) => mail.includes(`To: ${address}`));

  test('show each channel its own part', async () => {
    const [one, two] = [await settled(`/one-${tests}`), await settled(`/two-${tests}`)];
    const a = await desk.channel('email', `a-${tests}@example.com`, account);
    await desk.channel('email', `b-${tests}@example.com`, account);
    await ask({ url: one.page.url }, { channelIds: [a.id] });
    one.set({ html: NEWS });
    two.set({
      html: pricingPage(undefined, '<p>Foresters may draw their own trails on top of any map.</p>'),
    });
    for (const w of [one, two]) await w.check();
    desk.pass(25);
    for (const w of [one, two]) await w.check();
    morning();
    expect(await made()).toMatchObject({ events: 2, channels: 2 });
    await deliverDue(desk.db, desk.world);
    const [[toA], [toB]] = [await mailsTo(`a-${tests}@example.com`), await mailsTo(`b-${tests}@example.com`)];
    expect([toA, toB].map((mail) => [mail?.includes('map layer'), mail?.includes('trails')])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('say nothing of what was told while the page was muted, though it is not any more', async () => {
    const w = await settled();
    await desk.channel('email', `m-${tests}@example.com`, account);
    await ask({ url: w.page.url }, { mutedUntil: new Date(+desk.now() + 26 * 3_600_000) });
    await lesserNews(w);
    desk.pass(24);
    morning();
    expect(await made()).toMatchObject({ events: 0 });
  });

  test('asked for now are marked, take nothing, and do not move the next one', async () => {
    const w = await settled();
    await desk.channel('email', `n-${tests}@example.com`, account);
    await lesserNews(w);
    expect(await sendDigestNow(desk.db, desk.world, account)).toMatchObject({ channels: 1 });
    expect(await sendDigestNow(desk.db, desk.world, account)).toMatchObject({ channels: 1 });
    await deliverDue(desk.db, desk.world);
    const mails = await mailsTo(`n-${tests}@example.com`);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('you asked');
    morning();
    expect(await made()).toMatchObject({ events: 1, channels: 1 });
  });

  test('come on the days that the account chose', async () => {
    await settled();
    await desk.channel('email', `d-${tests}@example.com`, account);
    // Nine on a Tuesday, and the digest is made on Wednesdays.
    const day = new Date(desk.now());
    day.setUTCDate(day.getUTCDate() + ((2 - day.getUTCDay() + 7) % 7) + 7);
    day.setUTCHours(9, 0, 0, 0);
    await changeAccount(desk.db, account.id, { digestDays: [3] });
    expect((await accountById(desk.db, account.id))?.digestDays).toEqual([3]);
    desk.setClock(day);
    expect(await made()).toBeUndefined();
    desk.pass(24);
    // The first digest day of the week: a quiet one is told.
    expect(await made()).toMatchObject({ subject: expect.stringContaining('All quiet') });
  });
});
