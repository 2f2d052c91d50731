import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addChannel, askToConfirm, testChannel } from '../../src/flows/channels.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { hearOfMail } from '../../src/flows/hear-of-mail.ts';
import { addMember, removeMember } from '../../src/flows/members.ts';
import { meaningOfLink, pressLink } from '../../src/flows/press-link.ts';
import type { World } from '../../src/flows/world.ts';
import type { Account } from '../../src/store/accounts.ts';
import { channelById, listChannels } from '../../src/store/channels.ts';
import { listMembers } from '../../src/store/members.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
/** Mail goes out to people: whoever gets some is asked first. */
let world: World;
let account: Account;
let tests = 0;
beforeAll(async () => {
  desk = await openDesk();
  world = { ...desk.world, settings: { ...desk.world.settings, mailLeaves: true } };
});
afterAll(async () => desk.close());
beforeEach(async () => {
  tests += 1;
  await desk.db.deleteFrom('deliveries').execute();
  await desk.db.updateTable('pages').set({ paused_at: desk.now() }).execute();
  desk.nextTest();
  account = await desk.newAccount(`account ${tests}`);
});

const me = (): string => `me-${tests}@example.com`;
const colleague = (): string => `colleague-${tests}@example.com`;

async function add(address: string, kind = 'email') {
  return addChannel(desk.db, world, { account, kind, address, name: null, takesDigest: null });
}

/** Mails to an address of this test, oldest first. */
async function mailsTo(address: string): Promise<readonly string[]> {
  return (await desk.mails()).filter((mail) => mail.includes(`To: ${address}`));
}

/** Where the first link after these words in a mail's plain text leads: the token. */
function linkIn(mail: string | undefined, words: string): string {
  const [, token = ''] = new RegExp(`${words}[^]*?/m/([\\w.-]+)`, 'u').exec(mail ?? '') ?? [];
  return token;
}

/** A price that has just changed on a page of this account, sent to all its channels. */
async function alert(path = `/plans-${tests}`): Promise<Watched> {
  const w = await desk.watch(path, account);
  await w.settle();
  await change(w, '$39 per month');
  return w;
}

async function change(w: Watched, price: string): Promise<void> {
  w.set({ html: pricingPage(withPrice('Pro', price)) });
  await w.check();
  desk.pass(5 / 60);
  // Checks are recorded by the desk's world, which asks nobody; what counts is who has said yes.
  await desk.db
    .deleteFrom('deliveries')
    .where('channel_id', 'in', (q) => q.selectFrom('channels').select('id').where('confirmed_at', 'is', null))
    .where('event_id', 'is not', null)
    .execute();
  await deliverDue(desk.db, world);
}

describe('double opt-in', () => {
  test('the first address is that of whoever set this up; the next one is asked, and gets nothing else before it said yes', async () => {
    expect(await add(me())).toMatchObject({ ok: true, channel: { confirmedAt: desk.now() } });
    expect(await add(colleague())).toMatchObject({ ok: true, channel: { confirmedAt: null } });
    await deliverDue(desk.db, world);
    expect(await mailsTo(me())).toEqual([]);
    const [question, ...others] = await mailsTo(colleague());
    expect(others).toEqual([]);
    expect(question).not.toContain('List-Unsubscribe');
    const w = await alert();
    expect(await mailsTo(me())).toHaveLength(1);
    expect(await mailsTo(colleague())).toHaveLength(1);
    const token = linkIn(question, 'Yes, send news here');
    // Looking changes nothing: mail scanners look.
    expect(await meaningOfLink(desk.db, world, token)).toMatchObject({
      ok: true,
      meaning: { action: 'confirm' },
    });
    await change(w, '$49 per month');
    expect(await mailsTo(colleague())).toHaveLength(1);
    await pressLink(desk.db, world, token);
    desk.pass(2);
    await change(w, '$59 per month');
    expect(await mailsTo(colleague())).toHaveLength(2);
  });

  test('three questions a day at most, whoever asks and however often the channel is made anew', async () => {
    await add(me());
    for (let time = 1; time <= 3; time += 1) {
      const added = await add(colleague());
      expect(added).toMatchObject({ ok: true });
      if (added.ok) await desk.db.deleteFrom('channels').where('id', '=', added.channel.id).execute();
      desk.pass(0.1);
    }
    const before = (await listChannels(desk.db, account.id)).length;
    expect(await add(colleague())).toEqual({
      ok: false,
      say: expect.stringContaining('asked 3 times within a day'),
    });
    expect(await listChannels(desk.db, account.id)).toHaveLength(before);
    desk.pass(24);
    expect(await add(colleague())).toMatchObject({ ok: true });
  });

  test('of one mailbox, however its address is written', async () => {
    await add(me());
    const spelled = ['Friend@Exämple.org', 'friend@xn--exmple-cua.org.', 'friend+2@exämple.org'];
    const ids: number[] = [];
    for (const address of spelled) {
      const added = await add(address);
      if (!added.ok) throw new Error(added.say);
      ids.push(added.channel.id);
      desk.pass(0.1);
    }
    expect(ids[1]).toBe(ids[0]);
    for (const address of [...spelled, 'friend+3@exämple.org'])
      expect(await add(address)).toEqual({ ok: false, say: expect.stringContaining('asked 3 times') });
    const mails = await desk.db.selectFrom('asked_addresses').select('address').execute();
    expect(mails.filter(({ address }) => address === 'friend@xn--exmple-cua.org')).toHaveLength(3);
  });

  test('no test goes to an address that has not said yes', async () => {
    await add(me());
    const added = await add(colleague());
    const id = added.ok ? added.channel.id : 0;
    expect(await testChannel(desk.db, world, { account, id })).toMatchObject({ ok: false });
  });

  test('where mail stays on this machine nobody is asked', async () => {
    await desk.channel('email', me(), account);
    await desk.channel('email', colleague(), account);
    await deliverDue(desk.db, desk.world);
    expect(await mailsTo(colleague())).toEqual([]);
    const [, second] = await listChannels(desk.db, account.id);
    if (second === undefined) throw new Error('no second channel');
    // A mail service that is set later asks them then.
    expect(await askToConfirm(desk.db, world, second)).toBeNull();
    await deliverDue(desk.db, world);
    expect(await mailsTo(colleague())).toHaveLength(1);
  });
});

