import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { tryPage, type Tried } from '../../src/flows/try-page.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { pricingPage } from '../support/site.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());

async function tried(path: string): Promise<Tried> {
  const result = await tryPage(desk.world, desk.site.origin + path);
  if (!result.ok) throw new Error(result.say);
  return result.tried;
}

/** How many rows every table of the database has. */
async function rowCounts(): Promise<unknown> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(desk.db);
  const counts = rows.map(async ({ name }) => {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(desk.db);
    return [name, counted.rows[0]?.n];
  });
  return Promise.all(counts);
}

describe('D: try', () => {
  test('says hops with their network addresses, headers that matter, validators, charset, marks and text; writes nothing', async () => {
    desk.site.set('/tried', { redirect: '/tried/' });
    desk.site.set('/tried/', {
      html: pricingPage(),
      etag: '"t"',
      headers: {
        'cache-control': 'max-age=60',
        vary: 'accept-encoding',
        'x-robots-tag': 'noarchive',
        server: 'nginx',
        'set-cookie': 'session=secret',
      },
    });
    const before = await rowCounts();
    const url = `${desk.site.origin}/tried`;
    expect(await tried('/tried')).toMatchObject({
      url,
      status: 200,
      finalUrl: `${url}/`,
      hops: [
        { url, status: 301, location: '/tried/', address: '127.0.0.1' },
        { url: `${url}/`, status: 200, location: null, address: '127.0.0.1' },
      ],
      headers: {
        'content-type': 'text/html; charset=utf-8',
        etag: '"t"',
        'cache-control': 'max-age=60',
        vary: 'accept-encoding',
        'x-robots-tag': 'noarchive',
        server: 'nginx',
      },
      health: {
        state: 'page',
        kind: 'page',
        advice: null,
        decided: [{ where: 'status' }, { where: 'length' }],
        alsoSeen: [],
      },
      charset: { charset: 'utf-8', by: 'the bytes are valid UTF-8', header: 'utf-8', meta: null },
      lane: 'html',
      askedAgain: { status: 304, notModified: true },
      otherSlash: { url: `${url}/`, status: 200, finalUrl: `${url}/` },
      text: expect.arrayContaining(['Plans for every crew']),
    });
    expect((await tried('/tried')).headers).not.toHaveProperty('set-cookie');
    expect(await rowCounts()).toEqual(before);
  });

  test.each([
    [301, { kind: 'moved', reason: /for good to \S+ \(301\)/, advice: /Accept the new address/ }],
    [302, { kind: 'elsewhere', reason: /for now, by a temporary redirect \(302\)/, advice: /for now/ }],
  ])('says of a %i whether it is for good, and what to try', async (status, { kind, reason, advice }) => {
    desk.site.set('/there', { html: pricingPage() });
    desk.site.set('/here', { redirect: '/there', status });
    const { health } = await tried('/here');
    expect(health).toMatchObject({ state: 'gone', kind, decided: [{ where: 'address' }] });
    expect(health.reason).toMatch(reason);
    expect(health.advice).toMatch(advice);
  });

  test('says how long a server wants to be left alone', async () => {
    desk.site.set('/busy', { html: 'later', status: 503, headers: { 'retry-after': '120' } });
    expect(await tried('/busy')).toMatchObject({
      headers: { 'retry-after': '120' },
      health: {
        kind: 'server error',
        decided: [{ saw: '503' }],
        advice: expect.stringContaining('nothing to do'),
      },
      askedAgain: null,
    });
  });

  test('says of a server that answers 200 to its own validators that each check reads the whole page', async () => {
    desk.site.set('/forgetful', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', etag: '"new"' }).end(pricingPage()),
    );
    expect((await tried('/forgetful')).askedAgain).toEqual({ status: 200, notModified: false });
  });

  test('says what to try when nothing answers', async () => {
    desk.site.set('/mute', (_, response) => response.destroy());
    expect(await tried('/mute')).toMatchObject({
      status: null,
      charset: null,
      health: {
        state: 'failed',
        kind: 'connect',
        decided: [],
        advice: expect.stringContaining('does not answer'),
      },
    });
  });
});
