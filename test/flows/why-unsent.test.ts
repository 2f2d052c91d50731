import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageStory } from '../../src/flows/page-story.ts';
import { allThatHolds, whatHolds } from '../../src/flows/what-holds.ts';
import { whyUnsent } from '../../src/flows/why-unsent.ts';
import { wish, type WishWords } from '../../src/flows/wishes.ts';
import type { Account } from '../../src/store/accounts.ts';
import type { Channel } from '../../src/store/channels.ts';
import { eventsOfAccount } from '../../src/store/events.ts';
import { subscriptionsOfAccount } from '../../src/store/subscriptions.ts';
import { addMute } from '../../src/store/wishes.ts';
import { openWebDesk, textOf, type WebDesk } from '../support/web-desk.ts';

// Silence has a reason (P12): what keeps news from a channel is said before, and of each event that was kept back.

let desk: WebDesk;
let account: Account;
let mail: Channel;
let tests = 0;
beforeAll(async () => {
  desk = await openWebDesk();
});
afterAll(async () => {
  expect(desk.faults).toEqual([]);
  await desk.close();
});
beforeEach(async () => {
  tests += 1;
  desk.nextTest();
  account = await desk.newAccount(`account ${tests}`);
  mail = await desk.channel('email', `founder-${tests}@example.com`, account);
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
const askAll = async (words: Partial<WishWords>) =>
  wish(desk.db, desk.world, { account, about: { all: true }, words: { ...NOTHING, ...words } });
const path = () => `/plans-${tests}`;
const said = async (): Promise<string> => {
  const found = await whatHolds(desk.db, desk.world, {
    account,
    about: { url: desk.site.origin + path() },
  });
  return found.ok ? found.held.lines.join('; ') : found.say;
};

/** Why the newest event did not go to the mail channel, by the flow, the web page and `explain`. */
async function whyNot(): Promise<string> {
  const [one] = await eventsOfAccount(desk.db, account.id, { most: 1 });
  if (one === undefined) throw new Error('nothing was told');
  const [unsent] = await whyUnsent(desk.db, desk.world, { account, one });
  const web = await textOf(desk.webOf({ account }), `/events/${one.event.id}`);
  expect(web.replaceAll(/<[^>]+>/g, '')).toContain(`Not sent to${mail.address}: ${unsent?.why}`);
  const page = (await desk.watch(path(), account)).page;
  const story = await pageStory(desk.db, desk.world, { account, page });
  expect(story.unsent[0]?.channels).toEqual([{ channel: mail.id, kind: 'email', why: unsent?.why }]);
  return unsent?.why ?? '';
}

/** A button of a mail, pressed for the page. */
async function press(kind: string | null, days: number | null): Promise<void> {
  const [subscription] = await subscriptionsOfAccount(desk.db, account.id);
  const until = days === null ? null : new Date(+desk.now() + days * 86_400_000);
  const mute = { subscriptionId: subscription?.id ?? 0, channelId: mail.id, kind, until };
  await addMute(desk.db, { ...mute, now: desk.now() });
}

describe('P12: an event that was not sent says why', () => {
  test('muted by the account: words before, and why after', async () => {
    await askAll({ mutedUntil: new Date(+desk.now() + 30 * 86_400_000) });
    await desk.tellPrice(path(), account);
    expect(await said()).toMatch(/^muted until \d+ \w+/);
    expect(await whyNot()).toMatch(/^muted until \d+ \w+/);
  });

  test.each([
    ['unsubscribed', null, null, /^it has unsubscribed from this page$/],
    ['snoozed', null, 30, /^it has snoozed this page until \d+ \w+/],
    ['muted by kind', 'pricing', null, /^it hears no price changes of this page$/],
  ] as const)('%s by a button of a mail', async (...[, kind, days, why]) => {
    await desk.watch(path(), account);
    await press(kind, days);
    await desk.tellPrice(path(), account);
    expect(await whyNot()).toMatch(why);
    if (kind === null) expect(await said()).toMatch(/all changes of .*: nowhere; email has /);
    const web = desk.webOf({ account });
    const channels = await textOf(web, '/channels');
    if (days === null && kind === null) expect(channels).toContain('has unsubscribed from this page');
    expect(await textOf(web, '/pages/' + String((await desk.watch(path(), account)).page.id))).toMatch(
      /What you are told[\s\S]*Email h(as|ears)/,
    );
  });

  test('kept back by a rule, by a channel that is off, and waiting for the digest', async () => {
    await askAll({ kinds: ['legal'] });
    await desk.tellPrice(path(), account);
    expect(await whyNot()).toBe('not a kind that was asked for');
    await askAll({ kinds: ['all'], pace: 'digest' });
    expect(await whyNot()).toBe('it waits for the next digest');
    await desk.db
      .updateTable('channels')
      .set({ disabled_at: desk.now(), disabled_reason: 'its reader unsubscribed' })
      .where('id', '=', mail.id)
      .execute();
    expect(await whyNot()).toBe('the channel is off (its reader unsubscribed)');
  });

  test('kept back by a mute that was lifted since: that it stood otherwise then', async () => {
    await askAll({ mutedUntil: new Date(+desk.now() + 30 * 86_400_000) });
    await desk.tellPrice(path(), account);
    await askAll({ mutedUntil: 'none' });
    expect(await whyNot()).toContain('stood otherwise than now');
  });
});

describe('what holds', () => {
  test('everything, then what has something of its own, mutes by buttons too', async () => {
    await desk.watch(path(), account);
    expect((await allThatHolds(desk.db, desk.world, account)).map(({ of }) => of)).toEqual([null]);
    await press(null, null);
    const about = { competitor: 'Birchline' };
    await wish(desk.db, desk.world, { account, about, words: { ...NOTHING, watchWords: ['figma'] } });
    const all = await allThatHolds(desk.db, desk.world, account);
    expect(all.map(({ of }) => of)).toEqual([null, 'Birchline', desk.site.origin + path()]);
    expect(all[1]?.watchWords).toEqual(['figma']);
    expect(all[2]?.mutes).toMatchObject([{ channelId: mail.id, kind: null, until: null }]);
  });

  test('a reset comes first, and what is asked beside it is done after', async () => {
    await askAll({ kinds: ['legal'], pace: 'digest' });
    const done = await askAll({ reset: true, least: 'high' });
    expect(done).toMatchObject({
      ok: true,
      held: { rules: [{ kinds: null, least: 'high', pace: 'by severity', channels: null }] },
    });
  });

  test('a mute that is over already is refused, and changes nothing', async () => {
    const refused = await askAll({ mutedUntil: new Date(+desk.now() - 1000), least: 'high' });
    expect(refused).toMatchObject({ ok: false, say: expect.stringContaining('is over already') });
    expect((await allThatHolds(desk.db, desk.world, account))[0]?.rules[0].least).toBe('low');
  });
});
