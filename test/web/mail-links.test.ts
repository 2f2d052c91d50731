import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINK_ACTIONS, signLink, type LinkAction } from '../../src/core/link-token.ts';
import { enableChannel } from '../../src/flows/enable-channel.ts';
import type { World } from '../../src/flows/world.ts';
import { channelById } from '../../src/store/channels.ts';
import { linkKey } from '../../src/store/signing-keys.ts';
import { serve, type Served } from '../../src/web/serve.ts';
import { get, openWebDesk, post, textOf, type WebDesk } from '../support/web-desk.ts';

const READER = 'founder@example.com';
let desk: WebDesk;
let channelId: number;
let deliveryKey: string;
let eventId: number;
let key: Buffer;
let served: Extract<Served, { ok: true }>;

beforeAll(async () => {
  desk = await openWebDesk();
  channelId = (await desk.channel('email', READER)).id;
  await desk.tellPrice('/pricing');
  const sent = await desk.db
    .selectFrom('deliveries')
    .select(['idempotency_key', 'event_id'])
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  deliveryKey = sent.idempotency_key;
  eventId = sent.event_id ?? 0;
  key = await linkKey(desk.db);
  const made = await serve(desk.appOf({ env: { PORT: '0' } }), () => {});
  if (!made.ok) throw new Error(made.say);
  served = made;
});
afterAll(async () => {
  await served.close();
  await desk.close();
});

/** A link as the mail carried it, for whatever action. */
function link(action: LinkAction, { now = desk.now(), event = needsEvent(action) } = {}): string {
  return `/m/${signLink({ action, delivery: deliveryKey, event: event ? eventId : null }, { key, now })}`;
}

function needsEvent(action: LinkAction): boolean {
  return !['unsubscribe message', 'unsubscribe all', 'confirm'].includes(action);
}

const mutes = async () =>
  desk.db.selectFrom('mutes').select(['channel_id', 'kind', 'until']).orderBy('id').execute();

/** As before any link was pressed. */
async function undo(): Promise<void> {
  await desk.db.deleteFrom('mutes').execute();
  await desk.db.deleteFrom('feedback').execute();
  await desk.db
    .updateTable('channels')
    .set({ confirmed_at: desk.now(), disabled_at: null, disabled_reason: null })
    .where('id', '=', channelId)
    .execute();
}

