import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '../../src/flows/deliver.ts';
import type { Account } from '../../src/store/accounts.ts';
import { disableChannel, enableChannel, type Channel } from '../../src/store/channels.ts';
import { listDeliveries } from '../../src/store/deliveries.ts';
import { pricingPage, withPrice } from '../support/site.ts';
import { openSink, type Sink } from '../support/sink.ts';
import { get, openWebDesk, post, textOf, type WebDesk } from '../support/web-desk.ts';

let desk: WebDesk;
let sink: Sink;
let hook: Channel;
let mail: Channel;
let stranger: Account;

beforeAll(async () => {
  desk = await openWebDesk();
  sink = await openSink();
  stranger = await desk.newAccount('stranger');
  hook = await desk.channel('webhook', sink.url);
});
afterAll(async () => {
  await desk.close();
  await sink.close();
});

const newest = async (channel: Channel): Promise<number> => {
  const all = await listDeliveries(desk.db, { accountId: desk.account.id, state: null, most: 100 });
  return all.find(({ channelId }) => channelId === channel.id)?.id ?? 0;
};

test('nothing was sent yet', async () => {
  expect(await textOf(desk.web, '/deliveries')).toContain('Nothing was sent yet.');
  expect(await textOf(desk.web, '/deliveries?state=dead')).toContain('Nothing was given up.');
});

describe('a message that its receiver takes at the third try', () => {
  let id: number;
  beforeAll(async () => {
    sink.answer(503);
    await desk.tellPrice('/pricing');
    id = await newest(hook);
  });

  test('waits, and says when it is tried again', async () => {
    expect(await textOf(desk.web, `/deliveries/${id}`)).toMatch(/<b>Waiting<\/b> after 1 try\. The next try/);
    expect(await textOf(desk.web, '/deliveries')).toContain('waiting');
    expect(await textOf(desk.web, '/deliveries?state=queued')).toContain(`/deliveries/${id}`);
  });

  test('shows every try with its time, answer and outcome', async () => {
    desk.pass(1);
    await deliverDue(desk.db, desk.world);
    sink.answer(200);
    desk.pass(1);
    await deliverDue(desk.db, desk.world);
    const page = await textOf(desk.web, `/deliveries/${id}`);
    expect(page).toContain('<b>Sent</b>');
    expect(page).toContain('after 3 tries');
    expect(page.match(/not taken/g)).toHaveLength(2);
    expect(page.match(/>503</g)).toHaveLength(2);
    expect(page.match(/>200</g)).toHaveLength(1);
    expect(new Set(sink.keys).size).toBe(1);
    expect(page).toContain(sink.keys[0]);
    expect(page).toContain('/events/1"');
  });

  test('is not sent again by a click: there is none, and a forged one is refused', async () => {
    expect(await textOf(desk.web, `/deliveries/${id}`)).not.toContain('/replay');
    const before = await desk.everything();
    const answer = await post(desk.web, `/deliveries/${id}/replay`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('Nothing was changed.');
    expect(await desk.everything()).toEqual(before);
  });
});

describe('a message that was given up', () => {
  let id: number;
  beforeAll(async () => {
    desk.nextTest();
    sink.answer(503);
    await desk.tellPrice('/plans');
    id = await newest(hook);
    await disableChannel(desk.db, hook.id, { reason: 'it has taken nothing for five days', now: desk.now() });
  });

  test('is listed among the dead, with its reason', async () => {
    const page = await textOf(desk.web, '/deliveries?state=dead');
    expect(page).toContain(`/deliveries/${id}`);
    expect(page).toContain('it has taken nothing for five days');
    expect(page).not.toContain('/deliveries/1"');
    expect(await textOf(desk.web, '/deliveries?state=nonsense')).toContain('/deliveries/1"');
  });

  test('while its channel is off it says where to switch it on, and a click changes nothing', async () => {
    expect(await textOf(desk.web, `/deliveries/${id}`)).toContain('Its channel is off.');
    expect((await post(desk.web, `/deliveries/${id}/replay`)).status).toBe(422);
  });

  test('P16: and no click of another account queues it', async () => {
    await enableChannel(desk.db, hook.id);
    const foreign = desk.webOf({ account: stranger });
    expect((await post(foreign, `/deliveries/${id}/replay`)).status).toBe(404);
    expect(await textOf(desk.web, `/deliveries/${id}`)).toContain('Given up');
  });

  test('is sent again by one click, under its old name, and kept with its earlier tries', async () => {
    expect(await textOf(desk.web, `/deliveries/${id}`)).toContain('Send it again');
    sink.answer(200);
    const answer = await post(desk.web, `/deliveries/${id}/replay`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/deliveries/${id}`]);
    await deliverDue(desk.db, desk.world);
    const page = await textOf(desk.web, `/deliveries/${id}`);
    expect(page).toContain('<b>Sent</b>');
    expect(page).toMatch(/not taken[\s\S]*taken/);
    expect(new Set(sink.keys.slice(-2)).size).toBe(1);
  });
});

describe('changes of one competitor that came together', () => {
  test('are one message, and the others lead to it', async () => {
    desk.nextTest();
    mail = await desk.channel('email', 'founder@example.com');
    const [first, second] = [await desk.watch('/a/pricing'), await desk.watch('/b/pricing')];
    await first.settle();
    await second.settle();
    first.set({ html: pricingPage(withPrice('Pro', '$49 per month')) });
    second.set({ html: pricingPage(withPrice('Team', '$149 per month')) });
    await first.check();
    await second.check();
    desk.pass(1);
    await deliverDue(desk.db, desk.world);
    const all = await listDeliveries(desk.db, { accountId: desk.account.id, state: null, most: 100 });
    const carried = all.find(({ state, channelId }) => state === 'carried' && channelId === mail.id);
    const page = await textOf(desk.web, `/deliveries/${carried?.id}`);
    expect(page).toContain(`/deliveries/${carried?.carriedBy}`);
    expect(page).toContain('Told with others');
  });
});

describe('P16: another account', () => {
  test.each([
    '/deliveries/1',
    '/deliveries/0',
    '/deliveries/999',
    '/deliveries/1e1',
    '/deliveries/-1',
    '/deliveries/999999999999999',
  ])('%s answers 404', async (path) => {
    expect((await get(desk.webOf({ account: stranger }), path)).status).toBe(404);
  });

  test('lists nothing of ours', async () => {
    const page = await textOf(desk.webOf({ account: stranger }), '/deliveries');
    expect(page).toContain('Nothing was sent yet.');
    expect(page).not.toContain('Pro $29');
  });
});

test('reading changes nothing', async () => {
  const before = await desk.everything();
  for (const path of ['/deliveries', '/deliveries?state=dead', '/deliveries/1'])
    expect((await get(desk.web, path)).status).toBe(200);
  expect(await desk.everything()).toEqual(before);
});

test('no bug was met on the way', () => {
  expect(desk.faults).toEqual([]);
});
