import { addPage } from '../../src/flows/add-page.ts';
import { checkNow, type CheckedPage } from '../../src/flows/check-now.ts';
import { listEvents } from '../../src/store/events.ts';
import { ledger } from '../../src/store/ledger.ts';
import type { Page } from '../../src/store/pages.ts';
import { openSite, type Site } from './site.ts';
import { testWorld, type TestWorld } from './world.ts';

/** A Sightline that watches one page of a site, with a clock that the test moves. */
export interface Visits extends TestWorld {
  readonly site: Site;
  readonly page: Page;
  /** One check at the clock's time, second read included. */
  check(): Promise<CheckedPage>;
  /** One check that leaves the second read to the next. */
  checkOnce(): Promise<CheckedPage>;
  /** Headlines told so far, oldest first. */
  headlines(): Promise<readonly string[]>;
  /** Reasons in the ledger, oldest first. */
  heldBack(): Promise<readonly string[]>;
}

export async function watch(path: string, over: Parameters<typeof testWorld>[0] = {}): Promise<Visits> {
  const site = await openSite();
  const sightline = await testWorld(over);
  const { db, world, account } = sightline;
  const wish = { url: site.origin + path, competitor: 'Birchline', everyS: null, account };
  const added = await addPage(db, world, wish);
  if (!added.ok) throw new Error(added.say);
  site.take();
  const run = async (noWait: boolean): Promise<CheckedPage> => {
    const at = sightline.now();
    const pageIds = [added.page.id];
    const [checked] = await checkNow(db, world, { pageIds, at, noWait, progress: () => {} });
    if (checked === undefined) throw new Error('nothing was checked');
    return checked;
  };
  return {
    ...sightline,
    site,
    page: added.page,
    check: async () => run(false),
    checkOnce: async () => run(true),
    headlines: async () => (await listEvents(db)).map((event) => event.headline).toReversed(),
    heldBack: async () => (await ledger(db, null)).map((line) => line.reasons.join(': ')).toReversed(),
    async close() {
      await sightline.close();
      await site.close();
    },
  };
}
