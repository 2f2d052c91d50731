import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smtpForm } from '../../src/core/channels/email.ts';
import type { Post } from '../../src/core/channels/post.ts';
import type { MailMessage } from '../../src/core/messages/message.ts';
import { unsent, type SendResult } from '../../src/core/messages/send-result.ts';
import { deliverDue, deliverWoken, openSendLanes } from '../../src/flows/deliver.ts';
import { replayDead } from '../../src/flows/replay-dead.ts';
import { sealAlert } from '../../src/flows/seal-alert.ts';
import type { ChannelPort, World } from '../../src/flows/world.ts';
import type { Account } from '../../src/store/accounts.ts';
import { listChannels } from '../../src/store/channels.ts';
import { claimDelivery, endAttempt, type Attempt } from '../../src/store/outbox.ts';
import { postBox } from '../adapters/post-box.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let desk: Desk;
let account: Account;
let accounts = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(async () => {
  // What an earlier test left queued is not this test's.
  await desk.db.deleteFrom('deliveries').execute();
  desk.nextTest();
  accounts += 1;
  account = await desk.newAccount(`account ${accounts}`);
});

/** A page of this test whose price has just changed: one alert to each channel of the account. */
async function alert(): Promise<Watched> {
  const w = await desk.watch(`/plans-${accounts}`, account);
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.check();
  afterSecondRead();
  return w;
}

/** What a check with its second read told is dated five minutes on. */
const afterSecondRead = (): void => desk.pass(5 / 60);

const rows = async () => desk.db.selectFrom('deliveries').selectAll().orderBy('id').execute();
const onlyId = async (): Promise<number> => (await rows()).find(() => true)?.id ?? 0;

/** The desk's channels, with another sender of mail. */
function mailBy(send: ChannelPort['send']): World['channels'] {
  const { email } = desk.world.channels;
  if (email === undefined) throw new Error('the desk sends no mail');
  return { ...desk.world.channels, email: { ...email, send } };
}

/** Takes the only delivery for a try, as a worker would. */
async function claim(): Promise<Attempt | null> {
  const id = await onlyId();
  await sealAlert(desk.db, desk.world, id);
  const look = { now: desk.now(), confirmAfterS: 300 };
  return claimDelivery(desk.db, id, { look, leaseS: 90 });
}

