import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What went to a channel, in messages. */
export interface Traffic {
  /** When it took the last one; null: it never took any. */
  readonly lastSentAt: Date | null;
  readonly waiting: number;
  readonly givenUp: number;
}

export const NO_TRAFFIC: Traffic = { lastSentAt: null, waiting: 0, givenUp: 0 };

/** By channel of the account; a channel that nothing was written for is not in it. */
export async function trafficOfChannels(
  db: Kysely<Tables>,
  accountId: number,
): Promise<ReadonlyMap<number, Traffic>> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select([
      'channels.id',
      sql<Date | null>`max(deliveries.sent_at) filter (where deliveries.state = 'sent')`.as('lastSentAt'),
      sql<number>`(count(*) filter (where deliveries.state = 'queued'))::int`.as('waiting'),
      sql<number>`(count(*) filter (where deliveries.state = 'dead'))::int`.as('givenUp'),
    ])
    .where('channels.account_id', '=', accountId)
    .groupBy('channels.id')
    .execute();
  return new Map(rows.map(({ id, ...traffic }) => [id, traffic]));
}
