import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SendResult, unsent } from '../../src/core/messages/send-result.ts';
import { correctEvent } from '../../src/flows/correct-event.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { removePage } from '../../src/flows/remove-page.ts';
import { replayDead } from '../../src/flows/replay-dead.ts';
import type { World } from '../../src/flows/world.ts';
import type { Account } from '../../src/store/accounts.ts';
import { postBox } from '../adapters/post-box.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

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

async function changed(path = `/plans-${tests}`): Promise<Watched> {
  const w = await desk.watch(path, account);
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.check();
  desk.pass(5 / 60);
  return w;
}

async function told(): Promise<Watched> {
  const w = await changed();
  await deliverDue(desk.db, desk.world);
  return w;
}

/** The desk's world, in which mail ends as told. */
function mailing(answer: () => SendResult): World {
  const { email } = desk.world.channels;
  if (email === undefined) throw new Error('the desk sends no mail');
  return {
    ...desk.world,
    channels: { ...desk.world.channels, email: { ...email, send: async () => answer() } },
  };
}

/** Delivers until nothing waits, moving the clock to each next try. */
async function untilSettled(world = desk.world): Promise<void> {
  for (;;) {
    await deliverDue(desk.db, world);
    const waiting = (await rows()).filter(({ state }) => state === 'queued');
    if (waiting.length === 0) return;
    desk.setClock(new Date(Math.max(+desk.now(), ...waiting.map((row) => +row.next_attempt_at))));
  }
}

const rows = async () => desk.db.selectFrom('deliveries').selectAll().orderBy('id').execute();

/** A Slack webhook that answers each post as told, then "ok"; a cut one has read the post. */
async function slack(...answers: readonly (number | 'cut')[]) {
  const box = await postBox((_, response) => {
    const answer = answers[box.received.length - 1] ?? 200;
    if (answer === 'cut') response.destroy();
    else response.writeHead(answer).end(answer === 200 ? 'ok' : '');
  });
  await desk.channel('slack', `${box.origin}/services/${tests}`, account);
  return () => box.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
}

const correct = async (
  eventId: number | undefined,
  because = 'The page showed a price of another product.',
) => correctEvent(desk.db, desk.world, { eventId: eventId ?? 0, because });

describe('a correction', () => {
  test('goes to every channel that was told, in the thread, and to nobody else', async () => {
    const address = `founder-${tests}@example.com`;
    await desk.channel('email', address, account);
    const hook = await postBox((_, response) => response.end());
    await desk.channel('webhook', `${hook.origin}/c`, account);
    const w = await told();
    const late = await postBox((_, response) => response.end('ok'));
    await desk.channel('slack', `${late.origin}/services/late`, account);
    const [event] = await w.events();
    desk.pass(1);
    expect(await correct(event?.id)).toMatchObject({ ok: true, channels: 2 });
    await deliverDue(desk.db, desk.world);
    expect(late.received).toEqual([]);
    expect(hook.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'change.told',
      'change.corrected',
    ]);
    const mails = (await desk.mails()).filter((mail) => mail.includes(`To: ${address}`));
    expect(mails).toHaveLength(2);
    const idOf = /^Message-ID: (<[^>]+>)/mu.exec(mails[0] ?? '')?.[1];
    expect(mails[1]?.replaceAll(/\r?\n[ \t]+/g, ' ')).toContain(`In-Reply-To: ${idOf}`);
    expect(mails[1]).toContain('a price of another product');
  });

  test('says nothing to a channel that is off', async () => {
    const { id } = await desk.channel('email', `off-${tests}@example.com`, account);
    const w = await told();
    await desk.db.updateTable('channels').set({ disabled_at: desk.now() }).where('id', '=', id).execute();
    expect(await correct((await w.events())[0]?.id)).toMatchObject({ ok: true, channels: 0 });
  });

  test('goes to everybody who was told also when the page is watched no more', async () => {
    const address = `gone-${tests}@example.com`;
    await desk.channel('email', address, account);
    const w = await told();
    const [event] = await w.events();
    await removePage(desk.db, desk.world, { account, pageId: w.page.id });
    expect(await correct(event?.id)).toMatchObject({ ok: true, channels: 1 });
    await deliverDue(desk.db, desk.world);
    const mails = (await desk.mails()).filter((one) => one.includes(`To: ${address}`));
    const [mail, ...others] = mails.filter((one) => one.includes('a price of another product'));
    expect(mail).toContain('/plans-');
    expect(others).toEqual([]);
  });

  test('is made once: the second is refused with when and why the first was made, and nothing is sent', async () => {
    await desk.channel('email', `twice-${tests}@example.com`, account);
    const w = await told();
    const [event] = await w.events();
    await correct(event?.id, 'We misread a test price');
    const second = await Promise.all([correct(event?.id, 'Other words'), correct(event?.id, 'And others')]);
    for (const one of second)
      expect(one).toEqual({ ok: false, say: expect.stringContaining('"We misread a test price"') });
    expect((await rows()).filter((row) => row.correction_id !== null)).toHaveLength(1);
    expect((await w.events())[0]?.corrected).toEqual({ at: desk.now(), because: 'We misread a test price' });
    await deliverDue(desk.db, desk.world);
    expect(
      (await desk.mails()).filter((mail) => /Because:\s+We misread a test price/u.test(mail)),
    ).toHaveLength(1);
  });

  test.each([
    ['no reason', '   '],
    ['a novel', 'x'.repeat(401)],
  ])('%s is refused', async (_, because) => {
    await desk.channel('email', `w-${tests}@example.com`, account);
    const w = await told();
    expect(await correct((await w.events())[0]?.id, because)).toMatchObject({ ok: false });
  });

  test('an event that is not there cannot be corrected', async () => {
    expect(await correct(999_999)).toEqual({ ok: false, say: 'There is no event 999999; see: events' });
  });

  test('one line of words, whatever is given: no header can be made of it', async () => {
    await desk.channel('email', `h-${tests}@example.com`, account);
    const w = await told();
    await correct((await w.events())[0]?.id, 'Wrong.\r\nBcc: spy@example.com');
    await deliverDue(desk.db, desk.world);
    const mail = (await desk.mails()).findLast((one) => one.includes(`To: h-${tests}@example.com`));
    expect(mail).not.toMatch(/^Bcc:/mu);
  });
});

