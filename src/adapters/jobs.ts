import type { Kysely } from 'kysely';
import { PgBoss, fromKysely } from 'pg-boss';
import type { Tables } from '../store/tables.ts';

/** Wakes work that the database already records; a lost job costs a minute, never a message. */
export interface Jobs {
  /** Enqueues one job for all of them inside the caller's transaction: a rollback leaves none. */
  wakeDeliveries(tx: Kysely<Tables>, deliveryIds: readonly number[]): Promise<void>;
  /** Calls `deliver` with the deliveries that were woken, some at a time, until `stop`, which lets those under way end. */
  onDelivery(deliver: (deliveryIds: readonly number[]) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const QUEUE = 'deliver';
/** Jobs whose deliveries are looked at together, so that channels are sent to side by side. */
const AT_ONCE = 100;
/** Lots under way before no more are fetched: one that waits for a slow receiver holds up none of the next. */
const MOST_LOTS = 100;

/**
 * Jobs on pg-boss, in a schema of its own beside ours.
 * @param onError hears of lost connections, which heal by themselves, and of what `deliver` could not do
 */
export async function openJobs(databaseUrl: string, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 2,
    application_name: 'sightline jobs',
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE);
  const underWay = new Set<Promise<void>>();
  return {
    async wakeDeliveries(tx, deliveryIds) {
      if (deliveryIds.length > 0) await boss.send(QUEUE, { deliveryIds }, { db: fromKysely(tx) });
    },
    async onDelivery(deliver) {
      const options = { pollingIntervalSeconds: 0.5, batchSize: AT_ONCE };
      await boss.work<{ deliveryIds: readonly number[] }>(QUEUE, options, async (jobs) => {
        const lot = deliver(jobs.flatMap((job) => job.data.deliveryIds))
          .catch(onError)
          .finally(() => underWay.delete(lot));
        underWay.add(lot);
        if (underWay.size >= MOST_LOTS) await Promise.race(underWay);
      });
    },
    async stop() {
      await boss.stop({ graceful: true, close: true, timeout: 20_000 });
      await Promise.all(underWay);
    },
  };
}
