import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { hearOfMail } from '../../src/flows/hear-of-mail.ts';
import type { World } from '../../src/flows/world.ts';
import type { Account } from '../../src/store/accounts.ts';
import {
  channelById,
  disableChannel,
  leaveChannel,
  noteFailing,
  type Channel,
} from '../../src/store/channels.ts';
import { openSink, type Sink } from '../support/sink.ts';
import { get, openWebDesk, post, textOf, type WebDesk } from '../support/web-desk.ts';

let desk: WebDesk;
let sink: Sink;
/** A world whose mail goes out to people, so that they are asked first. */
let leaving: World;
let leavingWeb: Hono;
let mail: Channel;
let hook: Channel;
let stranger: Account;

beforeAll(async () => {
  desk = await openWebDesk();
  sink = await openSink();
  leaving = { ...desk.world, settings: { ...desk.world.settings, mailLeaves: true } };
  leavingWeb = desk.webOf({ world: leaving });
  stranger = await desk.newAccount('stranger');
});
afterAll(async () => {
  await desk.close();
  await sink.close();
});

const enabled = async (channel: Channel): Promise<boolean> =>
  (await channelById(desk.db, channel.id))?.disabledAt === null;

test('without a channel it says how to add one', async () => {
  expect(await textOf(desk.web, '/channels')).toContain('channel add email you@example.com');
});

describe('the list', () => {
  beforeAll(async () => {
    mail = await desk.channel('email', 'founder@example.com');
    hook = await desk.channel('webhook', sink.url);
  });

  test('says of each channel how it stands, and what goes where in words', async () => {
    const page = await textOf(desk.web, '/channels');
    expect(page).toContain('founder@example.com');
    expect(page).toContain('No news was sent there yet.');
    expect(page).toContain('2 channels, none in trouble.');
    expect(page).toMatch(/All changes: .*email.* at once from high/);
  });

  test('shows no secret of a channel', async () => {
    const secret = (await channelById(desk.db, hook.id))?.secrets[0] ?? 'none';
    expect(secret).toMatch(/^whsec_/);
    expect(await textOf(desk.web, '/channels')).not.toContain(secret);
  });

  test('a feed leads to its two addresses', async () => {
    const feed = await desk.channel('feed', '');
    const page = await textOf(desk.web, '/channels');
    for (const ending of ['atom', 'json']) {
      expect(page).toContain(`/feeds/${feed.address}.${ending}`);
      expect((await get(desk.web, `/feeds/${feed.address}.${ending}`)).status).toBe(200);
    }
    const tested = await post(desk.web, `/channels/${feed.id}/test`);
    expect(await tested.text()).toContain('The feed answers at the addresses here.');
  });

  test('trouble is said at the top and where it is', async () => {
    await noteFailing(desk.db, hook.id, desk.now());
    const page = await textOf(desk.web, '/channels');
    expect(page).toContain('<b>1 of 3 channels</b> gets nothing just now.');
    expect(page).toContain('Takes nothing</b> since Mon 2 Mar 06:00');
  });

  test('what was given up is counted, and leads to the list of it', async () => {
    sink.answer(503);
    await desk.tellPrice('/pricing');
    await disableChannel(desk.db, hook.id, { reason: 'it has taken nothing for five days', now: desk.now() });
    const page = await textOf(desk.web, '/channels');
    expect(page).toContain('<a href="/deliveries?state=dead">1 message given up</a>');
    expect(page).toContain('it has taken nothing for five days');
    expect(page).toContain('It took the last message');
  });

  test('what a reader muted by a button is listed with its end', async () => {
    const { id } = await desk.db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow();
    const made = { subscription_id: id, channel_id: mail.id, created_at: desk.now() };
    await desk.db
      .insertInto('mutes')
      .values([
        { ...made, kind: 'pricing.price', until: null },
        { ...made, kind: null, until: new Date(+desk.now() + 86_400_000) },
      ])
      .execute();
    const page = await textOf(desk.web, '/channels');
    expect(page).toContain('2 mutes by a button in a message');
    expect(page).toMatch(/pricing\.price of .*\/pricing/);
  });
});

