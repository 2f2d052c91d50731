import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillDisk, freeDisk } from '../../scripts/crash/full-disk.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { visitPage } from '../../src/flows/run-checks.ts';
import type { World } from '../../src/flows/world.ts';
import { openDatabase } from '../../src/store/database.ts';
import { claimDelivery } from '../../src/store/outbox.ts';
import { oneAtATime } from '../../src/worker/one-at-a-time.ts';
import { startWorker, type WorkerLog } from '../../src/worker/worker.ts';
import { postBox } from '../adapters/post-box.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// What the runs of `npm run crash` taught: each is a case of its own here.

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => desk.close());

/** A price change that is told and waits to be sent. */
async function told(): Promise<void> {
  const w = await desk.watch('/plans');
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.check();
  desk.pass(1);
}

const look = () => ({ now: desk.now(), confirmAfterS: 300 });

test('a message whose worker died is sent by the next worker as soon as it starts, not at the next full minute', async () => {
  await desk.channel('email', 'founder@example.com');
  await told();
  const { id } = await desk.db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
  // Its alert is rendered and somebody dies in the first try.
  const dying: World = { ...desk.world, reach: async (point) => Promise.reject(new Error(point)) };
  await expect(deliverDue(desk.db, dying)).rejects.toThrow('1 deliveries could not be tried');
  const sealing = await desk.db.selectFrom('deliveries').select('message').executeTakeFirstOrThrow();
  expect(sealing.message).toBeNull();
  const standing: World = {
    ...desk.world,
    reach: async (point) => (point === 'deliver claimed' ? Promise.reject(new Error(point)) : undefined),
  };
  await expect(deliverDue(desk.db, standing)).rejects.toThrow('1 deliveries could not be tried');
  expect(await claimDelivery(desk.db, id, { look: look(), leaseS: 90 })).toBeNull();
  await desk.db
    .updateTable('deliveries')
    .set({ attempt_until: sql<Date>`now() - interval '1 second'` })
    .execute();
  // The job that woke it is gone with the dead worker.
  await sql`delete from pgboss.job`.execute(desk.db);
  const said = new EventEmitter();
  const log: WorkerLog = { info: (fields, message) => void said.emit(message, fields), error: () => {} };
  const sent = once(said, 'delivery');
  const worker = await startWorker(desk.db, desk.world, log);
  expect((await sent)[0]).toMatchObject({ id, state: 'sent' });
  await worker.stop();
});

test('C13: who stood still beyond its lease sends nothing, and the next try is no repeat', async () => {
  const box = await postBox((_, response) => response.end('ok'));
  await desk.channel('slack', `${box.origin}/services/T0/B0/x`);
  await told();
  const late: World = { ...desk.world, settings: { ...desk.world.settings, leaseS: 0 } };
  expect(await deliverDue(desk.db, late)).toMatchObject([
    { state: 'queued', error: 'its worker stood still, so it was not sent' },
  ]);
  expect(box.received).toEqual([]);
  expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
  expect(box.received.map(({ body }) => body.includes('may be a repeat'))).toEqual([false]);
});

test('C13: who stands still in a transaction loses it, and holds its rows no longer than a lease', async () => {
  const w = await desk.watch('/plans');
  const standing = openDatabase(desk.url, { idleS: 1 });
  const lost = standing.db.transaction().execute(async (tx) => {
    await tx.updateTable('pages').set({ failures: 1 }).where('id', '=', w.page.id).execute();
    // The statement of another waits for the row until the server has ended the session that holds it.
    await desk.db.updateTable('pages').set({ failures: 2 }).where('id', '=', w.page.id).execute();
    await tx.updateTable('pages').set({ failures: 3 }).where('id', '=', w.page.id).execute();
  });
  await expect(lost).rejects.toThrow();
  await standing.close();
  const { failures } = await desk.db.selectFrom('pages').select('failures').executeTakeFirstOrThrow();
  expect(failures).toBe(2);
});

test('C7: lanes that see news at the same time ask the model one question at a time', async () => {
  const asked: (() => void)[] = [];
  const explain = oneAtATime(async () => new Promise<void>((resolve) => asked.push(resolve)));
  const first = explain();
  // What fell due after the first began is found by a second run, which all who came meanwhile wait for.
  const later = [explain(), explain(), explain()];
  expect(asked).toHaveLength(1);
  asked[0]?.();
  await first;
  while (asked.length < 2) await Promise.resolve();
  asked[1]?.();
  await Promise.all(later);
  expect(asked).toHaveLength(2);
});

test('C19: a full disk fails no page: it is read again as soon as its lease is over, and told once', async () => {
  const w = await desk.watch('/plans');
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await fillDisk(desk.db);
  const visit = async () => visitPage(desk.db, desk.world, { pageId: w.page.id, progress: () => {} });
  await expect(visit()).rejects.toThrow('No space left on device');
  expect(await w.outcomes()).toEqual(['first', 'unchanged']);
  await freeDisk(desk.db);
  await desk.db
    .updateTable('pages')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .execute();
  await w.check();
  expect(await w.outcomes()).toEqual(['first', 'unchanged', 'suspected', 'changed']);
  expect(await w.events()).toHaveLength(1);
});

test('C20: what a worker whose clock was a day ahead has queued is sent now', async () => {
  await desk.channel('email', 'founder@example.com');
  const w = await desk.watch('/plans');
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  desk.pass(24);
  await w.check();
  desk.pass(-24);
  expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
});