describe('a correction of what was not sent yet', () => {
  test('withdraws the alert with a reason, and neither is ever sent there', async () => {
    const posts = await slack(503);
    const w = await told();
    const [event] = await w.events();
    expect(await correct(event?.id, 'Not so.')).toMatchObject({ ok: true, channels: 0, withdrawn: 1 });
    desk.pass(1);
    await untilSettled();
    expect(posts()).toHaveLength(1);
    expect(await rows()).toMatchObject([
      { state: 'withdrawn', last_error: 'the event was corrected: Not so.', correction_id: null },
    ]);
    expect(
      await replayDead(desk.db, desk.world, { account, about: { delivery: (await rows())[0]?.id ?? 0 } }),
    ).toEqual([]);
  });

  test('one that was given up before it arrived can be replayed no more', async () => {
    await desk.channel('email', `dead-${tests}@example.com`, account);
    const w = await changed();
    await untilSettled(mailing(() => unsent('down', { code: 503 })));
    expect(await rows()).toMatchObject([{ state: 'dead' }]);
    expect(await correct((await w.events())[0]?.id)).toMatchObject({ channels: 0, withdrawn: 1 });
    expect(
      await replayDead(desk.db, desk.world, { account, about: { delivery: (await rows())[0]?.id ?? 0 } }),
    ).toEqual([]);
  });

  test('where a try may have arrived the alert is not repeated, and the correction is the last word', async () => {
    const posts = await slack('cut');
    const w = await told();
    expect(await correct((await w.events())[0]?.id)).toMatchObject({ channels: 1, withdrawn: 1 });
    await untilSettled();
    expect(posts().map((text) => text.startsWith('Correction: '))).toEqual([false, true]);
  });

  test('during a try: the correction waits for its end, and follows what was sent', async () => {
    await desk.channel('email', `held-${tests}@example.com`, account);
    const w = await changed();
    const [event] = await w.events();
    const during = mailing(() => ({ sent: true, code: 200, id: 'm1' }));
    const { email } = during.channels;
    if (email === undefined) throw new Error('the desk sends no mail');
    const send = async (post: Parameters<typeof email.send>[0]) => {
      expect(await correct(event?.id)).toMatchObject({ channels: 1, withdrawn: 1 });
      expect(await deliverDue(desk.db, desk.world)).toEqual([]);
      return email.send(post);
    };
    await deliverDue(desk.db, { ...during, channels: { ...during.channels, email: { ...email, send } } });
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'queued']);
    await deliverDue(desk.db, desk.world);
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('during a try that failed: neither the alert nor the correction goes out', async () => {
    await desk.channel('email', `failed-${tests}@example.com`, account);
    const w = await changed();
    const [event] = await w.events();
    const { email } = desk.world.channels;
    if (email === undefined) throw new Error('the desk sends no mail');
    const send = async () => {
      await correct(event?.id);
      return unsent('down', { code: 503 });
    };
    await deliverDue(desk.db, {
      ...desk.world,
      channels: { ...desk.world.channels, email: { ...email, send } },
    });
    const before = (await desk.mails()).length;
    await untilSettled();
    expect(await desk.mails()).toHaveLength(before);
    expect(await rows()).toMatchObject([
      { state: 'withdrawn', last_error: expect.stringContaining('corrected') },
      { state: 'withdrawn', last_error: 'what it corrects never went there' },
    ]);
  });

  test('of several in one mail that waits only the corrected one is taken out', async () => {
    const address = `several-${tests}@example.com`;
    await desk.channel('email', address, account);
    const one = await changed(`/one-${tests}`);
    const other = await desk.watch(`/other-${tests}`, account);
    await other.settle(pricingPage(withPrice('Team', '$70 per month')));
    other.set({ html: pricingPage(withPrice('Team', '$79 per month')) });
    await other.check();
    desk.pass(1);
    await deliverDue(
      desk.db,
      mailing(() => unsent('down', { code: 503 })),
    );
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['carried', 'queued']);
    expect(await correct((await one.events())[0]?.id)).toMatchObject({ channels: 0, withdrawn: 1 });
    await untilSettled();
    const mails = (await desk.mails()).filter((mail) => mail.includes(`To: ${address}`));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('$79');
    expect(mails[0]).not.toContain('$39');
  });
});
