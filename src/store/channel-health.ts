import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** How the channels of all accounts stand. */
export interface ChannelHealth {
  readonly channels: number;
  readonly off: number;
  /** On, and taking nothing. */
  readonly failing: number;
  /** Their readers have not said yes; where mail leaves this machine, nothing goes there. */
  readonly unconfirmed: number;
  /** Messages that were given up. */
  readonly dead: number;
  /** Messages whose next try is more than an hour overdue: no worker runs. */
  readonly overdue: number;
}

export async function channelHealth(db: Kysely<Tables>, now: Date): Promise<ChannelHealth> {
  const channels = await db
    .selectFrom('channels')
    .select([
      sql<number>`count(*)::int`.as('channels'),
      sql<number>`count(*) filter (where disabled_at is not null)::int`.as('off'),
      sql<number>`count(*) filter (where disabled_at is null and failing_since is not null)::int`.as(
        'failing',
      ),
      sql<number>`count(*) filter (where disabled_at is null and confirmed_at is null)::int`.as(
        'unconfirmed',
      ),
    ])
    .executeTakeFirstOrThrow();
  const deliveries = await db
    .selectFrom('deliveries')
    .select([
      sql<number>`count(*) filter (where state = 'dead')::int`.as('dead'),
      sql<number>`count(*) filter (where state = 'queued' and next_attempt_at < ${new Date(+now - 3_600_000)})::int`.as(
        'overdue',
      ),
    ])
    .where('state', 'in', ['dead', 'queued'])
    .executeTakeFirstOrThrow();
  return { ...channels, ...deliveries };
}
