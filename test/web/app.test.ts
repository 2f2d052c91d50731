import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { readConfig } from '../../src/config.ts';
import { addChannel } from '../../src/flows/channels.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { changeAccount } from '../../src/store/accounts.ts';
import { webApp } from '../../src/web/app.ts';
import { pricingPage, withPrice } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>';
const BAD_LINK = 'javascript:alert(3)';

let v: Visits;
let web: Hono;
let strangerPage: number;
const faults: Error[] = [];

beforeAll(async () => {
  v = await watch('/pricing');
  const read = readConfig({ SIGHTLINE_DATA: v.mailFolder, PUBLIC_URL: 'https://sightline.acme.example' });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world, account } = v;
  web = webApp({ config: read.config, db, databaseUrl, world, account, close: async () => {} }, (e) =>
    faults.push(e),
  );
  await addChannel(db, world, {
    account,
    kind: 'email',
    address: 'founder@example.com',
    name: null,
    takesDigest: null,
  });
  const hostile = (plans = pricingPage()): string =>
    plans
      .replace('Plans for every crew', `Plans &lt;script&gt;alert(1)&lt;/script&gt;`)
      .replace('Ten projects', HOSTILE.replaceAll('<', '&lt;'));
  v.site.set('/pricing', { html: hostile() });
  await v.check();
  v.pass(6);
  v.site.set('/pricing', {
    html: hostile(
      pricingPage(
        withPrice('Pro', '$39 per month'),
        `<p>${HOSTILE.replaceAll('<', '&lt;')} <a href="${BAD_LINK}">Buy</a></p>`,
      ),
    ),
  });
  await v.check();
  v.pass(1);
  await deliverDue(db, world);
  strangerPage = await addStranger();
});
afterAll(async () => v.close());

