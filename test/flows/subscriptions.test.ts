import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addChannel, testChannel } from '../../src/flows/channels.ts';
import { shownAddress } from '../../src/flows/route.ts';
import { wish as changeWish, type WishWords } from '../../src/flows/wishes.ts';
import type { Account } from '../../src/store/accounts.ts';
import { listChannels, removeChannel } from '../../src/store/channels.ts';
import { subscriptionsOfAccount } from '../../src/store/subscriptions.ts';
import { postBox } from '../adapters/post-box.ts';
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
beforeEach(async () => {
  tests += 1;
  desk.nextTest();
  account = await desk.newAccount(`account ${tests}`);
  w = await desk.watch(`/plans-${tests}`, account);
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
const wish = async (more: Partial<WishWords>, url = w.page.url) =>
  changeWish(desk.db, desk.world, { account, about: { url }, words: { ...NOTHING, ...more } });
const own = async () => (await subscriptionsOfAccount(desk.db, account.id)).find(() => true);

/** Addresses to which the price change of this test's page goes. */
async function toldTo(): Promise<readonly string[]> {
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.check();
  const rows = await desk.db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select('channels.address')
    .where('channels.account_id', '=', account.id)
    .orderBy('channels.id')
    .execute();
  return rows.map((row) => row.address);
}

describe('what a subscription hears', () => {
  test('by default everything, on all channels of the account', async () => {
    await desk.channel('email', 'a@example.com', account);
    await desk.channel('email', 'b@example.com', account);
    expect(await toldTo()).toEqual(['a@example.com', 'b@example.com']);
  });

  test('named channels only', async () => {
    await desk.channel('email', 'a@example.com', account);
    const { id } = await desk.channel('email', 'b@example.com', account);
    expect(await wish({ channelIds: [id] })).toMatchObject({ ok: true });
    expect(await toldTo()).toEqual(['b@example.com']);
  });

  test.each([
    ['a family that fits', ['pricing'], 1],
    ['a kind that fits', ['pricing.price'], 1],
    ['a family that does not', ['legal'], 0],
    ['all', ['all'], 1],
  ])('kinds: %s', async (_, kinds, count) => {
    await desk.channel('email', 'a@example.com', account);
    expect(await wish({ kinds: ['hiring'] })).toMatchObject({ ok: true });
    expect(await wish({ kinds })).toMatchObject({ ok: true });
    expect(await toldTo()).toHaveLength(count);
  });

  test('nothing below its floor', async () => {
    await desk.channel('email', 'a@example.com', account);
    await wish({ least: 'critical' });
    const told = await toldTo();
    const [event] = await w.events();
    expect(told).toHaveLength(event?.severity === 'critical' ? 1 : 0);
  });

  test('nothing while it is muted, also no notice', async () => {
    await desk.channel('email', 'a@example.com', account);
    const until = new Date(+desk.now() + 90 * 24 * 3_600_000);
    await desk.db
      .updateTable('subscriptions')
      .set({ muted_until: until })
      .where('account_id', '=', account.id)
      .execute();
    expect(await toldTo()).toEqual([]);
    w.set({ html: 'no', status: 500 });
    await w.check();
    desk.pass(25);
    await w.check();
    expect(await w.notices()).toEqual(['page.unreadable']);
    expect(
      await desk.db.selectFrom('deliveries').select('id').where('notice_id', 'is not', null).execute(),
    ).toEqual([]);
  });

  test('events that were believed after it began: an older pending one is not its news', async () => {
    await w.settle();
    w.set({
      html: pricingPage(
        undefined,
        '<p>Surveyors can now share a map layer with the crew that comes next.</p>',
      ),
    });
    await w.check();
    const late = await desk.newAccount(`late ${tests}`);
    await desk.watch(`/plans-${tests}`, late);
    const box = await postBox((_, response) => response.end('ok'));
    for (const who of [account, late]) await desk.channel('slack', `${box.origin}/services/${who.id}`, who);
    desk.pass(25);
    await w.check();
    expect(await w.events()).toHaveLength(1);
    const told = await desk.db
      .selectFrom('deliveries')
      .innerJoin('channels', 'channels.id', 'channel_id')
      .select('account_id')
      .execute();
    expect(told.filter((row) => [account.id, late.id].includes(row.account_id))).toEqual([
      { account_id: account.id },
    ]);
  });
});

describe('a wish that is not sound changes nothing', () => {
  test.each([
    [
      'an unknown severity',
      { least: 'urgent', kinds: ['legal'] },
      '--least is one of low, medium, high, critical',
    ],
    [
      'an unknown kind',
      { least: 'high', kinds: ['legal', 'gossip'] },
      '"gossip" is no kind; use all, a family',
    ],
    [
      'a channel that does not exist',
      { least: 'high', channelIds: [999_999] },
      'There is no channel 999999; see: npm run -s sightline -- channel list',
    ],
  ])('%s', async (_, more, say) => {
    const before = await own();
    expect(await wish(more)).toEqual({ ok: false, say: expect.stringContaining(say) });
    expect(await own()).toEqual(before);
  });

  test("P16: another account's channel does not exist, and another account's page is not watched", async () => {
    const stranger = await desk.newAccount(`stranger ${tests}`);
    const { id } = await desk.channel('email', 'stranger@example.com', stranger);
    expect(await wish({ channelIds: [id] })).toEqual({
      ok: false,
      say: `There is no channel ${id}; see: npm run -s sightline -- channel list`,
    });
    const theirs = await changeWish(desk.db, desk.world, {
      account: stranger,
      about: { url: w.page.url },
      words: { ...NOTHING, least: 'high' },
    });
    expect(theirs).toEqual({ ok: false, say: expect.stringContaining('is not watched. To watch it:') });
    expect(await removeChannel(desk.db, { accountId: account.id, id })).toBe(false);
    expect(await testChannel(desk.db, desk.world, { account, id })).toMatchObject({ ok: false });
  });

  test('a page that is not watched', async () => {
    const url = 'https://example.com/nobody-watches';
    expect(await wish({}, url)).toEqual({
      ok: false,
      say: `${url} is not watched. To watch it: npm run -s sightline -- add ${url}`,
    });
  });

  test('what is no address', async () => {
    expect(await wish({}, 'nonsense')).toEqual({
      ok: false,
      say: '"nonsense" is no address of a page. Give one that you watch, such as https://acme.example/pricing',
    });
  });

  test('another form of the address is the same page', async () => {
    expect(await wish({ least: 'high' }, `${w.page.url}/#top`)).toMatchObject({
      ok: true,
      pageId: w.page.id,
    });
    expect(await own()).toMatchObject({ rules: [{ least: 'high', kinds: null }] });
  });
});

describe('channels', () => {
  const add = async (kind: 'email' | 'slack', address: string) =>
    addChannel(desk.db, desk.world, { account, kind, address, name: null, takesDigest: null });

  test.each([
    ['two addresses', 'email', 'a@example.com, b@example.com'],
    ['a display name', 'email', 'Me <a@example.com>'],
    ['a line break', 'email', 'a@example.com\r\nBcc: b@example.com'],
    ['no address', 'email', 'nobody'],
    ['another host than Slack', 'slack', 'https://example.com/services/x'],
    ['a look-alike of Slack', 'slack', 'https://hooks.slack.com.example.net/services/x'],
    ['a private address', 'slack', 'http://10.0.0.1/x'],
    ['no address of the web', 'slack', 'nope'],
  ] as const)('%s is refused with a sentence', async (_, kind, address) => {
    expect(await add(kind, address)).toEqual({ ok: false, say: expect.stringMatching(/\w{3}/) });
    expect(await listChannels(desk.db, account.id)).toEqual([]);
  });

  test('the same address twice is one channel', async () => {
    const [one, two] = [await add('email', ' a@example.com '), await add('email', 'A@Example.com')];
    expect([one, two]).toMatchObject([{ created: true }, { created: false }]);
    expect(one.ok && two.ok && one.channel.id === two.channel.id).toBe(true);
    expect(await listChannels(desk.db, account.id)).toMatchObject([
      { address: 'a@example.com', takesDigest: true },
    ]);
  });

  test('a webhook is a secret and is never shown whole', () => {
    const shown = shownAddress(desk.world, {
      kind: 'slack',
      address: 'https://hooks.slack.com/services/T0/B0/abcdefgh',
    });
    expect(shown).toBe('hooks.slack.com/…efgh');
  });

  test('a test message goes out at once, and a failure comes back as it was said', async () => {
    const mail = await add('email', 'a@example.com');
    if (!mail.ok) throw new Error(mail.say);
    expect(await testChannel(desk.db, desk.world, { account, id: mail.channel.id })).toMatchObject({
      ok: true,
      result: { sent: true },
    });
    const { origin } = await postBox((_, response) => response.writeHead(403).end('action_prohibited'));
    const slack = await add('slack', `${origin}/services/x`);
    if (!slack.ok) throw new Error(slack.say);
    const result = await testChannel(desk.db, desk.world, { account, id: slack.channel.id });
    expect(result).toMatchObject({
      ok: true,
      result: { sent: false, permanent: true, reason: 'Slack answered 403: action_prohibited' },
    });
  });

  test('removed, it is gone with what was queued for it', async () => {
    const { id } = await desk.channel('email', 'a@example.com', account);
    expect(await toldTo()).toHaveLength(1);
    expect(await removeChannel(desk.db, { accountId: account.id, id })).toBe(true);
    expect(
      await desk.db.selectFrom('deliveries').select('id').where('channel_id', '=', id).execute(),
    ).toEqual([]);
    expect(await removeChannel(desk.db, { accountId: account.id, id })).toBe(false);
  });
});
