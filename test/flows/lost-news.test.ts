import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAskModel } from '../../src/adapters/ask-model.ts';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import type { World } from '../../src/flows/world.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { json, modelServer, says, type Play } from '../support/model-server.ts';
import { pricingPage, withPrice, type Answer } from '../support/site.ts';

// What monitors of this kind really missed, by the numbers of the list in reference/faults.md: losses.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(() => desk.nextTest());

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const ROSE = '$29 per month -> $39 per month';
const withText = (text: string): string => pricingPage(undefined, `<p>${text}</p>`);
const isWhole = { 'content-type': 'text/html; charset=utf-8' };

async function quotes(w: Watched): Promise<readonly string[]> {
  return (await w.events()).flatMap((e) => e.quotes.map((q) => `${q.before} -> ${q.after}`));
}

/** Checks a page every few hours, as often as said. */
async function visits(w: Watched, times: number, hours = 6): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await w.check();
    desk.pass(hours);
  }
}

/** Answers 304 to the validator given, whatever stands there. */
function notModifiedFor(etag: string, html: string): Answer {
  return ({ headers }, response) => {
    if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { ...isWhole, etag }).end(html);
  };
}

describe('fault 20: a new ETag came with a body that could not be read', () => {
  test.each([
    ['empty', ''],
    ['a wall', '<title>Just a moment...</title><p>Checking your browser</p>'],
    ['no text', '\u0001\u0002\u0003'],
    ['a shell', '<html><body><div id="root"></div><script>x=1</script></body></html>'],
  ])('%s: the change behind it is read and told', async (name, html) => {
    const w = await desk.watch(`/unread-${name.replaceAll(' ', '-')}`);
    await w.settle(PAGE, '"one"');
    w.set({ html, etag: '"two"' });
    expect(['failed', 'blocked']).toContain((await w.check()).outcome);
    desk.pass(6);
    w.set(notModifiedFor('"two"', DEARER));
    await visits(w, 2);
    expect(await quotes(w)).toEqual([ROSE]);
  });
});

test('fault 21: a server that answers 304 for ever is found out within eight days', async () => {
  const w = await desk.watch('/for-ever');
  await w.settle(PAGE, '"one"');
  w.set(({ headers }, response) => {
    if (headers['if-none-match'] !== undefined) response.writeHead(304, { etag: '"one"' }).end();
    else response.writeHead(200, { ...isWhole, etag: '"one"' }).end(DEARER);
  });
  await visits(w, 8, 24);
  expect(await quotes(w)).toEqual([ROSE]);
});

describe('fault 22: what was held back swallows nothing', () => {
  const [A, B, C] = ['one day', 'two days', 'three days'].map((days) =>
    withText(`Our crew answers every letter, as a rule within ${days} of its arrival.`),
  ) as [string, string, string];
  const TOLD = [expect.stringMatching(/within one day.* -> .*within three days/)];

  test('an edit of what still waits is told from the first text to the last', async () => {
    const w = await desk.watch('/edited-again');
    await w.settle(A);
    w.set({ html: B });
    await visits(w, 2);
    w.set({ html: C });
    await visits(w, 6);
    expect(await quotes(w)).toEqual(TOLD);
  });

  test('after a text that only one of two reads showed', async () => {
    const w = await desk.watch('/flashed');
    await w.settle(A);
    let answers = 0;
    w.set((_, response) => void response.writeHead(200, isWhole).end(answers++ === 0 ? B : A));
    expect((await w.check()).outcome).toBe('held');
    desk.pass(6);
    w.set({ html: C });
    await visits(w, 6);
    expect(await quotes(w)).toEqual(TOLD);
  });

  test('after a reading that waited for its second read when the site broke', async () => {
    const w = await desk.watch('/broke');
    await w.settle(A);
    w.set({ html: B });
    expect((await w.checkOnce()).outcome).toBe('suspected');
    desk.pass(1);
    w.set({ html: 'no', status: 503 });
    await w.checkOnce();
    desk.pass(6);
    w.set({ html: C });
    await visits(w, 6);
    expect(await quotes(w)).toEqual(TOLD);
  });
});

describe('fault 23: a price that goes and comes back', () => {
  test('with days between is two events, the second a reversal', async () => {
    const w = await desk.watch('/days');
    await w.settle();
    for (const html of [DEARER, PAGE]) {
      w.set({ html });
      await visits(w, 3, 24);
    }
    expect((await w.events()).map((e) => e.returns)).toEqual([null, 'reversal']);
    expect(await quotes(w)).toEqual([ROSE, '$39 per month -> $29 per month']);
  });

  test('within minutes is a variant', async () => {
    const w = await desk.watch('/minutes');
    await w.settle();
    let answers = 0;
    w.set((_, response) => void response.writeHead(200, isWhole).end(answers++ === 0 ? DEARER : PAGE));
    await visits(w, 6);
    expect(await quotes(w)).toEqual([]);
  });
});

