// A process of its own that does one thing with the real flows and stands still at a given point, for a test to kill it
// there: node crash-child.ts ORDER, with ORDER a JSON CrashOrder. It prints "there" when it has come to the point.
import { once } from 'node:events';
import { checkNow } from '../../src/flows/check-now.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { explainDue } from '../../src/flows/explain-due.ts';
import { visitPage } from '../../src/flows/run-checks.ts';
import { sendDigests } from '../../src/flows/send-digests.ts';
import type { FailPoint } from '../../src/flows/fail-points.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { CrashOrder } from './crash.ts';
import { openOutside } from './outside.ts';

const order = JSON.parse(process.argv[2] ?? '{}') as CrashOrder;
const now = (): Date => new Date(order.now);

/** Says that the point is reached and never goes on. */
async function standStill(): Promise<never> {
  console.log('there');
  setInterval(() => {}, 60_000);
  await once(process, 'never');
  throw new Error('a dead process went on');
}

/** A model that would be asked, if the process came so far. */
const askModel = Object.assign(async () => Promise.reject(new Error('the model was asked')), {
  model: 'played',
  mostUsd: () => 0,
});

const { db } = openDatabase(order.databaseUrl);
const { databaseUrl, mailFolder, pageId } = order;
const over = {
  async reach(point: FailPoint): Promise<void> {
    if (point === order.at) await standStill();
  },
  ...(order.at === 'explain asking' ? { askModel } : {}),
};
const { world } = await openOutside({ databaseUrl, mailFolder, now, over });
const run = { pageId, progress: () => {} };
const deeds = {
  visit: async () => visitPage(db, world, run),
  check: async () => checkNow(db, world, { ...run, pageIds: [pageId], at: now(), noWait: false }),
  explain: async () => explainDue(db, world),
  deliver: async () => deliverDue(db, world),
  digest: async () => sendDigests(db, world),
};
await deeds[order.deed]();
console.log('went past the point');
process.exit(3);
