import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { correctEvent } from '../../src/flows/correct-event.ts';
import { rotateSecret } from '../../src/flows/channels.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { disableChannel, type Channel } from '../../src/store/channels.ts';
import { pricingPage, withPrice } from '../support/site.ts';
import { get, openWebDesk, textOf, type WebDesk } from '../support/web-desk.ts';

const HOSTILE = '<script>alert(1)</script> ]]> & \u0007 <img src=x onerror=alert(2)>';

let desk: WebDesk;
let feed: Channel;
let atom: string;
let json: string;

beforeAll(async () => {
  desk = await openWebDesk();
  feed = await desk.channel('feed', '');
  atom = `/feeds/${feed.address}.atom`;
  json = `/feeds/${feed.address}.json`;
});
afterAll(async () => desk.close());

interface JsonFeed {
  readonly version: string;
  readonly title: string;
  readonly feed_url: string;
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly date_published: string;
    readonly content_html: string;
  }[];
}
const entries = async (): Promise<JsonFeed['items']> =>
  ((await (await get(desk.web, json)).json()) as JsonFeed).items;

describe('a feed before any news', () => {
  test('is there, whole and empty', async () => {
    xml2js(await textOf(desk.web, atom));
    expect(await entries()).toEqual([]);
    expect((await get(desk.web, atom)).headers.get('last-modified')).toBeNull();
  });
});