test("fault 31: If-Modified-Since is the server's own date, however old, never our clock", async () => {
  const own = 'Fri, 01 Jan 1999 00:00:00 GMT';
  const w = await desk.watch('/dated');
  const asked: unknown[] = [];
  w.set(({ headers }, response) => {
    asked.push(headers['if-modified-since']);
    if (headers['if-modified-since'] === own) response.writeHead(304).end();
    else response.writeHead(200, { ...isWhole, 'last-modified': own }).end(PAGE);
  });
  await visits(w, 4);
  expect(asked).toEqual([undefined, undefined, own, own, own]);
});

test('fault 32: an address that redirects to its other slash form costs a 304, and both forms are one page', async () => {
  const w = await desk.watch('/slash');
  w.set({ redirect: '/slash/' });
  desk.site.set('/slash/', { html: PAGE, etag: '"slash"' });
  await w.check();
  for (let n = 0; n < 3; n += 1) {
    desk.pass(6);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: '304' });
  }
  const { db, world, site, account } = desk;
  const url = `${site.origin}/slash/`;
  const again = await addPage(db, world, { url, competitor: null, everyS: null, account });
  expect(again).toMatchObject({ ok: true, created: false, page: { id: w.page.id } });
});

test.each([
  '/odd?plans=pro|team',
  '/odd?filter[plan]=pro&sort={price}',
  '/odd?q=a^b`c',
  '/odd?q=50%',
  '/odd?name=Müller&city=大阪',
  '/odd#plans|team',
  "/odd;v=1,2/it's(here)",
])('fault 33: an odd address is accepted, kept and fetched: %s', async (path) => {
  const w = await desk.watch(path);
  expect(w.page.url).toBe(desk.site.origin + path);
  desk.site.set("/odd;v=1,2/it's(here)", { html: PAGE });
  desk.site.set('/odd', { html: PAGE });
  expect((await w.check()).outcome).toBe('first');
});

/** A page whose price then changes to one that no other page has, for a model is never asked the same twice. */
async function changed(path: string): Promise<{ readonly w: Watched; readonly rose: string }> {
  const w = await desk.watch(path);
  await w.settle();
  const price = `$${100 + w.page.id} per month`;
  w.set({ html: pricingPage(withPrice('Pro', price)) });
  return { w, rose: `$29 per month -> ${price}` };
}

/** One visit with a model that is played on loopback; how often it was asked. */
async function visitWithModel(w: Watched, play: Play): Promise<number> {
  const server = await modelServer(play);
  const askModel = makeAskModel({ apiKey: 'k', baseUrl: server.baseUrl, model: 'm', timeoutMs: 5000 });
  try {
    await visitWith(w, { askModel });
    return server.asked.length;
  } finally {
    await server.close();
  }
}

async function visitWith(w: Watched, over: Partial<World>): Promise<void> {
  const order = { pageIds: [w.page.id], at: desk.now(), noWait: false, progress: () => {} };
  await checkNow(desk.db, { ...desk.world, ...over }, order);
}

const CLAIM = {
  kind: 'pricing.price',
  tags: [],
  severity: 'critical',
  severity_quote: null,
  matters: 'false',
  headline: 'Nothing of note',
  summary: 'Nothing of note.',
  our_read: null,
  action: null,
  quotes: [],
};

describe('fault 34: whatever a model answers, the change is told in words of the rules', () => {
  test.each<[string, Play]>([
    ['prose', says('Sure! The page looks much the same to me.')],
    ['thoughts', says('<think>Is it news? I would say no.</think> No.')],
    ['"false" as a text', says(JSON.stringify(CLAIM))],
    ['far too much', says(JSON.stringify({ ...CLAIM, headline: 'new '.repeat(5000) }))],
    ['nothing', says('')],
    ['an error', json(500, { error: { message: 'overloaded' } })],
    ['no JSON at all', (answer) => void answer.writeHead(200).end('<html>gateway</html>')],
  ])('%s', async (name, play) => {
    const { w, rose } = await changed(`/model/${name.replaceAll(/\W+/g, '-')}`);
    expect(await visitWithModel(w, play)).toBeGreaterThan(0);
    expect(await w.events()).toMatchObject([{ kind: 'pricing.price', writtenBy: 'rules' }]);
    expect(await quotes(w)).toEqual([rose]);
  });
});

test('fault 35: where explaining broke after the baseline moved, a later visit explains, though nothing changed since', async () => {
  const { w, rose } = await changed('/explained-later');
  const breaks = async (): Promise<never> => Promise.reject(new Error('a bug of ours'));
  const askModel = Object.assign(breaks, { model: 'm', mostUsd: () => 0 });
  await expect(visitWith(w, { askModel })).rejects.toThrow();
  expect(await w.outcomes()).toContain('changed');
  expect(await w.events()).toEqual([]);
  desk.pass(6);
  expect((await w.check()).outcome).toBe('unchanged');
  expect(await quotes(w)).toEqual([rose]);
});

test('fault 39: ten visits to a missing page are one notice, and its return is one', async () => {
  const w = await desk.watch('/missing');
  await w.settle();
  w.set({ html: '<h1>Not found</h1>', status: 404 });
  await visits(w, 10, 12);
  expect(await w.notices()).toEqual(['page.gone']);
  w.set({ html: PAGE });
  await visits(w, 4, 12);
  expect(await w.notices()).toEqual(['page.gone', 'page.back']);
  expect(await w.events()).toEqual([]);
});
