import { sql, type Kysely } from 'kysely';
import type { DeliveryState } from './message-tables.ts';
import type { Tables } from './tables.ts';

/** Of the row `carrier`: a try of it got no answer that was read, so it may have arrived. */
export const mayHaveArrived = sql<boolean>`exists (
  select 1 from delivery_attempts tries
  where tries.delivery_id = carrier.id and (tries.outcome is null or tries.outcome = 'unclear'))`;

/**
 * Channels that have this event, may have it, or are about to get it, alone or shown in a digest: only they hear of its
 * reversal or correction (DESIGN 4). What was given up or withdrawn before it could arrive told nobody.
 */
export async function channelsTold(db: Kysely<Tables>, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('deliveries as carrier', (join) =>
      join.on(sql<boolean>`carrier.id = coalesce(deliveries.carried_by, deliveries.id)`),
    )
    .select('deliveries.channel_id')
    .where((where) =>
      where.or([
        where('deliveries.event_id', '=', eventId),
        where('deliveries.id', 'in', showing(db, eventId)),
      ]),
    )
    .where((where) => where.or([where('carrier.state', 'in', ['queued', 'sent']), mayHaveArrived]))
    .execute();
  return new Set(rows.map((row) => row.channel_id));
}

/**
 * Which channels of an account have these events at once, may have them or are about to get them, each with when it was
 * sent there; null: not yet, or its answer was lost.
 */
export async function heardOf(
  db: Kysely<Tables>,
  accountId: number,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, Date | null>>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .innerJoin('deliveries as carrier', (join) =>
      join.on(sql<boolean>`carrier.id = coalesce(deliveries.carried_by, deliveries.id)`),
    )
    .select(['deliveries.event_id', 'deliveries.channel_id', 'carrier.sent_at'])
    .where('deliveries.event_id', 'in', eventIds)
    .where('channels.account_id', '=', accountId)
    .where((where) => where.or([where('carrier.state', 'in', ['queued', 'sent']), mayHaveArrived]))
    .execute();
  const byEvent = Map.groupBy(rows, (row) => row.event_id ?? 0);
  return new Map(
    [...byEvent].map(([id, of]) => [id, new Map(of.map((row) => [row.channel_id, row.sent_at]))]),
  );
}

/** Digests' deliveries that show the event. */
function showing(db: Kysely<Tables>, eventId: number) {
  return db.selectFrom('delivery_events').select('delivery_id').where('event_id', '=', eventId);
}

/** Remembers which events a digest's message shows to its channel. */
export async function showEvents(
  tx: Kysely<Tables>,
  deliveryId: number,
  eventIds: readonly number[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await tx
    .insertInto('delivery_events')
    .values(eventIds.map((event_id) => ({ delivery_id: deliveryId, event_id })))
    .execute();
}

/** One message about an event: alone, with others, or within a digest. */
export interface EventDelivery {
  readonly deliveryId: number;
  readonly channelId: number;
  readonly kind: string;
  readonly address: string;
  readonly name: string | null;
  /** That of the message that carries it. */
  readonly state: Exclude<DeliveryState, 'carried'>;
  readonly sentAt: Date | null;
  /** Why it was given up, or waits. */
  readonly error: string | null;
  /** The local date of the digest that showed the event; null: it went out at once. */
  readonly digest: string | null;
}

/**
 * Where and when an event was sent.
 * @param accountId only to channels of this account (P16); null: to all
 */
export async function deliveriesOfEvent(
  db: Kysely<Tables>,
  eventId: number,
  accountId: number | null = null,
): Promise<readonly EventDelivery[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .innerJoin('deliveries as carrier', (join) =>
      join.on(sql<boolean>`carrier.id = coalesce(deliveries.carried_by, deliveries.id)`),
    )
    .leftJoin('digests', 'digests.id', 'deliveries.digest_id')
    .select([
      'carrier.id as deliveryId',
      'channels.id as channelId',
      'channels.kind',
      'channels.address',
      'channels.name',
    ])
    .select(sql<EventDelivery['state']>`carrier.state`.as('state'))
    .select(['carrier.last_error as error'])
    .select(['carrier.sent_at as sentAt', sql<string | null>`digests.local_date::text`.as('digest')])
    .where((where) =>
      where.or([
        where('deliveries.event_id', '=', eventId),
        where('deliveries.id', 'in', showing(db, eventId)),
      ]),
    )
    .$if(accountId !== null, (q) => q.where('channels.account_id', '=', accountId ?? 0))
    .orderBy('deliveries.id')
    .execute();
}

/** The check that believed an event on a page: its own page, or one that joined it. 0: no difference of it is there any more. */
export async function checkOfEvent(
  db: Kysely<Tables>,
  { eventId, pageId }: { eventId: number; pageId: number },
): Promise<number> {
  const row = await db
    .selectFrom('differences')
    .innerJoin('changes', 'changes.id', 'differences.change_id')
    .select((select) => select.fn.min('changes.check_id').as('checkId'))
    .where('differences.event_id', '=', eventId)
    .where('differences.page_id', '=', pageId)
    .executeTakeFirst();
  return row?.checkId ?? 0;
}

/** The account's digest that took the event, whether it showed it or not; null: none has yet. */
export async function digestThatTook(
  db: Kysely<Tables>,
  { accountId, eventId }: { accountId: number; eventId: number },
): Promise<{ readonly createdAt: Date } | null> {
  const row = await db
    .selectFrom('digest_events')
    .innerJoin('digests', 'digests.id', 'digest_events.digest_id')
    .select('digests.created_at as createdAt')
    .where('digest_events.event_id', '=', eventId)
    .where('digests.account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** Does any channel of this account hold a delivery of the event, alone or within a digest? */
export async function accountTold(db: Kysely<Tables>, accountId: number, eventId: number): Promise<boolean> {
  const told = await channelsTold(db, eventId);
  if (told.size === 0) return false;
  const row = await db
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...told])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The delivery by which a channel was told of an event at once, or that carried it; null: a digest told it, or nothing. */
export async function threadOfEvent(
  db: Kysely<Tables>,
  { channelId, eventId }: { channelId: number; eventId: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('deliveries as carrier', (join) =>
      join.on(sql<boolean>`carrier.id = coalesce(deliveries.carried_by, deliveries.id)`),
    )
    .select(sql<number>`coalesce(carrier.thread_id, carrier.id)`.as('id'))
    .where('deliveries.channel_id', '=', channelId)
    .where('deliveries.event_id', '=', eventId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Messages that went out, oldest first, as they were rendered. */
export async function sentMessages(
  db: Kysely<Tables>,
): Promise<readonly { readonly message: object | null; readonly sentAt: Date | null }[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['message', 'sent_at'])
    .where('state', '=', 'sent')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ message: row.message, sentAt: row.sent_at }));
}
