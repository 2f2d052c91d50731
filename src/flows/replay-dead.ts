import type { Account } from '../store/accounts.ts';
import { deadOfChannel, replay } from '../store/deliveries.ts';
import type { Database, World } from './world.ts';

/**
 * Queues what was given up again: one delivery, or all of one channel.
 * @returns the deliveries that were queued; empty: there was nothing to replay, or the channel is off
 */
export async function replayDead(
  db: Database,
  world: World,
  {
    account,
    about,
  }: { account: Account; about: { readonly delivery: number } | { readonly channel: number } },
): Promise<readonly number[]> {
  return db.transaction().execute(async (tx) => {
    const ids = 'delivery' in about ? [about.delivery] : await deadOfChannel(tx, about.channel);
    const queued = await replay(tx, { accountId: account.id, ids, now: world.now() });
    await world.jobs.wakeDeliveries(tx, queued);
    return queued;
  });
}
