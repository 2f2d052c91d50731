import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unsent, type SendResult } from '../../src/core/messages/send-result.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { addMember } from '../../src/flows/members.ts';
import { replayDead } from '../../src/flows/replay-dead.ts';
import type { World } from '../../src/flows/world.ts';
import type { Account } from '../../src/store/accounts.ts';
import { enableChannel, listChannels } from '../../src/store/channels.ts';
import { listDeliveries } from '../../src/store/deliveries.ts';
import { triesOf } from '../../src/store/outbox.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// A channel in trouble: the owner hears of it by another way, nothing is lost, and what was given up can be sent again.

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

/** The desk's world, with a webhook that answers as told. */
function hookAnswers(answer: () => SendResult): World {
  const { webhook } = desk.world.channels;
  if (webhook === undefined) throw new Error('there are no webhooks');
  return {
    ...desk.world,
    channels: { ...desk.world.channels, webhook: { ...webhook, send: async () => answer() } },
  };
}

const SENT: SendResult = { sent: true, code: 204, id: null };
const hook = async () => desk.channel('webhook', `http://127.0.0.1:9/${tests}`, account);

async function alert(): Promise<Watched> {
  const w = await desk.watch(`/plans-${tests}`, account);
  await w.settle();
  await change(w, '$39 per month');
  return w;
}

async function change(w: Watched, price: string): Promise<void> {
  w.set({ html: pricingPage(withPrice('Pro', price)) });
  await w.check();
  desk.pass(5 / 60);
}

/** What the owners' mail says of the channel, by subject. */
async function told(address = `owner-${tests}@example.com`): Promise<readonly string[]> {
  const mails = (await desk.mails()).filter(
    (mail) => mail.includes(`To: ${address}`) && mail.includes('About a channel'),
  );
  return mails.map((mail) => /^Subject: (.*)$/mu.exec(mail)?.[1]?.trim() ?? '');
}

/** Tries all that is due, hour after hour, so long. */
async function hours(world: World, count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    await deliverDue(desk.db, world);
    desk.pass(1);
  }
}

const kinds = async () =>
  (
    await desk.db
      .selectFrom('channel_notices')
      .innerJoin('channels', 'channels.id', 'channel_id')
      .select('channel_notices.kind')
      .where('account_id', '=', account.id)
      .orderBy('channel_notices.id')
      .execute()
  ).map((row) => row.kind);

describe('a channel that takes nothing', () => {
  test('the owner hears of it after a day, once, and again when it is switched off after five', async () => {
    await addMember(desk.db, desk.world, { account, email: `owner-${tests}@example.com`, role: 'owner' });
    await hook();
    const w = await alert();
    const world = hookAnswers(() => unsent('webhook: no answer', { ambiguous: true }));
    await hours(world, 23);
    expect(await kinds()).toEqual([]);
    await hours(world, 40);
    expect(await kinds()).toEqual(['channel.failing']);
    // The first message is given up after 75 hours; another keeps the channel being tried.
    await hours(world, 20);
    await change(w, '$49 per month');
    await hours(world, 60);
    expect(await kinds()).toEqual(['channel.failing', 'channel.disabled']);
    expect((await listChannels(desk.db, account.id)).find((c) => c.kind === 'webhook')).toMatchObject({
      disabledReason: expect.stringContaining('five days'),
    });
    expect(await told()).toHaveLength(2);
  });

  test('one that works again is healthy at once, and a later day of trouble is told anew', async () => {
    await addMember(desk.db, desk.world, { account, email: `owner-${tests}@example.com`, role: 'owner' });
    await hook();
    const w = await alert();
    let works = false;
    const world = hookAnswers(() => (works ? SENT : unsent('webhook: status 500', { code: 500 })));
    await hours(world, 40);
    works = true;
    await hours(world, 20);
    expect((await listChannels(desk.db, account.id)).find((c) => c.kind === 'webhook')).toMatchObject({
      failingSince: null,
    });
    works = false;
    await change(w, '$49 per month');
    await hours(world, 40);
    expect(await kinds()).toEqual(['channel.failing', 'channel.failing']);
  });

  test('a sink that is down for a day loses nothing', async () => {
    await hook();
    const w = await alert();
    let works = false;
    const took: number[] = [];
    const world = hookAnswers(() => {
      if (works) took.push(1);
      return works ? SENT : unsent('webhook: connection refused');
    });
    await hours(world, 12);
    await change(w, '$49 per month');
    await hours(world, 12);
    works = true;
    await hours(world, 30);
    expect(took).toHaveLength(2);
    expect(
      (await listDeliveries(desk.db, { accountId: account.id, state: null, most: 9 })).map((d) => d.state),
    ).toEqual(['sent', 'sent']);
  });
});

