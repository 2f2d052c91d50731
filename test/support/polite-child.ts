// A process of its own that visits pages through the real flow: node polite-child.ts ORDER, with ORDER a JSON PoliteOrder.
// It prints "checked URL" after each check, and "waiting" when it has to wait for the host or the page.
import { setTimeout as pause } from 'node:timers/promises';
import { visitPage } from '../../src/flows/run-checks.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openOutside } from './outside.ts';

export interface PoliteOrder {
  readonly databaseUrl: string;
  readonly mailFolder: string;
  /** ISO time of its clock. */
  readonly now: string;
  readonly pageIds: readonly number[];
  readonly hostGapMs: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as PoliteOrder;
const { db, close } = openDatabase(order.databaseUrl);
const outside = await openOutside({
  databaseUrl: order.databaseUrl,
  mailFolder: order.mailFolder,
  now: () => new Date(order.now),
});
const world = {
  ...outside.world,
  settings: { ...outside.world.settings, hostGapMs: order.hostGapMs },
  async sleep(ms: number) {
    console.log('waiting');
    await pause(Math.min(ms, 20));
  },
};
for (const pageId of order.pageIds) {
  const checked = await visitPage(db, world, { pageId, progress: () => {} });
  console.log(`checked ${checked?.url}`);
}
await outside.close();
await close();