/** A page, a competitor and an event of somebody else, whose ids this account must never reach. */
async function addStranger(): Promise<number> {
  const { db } = v;
  const made = { created_at: v.now() };
  const account = await db
    .insertInto('accounts')
    .values({ name: 'stranger', ...made })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mine = await db.selectFrom('pages').selectAll().executeTakeFirstOrThrow();
  const { id: _, focus: __, ...rest } = mine;
  const page = await db
    .insertInto('pages')
    .values({ ...rest, page_key: 'stranger', url: 'https://stranger.example/', site: 'stranger.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const competitor = await db
    .insertInto('competitors')
    .values({ account_id: account.id, name: 'Secret', ...made })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('subscriptions')
    .values({
      account_id: account.id,
      page_id: page.id,
      competitor_id: competitor.id,
      url: mine.url,
      rules: null,
      started_at: v.now(),
      after_check_id: 0,
    })
    .execute();
  return page.id;
}

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  web.request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000', ...headers } });
const text = async (path: string): Promise<string> => (await get(path)).text();

describe('what a founder reads', () => {
  test('the timeline counts, and shows the fact with its quote', async () => {
    const page = await text('/');
    expect(page).toContain('1 change in the last 30 days, seen twice before it was told.');
    expect(page).toContain('<b>Birchline</b> › Pricing');
    expect(page).toMatch(/Pro \$29 -&gt; \$39 per month/);
    expect(page).toContain('<del><span class="sr">removed: </span>$29</del>');
    expect(page).toContain('Critical');
  });

  test('filters leave out what does not fit, and say so without failing on nonsense', async () => {
    expect(await text('/?severity=critical')).toContain('/events/');
    expect(await text('/?competitor=Nobody')).not.toContain('/events/');
    expect(await text('/?family=legal&severity=nonsense')).not.toContain('/events/');
  });

  test('the event shows what moved, how sure, the evidence, and where it went', async () => {
    const page = await text('/events/1');
    for (const part of [
      'What moved',
      'How sure we are',
      'Seen twice, 5 minutes apart',
      'What changed on the page',
      'Plans › Pro',
      'Why critical',
      'founder@example.com',
    ]) {
      expect(page).toContain(part);
    }
  });

  test('a zone that the account changes holds from the next page on, without a restart', async () => {
    const told = /told (Mon 2 Mar \d\d:\d\d)/;
    const before = told.exec(await text('/events/1'))?.[1];
    await changeAccount(v.db, v.account.id, { timeZone: 'Asia/Kolkata' });
    const after = told.exec(await text('/events/1'))?.[1];
    await changeAccount(v.db, v.account.id, { timeZone: v.account.timeZone });
    expect(before).toMatch(/:[0-5]\d$/);
    expect(after).not.toBe(before);
    expect(told.exec(await text('/events/1'))?.[1]).toBe(before);
  });

  test('the page shows its line of checks, and what is pending until when', async () => {
    const page = await text(`/pages/${v.page.id}`);
    expect(page).toMatch(/<title>[34] checks, oldest first: /);
    expect(page).toContain('data-outcome="changed"');
    expect(page).toMatch(/told from .* on, if it still stands/);
    expect(await text('/pages')).toContain('The one page can be read');
  });

  test('a page says how it is read, how many versions it showed, and where its noise is', async () => {
    const page = await text(`/pages/${v.page.id}`);
    expect(page).toContain(
      'Read as plain HTML every 6 hours, less often while it is quiet; 2 versions seen so far.',
    );
    expect(page).toContain('<a href="/ledger?competitor=Birchline">');
    expect(await text('/pages')).toContain('as plain HTML');
  });

  test('ledger and add form', async () => {
    expect(await text('/ledger')).toContain('Ledger');
    expect(await text('/add')).toContain('Address of the page');
  });
});

describe('page text is inert', () => {
  test.each(['/', '/events/1', '/pages/1', '/ledger', '/pages'])('%s', async (path) => {
    const page = await text(path);
    expect(page).not.toMatch(/<script|<img|onerror=alert\(2\)>|href="javascript:/i);
  });

  test('every answer forbids script, frames and guessing of types', async () => {
    for (const path of ['/', '/events/1', '/style.css', '/nothing']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('no page has a script, an inline style or an event handler of ours', async () => {
    for (const path of ['/', '/events/1', '/pages', `/pages/${v.page.id}`, '/ledger', '/add', '/mails']) {
      expect(await text(path)).not.toMatch(/<script|<style|<[a-z][^>]*\s(style|on[a-z]+)=/i);
    }
  });
});

describe('P16: what is not ours answers 404', () => {
  test.each([
    '/events/999',
    '/events/0',
    '/events/1e3',
    '/events/-1',
    '/pages/999',
    '/pages/x',
    '/mails/..%2f..%2fetc%2fpasswd',
    '/mails/none.eml',
    '/nothing',
  ])('%s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('There is nothing here.');
  });

  test('a page of another account, and its name nowhere', async () => {
    expect((await get(`/pages/${strangerPage}`)).status).toBe(404);
    for (const path of ['/', '/pages', '/ledger']) expect(await text(path)).not.toMatch(/stranger|Secret/);
  });
});

describe('adding a page', () => {
  const post = async (
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: 'http://localhost:3000' },
  ): Promise<Response> =>
    web.request('http://localhost:3000/add', {
      method: 'POST',
      headers: { host: 'localhost:3000', ...headers },
      body: new URLSearchParams(fields),
    });

  test('leads to its page', async () => {
    v.site.set('/changelog', { html: pricingPage() });
    const answer = await post({ url: `${v.site.origin}/changelog`, competitor: 'Birchline', every: '3600' });
    expect(answer.status).toBe(303);
    const detail = await text(answer.headers.get('location') ?? '');
    expect(detail).toContain('Birchline › Changelog');
    expect(detail).toContain('Checked every hour');
  });

  test('and stopping to watch it takes it from the list, not from the history', async () => {
    const [page] = await v.db.selectFrom('pages').selectAll().where('url', 'like', '%/changelog').execute();
    const answer = await web.request(`http://localhost:3000/pages/${page?.id}/remove`, {
      method: 'POST',
      headers: { host: 'localhost:3000', origin: 'http://localhost:3000' },
    });
    expect(answer.status).toBe(303);
    expect(await text('/pages')).not.toContain('/changelog');
    expect((await get(`/pages/${page?.id}`)).status).toBe(404);
    expect(
      (
        await v.db
          .selectFrom('pages')
          .selectAll()
          .where('id', '=', page?.id ?? 0)
          .executeTakeFirst()
      )?.paused_at,
    ).not.toBeNull();
  });

  test('one that robots.txt disallows is refused with the rule, and added when the founder insists', async () => {
    v.site.set('/robots.txt', { html: 'User-agent: *\nDisallow: /members' });
    await v.db.deleteFrom('robots').execute();
    const url = `${v.site.origin}/members/plans`;
    const refused = await post({ url, every: '' });
    expect(refused.status).toBe(422);
    const form = await refused.text();
    expect(form).toContain('Disallow: /members, line 2, for User-agent: *');
    expect(form).toMatch(/<input id="despite-robots" name="despite-robots" type="checkbox" value="yes">/);
    const added = await post({ url, every: '', 'despite-robots': 'yes' });
    expect(added.status).toBe(303);
    expect(await text(added.headers.get('location') ?? '')).toContain(
      'Checked every 6 hours, less often while it is quiet',
    );
    const { despite_robots: insisted } = await v.db
      .selectFrom('subscriptions')
      .select('despite_robots')
      .where('url', '=', url)
      .executeTakeFirstOrThrow();
    expect(insisted).toBe(true);
    expect(await text('/add')).not.toContain('despite-robots');
  });

  test.each([
    ['ftp://acme.example/', 'opens http and https'],
    ['https://user:secret@acme.example/', 'user name or password'],
    ['http://10.0.0.1/', 'not on the public internet'],
    ['', 'Nothing was changed'],
  ])('an address such as "%s" is refused under its field, and kept in it', async (url, say) => {
    const answer = await post({ url, competitor: '', every: '3600' });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(say);
    expect(page).toContain('aria-invalid="true"');
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    [
      'another site, as the browser says',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    ],
    ['an opaque origin', { origin: 'null' }],
    [
      'the public name, by a proxy that changes it to localhost',
      { 'sec-fetch-site': 'same-origin', origin: 'https://sightline.acme.example' },
    ],
  ])('from %s is refused', async (_, headers) => {
    const before = await v.db.selectFrom('pages').select('id').execute();
    expect((await post({ url: `${v.site.origin}/evil` }, headers)).status).toBe(403);
    expect(await v.db.selectFrom('pages').select('id').execute()).toEqual(before);
  });
});

test('a bug shows a sentence and no stack, and is heard of', async () => {
  const { config, account, world } = { config: readConfig({}), account: v.account, world: v.world };
  if (!config.ok) throw new Error('config');
  const heard: Error[] = [];
  const broken = webApp(
    { config: config.config, db: {} as never, databaseUrl: '', world, account, close: async () => {} },
    (e) => heard.push(e),
  );
  const answer = await broken.request('http://localhost:3000/', { headers: { host: 'localhost' } });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toMatch(/TypeError|at .*\.ts/);
  expect(heard).toHaveLength(1);
});

describe('mails that were written as files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(v.mailFolder, 'mails');
    await mkdir(join(folder, 'folder.eml'), { recursive: true });
    await symlink('/etc/passwd', join(folder, 'link.eml'));
    await writeFile(join(folder, '20260302T120000Z-own.eml'), mailTo('founder@example.com'));
    await writeFile(join(folder, '20260302T130000Z-foreign.eml'), mailTo('stranger@example.com'));
  });

  function mailTo(to: string): string {
    const lines = [
      `To: ${to}`,
      'Subject: =?UTF-8?Q?Acme=3A_Pro_=E2=82=AC29?=',
      'Date: Mon, 2 Mar 2026 12:00:00 +0000',
      'Content-Type: multipart/alternative; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Pro was =E2=82=AC29 and a=',
      ' long line <b>bold</b>',
      '--b',
      'Content-Type: text/html',
      '',
      '<script>alert(1)</script>',
      '--b--',
    ];
    return lines.join('\r\n');
  }

  test('are listed by subject and read as text, never as HTML', async () => {
    expect(await text('/mails')).toContain('Acme: Pro €29');
    const page = await text('/mails/20260302T120000Z-own.eml');
    expect(page).toContain('to founder@example.com');
    expect(page).toContain('Pro was €29 and a long line &lt;b&gt;bold&lt;/b&gt;');
    expect(page).not.toContain('<script>');
  });

  test('P16: only if they went to a channel of the account', async () => {
    expect(await text('/mails')).toContain('1 mail, written');
    expect((await get('/mails/20260302T130000Z-foreign.eml')).status).toBe(404);
  });

  test.each(['link.eml', 'folder.eml'])('%s is no mail', async (name) => {
    expect(await text('/mails')).not.toContain(name);
    expect((await get(`/mails/${name}`)).status).toBe(404);
  });

  test('of our own composer read as they were written', async () => {
    const { readdir, readFile } = await import('node:fs/promises');
    const { readEml } = await import('../../src/web/read-eml.ts');
    const name = (await readdir(v.mailFolder)).find((file) => file.endsWith('.eml'));
    const mail = readEml(await readFile(join(v.mailFolder, name ?? ''), 'utf8'));
    expect(mail.subject).toBe('Birchline: Pro $29 -> $39 per month (+34%)');
    expect(mail.text).toContain('+ after:  [$39] per month');
  });
});

test('no bug was met on the way', () => {
  expect(faults).toEqual([]);
});