/** A forged form to add a page, by a client that sends the path as it stands. */
async function postRaw(path: string): Promise<number | undefined> {
  const body = new URLSearchParams({ url: `${desk.site.origin}/forged` }).toString();
  const headers = {
    host: 'localhost:3000',
    origin: 'https://evil.example',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  const sent = request({
    port: Number(new URL(served.url).port),
    path,
    method: 'POST',
    headers,
    agent: false,
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

describe('opening a link', () => {
  test('a mail scanner that opens every link of a mail, twice, changes nothing', async () => {
    const [mail = ''] = await desk.mails();
    const links = new Set(
      [...mail.matchAll(/http:\/\/localhost:3000(\/[\w/.-]+)/g)].map(([, path]) => path ?? ''),
    );
    const signed = [...links].filter((path) => path.startsWith('/m/'));
    // Three opinions, mute, snooze, this page, the list header, everything.
    expect(signed.length).toBeGreaterThanOrEqual(8);
    const before = await desk.everything();
    for (const path of [...links, ...links]) expect((await get(desk.web, path)).status).toBe(200);
    expect(await desk.everything()).toEqual(before);
  });

  test.each(LINK_ACTIONS)('"%s" says what it would do, to whom, and has one button', async (action) => {
    const page = await textOf(desk.web, link(action));
    expect(page.match(/<form/g)).toHaveLength(1);
    expect(page).toMatch(/<form method="post"><button class="button is-main">/);
    expect(page).toContain('Nothing has changed yet.');
    if (needsEvent(action)) expect(page).toContain('Birchline › Pricing');
    if (needsEvent(action) && action !== 'unsubscribe page')
      expect(page).toMatch(/Pro \$29 -&gt; \$39 per month/);
    if (!['useful', 'not useful', 'wrong'].includes(action)) expect(page).toContain(READER);
  });

  test.each(LINK_ACTIONS)('"%s" shows no more of the account than the mail did', async (action) => {
    for (const stage of ['asked', 'done']) {
      const page =
        stage === 'asked'
          ? await textOf(desk.web, link(action))
          : await (await post(desk.web, link(action), {})).text();
      expect(page).not.toMatch(/<nav|Last check|can be read|href="\/(?!channels|style\.css)/);
      await undo();
    }
  });

  test('the address is handed on to nobody', async () => {
    for (const path of [link('useful'), '/m/nothing', '/feeds/none'])
      expect((await get(desk.web, path)).headers.get('referrer-policy')).toBe('no-referrer');
    expect((await get(desk.web, '/')).headers.get('referrer-policy')).toBe('same-origin');
  });
});

describe('a link that is not good', () => {
  test('each byte changed answers 404, opened or pressed, and changes nothing', async () => {
    const good = link('unsubscribe all');
    const before = await desk.everything();
    for (let at = '/m/'.length; at < good.length; at += 1) {
      for (const other of [good[at] === 'A' ? 'B' : 'A', '_']) {
        if (other === good[at]) continue;
        const bad = good.slice(0, at) + other + good.slice(at + 1);
        expect({ at, status: (await get(desk.web, bad)).status }).toEqual({ at, status: 404 });
      }
      const bad = good.slice(0, at) + good.slice(at + 1);
      expect({ at, status: (await post(desk.web, bad, {})).status }).toEqual({ at, status: 404 });
    }
    expect(await desk.everything()).toEqual(before);
  });

  test.each(['x', 'x.y', 'a.b.c', '..%2fadd', '%00', '%F0%9F%92%A5', '%E0%A4%A'])(
    '"%s" answers 404',
    async (token) => {
      for (const answer of [
        await get(desk.web, `/m/${token}`),
        await get(desk.web, `/m/${token}${'x'.repeat(5000)}`),
      ]) {
        expect(answer.status).toBe(404);
        expect(await answer.text()).toContain('There is no such link.');
      }
    },
  );

  test('one of another key, or of a message that is gone, answers 404', async () => {
    const claim = { action: 'unsubscribe all', delivery: deliveryKey, event: null } as const;
    const now = desk.now();
    const forged = signLink(claim, { key: Buffer.alloc(32, 7), now });
    const gone = signLink({ ...claim, delivery: `alert_${'0'.repeat(32)}` }, { key, now });
    for (const token of [forged, gone]) expect((await post(desk.web, `/m/${token}`, {})).status).toBe(404);
  });

  test.each([
    ['useful', 30],
    ['confirm', 7],
    ['unsubscribe all', 3 * 365],
  ] as const)('"%s" works for %i days, then says that it is too old and what to do', async (action, days) => {
    const ago = (ms: number): Date => new Date(+desk.now() - days * 86_400_000 - ms);
    expect((await get(desk.web, link(action, { now: ago(-2000) }))).status).toBe(200);
    const before = await desk.everything();
    for (const answer of [
      await get(desk.web, link(action, { now: ago(2000) })),
      await post(desk.web, link(action, { now: ago(2000) }), {}),
    ]) {
      expect(answer.status).toBe(410);
      expect(await answer.text()).toContain('Use those of a newer message');
    }
    expect(await desk.everything()).toEqual(before);
  });
});

describe('pressing the button', () => {
  test.each([
    ['useful', 'useful'],
    ['not useful', 'not useful'],
    ['wrong', 'wrong'],
  ] as const)('"%s" is kept as %s, and the newest word counts', async (action, verdict) => {
    for (const each of ['wrong', action, action] as const)
      expect((await post(desk.web, link(each), {})).status).toBe(200);
    const rows = await desk.db.selectFrom('feedback').select(['event_id', 'channel_id', 'verdict']).execute();
    expect(rows).toEqual([{ event_id: eventId, channel_id: channelId, verdict }]);
    await undo();
  });

  test('mute, snooze and both ways to leave a page bind this channel alone, and say how they are undone', async () => {
    const url = `${desk.site.origin}/pricing`;
    for (const [action, kind, days] of [
      ['mute kind', 'pricing.price', null],
      ['snooze', null, 7],
      ['unsubscribe page', null, null],
      ['unsubscribe message', null, null],
    ] as const) {
      const page = await (await post(desk.web, link(action), {})).text();
      const until = days === null ? null : new Date(+desk.now() + days * 86_400_000);
      expect(await mutes()).toEqual([{ channel_id: channelId, kind, until }]);
      expect(page).toContain(`npm run -s sightline -- subscribe ${url} --mute-until none`);
      await undo();
    }
  });

  test('"unsubscribe all" switches the channel off, and leads to where it is switched on again', async () => {
    const page = await (await post(desk.web, link('unsubscribe all'), {})).text();
    const channel = await channelById(desk.db, channelId);
    expect(channel?.disabledReason).toBe('its reader unsubscribed');
    expect(channel?.confirmedAt).toBeNull();
    expect(page).toContain('<a href="/channels">');
    await undo();
  });

  test('a reader who was asked again says yes, and is told how to end it', async () => {
    await post(desk.web, link('unsubscribe all'), {});
    const leaving: World = { ...desk.world, settings: { ...desk.world.settings, mailLeaves: true } };
    expect(await enableChannel(desk.db, leaving, { account: desk.account, id: channelId })).toEqual({
      ok: true,
      asked: true,
    });
    const asked = await desk.db
      .selectFrom('deliveries')
      .select('message')
      .where('channel_notice_id', 'is not', null)
      .executeTakeFirstOrThrow();
    const [, path = ''] = /http:\/\/localhost:3000(\/m\/[\w.-]+)/.exec(JSON.stringify(asked.message)) ?? [];
    expect(await textOf(desk.web, path)).toContain(`With your yes, that news comes to ${READER}`);
    expect((await channelById(desk.db, channelId))?.confirmedAt).toBeNull();
    expect(await (await post(desk.web, path, {})).text()).toContain(
      'Every message has a link at its end that stops them.',
    );
    expect((await channelById(desk.db, channelId))?.confirmedAt).toEqual(desk.now());
    await undo();
  });

  test('a yes to a channel that is off says that nothing comes yet', async () => {
    await post(desk.web, link('unsubscribe all'), {});
    expect(await (await post(desk.web, link('confirm'), {})).text()).toContain('is switched off just now');
    expect((await channelById(desk.db, channelId))?.disabledAt).not.toBeNull();
    await undo();
  });

  test('a mail provider presses for its reader, from elsewhere and without cookies (RFC 8058), once or twice', async () => {
    for (const headers of [
      {},
      { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      for (const _ of ['once', 'twice']) {
        const answer = await desk.web.request(`http://localhost:3000${link('unsubscribe message')}`, {
          method: 'POST',
          headers: {
            host: 'localhost:3000',
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
          body: 'List-Unsubscribe=One-Click',
        });
        expect(answer.status).toBe(200);
        expect(await mutes()).toHaveLength(1);
      }
      await undo();
    }
  });

  test('the exemption is for these links alone: other forms from elsewhere are refused', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/add', `/channels/${channelId}/enable`, '/m/x/y', '/mails', '/x/m/y'])
      expect({ path, status: (await post(desk.web, path, foreign)).status }).toEqual({ path, status: 403 });
  });

  test.each(['/m/../add', '/m/%2e%2e/add', '/m//add', '//m/add', '/M/x', '/m/x/../../add'])(
    'nor does a path that only begins like one, as it comes over the wire: %s',
    async (path) => {
      const before = await desk.everything();
      const status = await postRaw(path);
      expect([403, 404]).toContain(status);
      expect(await desk.everything()).toEqual(before);
    },
  );

  test('a page that nobody watches any more leaves nothing to stop', async () => {
    await desk.db.deleteFrom('subscriptions').execute();
    for (const action of ['mute kind', 'snooze', 'unsubscribe page', 'unsubscribe message'] as const) {
      const page = await textOf(desk.web, link(action));
      expect(page).toContain('There is nothing left to stop.');
      expect(page).not.toContain('<form');
      expect((await post(desk.web, link(action), {})).status).toBe(200);
    }
    expect(await mutes()).toEqual([]);
  });
});

test('no bug was met on the way', () => {
  expect(desk.faults).toEqual([]);
});
