import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { listEvents } from '../../src/store/events.ts';
import { openSite, type Site } from '../support/site.ts';
import { TRAPS } from '../support/traps.ts';
import { html, offer, page, SENTENCE } from '../support/traps/page.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

// Pages that cry wolf: nothing may be told of them, and a true change in the midst of it must be.

let sightline: TestWorld;
let site: Site;
beforeAll(async () => {
  sightline = await testWorld();
});
afterAll(async () => sightline.close());
// A site of its own for each: the same change on two pages of one site would be told once.
beforeEach(async () => {
  site = await openSite();
});
afterEach(async () => site.close());

/** A path of the site that is watched: visits seven hours apart, and the words that were told. */
async function watch(name: string) {
  const path = `/${name.replaceAll(/\W+/g, '-')}/prices`;
  const { db, world, account } = sightline;
  const url = site.origin + path;
  const added = await addPage(db, world, { url, competitor: null, everyS: null, account });
  if (!added.ok) throw new Error(added.say);
  const pageId = added.page.id;
  return {
    path,
    async visit(): Promise<string> {
      sightline.pass(7);
      const order = { pageIds: [pageId], at: sightline.now(), noWait: false, progress: () => {} };
      return (await checkNow(db, world, order))[0]?.outcome ?? '';
    },
    /** Headline and quotes of each event, newest first. */
    told: async () =>
      (await listEvents(db, { pageId })).map((e) => [e.headline, ...e.quotes.map((q) => q.after)].join('\n')),
  };
}

describe.each(TRAPS)('$name', (trap) => {
  test('ten visits tell nothing; a price and a sentence that change are told', async () => {
    const { path, visit, told } = await watch(trap.name);
    let [n, visits, changed] = [0, 0, false];
    site.set(path, (_, response) => trap.reply({ n: n++, visit: visits, changed }, response));

    for (; visits < 10; visits += 1) await visit();
    expect(await told()).toEqual([]);

    changed = true;
    for (; visits < 20; visits += 1) await visit();
    const words = (await told()).join('\n');
    for (const news of trap.tells) expect(words).toMatch(news);
    expect(words).not.toMatch(trap.never);
  });
});

test.each([
  ['old', 0],
  ['new', 1],
])(
  'P8: two deployments behind one address, the %s one first: a price is told once, when the new one stays',
  async (...[which, first]) => {
    const { path, visit, told } = await watch(`deployments ${which}`);
    let [n, mixed] = [0, false];
    let stands = false;
    site.set(path, (_, response) => html(response, page(offer(mixed ? n++ % 2 === first : stands))));
    for (let visits = 0; visits < 2; visits += 1) await visit();
    mixed = true;
    for (let visits = 0; visits < 6; visits += 1) await visit();
    expect(await told()).toEqual([]);
    [mixed, stands] = [false, true];
    for (let visits = 0; visits < 30; visits += 1) await visit();
    const events = await told();
    expect(events.filter((words) => words.includes('$35'))).toHaveLength(1);
    expect(events.filter((words) => words.includes(SENTENCE))).toHaveLength(1);
    expect(events.join()).not.toMatch(/\$29 again|back|alternat/i);
  },
);