/** The desk's world with a mail service that answers as told, in turn, and keeps the keys that it was sent. */
function mailing(...answers: readonly (SendResult | Error)[]) {
  const keys: string[] = [];
  const world: World = {
    ...desk.world,
    channels: mailBy(async ({ key }) => {
      keys.push(key);
      const answer = answers[Math.min(keys.length, answers.length) - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer was given');
      return answer;
    }),
  };
  return { world, keys };
}

const SENT: SendResult = { sent: true, code: 200, id: 'm1' };

/** As if the worker that holds the try had died long ago. */
async function holderDied(): Promise<void> {
  const past = new Date('2001-01-01');
  await desk.db
    .updateTable('deliveries')
    .set({ attempt_until: past })
    .where('attempt_until', 'is not', null)
    .execute();
}

describe('mail', () => {
  test('P16: an alert recalls the page only as far back as its own subscription goes', async () => {
    await desk.channel('email', 'early@example.com', account);
    const w = await alert();
    const late = await desk.newAccount(`late ${accounts}`);
    await desk.channel('email', 'late@example.com', late);
    await desk.watch(`/plans-${accounts}`, late);
    desk.pass(24);
    w.set({ html: pricingPage(withPrice('Pro', '$49 per month')) });
    await w.check();
    afterSecondRead();
    const before = (await desk.mails()).length;
    await deliverDue(desk.db, desk.world);
    const mails = (await desk.mails()).slice(before).filter((mail) => mail.includes('$49'));
    const recalling = mails.map((mail) => [/^To: (.*)$/m.exec(mail)?.[1]?.trim(), mail.includes('$29')]);
    expect(recalling.toSorted()).toEqual([
      ['early@example.com', true],
      ['late@example.com', false],
    ]);
  });

  test('an alert is one mail file, and handing it to the sender again sends nothing', async () => {
    await desk.channel('email', 'founder@example.com', account);
    const before = (await desk.mails()).length;
    const w = await alert();
    const [event] = await w.events();
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([
      { channel: 'founder@example.com', state: 'sent' },
    ]);
    expect(await deliverDue(desk.db, desk.world)).toEqual([]);
    expect(
      await deliverWoken(desk.db, desk.world, { ids: [await onlyId()], lanes: openSendLanes() }),
    ).toEqual([]);
    const mails = (await desk.mails()).slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('To: founder@example.com');
    for (const words of ['$29', '$39', `http://localhost:3000/events/${event?.id}`])
      expect(mails[0]).toContain(words);
    expect(await rows()).toMatchObject([
      { state: 'sent', attempts: 1, sent_at: desk.now(), last_error: null, attempt_token: null },
    ]);
  });

  test('a failure that passes is tried ten times over 75 hours under one key, and is then dead', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await alert();
    const { world, keys } = mailing(unsent('the service is down', { code: 503 }));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await deliverDue(desk.db, world)).toHaveLength(1);
      const [row] = await rows();
      if (row?.state !== 'queued') break;
      waits.push((+row.next_attempt_at - +desk.now()) / 1000);
      desk.setClock(new Date(+row.next_attempt_at - 1));
      expect(await deliverDue(desk.db, world)).toEqual([]);
      desk.setClock(row.next_attempt_at);
    }
    expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(await rows()).toMatchObject([
      { state: 'dead', attempts: 10, last_error: 'the service is down; given up after 10 tries' },
    ]);
    expect(new Set(keys).size).toBe(1);
    expect(await listChannels(desk.db, account.id)).toMatchObject([{ disabledAt: null }]);
  });

  test('a service that asks for more time than the schedule gets it', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await alert();
    await deliverDue(desk.db, mailing(unsent('slow down', { code: 429, retryAfterS: 600 })).world);
    expect(+((await rows())[0]?.next_attempt_at ?? 0) - +desk.now()).toBe(600_000);
  });

  test('an address that will never take mail is dead at once, and its channel is switched off with the reason', async () => {
    await desk.channel('email', 'nobody@example.com', account);
    const w = await alert();
    await deliverDue(desk.db, mailing(unsent('no such mailbox', { code: 550, permanent: true })).world);
    expect(await rows()).toMatchObject([{ state: 'dead', last_error: 'no such mailbox' }]);
    expect(await listChannels(desk.db, account.id)).toMatchObject([
      { disabledAt: desk.now(), disabledReason: 'no such mailbox' },
    ]);
    desk.pass(48);
    w.set({ html: pricingPage() });
    await w.check();
    expect(await rows()).toHaveLength(1);
    // Added again, it is on again.
    await desk.channel('email', 'nobody@example.com', account);
    expect(await listChannels(desk.db, account.id)).toMatchObject([
      { disabledAt: null, disabledReason: null },
    ]);
  });

  test('two workers race for one delivery: it is sent once', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await alert();
    const { world, keys } = mailing(SENT);
    const id = await onlyId();
    const both = await Promise.all(
      Array.from({ length: 4 }, () => deliverWoken(desk.db, world, { ids: [id], lanes: openSendLanes() })),
    );
    expect(both.flat()).toHaveLength(1);
    expect(keys).toHaveLength(1);
  });

  test('P11: what a dead worker may have sent is sent again under the same key', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await alert();
    const { world, keys } = mailing(SENT);
    const held = await claim();
    expect(await deliverDue(desk.db, world)).toEqual([]);
    await holderDied();
    expect(await deliverDue(desk.db, world)).toMatchObject([{ state: 'sent' }]);
    expect(keys).toEqual([held?.key]);
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });

  test('C20: what a dead worker with a clock ahead of ours was sending does not wait for its hour', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await alert();
    await claim();
    const ahead = new Date(+desk.now() + 86_400_000);
    await desk.db.updateTable('deliveries').set({ next_attempt_at: ahead, created_at: ahead }).execute();
    await holderDied();
    expect(await deliverDue(desk.db, mailing(SENT).world)).toMatchObject([{ state: 'sent' }]);
  });

  test('fencing: a worker that outlived its try changes nothing', async () => {
    const channel = await desk.channel('email', 'founder@example.com', account);
    await alert();
    const late = await claim();
    if (late === null) throw new Error('nothing to claim');
    await holderDied();
    await deliverDue(desk.db, mailing(SENT).world);
    const before = await rows();
    const end = { state: 'dead', code: 500, error: 'too late', outcome: 'failed' } as const;
    expect(await endAttempt(desk.db, late, { end, now: desk.now() })).toBe(false);
    expect(await rows()).toEqual(before);
    expect(before).toMatchObject([{ state: 'sent', channel_id: channel.id }]);
  });

  test('a sender that outlives its try does not switch the channel off', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await alert();
    const world: World = {
      ...desk.world,
      channels: mailBy(async () => {
        await holderDied();
        await deliverDue(desk.db, mailing(SENT).world);
        return unsent('no such mailbox', { permanent: true });
      }),
    };
    expect(await deliverDue(desk.db, world)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    expect(await listChannels(desk.db, account.id)).toMatchObject([{ disabledAt: null }]);
  });
});

