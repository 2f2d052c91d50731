import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { explainDue } from '../../src/flows/explain-due.ts';
import { visitPage } from '../../src/flows/run-checks.ts';
import { listEvents } from '../../src/store/events.ts';
import type { Page } from '../../src/store/pages.ts';
import { latestVersion } from '../../src/store/versions.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { openSite, pricingPage, withPrice, type Answer, type Site } from '../support/site.ts';

// E, through the real flows: real Postgres, real answers over loopback, a site of its own for each history. Each step is a
// price that stands for two good reads, with failures before each of them.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());

const PRICES = ['$29', '$39', '$59'] as const;
type Price = (typeof PRICES)[number];
const bodyOf = (price: Price): string => pricingPage(withPrice('Pro', `${price} per month`));
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Words in place of the page, under the validator that the page would have had. */
const instead =
  (html: string, status = 200, headers: Record<string, string> = {}) =>
  (price: Price): Answer => ({ html, status, headers: { etag: tagOf(price), ...headers } });
const tagOf = (price: Price): string => `"${price.slice(1)}"`;
const broken =
  (how: 'cut' | 'cut gzip' | 'hang up') =>
  (price: Price): Answer =>
  (_, response) => {
    const whole = how === 'cut gzip' ? gzipSync(bodyOf(price)) : Buffer.from(bodyOf(price));
    const encoding = how === 'cut gzip' ? { 'content-encoding': 'gzip' } : {};
    if (how === 'hang up') return void response.destroy();
    response.writeHead(200, {
      ...HTML,
      ...encoding,
      etag: tagOf(price),
      'content-length': String(whole.length),
    });
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
  };

const TROUBLES: Readonly<Record<string, (price: Price) => Answer>> = {
  '500': instead('<h1>Internal Server Error</h1>', 500),
  '503': instead('later', 503, { 'retry-after': '60' }),
  '429': instead('slow down', 429),
  '404': instead('<h1>Not found</h1>', 404),
  '410': instead('<h1>Gone</h1>', 410),
  '401': instead('no', 401),
  'a wall by its header': instead(bodyOf('$59'), 403, { 'cf-mitigated': 'challenge' }),
  'a wall in 200': instead('<title>Just a moment...</title><script>window._cf_chl_opt={}</script>'),
  'a soft 404': instead('<title>Page not found</title><h1>404</h1><p>Sorry.</p>'),
  maintenance: instead('<p>We are down for maintenance. Be right back!</p>'),
  'an empty body': instead(''),
  'one stray word': instead('<p>Birchline</p>'),
  'half a page': (price) => ({ html: bodyOf(price).slice(0, 800), headers: { etag: tagOf(price) } }),
  'a cut body': broken('cut'),
  'a cut gzip body': broken('cut gzip'),
  'a hang-up': broken('hang up'),
  'a circle': () => ({ redirect: '/pricing' }),
  'a permanent redirect': () => ({ redirect: '/same' }),
  'a temporary redirect': () => ({ redirect: '/later', status: 302 }),
  'a login': () => ({ redirect: '/login', status: 302 }),
};

/** What only a page that was seen before can tell: at first sight it is the page, until a whole reading takes its place. */
const NEEDS_BASELINE = new Set(['half a page', 'one stray word']);
const KINDS = Object.keys(TROUBLES);
const troublesOf = (kinds: readonly string[]) =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), minutes: fc.constantFrom(5, 15, 60) }), {
    maxLength: 1,
  });
