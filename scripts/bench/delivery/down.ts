import { deliverDue } from '../../../src/flows/deliver.ts';
import type { Database } from '../../../src/flows/world.ts';
import type { FreshApp } from '../../support/fresh-app.ts';

const HOUR_MS = 3_600_000;
/** When the outage is looked at: about as the schedule of retries asks (core/retry.ts), an hour past each. */
const LOOKS_H = [0.1, 1, 3, 8, 16, 23];
/** Enough for the last retry that the schedule may have put off. */
const BACK_H = [24, 28, 32, 36, 40, 44];

/**
 * Plays a day on the clock: tries are made as they fall due while the sinks are down; then they are back, and what is left
 * is tried until nothing waits.
 * @returns hours from the start of the outage until nothing waited
 */
export async function playDay(
  { app, setClock }: FreshApp,
  { start, back }: { start: Date; back: () => void },
  progress: (text: string) => void,
): Promise<number> {
  const { db, world } = app;
  const lookAt = async (hours: number): Promise<void> => {
    progress(`hour ${hours} of the outage`);
    setClock(new Date(+start + hours * HOUR_MS));
    await deliverDue(db, world);
  };
  for (const hours of LOOKS_H) await lookAt(hours);
  back();
  for (const hours of BACK_H) {
    await lookAt(hours);
    if ((await waiting(db)) === 0) return hours;
  }
  throw new Error(
    `${await waiting(db)} deliveries still wait ${BACK_H.at(-1)} hours after the start of the outage`,
  );
}

/** Deliveries that are still to be sent, but for those to some channels. */
export async function waiting(db: Database, leaves: readonly number[] = []): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'queued')
    .$if(leaves.length > 0, (q) => q.where('channel_id', 'not in', leaves))
    .executeTakeFirstOrThrow();
  return count;
}