describe('"Send a test"', () => {
  test('says that it was taken, or what the other side said', async () => {
    sink.answer(200);
    const good = await post(desk.web, `/channels/${hook.id}/test`);
    expect([good.status, (await good.text()).includes('The test was taken.')]).toEqual([200, true]);
    sink.answer(500);
    const bad = await post(desk.web, `/channels/${hook.id}/test`);
    expect(bad.status).toBe(422);
    expect(await bad.text()).toContain('The test was not taken.');
  });

  test('goes to nobody who has not said yes, and to no address that complained', async () => {
    const waiting = await desk.channel('email', 'colleague@example.com');
    expect(waiting.confirmedAt).toBeNull();
    expect(await textOf(leavingWeb, '/channels')).toContain('Waits for its reader’s yes.');
    expect((await post(leavingWeb, `/channels/${waiting.id}/test`)).status).toBe(422);
    await hearOfMail(desk.db, desk.world, {
      reason: 'complaint',
      address: 'founder@example.com',
      detail: 'spam',
      at: desk.now(),
    });
    const before = (await desk.mails()).length;
    const answer = await post(desk.web, `/channels/${mail.id}/test`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('has complained about our mail');
    expect((await desk.mails()).length).toBe(before);
  });
});

describe('"Switch it on"', () => {
  test('is there only for a channel that is off, and does so', async () => {
    expect(await textOf(desk.web, '/channels')).toContain(`/channels/${hook.id}/enable`);
    expect((await post(desk.web, `/channels/${hook.id}/enable`)).status).toBe(200);
    expect(await enabled(hook)).toBe(true);
    expect(await textOf(desk.web, '/channels')).not.toContain(`/channels/${hook.id}/enable`);
  });

  test('does not for an address that complained or bounced, and says why', async () => {
    const answer = await post(desk.web, `/channels/${mail.id}/enable`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('has complained about our mail');
    expect(await enabled(mail)).toBe(false);
  });

  test('asks a reader who had unsubscribed again, three times a day at most', async () => {
    const reader = await desk.channel('email', 'reader@example.com');
    const questions = async (): Promise<number> =>
      (await desk.db.selectFrom('channel_notices').select('id').where('channel_id', '=', reader.id).execute())
        .length;
    for (const asked of [1, 2, 3]) {
      desk.pass(1);
      await leaveChannel(desk.db, reader.id, { reason: 'its reader unsubscribed', now: desk.now() });
      expect(await (await post(leavingWeb, `/channels/${reader.id}/enable`)).text()).toContain(
        'its reader is asked',
      );
      expect([await questions(), await enabled(reader)]).toEqual([asked, true]);
      expect((await channelById(desk.db, reader.id))?.confirmedAt).toBeNull();
    }
    await leaveChannel(desk.db, reader.id, { reason: 'its reader unsubscribed', now: desk.now() });
    const refused = await post(leavingWeb, `/channels/${reader.id}/enable`);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('it can be asked again tomorrow');
    expect([await questions(), await enabled(reader)]).toEqual([3, false]);
  });
});

describe('"Send again what was given up"', () => {
  const given = 'Send again what was given up';

  test('queues all that a channel which is on again was not sent, once', async () => {
    await disableChannel(desk.db, hook.id, { reason: 'test', now: desk.now() });
    await desk.db
      .updateTable('deliveries')
      .set({ state: 'dead' })
      .where('channel_id', '=', hook.id)
      .execute();
    expect(await textOf(leavingWeb, '/channels')).not.toContain(given);
    await post(leavingWeb, `/channels/${hook.id}/enable`);
    const states = async () =>
      (
        await desk.db.selectFrom('deliveries').select('state').where('channel_id', '=', hook.id).execute()
      ).map((row) => row.state);
    const before = await states();
    expect(before).toContain('dead');
    expect(await textOf(leavingWeb, '/channels')).toContain(given);
    expect(await (await post(leavingWeb, `/channels/${hook.id}/replay`)).text()).toContain(
      'on the way again',
    );
    expect(await states()).toEqual(before.map(() => 'queued'));
    expect(await (await post(leavingWeb, `/channels/${hook.id}/replay`)).text()).toContain(
      'nothing to send again',
    );
  });
});

describe('P16: another account', () => {
  test('sees none of ours, and every button on them answers 404 and changes nothing', async () => {
    const foreign = desk.webOf({ account: stranger });
    expect(await textOf(foreign, '/channels')).not.toMatch(/founder@|reader@|hook|feeds\//);
    await disableChannel(desk.db, hook.id, { reason: 'test', now: desk.now() });
    const before = await desk.everything();
    const heard = sink.keys.length;
    for (const id of [mail.id, hook.id, 0, 999_999, '1e0'])
      for (const action of ['test', 'enable', 'replay'])
        expect({ id, status: (await post(foreign, `/channels/${id}/${action}`)).status }).toEqual({
          id,
          status: 404,
        });
    expect(await desk.everything()).toEqual(before);
    expect(sink.keys.length).toBe(heard);
  });
});

test('reading changes nothing', async () => {
  const before = await desk.everything();
  await textOf(desk.web, '/channels');
  for (const path of [`/channels/${hook.id}/test`, `/channels/${hook.id}/enable`])
    expect((await get(desk.web, path)).status).toBe(404);
  expect(await desk.everything()).toEqual(before);
});

test('no bug was met on the way', () => {
  expect(desk.faults).toEqual([]);
});
