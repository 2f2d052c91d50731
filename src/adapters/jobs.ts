import type { Kysely } from 'kysely';
import { PgBoss, fromKysely } from 'pg-boss';
import type { Tables } from '../store/tables.ts';

/** Wakes work that the database already records; a lost job costs a minute, never a message. */
export interface Jobs {
  /** Enqueues inside the caller's transaction: a rollback leaves no job. */
  wakeDelivery(tx: Kysely<Tables>, deliveryId: number): Promise<void>;
  /** Calls `deliver` with the deliveries that were woken, some at a time, until `stop`. */
  onDelivery(deliver: (deliveryIds: readonly number[]) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const QUEUE = 'deliver';
/** Woken deliveries that are looked at together, so that channels are sent to side by side. */
const AT_ONCE = 100;

/**
 * Jobs on pg-boss, in a schema of its own beside ours.
 * @param onError hears of lost connections, which heal by themselves
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
  return {
    async wakeDelivery(tx, deliveryId) {
      await boss.send(QUEUE, { deliveryId }, { db: fromKysely(tx) });
    },
    async onDelivery(deliver) {
      const options = { pollingIntervalSeconds: 0.5, batchSize: AT_ONCE };
      await boss.work<{ deliveryId: number }>(QUEUE, options, async (jobs) => {
        await deliver(jobs.map((job) => job.data.deliveryId));
      });
    },
    async stop() {
      await boss.stop({ graceful: true, close: true, timeout: 20_000 });
    },
  };
}