const troubles = troublesOf(KINDS);
const atFirstSight = troublesOf(KINDS.filter((kind) => !NEEDS_BASELINE.has(kind)));
const step = fc.record({
  price: fc.constantFrom<Price>(...PRICES),
  hours: fc.integer({ min: 1, max: 60 }),
  before: fc.tuple(troubles, troubles),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One page of a site of its own. */
class Play {
  readonly told: string[] = [];
  failures = 0;
  visits = 0;
  private readonly site: Site;
  private readonly page: Page;

  constructor(site: Site, page: Page) {
    this.site = site;
    this.page = page;
  }

  async visit(answer: Answer): Promise<string> {
    this.site.set('/pricing', answer);
    this.visits += 1;
    const checked = await visitPage(desk.db, desk.world, { pageId: this.page.id, progress: () => {} });
    return checked?.outcome ?? 'none';
  }

  /** Whatever fails is a failure, and what the page stands at stays. */
  async fail(kind: string, price: Price): Promise<void> {
    const before = await latestVersion(desk.db, this.page.id);
    const outcome = await this.visit((TROUBLES[kind] ?? instead(''))(price));
    expect(['failed', 'blocked', 'gone'], kind).toContain(outcome);
    expect(await latestVersion(desk.db, this.page.id), kind).toEqual(before);
    this.failures += 1;
  }

  async stand({ price, hours, before }: Step): Promise<void> {
    desk.pass(hours);
    for (const [read, failing] of before.entries()) {
      for (const { kind, minutes } of failing) {
        desk.pass(minutes / 60);
        await this.fail(kind, price);
      }
      desk.pass(read === 0 ? 0.1 : 5 / 60);
      await this.visit({ html: bodyOf(price), etag: tagOf(price) });
    }
    await explainDue(desk.db, desk.world);
  }

  /** "$29 -> $39" for each event so far. */
  async events(): Promise<readonly string[]> {
    const events = (await listEvents(desk.db, { pageId: this.page.id })).toReversed();
    return events.flatMap(({ quotes }) =>
      quotes.map(({ before, after }) => `${before?.split(' ')[0]} -> ${after?.split(' ')[0]}`),
    );
  }
}

/** A page that stands at $29, on a site that has other pages to be led to. */
async function begin(): Promise<{ readonly play: Play; readonly site: Site }> {
  const site = await openSite();
  site.set('/pricing', { html: bodyOf('$29'), etag: tagOf('$29') });
  site.set('/same', { html: bodyOf('$29'), etag: tagOf('$29') });
  site.set('/later', { html: bodyOf('$59'), etag: tagOf('$59') });
  site.set('/login', { html: '<form>Log in <input type=password></form>' });
  const wish = {
    url: `${site.origin}/pricing`,
    competitor: 'Birchline',
    everyS: null,
    account: desk.account,
  };
  const added = await addPage(desk.db, desk.world, wish);
  if (!added.ok) throw new Error(added.say);
  if (added.created) return { play: new Play(site, added.page), site };
  // Of 200 free ports two may be the same: then its page has a history already.
  await site.close();
  return begin();
}

/** Prices that follow each other, without those that stand again. */
function changesOf(prices: readonly Price[]): readonly string[] {
  return prices.flatMap((price, at) => {
    const before = prices[at - 1];
    return before === undefined || before === price ? [] : [`${before} -> ${price}`];
  });
}

test('E: in 200 histories of real checks there is no phantom and no miss', { timeout: 600_000 }, async () => {
  let [visits, failures, changes] = [0, 0, 0];
  const first = fc.record({
    price: fc.constant<Price>('$29'),
    hours: fc.constant(1),
    before: fc.tuple(atFirstSight, troubles),
  });
  const history = fc
    .tuple(first, fc.array(step, { minLength: 1, maxLength: 2 }))
    .map(([one, more]) => [one, ...more]);
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const { play, site } = await begin();
      try {
        for (const [at, one] of steps.entries()) {
          await play.stand(one);
          const wanted = changesOf(steps.slice(0, at + 1).map(({ price }) => price));
          expect(await play.events()).toEqual(wanted);
        }
        changes += (await play.events()).length;
        visits += play.visits;
        failures += play.failures;
      } finally {
        await site.close();
      }
    }),
    { numRuns: 200, seed: 20_260_302, endOnFailure: true },
  );
  console.log(`real histories: 200, with ${visits} visits, ${failures} failures, ${changes} changes told`);
  expect(changes).toBeGreaterThan(150);
});