describe('bounces and complaints', () => {
  test('suppress the address at once, in every account, and the owner hears of it by another way', async () => {
    await add(me());
    await add(`${tests}@hooks.example`, 'email');
    const other = await desk.newAccount(`other ${tests}`);
    await addChannel(desk.db, world, {
      account: other,
      kind: 'email',
      address: me(),
      name: null,
      takesDigest: null,
    });
    const box = await desk.channel('feed', '', account);
    expect(
      await hearOfMail(desk.db, world, {
        reason: 'bounce',
        address: me().toUpperCase(),
        detail: 'no such user',
        at: desk.now(),
      }),
    ).toBe(2);
    for (const owner of [account, other])
      expect((await listChannels(desk.db, owner.id))[0]).toMatchObject({
        disabledReason: 'mail to it bounced (no such user)',
      });
    const told = await desk.db
      .selectFrom('deliveries')
      .select('channel_id')
      .where('channel_notice_id', 'is not', null)
      .where('channel_id', '=', box.id)
      .execute();
    expect(told).toHaveLength(1);
    expect(await add(me())).toEqual({ ok: false, say: expect.stringContaining('bounced (no such user)') });
    // Heard twice, it is as heard once.
    await hearOfMail(desk.db, world, { reason: 'bounce', address: me(), detail: 'again', at: desk.now() });
    expect((await listChannels(desk.db, account.id))[0]?.disabledReason).toContain('no such user');
  });

  test('a complaint outlasts a bounce, and what is no address is nobody’s', async () => {
    await add(me());
    await hearOfMail(desk.db, world, { reason: 'complaint', address: me(), detail: 'spam', at: desk.now() });
    await hearOfMail(desk.db, world, { reason: 'bounce', address: me(), detail: 'full', at: desk.now() });
    expect(await add(me())).toEqual({ ok: false, say: expect.stringContaining('complained') });
    expect(
      await hearOfMail(desk.db, world, { reason: 'bounce', address: 'nonsense', detail: '', at: desk.now() }),
    ).toBe(0);
  });
});

