import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { listEvents } from '../../src/store/events.ts';
import { openSite, type Site } from '../support/site.ts';
import { TRAPS } from '../support/traps.ts';
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

describe.each(TRAPS)('$name', (trap) => {
  test('ten visits tell nothing; a price and a sentence that change are told', async () => {
    let answers = 0;
    let changed = false;
    const path = `/${trap.name.replaceAll(/\W+/g, '-')}/prices`;
    site.set(path, (_, response) => trap.reply(answers++, changed, response));
    const { db, world, account } = sightline;
    const added = await addPage(db, world, {
      url: site.origin + path,
      competitor: null,
      everyS: null,
      account,
    });
    if (!added.ok) throw new Error(added.say);
    const visit = async (): Promise<string> => {
      sightline.pass(7);
      const order = { pageIds: [added.page.id], at: sightline.now(), noWait: false, progress: () => {} };
      return (await checkNow(db, world, order))[0]?.outcome ?? '';
    };
    const told = async () =>
      (await listEvents(db, { pageId: added.page.id })).flatMap((e) => [
        e.headline,
        ...e.quotes.map((q) => q.after),
      ]);

    for (let n = 0; n < 10; n += 1) await visit();
    expect(await told()).toEqual([]);

    changed = true;
    for (let n = 0; n < 10; n += 1) await visit();
    const words = (await told()).join('\n');
    expect(words).toMatch(/\$35/);
    expect(words).toMatch(/phone line/);
    expect(words).not.toMatch(/not found|Unavailable|Just a moment|cookies|hours ago|Rendered|looking at/);
  });
});
