// A process of its own that does one thing with the real flows and stands still at a given point, for a test to kill it
// there: node crash-child.ts ORDER, with ORDER a JSON CrashOrder. It prints "there" when it has come to the point.
import { once } from 'node:events';
import { checkNow } from '../../src/flows/check-now.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { explainDue } from '../../src/flows/explain-due.ts';
import { visitPage } from '../../src/flows/run-checks.ts';
import { sendDigests } from '../../src/flows/send-digests.ts';
import type { World } from '../../src/flows/world.ts';
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

function standingStillAt(world: World): World {
  const { at } = order;
  const model = { model: 'played', mostUsd: () => 0 };
  switch (at) {
    case 'before fetch':
      return { ...world, fetchPage: standStill };
    case 'after fetch':
      return { ...world, fetchPage: async (request) => world.fetchPage(request).then(standStill) };
    case 'in the model call':
      return { ...world, askModel: Object.assign(standStill, model) };
    case 'in the commit':
      return { ...world, jobs: { ...world.jobs, wakeDelivery: standStill } };
    case 'before sending':
      return { ...world, sendEmail: standStill, sendSlack: standStill };
    case 'after sending':
      return {
        ...world,
        sendEmail: async (mail) => world.sendEmail(mail).then(standStill),
        sendSlack: async (post) => world.sendSlack(post).then(standStill),
      };
  }
}

const { db } = openDatabase(order.databaseUrl);
const { databaseUrl, mailFolder, pageId } = order;
const outside = await openOutside({ databaseUrl, mailFolder, now });
const world = standingStillAt(outside.world);
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
