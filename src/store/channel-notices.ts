import { sql, type Kysely } from 'kysely';
import type { ChannelNoticeKind } from '../core/messages/message.ts';
import type { Tables } from './tables.ts';

export interface NewChannelNotice {
  readonly channelId: number;
  readonly kind: ChannelNoticeKind;
  /** Since when what it speaks of holds. */
  readonly since: Date;
  readonly reason: string | null;
  readonly now: Date;
}

/** Records a notice about a channel; null: that was told already. */
export async function addChannelNotice(
  tx: Kysely<Tables>,
  { channelId, kind, since, reason, now }: NewChannelNotice,
): Promise<number | null> {
  const row = await tx
    .insertInto('channel_notices')
    .values({ channel_id: channelId, kind, since, reason, created_at: now })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** How often an address was asked to confirm within the last day, by any account. */
export async function timesAsked(
  db: Kysely<Tables>,
  { address, now }: { address: string; now: Date },
): Promise<number> {
  const row = await db
    .selectFrom('asked_addresses')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('address', '=', address)
    .where('asked_at', '>', new Date(+now - 86_400_000))
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function noteAsked(
  db: Kysely<Tables>,
  { address, now }: { address: string; now: Date },
): Promise<void> {
  await db.insertInto('asked_addresses').values({ address, asked_at: now }).execute();
}

/** How many messages wait for a channel. */
export async function waitingFor(db: Kysely<Tables>, channelId: number): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('channel_id', '=', channelId)
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow();
  return row.n;
}