describe('mail over SMTP, where nobody knows a key', () => {
  const lost = unsent('SMTP: ECONNECTION', { ambiguous: true });

  test('what may have arrived is sent once more at most, and says so in the mail', async () => {
    await desk.channel('email', 'founder@example.com', account);
    await alert();
    const sent: MailMessage[] = [];
    const email = {
      ...smtpForm,
      send: async ({ message }: Post) => {
        sent.push(message as MailMessage);
        return lost;
      },
    };
    const world: World = { ...desk.world, channels: { ...desk.world.channels, email } };
    await deliverDue(desk.db, world);
    desk.setClock((await rows())[0]?.next_attempt_at ?? desk.now());
    await deliverDue(desk.db, world);
    desk.pass(100);
    await deliverDue(desk.db, world);
    const [first, second, ...others] = sent;
    expect(others).toEqual([]);
    expect([second?.subject, second?.headers]).toEqual([first?.subject, first?.headers]);
    expect(first?.text).not.toContain('may be a repeat');
    expect(second?.text).toMatch(/^This mail may be a repeat/u);
    expect(second?.html).toContain('This mail may be a repeat');
    expect(await rows()).toMatchObject([{ state: 'dead' }]);
  });
});

describe('one channel and another', () => {
  test('a channel that fails keeps no other from its message', async () => {
    const { origin, received } = await postBox((_, response) => response.end('ok'));
    await desk.channel('email', 'founder@example.com', account);
    await desk.channel('slack', `${origin}/services/a`, account);
    await alert();
    const delivered = await deliverDue(desk.db, mailing(unsent('down', { code: 500 })).world);
    expect(delivered.map((done) => done.state)).toEqual(['queued', 'sent']);
    expect(received).toHaveLength(1);
  });

  test('a bug in one sender keeps no other channel from its message, and is not hidden', async () => {
    const { origin, received } = await postBox((_, response) => response.end('ok'));
    await desk.channel('email', 'founder@example.com', account);
    await desk.channel('slack', `${origin}/services/b`, account);
    await alert();
    await expect(deliverDue(desk.db, mailing(new TypeError('a bug')).world)).rejects.toThrow(
      '1 deliveries could not be tried',
    );
    expect(received).toHaveLength(1);
  });
});

