import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correctEvent } from '../../src/flows/correct-event.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
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

async function told(): Promise<Watched> {
  const w = await desk.watch(`/plans-${tests}`, account);
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.check();
  desk.pass(5 / 60);
  await deliverDue(desk.db, desk.world);
  return w;
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

  test('says nothing to a channel that is off, or to one that no longer watches', async () => {
    await desk.channel('email', `gone-${tests}@example.com`, account);
    const w = await told();
    await desk.db.deleteFrom('subscriptions').where('account_id', '=', account.id).execute();
    const [event] = await w.events();
    expect(await correct(event?.id)).toMatchObject({ ok: true, channels: 0 });
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
