import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverDue } from '../../src/flows/deliver.ts';
import { listNotices } from '../../src/store/notices.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, type Answer } from '../support/site.ts';

// What a founder hears of a page that cannot be read: once, why, and what to try; and once when it can be read again.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.channel('email', 'founder@example.com');
});
afterAll(async () => desk.close());
beforeEach(() => desk.nextTest());

const PAGE = pricingPage();
const SHELL = `<div id="app"></div><noscript>You need to enable JavaScript to run this app.</noscript><p>Birchline</p>`;
const cut =
  (html: string): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(html.length * 2) });
    response.write(html, () => response.destroy());
  };

const TROUBLES: readonly (readonly [name: string, answer: Answer, reason: RegExp, advice: RegExp])[] = [
  [
    'a server in trouble',
    { html: 'no', status: 503 },
    /the server answered 503/,
    /nothing to do: we keep looking/,
  ],
  [
    'a bot wall',
    { html: 'no', status: 403, headers: { 'cf-mitigated': 'challenge' } },
    /bot wall of Cloudflare/,
    /longer interval/,
  ],
  ['a login', { html: 'no', status: 401 }, /wants a login/, /everybody/],
  ['a login behind a redirect', { redirect: '/login?next=/x', status: 302 }, /leads to a login/, /everybody/],
  ['a payment', { html: 'no', status: 402 }, /payment/, /behind a payment/],
  ['a refusal', { html: 'no', status: 403 }, /forbids/, /refuse programs/],
  ['too many visits', { html: 'no', status: 429 }, /fewer requests/, /longer interval/],
  ['the law', { html: 'no', status: 451 }, /legal reasons/, /nothing to try/],
  ['a page for browsers', { html: SHELL }, /needs JavaScript/, /put together by a browser/],
  ['no text', { html: '' }, /no text/, /needs a browser/],
  ['a cut body', cut(PAGE), /breaks off/, /comes in part/],
  ['a circle', { redirect: '/trouble', status: 301 }, /circle/, /where you end/],
  ['a hang-up', (_, response) => response.destroy(), /no answer from the server/, /does not answer/],
  [
    'a file',
    { html: '%PDF', headers: { 'content-type': 'application/pdf' } },
    /no text: application\/pdf/,
    /instead of a file/,
  ],
  [
    'maintenance',
    { html: '<title>Back soon</title><p>We are down for maintenance.</p>' },
    /maintenance/,
    /working on the site/,
  ],
];

let pages = 0;
/** A page with a baseline that was seen twice. */
async function settled(): Promise<Watched> {
  pages += 1;
  const w = await desk.watch(`/page-${pages}`);
  await w.settle();
  return w;
}

const noticesOf = async ({ page }: Watched) =>
  (await listNotices(desk.db, null)).filter(({ pageId }) => pageId === page.id).toReversed();

describe('C: a page that cannot be read for a day', () => {
  test.each(TROUBLES.map(([name, ...rest]) => [name, rest] as const))(
    '%s is told once, with why and what to try, and once when it is over',
    async (_, [answer, reason, advice]) => {
      const w = await settled();
      desk.site.set('/login', { html: '<form>Log in <input type=password></form>' });
      w.set(
        'redirect' in answer && answer.redirect === '/trouble'
          ? { redirect: new URL(w.page.url).pathname }
          : answer,
      );
      for (const hours of [6, 6, 6, 5]) {
        await w.checkOnce();
        expect(await w.notices()).toEqual([]);
        desk.pass(hours);
      }
      for (let more = 0; more < 4; more += 1) {
        desk.pass(6);
        await w.checkOnce();
      }
      const [notice, ...others] = await noticesOf(w);
      expect(others).toEqual([]);
      expect(notice).toMatchObject({ kind: 'page.unreadable' });
      expect(notice?.headline).toMatch(reason);
      expect(notice?.advice).toMatch(advice);
      w.set({ html: PAGE });
      await w.check();
      desk.pass(6);
      await w.check();
      expect(await w.notices()).toEqual(['page.unreadable', 'page.readable']);
      expect(await w.events()).toEqual([]);
    },
  );

  test('the mail says what to try', async () => {
    const before = (await desk.mails()).length;
    const w = await settled();
    w.set({ html: 'no', status: 401 });
    await w.checkOnce();
    desk.pass(25);
    await w.checkOnce();
    await deliverDue(desk.db, desk.world);
    const [mail, ...others] = (await desk.mails()).slice(before).filter((one) => one.includes(w.page.url));
    expect(others).toEqual([]);
    expect(mail?.replaceAll(/\s+/g, ' ')).toContain(
      'To try: The page now asks for an account, and we have none.',
    );
  });

  test('failing in another way at each visit is one state', async () => {
    const w = await settled();
    desk.site.set('/login', { html: '<form>Log in <input type=password></form>' });
    for (let visit = 0; visit < 30; visit += 1) {
      w.set(TROUBLES[visit % TROUBLES.length]![1]);
      await w.checkOnce();
      desk.pass(5);
    }
    expect(await w.notices()).toEqual(['page.unreadable']);
    w.set({ html: PAGE });
    await w.check();
    expect(await w.notices()).toEqual(['page.unreadable', 'page.readable']);
  });

  test.each<[string, readonly Answer[]]>([
    [
      'missing and in trouble',
      [
        { html: 'no', status: 404 },
        { html: 'no', status: 503 },
      ],
    ],
    ['missing and moved', [{ html: 'no', status: 404 }, { redirect: '/other-page' }]],
    [
      'missing and elsewhere',
      [
        { html: 'no', status: 404 },
        { redirect: '/other-page', status: 302 },
      ],
    ],
    ['moved and elsewhere', [{ redirect: '/other-page' }, { redirect: '/other-page', status: 307 }]],
    ['moved to two pages', [{ redirect: '/other-page' }, { redirect: '/third-page' }]],
    ['walled and moved', [{ html: 'no', status: 403 }, { redirect: '/other-page' }]],
  ])('%s in turns is one state, told once', async (_, answers) => {
    const w = await settled();
    for (const path of ['/other-page', '/third-page'])
      desk.site.set(path, { html: pricingPage([], '<p>Another page.</p>') });
    for (let visit = 0; visit < 20; visit += 1) {
      w.set(answers[visit % answers.length]!);
      await w.checkOnce();
      desk.pass(7);
    }
    expect(await w.notices()).toEqual(['page.unreadable']);
    w.set({ html: PAGE });
    await w.check();
    expect(await w.notices()).toEqual(['page.unreadable', 'page.readable']);
    expect(await w.events()).toEqual([]);
  });
});
