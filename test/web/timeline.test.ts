import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { addChannel } from '../../src/flows/channels.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { sendDigests } from '../../src/flows/send-digests.ts';
import { webApp } from '../../src/web/app.ts';
import { pricingPage, withPrice } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

/** Fifty days of one page: a price goes up, the page rotates, is not readable for a while, and nobody looks for a week. */

let v: Visits;
let web: Hono;
const faults: Error[] = [];

const SAYINGS = ['We found the path again.', 'It fits in a glove box.'];

function show(price: string, saying = 0): void {
  const html = pricingPage(withPrice('Pro', price), `<blockquote><p>${SAYINGS[saying]}</p></blockquote>`);
  v.site.set('/pricing', { html });
}

async function daily(days: number, each: (day: number) => void = () => {}): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    each(day);
    await v.check();
    v.pass(24);
  }
}

const text = async (path: string): Promise<string> =>
  (await web.request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000' } })).text();

/** The rows of the days, as words. */
async function days(path: string): Promise<readonly string[]> {
  const page = await text(path);
  const drawn = page.matchAll(/<h2>([^<]*day [^<]*)<\/h2>|<p class="quiet-day">(.*?)<\/p>/g);
  return [...drawn].map(
    ([, news, quiet]) =>
      news ??
      (quiet ?? '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
  );
}

beforeAll(async () => {
  v = await watch('/pricing');
  const read = readConfig({ SIGHTLINE_DATA: v.mailFolder });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world, account } = v;
  web = webApp({ config: read.config, db, databaseUrl, world, account, close: async () => {} }, (fault) =>
    faults.push(fault),
  );
});
afterAll(async () => v.close());

describe('before the first check', () => {
  test('nothing is claimed: no page is said to be readable, no day to be quiet', async () => {
    expect(await text('/')).toContain('0 of 1 page can be read, 1 not looked at yet');
    expect(await text('/pages')).toContain('1 page waits for its first check');
    expect(await text(`/pages/${v.page.id}`)).toContain('First check in about a minute');
    expect(await days('/')).toEqual([]);
  });

  test('an empty ledger says that it is empty', async () => {
    expect(await text('/ledger')).toContain('Nothing was held back in the last 30 days.');
  });
});

describe('after fifty days', () => {
  beforeAll(async () => {
    // Mon 2 March to Wed 18 March: from the twelfth day on another saying every day.
    show('$29 per month');
    await daily(10);
    await daily(7, (day) => show('$29 per month', day % 2));
    // Thu 19 March: the price.
    show('$39 per month');
    await daily(1);
    // Nobody looks for a week. Then, until 20 April, all is quiet but for three days behind a wall.
    v.pass(7 * 24);
    await daily(20);
    v.site.set('/pricing', { html: '<h1>Forbidden</h1>', status: 403 });
    await daily(3);
    show('$39 per month');
    await daily(2);
  });

  test('the newest thirty days are drawn without a gap, quiet ones in one line', async () => {
    const drawn = await days('/');
    expect(drawn).toEqual([
      'Today No check yet.',
      expect.stringMatching(/^Mon 20 Apr Nothing to tell\. 1 check\.$/),
      'Sunday 19 April',
      expect.stringMatching(/^Sat 18 Apr Nothing to tell\. 1 check: 1 failed\.$/),
      'Friday 17 April',
      expect.stringMatching(/^Fri 27 Mar to Thu 16 Apr Nothing to tell\. \d+ checks: 1 failed\.$/),
      expect.stringMatching(/^Mon 23 Mar to Thu 26 Mar Not looked at\./),
    ]);
  });

  test('and older ones behind a link, with the change that is in them', async () => {
    const [, until] = /href="\/\?until=([\d-]+)"/.exec(await text('/')) ?? [];
    expect(until).toBe('2026-03-23');
    const drawn = await days(`/?until=${until}`);
    expect(drawn.at(0)).toMatch(/^Fri 20 Mar to Sun 22 Mar Not looked at/);
    expect(drawn.at(1)).toBe('Thursday 19 March');
    expect(drawn.at(-1)).toMatch(/^Mon 2 Mar to Wed 18 Mar Nothing to tell/);
    const older = await text(`/?until=${until}`);
    expect(older).toContain('1 change in the 30 days before Mon 23 Mar');
    expect(older).not.toContain('Older days');
  });

  test.each(['/?until=nonsense', '/?until=2026-02-30', '/?until=9999-12-31', '/?until=0001-01-01'])(
    '%s is no fault',
    async (path) => {
      expect(await text(path)).toContain('<h1>Timeline</h1>');
    },
  );

  test('a filter never makes a day look quiet', async () => {
    const filtered = '/?severity=critical&competitor=Nobody&until=2026-03-23';
    expect(await days(filtered)).toEqual([]);
    const page = await text(filtered);
    expect(page).toContain('No change fits this filter.');
    expect(page).toContain('0 of 1 change');
    expect(page).not.toContain('Nothing to tell');
  });

  test('a page that could not be read tells so under the name that the account gave it', async () => {
    const page = await text('/');
    expect(page).toMatch(/<b>Birchline<\/b> › Pricing<\/p>\s*<h3[^>]*><a href="\/pages\/1">We cannot read/);
    expect(page).toContain('page.readable');
  });

  describe('the ledger, read while the page rotated,', () => {
    beforeAll(() => v.setClock(new Date('2026-03-25T06:00:00Z')));
    afterAll(() => v.setClock(new Date('2026-04-21T06:00:00Z')));

    test('counts what came and went again, in one line a text', async () => {
      const page = await text('/ledger');
      expect(page.match(/<tr><td/g)?.length).toBeLessThanOrEqual(4);
      expect(page).toMatch(/last of \d times/);
      expect(page).toContain('Birchline › Pricing');
      expect(page).toContain('glove box');
    });

    test('is filtered by reason, and says when the filter hides all', async () => {
      const [, kind = ''] = /<span class="tag">([^<]+)</.exec(await text('/ledger')) ?? [];
      expect(await text(`/ledger?reason=${encodeURIComponent(kind)}&competitor=Birchline`)).toContain(
        'glove box',
      );
      expect(await text('/ledger?reason=none-such')).toContain('Nothing fits this filter.');
    });
  });

  test('the ledger forgets what is older than its thirty days', async () => {
    expect(await text('/ledger')).not.toContain('glove box');
  });
});

describe('an event that went out within a digest', () => {
  test('says in which one, and to whom', async () => {
    const { db, world, account } = v;
    await addChannel(db, world, {
      account,
      kind: 'email',
      address: 'founder@example.com',
      name: null,
      takesDigest: null,
    });
    v.site.set('/pricing', {
      html: pricingPage(
        withPrice('Pro', '$39 per month'),
        '<h3>Do you ship to islands?</h3><p>Yes, twice a month and without a fee, by the mail boat.</p>',
      ),
    });
    await daily(3);
    v.setClock(new Date('2026-04-24T08:30:00Z'));
    await sendDigests(db, world);
    await deliverDue(db, world);
    const [newest] = await db.selectFrom('events').select('id').orderBy('id', 'desc').execute();
    const page = await text(`/events/${newest?.id}`);
    expect(page).toContain('mail boat');
    expect(page).toMatch(
      /founder@example\.com<\/a>, Fri 24 Apr 08:30<span class="quiet"> in the digest of Fri 24 Apr<\/span>/,
    );
    expect(page).toContain('by digest');
  });
});

test('no bug was met on the way', () => {
  expect(faults).toEqual([]);
});