describe('a feed that tells a change', () => {
  beforeAll(async () => {
    const watched = await desk.watch('/pricing');
    const html = (pro: string, line: string): string =>
      pricingPage(withPrice('Pro', pro)).replace(
        'Ten projects',
        line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      );
    await watched.settle(html('$29 per month', 'Ten projects'));
    watched.set({ html: html('$39 per month', HOSTILE) });
    await watched.check();
    desk.pass(30);
    await watched.check();
    desk.pass(1);
    await deliverDue(desk.db, desk.world);
  });

  test('in Atom that a strict reader takes, under its own type', async () => {
    const answer = await get(desk.web, atom);
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(answer.headers.get('cache-control')).toMatch(/private/);
    const text = await answer.text();
    xml2js(text);
    expect(text).toContain('<title>Sightline: what changed</title>');
    expect(text).toContain('Pro $29 -&gt; $39 per month');
  });

  test('in JSON Feed, with addresses of its own and ids that stay', async () => {
    const answer = await get(desk.web, json);
    expect(answer.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    const read = (await answer.json()) as JsonFeed;
    expect(read.version).toBe('https://jsonfeed.org/version/1.1');
    expect(read.feed_url).toBe(`http://localhost:3000${json}`);
    expect(read.items.map(({ id }) => id)).toContain('http://localhost:3000/events/1');
    expect(await entries()).toEqual(read.items);
  });

  test('whose hostile texts are text', async () => {
    const html = (await entries()).map((entry) => entry.content_html).join('');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<img/);
    expect(await textOf(desk.web, atom)).not.toMatch(/<script|<img|\p{Cc}(?<!\n)/u);
  });

  test('is asked for again at no cost: 304 under its tag, in a list of tags and weakly too', async () => {
    for (const path of [atom, json]) {
      const first = await get(desk.web, path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[0-9a-f]+"$/);
      expect(first.headers.get('last-modified')).toBe(desk.now().toUTCString());
      for (const sent of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
        const again = await get(desk.web, path, { 'if-none-match': sent });
        expect({ sent, status: again.status, body: await again.text() }).toEqual({
          sent,
          status: 304,
          body: '',
        });
      }
      expect((await get(desk.web, path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  test('newest first, and a tag of its own after each entry', async () => {
    const before = (await get(desk.web, atom)).headers.get('etag') ?? '';
    desk.nextTest();
    await desk.tellPrice('/plans');
    const dates = (await entries()).map(({ date_published: date }) => date);
    expect(dates.length).toBeGreaterThan(1);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect((await get(desk.web, atom, { 'if-none-match': before })).status).toBe(200);
  });

  test('in Atom under an id of its own, which holds no secret', async () => {
    const idOf = (text: string) => /<id>(tag:[^<]+)<\/id>/u.exec(text)?.[1];
    const second = await desk.channel('feed', '', await desk.newAccount('second feed'));
    const [own, other] = [
      idOf(await textOf(desk.web, atom)),
      idOf(await textOf(desk.web, `/feeds/${second.address}.atom`)),
    ];
    expect(own).toBe(`tag:localhost,2026:accounts/${feed.accountId}/feeds/${feed.id}`);
    expect(other).toBe(`tag:localhost,2026:accounts/${second.accountId}/feeds/${second.id}`);
  });

  test('a change that was corrected says so in its entry, on its page and in the timeline', async () => {
    const because = 'We misread a <b>test</b> price.';
    desk.pass(1);
    expect(await correctEvent(desk.db, desk.world, { eventId: 1, because })).toMatchObject({ ok: true });
    const entry = (await entries()).find(({ id }) => id === 'http://localhost:3000/events/1');
    expect(entry?.title).toMatch(/^Corrected: /u);
    expect(entry?.content_html).toContain(
      'this was not right:</b> We misread a &lt;b&gt;test&lt;/b&gt; price.',
    );
    expect(await textOf(desk.web, atom)).toContain(`<updated>${desk.now().toISOString()}</updated>`);
    const page = await textOf(desk.web, '/events/1');
    expect(page).toMatch(
      /<b>Corrected \w{3} \d+ \w{3} \d\d:\d\d:<\/b> this was not right\. We misread a &lt;b&gt;/u,
    );
    desk.setClock(new Date(+desk.now() - 182 * 24 * 3_600_000));
    expect(await textOf(desk.web, '/')).toContain('<span class="tag">corrected</span>');
    desk.nextTest();
  });

  test('holds fifty entries at most', async () => {
    const one = await desk.db
      .selectFrom('deliveries')
      .selectAll()
      .where('state', '=', 'sent')
      .executeTakeFirstOrThrow();
    const { id: _, routed, message, ...rest } = one;
    for (let n = 0; n < 60; n += 1) {
      const { id: event_id } = await desk.db
        .insertInto('corrections')
        .values({ event_id: one.event_id ?? 0, reason: `reason ${n}`, created_at: desk.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await desk.db
        .insertInto('deliveries')
        .values({
          ...rest,
          event_id: null,
          correction_id: event_id,
          idempotency_key: `copy ${n}`,
          routed: JSON.stringify(routed),
          message: JSON.stringify({ ...message, id: `http://localhost:3000/copy/${n}` }),
        })
        .execute();
    }
    expect(await entries()).toHaveLength(50);
  });
});

describe('P16: a feed shows what its own channel was told', () => {
  test('not what another feed or account was', async () => {
    const stranger = await desk.newAccount('stranger');
    const other = await desk.channel('feed', '', stranger);
    const own = await desk.channel('email', 'founder@example.com');
    expect(((await (await get(desk.web, `/feeds/${other.address}.json`)).json()) as JsonFeed).items).toEqual(
      [],
    );
    expect(await textOf(desk.web, json)).not.toContain(own.address);
  });

  test.each([
    ['an address that nobody has', () => `/feeds/${'0'.repeat(32)}.atom`],
    ['one cut short', () => `/feeds/${feed.address.slice(1)}.atom`],
    ['another case', () => `/feeds/${feed.address.toUpperCase()}X.atom`],
    ['no ending', () => `/feeds/${feed.address}`],
    ['another ending', () => `/feeds/${feed.address}.xml`],
    ['the address of a mail channel', () => '/feeds/founder@example.com.atom'],
  ])('%s answers 404', async (_, path) => {
    expect((await get(desk.web, path())).status).toBe(404);
  });

  test('one whose address is renewed answers there, and at the old one nobody', async () => {
    const before = feed.address;
    const { db, world, account } = desk;
    const published = await entries();
    const rotated = await rotateSecret(db, world, { account, id: feed.id });
    if (!rotated.ok || rotated.secret !== null) throw new Error('not renewed');
    feed = rotated.channel;
    expect(feed.address).toMatch(/^[0-9a-f]{32}$/);
    for (const ending of ['atom', 'json']) {
      expect((await get(desk.web, `/feeds/${before}.${ending}`)).status).toBe(404);
      expect((await get(desk.web, `/feeds/${feed.address}.${ending}`)).status).toBe(200);
    }
    atom = `/feeds/${feed.address}.atom`;
    json = `/feeds/${feed.address}.json`;
    expect(await entries()).toEqual(published);
  });

  test('one of another account is not renewed, and one whose secret somebody else makes says what to do', async () => {
    const { db, world, account } = desk;
    const stranger = await desk.newAccount('another stranger');
    expect(await rotateSecret(db, world, { account: stranger, id: feed.id })).toMatchObject({ ok: false });
    expect((await get(desk.web, atom)).status).toBe(200);
    const slack = await desk.channel('slack', 'https://hooks.slack.com/services/T0/B0/verysecretword');
    expect(await rotateSecret(db, world, { account, id: slack.id })).toEqual({
      ok: false,
      say: expect.stringContaining('make a new one there'),
    });
    const hook = await desk.channel('webhook', 'http://127.0.0.1:9/');
    expect(await rotateSecret(db, world, { account, id: hook.id })).toEqual({
      ok: true,
      secret: expect.stringMatching(/^whsec_/),
    });
  });

  test('one that is switched off answers as one that never was', async () => {
    await disableChannel(desk.db, feed.id, { reason: 'test', now: desk.now() });
    const off = await get(desk.web, atom);
    const never = await get(desk.web, `/feeds/${'0'.repeat(32)}.atom`);
    expect([off.status, never.status]).toEqual([404, 404]);
    expect(await off.text()).toBe(await never.text());
  });
});

test('no bug was met on the way', () => {
  expect(desk.faults).toEqual([]);
});
