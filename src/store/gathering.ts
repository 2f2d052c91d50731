import { sql, type Kysely } from 'kysely';
import type { Routed } from '../core/routing.ts';
import { toChannel, type Channel } from './channels.ts';
import type { Tables } from './tables.ts';

/** Later messages about a competitor within the hour belong to the first one's thread (PRODUCT 3). */
const THREAD_S = 3600;

/** An alert that is not rendered yet. */
export interface OpenAlert {
  readonly id: number;
  readonly key: string;
  readonly eventId: number;
  /** Null: the account no longer watches the page. */
  readonly subscriptionId: number | null;
  readonly routed: Routed;
  /** The delivery whose thread it belongs to, as a reversal; null: none yet. */
  readonly threadId: number | null;
  readonly createdAt: Date;
}

export interface Gathering {
  readonly channel: Channel;
  readonly competitorId: number | null;
  /** In the order of their events. */
  readonly alerts: readonly OpenAlert[];
}

/**
 * What an alert's message will tell: every open alert of its competitor on its channel, or itself alone where a channel
 * gathers nothing. Locks the channel's gathering, so that two workers never render the same alert.
 * @returns null: it is rendered already, or no longer queued
 */
export async function gather(
  tx: Kysely<Tables>,
  id: number,
  gathers: (kind: string) => boolean,
): Promise<Gathering | null> {
  const asked = await tx
    .selectFrom('channels')
    .innerJoin('deliveries', 'deliveries.channel_id', 'channels.id')
    .selectAll('channels')
    .select('deliveries.competitor_id')
    .where('deliveries.id', '=', id)
    .forNoKeyUpdate('channels')
    .executeTakeFirst();
  if (asked === undefined) return null;
  const { competitor_id: competitorId, ...channel } = asked;
  const rows = await tx
    .selectFrom('deliveries')
    .select(['id', 'idempotency_key', 'event_id', 'subscription_id', 'routed', 'thread_id', 'created_at'])
    .where('channel_id', '=', channel.id)
    .where('state', '=', 'queued')
    .where('message', 'is', null)
    .where((where) =>
      where.or([
        where('id', '=', id),
        ...(gathers(channel.kind) && competitorId !== null
          ? [where('competitor_id', '=', competitorId)]
          : []),
      ]),
    )
    .orderBy('event_id')
    .execute();
  const alerts = rows.flatMap((row) =>
    row.event_id === null || row.routed === null
      ? []
      : [
          {
            id: row.id,
            key: row.idempotency_key,
            eventId: row.event_id,
            subscriptionId: row.subscription_id,
            routed: row.routed,
            threadId: row.thread_id,
            createdAt: row.created_at,
          },
        ],
  );
  if (!alerts.some((alert) => alert.id === id)) return null;
  return { channel: toChannel(channel), competitorId, alerts };
}

/** Writes the rendered message to the delivery that carries it; the others are carried by it. */
export async function sealGathering(
  tx: Kysely<Tables>,
  {
    carrier,
    carried,
    message,
    threadId,
  }: { carrier: number; carried: readonly number[]; message: object; threadId: number | null },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ message: JSON.stringify(message), thread_id: threadId })
    .where('id', '=', carrier)
    .execute();
  if (carried.length === 0) return;
  await tx
    .updateTable('deliveries')
    .set({ state: 'carried', carried_by: carrier })
    .where('id', 'in', carried)
    .execute();
}

/** Gives up alerts that have nothing to say any more. */
export async function dropAlerts(
  tx: Kysely<Tables>,
  alerts: readonly OpenAlert[],
  reason: string,
): Promise<void> {
  const ids = alerts.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .updateTable('deliveries')
    .set({ state: 'dead', last_error: reason })
    .where('id', 'in', ids)
    .execute();
}

/** The message that began this hour's thread about a competitor on a channel. */
export interface ThreadRoot {
  readonly id: number;
  readonly key: string;
  readonly eventId: number | null;
}

/**
 * @param before the alerts that look for a thread began then; the thread began within the hour before
 * @returns null: nothing was told of the competitor in that hour
 */
export async function threadOfHour(
  tx: Kysely<Tables>,
  { channelId, competitorId, before }: { channelId: number; competitorId: number | null; before: Date },
): Promise<ThreadRoot | null> {
  if (competitorId === null) return null;
  const row = await tx
    .selectFrom('deliveries')
    .select(['id', 'idempotency_key as key', 'event_id as eventId'])
    .where('channel_id', '=', channelId)
    .where('competitor_id', '=', competitorId)
    .where('message', 'is not', null)
    .where('thread_id', 'is', null)
    .where('created_at', '>=', sql<Date>`${before}::timestamptz - make_interval(secs => ${THREAD_S})`)
    .where('created_at', '<=', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The message that began a thread, by its delivery. */
export async function threadRoot(tx: Kysely<Tables>, deliveryId: number): Promise<ThreadRoot | null> {
  const row = await tx
    .selectFrom('deliveries')
    .select(['id', 'idempotency_key as key', 'event_id as eventId'])
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  return row ?? null;
}