describe('Slack, which knows no keys', () => {
  const posted = (body: string | undefined): string => (JSON.parse(body ?? '{}') as { text: string }).text;

  /** An incoming webhook that answers by the number of the post: a status, or nothing at all. */
  async function webhook(...answers: readonly (number | 'cut')[]) {
    const { origin, received } = await postBox((_, response) => {
      const answer = answers[received.length - 1] ?? 200;
      if (answer === 'cut') response.destroy();
      else response.writeHead(answer).end(answer === 200 ? 'ok' : '');
    });
    await desk.channel('slack', `${origin}/services/${accounts}`, account);
    return received;
  }

  /** Delivers until nothing waits anywhere, moving the clock to each next try. */
  async function settle(): Promise<void> {
    for (;;) {
      await deliverDue(desk.db, desk.world);
      const waiting = (await rows()).filter(({ state }) => state === 'queued');
      if (waiting.length === 0) return;
      desk.setClock(new Date(Math.max(+desk.now(), ...waiting.map((row) => +row.next_attempt_at))));
    }
  }

  /** Delivers until nothing waits, moving the clock to each next try. */
  async function untilSettled(): Promise<void> {
    for (;;) {
      await deliverDue(desk.db, desk.world);
      const [row] = await rows();
      if (row?.state !== 'queued') return;
      desk.setClock(row.next_attempt_at);
    }
  }

  test('a lost answer is repeated once, marked, and never a third time', async () => {
    const received = await webhook('cut', 'cut');
    await alert();
    await untilSettled();
    expect(received.map(({ body }) => posted(body).startsWith('(may be a repeat)'))).toEqual([false, true]);
    expect(await rows()).toMatchObject([
      { state: 'dead', attempts: 2, last_error: expect.stringContaining('not sent a third time') },
    ]);
  });

  test('a lost answer after a clear refusal is repeated once too', async () => {
    const received = await webhook(500, 'cut', 200);
    await alert();
    await untilSettled();
    expect(received.map(({ body }) => posted(body).startsWith('(may be a repeat)'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 3 }]);
  });

  test('once an answer was lost every later try says that it may be a repeat', async () => {
    const received = await webhook('cut', 500, 200);
    await alert();
    await untilSettled();
    expect(received.map(({ body }) => posted(body).startsWith('(may be a repeat)'))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('the repeat comes minutes later, and what is given up then is told elsewhere, once a day', async () => {
    await desk.channel('email', `owner-${accounts}@example.com`, account);
    await webhook('cut', 'cut', 'cut', 'cut');
    const w = await alert();
    const began = desk.now();
    await deliverDue(desk.db, desk.world);
    const slack = async () => (await rows()).filter((row) => row.event_id !== null && row.state !== 'sent');
    expect(+((await slack())[0]?.next_attempt_at ?? 0) - +began).toBe(4 * desk.world.settings.leaseS * 1000);
    await settle();
    desk.pass(1);
    w.set({ html: pricingPage(withPrice('Pro', '$49 per month')) });
    await w.check();
    afterSecondRead();
    await settle();
    expect((await rows()).filter(({ state }) => state === 'dead')).toHaveLength(2);
    const told = (await desk.mails()).filter((mail) => mail.includes(`To: owner-${accounts}@example.com`));
    expect(told.filter((mail) => mail.includes('may have missed a message'))).toHaveLength(1);
  });

  test('a replay of what may have arrived says so too, at every try', async () => {
    const received = await webhook('cut', 'cut', 500, 'cut', 200);
    await alert();
    await untilSettled();
    desk.pass(1);
    expect(
      await replayDead(desk.db, desk.world, { account, about: { delivery: await onlyId() } }),
    ).toHaveLength(1);
    await untilSettled();
    expect(received.map(({ body }) => posted(body).startsWith('(may be a repeat)'))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
  });

  test('a worker that died while posting counts as a lost answer', async () => {
    const received = await webhook();
    await alert();
    await claim();
    await holderDied();
    await untilSettled();
    expect(received.map(({ body }) => posted(body).startsWith('(may be a repeat)'))).toEqual([true]);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
  });

  test('two workers that died while posting are one repeat too many: nothing more is sent', async () => {
    const received = await webhook();
    await alert();
    for (let worker = 0; worker < 2; worker += 1) {
      await claim();
      await holderDied();
    }
    await untilSettled();
    expect(received).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'dead' }]);
  });

  test('a webhook that was removed is dead at once, and its channel is switched off', async () => {
    const received = await webhook(404);
    await alert();
    await untilSettled();
    expect(received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'dead', answer_code: 404 }]);
    expect(await listChannels(desk.db, account.id)).toMatchObject([
      { disabledReason: 'Slack answered 404: nothing is there' },
    ]);
  });

  test('it takes no digest, so lesser news comes when it falls due, while mail waits for the digest', async () => {
    const received = await webhook();
    await desk.channel('email', 'founder@example.com', account);
    const w = await desk.watch(`/news-${accounts}`, account);
    await w.settle();
    w.set({
      html: pricingPage(
        undefined,
        '<p>Surveyors can now share a map layer with the crew that comes next.</p>',
      ),
    });
    await w.check();
    desk.pass(25);
    await w.check();
    afterSecondRead();
    expect((await w.events()).map((event) => event.severity)).toEqual([
      expect.stringMatching(/^(low|medium)$/),
    ]);
    await deliverDue(desk.db, desk.world);
    expect(received).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });
});
