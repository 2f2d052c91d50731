import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { readConfig } from '../../src/config.ts';
import { addPage } from '../../src/flows/add-page.ts';
import { addChannel } from '../../src/flows/channels.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { listAccounts, type Account } from '../../src/store/accounts.ts';
import { listEvents } from '../../src/store/events.ts';
import { webApp } from '../../src/web/app.ts';
import { openSite, pricingPage, withPrice, type Site } from '../support/site.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

/** What the founder must never read: what the neighbour calls things, and what was told before the founder came. */
const NEIGHBOUR = /Neighbourly|neighbour-campaign/;
const EARLIER = /\$29 -&gt; \$39|\$29 -> \$39/;

let outer: TestWorld;
let site: Site;
let neighbour: Account;
let founder: Hono;
let neighbourWeb: Hono;
let shared: number;
let second: number;
const faults: Error[] = [];

beforeAll(async () => {
  outer = await testWorld();
  site = await openSite();
  const { db } = outer;
  await db.insertInto('accounts').values({ name: 'neighbour', created_at: outer.now() }).execute();
  const found = (await listAccounts(db)).find((account) => account.name === 'neighbour');
  if (found === undefined) throw new Error('no neighbour');
  neighbour = found;
  founder = webOf(outer.account);
  neighbourWeb = webOf(neighbour);
  show('$29');
  shared = await add(neighbour, '/pricing?utm_source=neighbour-campaign', 'Neighbourly');
  await visit();
  show('$39');
  await visit();
});
afterAll(async () => {
  await outer.close();
  await site.close();
});

function webOf(account: Account): Hono {
  const read = readConfig({ SIGHTLINE_DATA: outer.mailFolder });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world } = outer;
  const app = { config: read.config, db, databaseUrl, world, account, close: async () => {} };
  return webApp(app, (fault) => faults.push(fault));
}

/** The same price on both pages of the site. */
function show(price: string): void {
  const html = pricingPage(withPrice('Pro', `${price} per month`));
  site.set('/pricing', { html });
  site.set('/plans', { html });
}

async function add(account: Account, path: string, competitor: string): Promise<number> {
  const { db, world } = outer;
  const added = await addPage(db, world, { url: site.origin + path, competitor, everyS: null, account });
  if (!added.ok) throw new Error(added.say);
  return added.page.id;
}

/** One visit to every page with its second read, six hours after the last. */
async function visit(): Promise<void> {
  outer.pass(6);
  const { db, world } = outer;
  const pages = await db.selectFrom('pages').select('id').orderBy('id').execute();
  const pageIds = pages.map((page) => page.id);
  await checkNow(db, world, { pageIds, at: outer.now(), noWait: false, progress: () => {} });
  outer.pass(1);
}

const headers = { host: 'localhost:3000', origin: 'http://localhost:3000' };
const get = async (web: Hono, path: string): Promise<Response> =>
  web.request(`http://localhost:3000${path}`, { headers });
const status = async (web: Hono, path: string): Promise<number> => (await get(web, path)).status;
const text = async (web: Hono, path: string): Promise<string> => (await get(web, path)).text();
const newestEvent = async (): Promise<number> => (await listEvents(outer.db))[0]?.id ?? 0;

describe('P16: a page that only a neighbour watches', () => {
  test('is there, for the neighbour', async () => {
    expect(await status(neighbourWeb, `/pages/${shared}`)).toBe(200);
    expect(await text(neighbourWeb, `/events/${await newestEvent()}`)).toMatch(EARLIER);
  });

  test('answers 404 with its event, as an event that nobody has', async () => {
    const foreign = await get(founder, `/events/${await newestEvent()}`);
    const absent = await get(founder, '/events/987654');
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect(await foreign.text()).toBe(await absent.text());
    expect(await status(founder, `/pages/${shared}`)).toBe(404);
  });

  test('is on no list', async () => {
    for (const path of ['/', '/?severity=low', '/pages', '/ledger', '/mails']) {
      const page = await text(founder, path);
      expect(page).not.toMatch(NEIGHBOUR);
      expect(page).not.toMatch(EARLIER);
    }
  });

  test('cannot be taken from the neighbour', async () => {
    const answer = await founder.request(`http://localhost:3000/pages/${shared}/remove`, {
      method: 'POST',
      headers,
    });
    expect(answer.status).toBe(404);
    expect(await status(neighbourWeb, `/pages/${shared}`)).toBe(200);
  });
});