describe('a channel that refuses for good', () => {
  test('is off at once; without owners its account hears on whatever else it has', async () => {
    await hook();
    await desk.channel('feed', '', account);
    await alert();
    await deliverDue(
      desk.db,
      hookAnswers(() => unsent('webhook: status 410', { code: 410, permanent: true })),
    );
    expect(await kinds()).toEqual(['channel.disabled']);
    const feed = (await listDeliveries(desk.db, { accountId: account.id, state: null, most: 9 })).filter(
      (d) => d.channelKind === 'feed',
    );
    expect(feed.map((d) => d.about).toSorted()).toEqual(['channel', 'event']);
  });

  test('the owner hears how many messages it did not take, the refused one among them', async () => {
    await addMember(desk.db, desk.world, { account, email: `owner-${tests}@example.com`, role: 'owner' });
    await hook();
    await alert();
    await deliverDue(
      desk.db,
      hookAnswers(() => unsent('webhook: status 410', { code: 410, permanent: true })),
    );
    await deliverDue(desk.db, desk.world);
    const mails = (await desk.mails()).filter((one) => one.includes(`To: owner-${tests}@example.com`));
    const notices = mails.filter((mail) => mail.includes('About a channel'));
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/1\s+message,\s+kept/u);
  });

  test('alone, it is off, and nobody else’s account hears of it', async () => {
    const other = await desk.newAccount(`other ${tests}`);
    await desk.channel('email', `stranger-${tests}@example.com`, other);
    await hook();
    await alert();
    await deliverDue(
      desk.db,
      hookAnswers(() => unsent('webhook: status 410', { code: 410, permanent: true })),
    );
    expect(await told(`stranger-${tests}@example.com`)).toEqual([]);
    expect((await listChannels(desk.db, account.id))[0]?.disabledAt).not.toBeNull();
  });

  test('what lies in one message alone switches nothing off, and is told once a day', async () => {
    await addMember(desk.db, desk.world, { account, email: `owner-${tests}@example.com`, role: 'owner' });
    await hook();
    const w = await alert();
    const world = hookAnswers(() =>
      unsent('said 554: spam', { code: 554, permanent: true, messageOnly: true }),
    );
    await deliverDue(desk.db, world);
    await change(w, '$49 per month');
    await deliverDue(desk.db, world);
    expect(await listDeliveries(desk.db, { accountId: account.id, state: 'dead', most: 9 })).toHaveLength(2);
    for (const channel of await listChannels(desk.db, account.id))
      expect(channel).toMatchObject({ disabledAt: null, failingSince: null });
    expect(await kinds()).toEqual(['channel.refused']);
    await deliverDue(desk.db, world);
    expect(await told()).toHaveLength(1);
    const mails = (await desk.mails()).join('');
    expect(mails).toContain('refused for what is in it');
    expect(mails).toContain('said 554: spam');
    desk.pass(24);
    await change(w, '$59 per month');
    await deliverDue(desk.db, world);
    expect(await kinds()).toEqual(['channel.refused', 'channel.refused']);
  });

  test('alone, it carries the news that it refused one itself', async () => {
    const { id } = await hook();
    await alert();
    let sent = 0;
    const world = hookAnswers(() =>
      (sent += 1) === 1 ? unsent('spam', { code: 554, permanent: true, messageOnly: true }) : SENT,
    );
    await deliverDue(desk.db, world);
    await deliverDue(desk.db, world);
    const all = await listDeliveries(desk.db, { accountId: account.id, state: null, most: 9 });
    expect(all.map(({ state, about, channelId }) => [channelId, about, state])).toEqual([
      [id, 'channel', 'sent'],
      [id, 'event', 'dead'],
    ]);
  });
});

describe('what was given up', () => {
  /** A dead delivery of this test's webhook. */
  async function given() {
    const channel = await hook();
    await alert();
    await deliverDue(
      desk.db,
      hookAnswers(() => unsent('webhook: status 410', { code: 410, permanent: true })),
    );
    const [dead] = await listDeliveries(desk.db, { accountId: account.id, state: 'dead', most: 9 });
    if (dead === undefined) throw new Error('nothing was given up');
    return { channel, dead };
  }

  test('is listed with its log, and sent again under its old key once the channel is on', async () => {
    const { channel, dead } = await given();
    expect(await replayDead(desk.db, desk.world, { account, about: { delivery: dead.id } })).toEqual([]);
    await enableChannel(desk.db, channel.id);
    expect(await replayDead(desk.db, desk.world, { account, about: { channel: channel.id } })).toEqual([
      dead.id,
    ]);
    const keys: string[] = [];
    const { webhook } = desk.world.channels;
    if (webhook === undefined) throw new Error('there are no webhooks');
    const send = async ({ key }: { key: string }) => {
      keys.push(key);
      return SENT;
    };
    await deliverDue(desk.db, {
      ...desk.world,
      channels: { ...desk.world.channels, webhook: { ...webhook, send } },
    });
    expect(keys).toEqual([dead.key]);
    expect((await triesOf(desk.db, dead.id)).map(({ outcome, code }) => [outcome, code])).toEqual([
      ['refused', 410],
      ['sent', 204],
    ]);
    expect(await replayDead(desk.db, desk.world, { account, about: { delivery: dead.id } })).toEqual([]);
  });

  test('P16: another account can neither list nor replay it', async () => {
    const { channel, dead } = await given();
    await enableChannel(desk.db, channel.id);
    const other = await desk.newAccount(`other ${tests}`);
    expect(await listDeliveries(desk.db, { accountId: other.id, state: null, most: 9 })).toEqual([]);
    for (const about of [{ delivery: dead.id }, { channel: channel.id }])
      expect(await replayDead(desk.db, desk.world, { account: other, about })).toEqual([]);
  });
});