describe('the buttons of a mail', () => {
  async function mailOfAlert() {
    await add(me());
    const w = await alert();
    const [mail] = await mailsTo(me());
    return { w, mail };
  }
  const press = async (mail: string | undefined, words: string) =>
    pressLink(desk.db, world, linkIn(mail, words));
  const mailCount = async () => (await mailsTo(me())).length;

  test('ending the news of one page ends it for this address alone, for good', async () => {
    await add(me());
    await desk.channel('feed', '', account);
    const w = await alert();
    const [mail] = await mailsTo(me());
    await press(mail, 'Unsubscribe from this page');
    desk.pass(24 * 400);
    await change(w, '$49 per month');
    expect(await mailCount()).toBe(1);
    const feeds = await desk.db
      .selectFrom('deliveries')
      .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
      .select('deliveries.id')
      .where('channels.kind', '=', 'feed')
      .where('channels.account_id', '=', account.id)
      .execute();
    expect(feeds).toHaveLength(2);
  });

  test('snoozed for seven days it is silent, and nothing old is sent afterwards', async () => {
    const { w, mail } = await mailOfAlert();
    await press(mail, 'Snooze');
    desk.pass(24);
    await change(w, '$49 per month');
    expect(await mailCount()).toBe(1);
    desk.pass(24 * 7);
    await deliverDue(desk.db, world);
    expect(await mailCount()).toBe(1);
    await change(w, '$69 per month');
    expect(await mailCount()).toBe(2);
  });

  test('a muted kind is silent on this page, and another kind is not', async () => {
    const { w, mail } = await mailOfAlert();
    const [event] = await w.events();
    await press(mail, 'Mute');
    expect(await desk.db.selectFrom('mutes').select(['kind', 'until']).execute()).toContainEqual({
      kind: event?.kind,
      until: null,
    });
    desk.pass(24);
    await change(w, '$49 per month');
    expect(await mailCount()).toBe(1);
  });

  test('everything: the address gets nothing more, and has to be asked before it does', async () => {
    const { w, mail } = await mailOfAlert();
    await press(mail, 'Unsubscribe from everything');
    const [left] = await listChannels(desk.db, account.id);
    expect(left).toMatchObject({ disabledReason: 'its reader unsubscribed', confirmedAt: null });
    await change(w, '$49 per month');
    expect(await mailCount()).toBe(1);
    expect(await add(me())).toMatchObject({ ok: true, channel: { confirmedAt: null } });
    await deliverDue(desk.db, world);
    await change(w, '$59 per month');
    // The question, and no news.
    expect(await mailCount()).toBe(2);
  });

  test('what a reader says of an event is kept, the newest word', async () => {
    const { w, mail } = await mailOfAlert();
    const [event] = await w.events();
    const said = async () =>
      (
        await desk.db
          .selectFrom('feedback')
          .select('verdict')
          .where('event_id', '=', event?.id ?? 0)
          .execute()
      ).map((row) => row.verdict);
    await press(mail, 'Useful');
    await press(mail, 'Useful');
    expect(await said()).toEqual(['useful']);
    await press(mail, 'This is wrong');
    expect(await said()).toEqual(['wrong']);
  });

  test('one click by RFC 8058 ends what the mail was about', async () => {
    const { w, mail } = await mailOfAlert();
    const header = mail?.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
    const [, token = ''] = /List-Unsubscribe: <[^>]*\/m\/([\w.-]+)>/.exec(header) ?? [];
    expect(header).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    await pressLink(desk.db, world, token);
    desk.pass(24);
    await change(w, '$49 per month');
    expect(await mailCount()).toBe(1);
    expect(await channelById(desk.db, (await listChannels(desk.db, account.id))[0]?.id ?? 0)).toMatchObject({
      disabledAt: null,
    });
  });

  test('a channel that is gone leaves its links without effect', async () => {
    const { mail } = await mailOfAlert();
    await desk.db.deleteFrom('channels').where('account_id', '=', account.id).execute();
    expect(await press(mail, 'Snooze')).toEqual({ ok: false, why: 'unknown' });
  });
});

describe('members', () => {
  test('each is asked first, and leaves with their mail; the last owner stays', async () => {
    expect(await addMember(desk.db, world, { account, email: me(), role: 'owner' })).toMatchObject({
      ok: true,
      confirmed: true,
    });
    expect(await addMember(desk.db, world, { account, email: colleague(), role: 'member' })).toMatchObject({
      ok: true,
      confirmed: false,
    });
    expect(await listMembers(desk.db, account.id)).toEqual([
      { email: me(), role: 'owner' },
      { email: colleague(), role: 'member' },
    ]);
    expect(await removeMember(desk.db, account, me())).toMatchObject({ ok: false });
    expect(await removeMember(desk.db, account, colleague())).toEqual({ ok: true });
    expect((await listChannels(desk.db, account.id)).map((c) => c.address)).toEqual([me()]);
    expect(await removeMember(desk.db, account, 'nobody@example.com')).toMatchObject({ ok: false });
  });

  test('what is no address is no member', async () => {
    expect(await addMember(desk.db, world, { account, email: 'me', role: 'member' })).toMatchObject({
      ok: false,
    });
    expect(await listMembers(desk.db, account.id)).toEqual([]);
  });
});