describe('P16: a page that the founder watches later than the neighbour', () => {
  let earlier: number;
  beforeAll(async () => {
    earlier = await newestEvent();
    expect(await add(outer.account, '/pricing', 'Birchline')).toBe(shared);
  });

  test('begins with the subscription: no event, no check, no version from before', async () => {
    expect(await status(founder, `/events/${earlier}`)).toBe(404);
    const page = await get(founder, `/pages/${shared}`);
    expect(page.status).toBe(200);
    const said = await page.text();
    expect(said).toContain('Birchline');
    expect(said).not.toMatch(EARLIER);
    expect(said).not.toMatch(NEIGHBOUR);
    expect(said).not.toContain('data-outcome="changed"');
    expect(await text(founder, '/')).not.toMatch(EARLIER);
  });

  test('tells what comes after it, and not what was before', async () => {
    show('$49');
    await visit();
    const later = await newestEvent();
    expect(later).toBeGreaterThan(earlier);
    const said = await text(founder, `/events/${later}`);
    expect(said).toContain('$49');
    expect(said).not.toContain(`/events/${earlier}`);
    expect(said).not.toMatch(NEIGHBOUR);
    expect(await text(neighbourWeb, `/events/${later}`)).toContain(`/events/${earlier}`);
  });
});

describe('P16: an event of two pages that the neighbour watches, told first on the one that the founder does not', () => {
  beforeAll(async () => {
    const left = await newestEvent();
    expect(await status(founder, `/events/${left}`)).toBe(200);
    const leave = await founder.request(`http://localhost:3000/pages/${shared}/remove`, {
      method: 'POST',
      headers,
    });
    expect(leave.status).toBe(303);
    // What the button says: the events leave with the page.
    expect(await status(founder, `/events/${left}`)).toBe(404);
    expect(await text(founder, '/')).not.toContain('$49');
    second = await add(outer.account, '/plans', 'Birchline');
    expect(await add(neighbour, '/plans?utm_source=neighbour-campaign', 'Neighbourly')).toBe(second);
    await visit();
    show('$59');
    await visit();
    const [event] = await listEvents(outer.db);
    expect(event?.pageId).toBe(shared);
    expect(event?.headline).toContain('$59');
  });

  test('is read by each under a page that he watches', async () => {
    const event = await newestEvent();
    const said = await text(founder, `/events/${event}`);
    expect(said).toContain('$59');
    expect(said).toContain(`/pages/${second}`);
    expect(said).toContain(`${site.origin}/plans`);
    expect(await text(neighbourWeb, `/events/${event}`)).toContain(`/pages/${shared}`);
  });

  test('and leads the founder to no page and no past of the neighbour', async () => {
    const event = await newestEvent();
    const said = await text(founder, `/events/${event}`);
    expect(said).not.toContain(`/pages/${shared}"`);
    expect(said).not.toMatch(NEIGHBOUR);
    expect(said).not.toMatch(EARLIER);
  });

  test('every link on an event that the founder may read leads somewhere', async () => {
    const said = await text(founder, `/events/${await newestEvent()}`);
    const own = new Set([...said.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href ?? ''));
    for (const href of own)
      expect({ href, status: await status(founder, href) }).toEqual({ href, status: 200 });
  });
});

describe('P16: channels and deliveries of the neighbour', () => {
  let channelId: number;
  let deliveryId: number;
  beforeAll(async () => {
    const { db, world } = outer;
    const added = await addChannel(db, world, {
      account: neighbour,
      kind: 'feed',
      address: '',
      name: 'neighbour-campaign',
      takesDigest: null,
    });
    if (!added.ok) throw new Error(added.say);
    channelId = added.channel.id;
    show('$69');
    await visit();
    await deliverDue(db, world);
    const row = await db
      .selectFrom('deliveries')
      .select('id')
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow();
    deliveryId = row.id;
  });

  test('are there, for the neighbour', async () => {
    expect(await text(neighbourWeb, '/channels')).toMatch(NEIGHBOUR);
    expect(await text(neighbourWeb, `/deliveries/${deliveryId}`)).toContain('Neighbourly: Pro');
    expect(await text(neighbourWeb, '/deliveries')).toContain(`/deliveries/${deliveryId}`);
  });

  test('answer the founder as what nobody has, read or pressed', async () => {
    const absent = await text(founder, '/deliveries/987654');
    const foreign = await get(founder, `/deliveries/${deliveryId}`);
    expect([foreign.status, await foreign.text()]).toEqual([404, absent]);
    for (const path of [
      `/deliveries/${deliveryId}/replay`,
      `/channels/${channelId}/test`,
      `/channels/${channelId}/enable`,
    ]) {
      const answer = await founder.request(`http://localhost:3000${path}`, { method: 'POST', headers });
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
  });

  test('are on no list of the founder', async () => {
    for (const path of ['/channels', '/deliveries', '/deliveries?state=sent', '/deliveries?state=dead']) {
      const page = await text(founder, path);
      expect(page).not.toMatch(NEIGHBOUR);
      expect(page).not.toContain(`/deliveries/${deliveryId}"`);
      expect(page).not.toContain('/feeds/');
    }
  });
});

test('no bug was met on the way', () => {
  expect(faults).toEqual([]);
});
