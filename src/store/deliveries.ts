import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Routed } from '../core/routing.ts';
import type { DeliveryState } from './message-tables.ts';
import type { Tables } from './tables.ts';

/** What a delivery is about: exactly one of these. */
export type Subject =
  | { readonly event: number }
  | { readonly notice: number }
  | { readonly digest: number }
  | { readonly correction: number }
  | { readonly channelNotice: number };

/** Whose wish a message follows; for an alert, how the account weighs its event. */
export interface DeliveryRoute {
  readonly subscriptionId: number;
  readonly competitorId: number;
  readonly pageId: number;
  /** Null: a notice. */
  readonly routed: Routed | null;
}

export interface NewDelivery {
  readonly channelId: number;
  readonly about: Subject;
  /** Names the message to its receiver, the same over all tries; from `newKey`. */
  readonly key: string;
  /** Rendered once, before the first try: a second try sends the same bytes under the same key. Null: an alert, whose gathering is open. */
  readonly message: object | null;
  /** What is about one page has one. */
  readonly route?: DeliveryRoute;
  /** The delivery that began the thread. */
  readonly threadId?: number | null;
  readonly now: Date;
}

/**
 * A name for one message, before it is rendered: its links carry it. Random, so that a database that begins anew never
 * meets a receiver who knows its names from before.
 */
export function newKey(about: Subject): string {
  return `${PREFIX[Object.keys(about)[0] ?? ''] ?? 'message'}_${randomBytes(16).toString('hex')}`;
}

const PREFIX: Readonly<Record<string, string>> = {
  event: 'alert',
  notice: 'notice',
  digest: 'digest',
  correction: 'correction',
  channelNotice: 'channel',
};

/** Writes one message for one channel; null when that channel has it already (told once). */
export async function addDelivery(db: Kysely<Tables>, delivery: NewDelivery): Promise<number | null> {
  const { about, channelId, route, message, now } = delivery;
  const of = (name: string): number | null =>
    Object.entries(about).find(([kind]) => kind === name)?.[1] ?? null;
  const row = await db
    .insertInto('deliveries')
    .values({
      channel_id: channelId,
      event_id: of('event'),
      notice_id: of('notice'),
      digest_id: of('digest'),
      correction_id: of('correction'),
      channel_notice_id: of('channelNotice'),
      subscription_id: route?.subscriptionId ?? null,
      competitor_id: route?.competitorId ?? null,
      page_id: route?.pageId ?? null,
      routed: route?.routed == null ? null : JSON.stringify(route.routed),
      idempotency_key: delivery.key,
      message: message === null ? null : JSON.stringify(message),
      thread_id: delivery.threadId ?? null,
      next_attempt_at: now,
      created_at: now,
      ...UNTRIED,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

const UNTRIED = {
  carried_by: null,
  attempt_token: null,
  attempt_until: null,
  answer_code: null,
  last_error: null,
  sent_at: null,
  replayed_at: null,
};

/** A delivery as its list shows it. */
export interface Delivery {
  readonly id: number;
  readonly key: string;
  readonly channelId: number;
  readonly channelKind: string;
  readonly channelAddress: string;
  readonly channelName: string | null;
  readonly about: 'event' | 'notice' | 'digest' | 'correction' | 'channel';
  readonly eventId: number | null;
  /** Headline of what it tells; null: a digest or a word about a channel. */
  readonly headline: string | null;
  /** As the account calls whom it is about; null: it is about none, or about one that is gone. */
  readonly competitor: string | null;
  readonly state: DeliveryState;
  readonly carriedBy: number | null;
  readonly attempts: number;
  readonly code: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
}

function deliveries(db: Kysely<Tables>, accountId: number) {
  return db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .leftJoin('corrections', 'corrections.id', 'deliveries.correction_id')
    .leftJoin('events', (join) =>
      join.on(sql<boolean>`events.id = coalesce(deliveries.event_id, corrections.event_id)`),
    )
    .leftJoin('notices', 'notices.id', 'deliveries.notice_id')
    .leftJoin('competitors', 'competitors.id', 'deliveries.competitor_id')
    .leftJoin('channel_notices', 'channel_notices.id', 'deliveries.channel_notice_id')
    .select([
      'deliveries.id',
      'deliveries.idempotency_key as key',
      'deliveries.channel_id as channelId',
      'channels.kind as channelKind',
      'channels.address as channelAddress',
      'channels.name as channelName',
      'events.id as eventId',
      'competitors.name as competitor',
      'deliveries.state',
      'deliveries.carried_by as carriedBy',
      'deliveries.attempts',
      'deliveries.answer_code as code',
      'deliveries.last_error as error',
      'deliveries.created_at as createdAt',
      'deliveries.next_attempt_at as nextAttemptAt',
      'deliveries.sent_at as sentAt',
      sql<string | null>`coalesce(events.headline, notices.headline, channel_notices.kind)`.as('headline'),
      sql<
        Delivery['about']
      >`case when deliveries.event_id is not null then 'event' when deliveries.notice_id is not null then 'notice' when deliveries.digest_id is not null then 'digest' when deliveries.correction_id is not null then 'correction' else 'channel' end`.as(
        'about',
      ),
    ])
    .where('channels.account_id', '=', accountId);
}

/** The account's deliveries, newest first. */
export async function listDeliveries(
  db: Kysely<Tables>,
  { accountId, state, most }: { accountId: number; state: DeliveryState | null; most: number },
): Promise<readonly Delivery[]> {
  return deliveries(db, accountId)
    .$if(state !== null, (q) => q.where('deliveries.state', '=', state ?? 'dead'))
    .orderBy('deliveries.id', 'desc')
    .limit(most)
    .execute();
}

/** Null: the account has no such delivery (P16). */
export async function deliveryOf(
  db: Kysely<Tables>,
  { accountId, id }: { accountId: number; id: number },
): Promise<Delivery | null> {
  const row = await deliveries(db, accountId).where('deliveries.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** What was given up for a channel, oldest first. */
export async function deadOfChannel(db: Kysely<Tables>, channelId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('state', '=', 'dead')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Queues what was given up again, under its old key: a receiver that has it after all still takes it once.
 * @returns the deliveries that were queued; what is not dead, whose channel is switched off or that tells what was
 *   corrected since, stays
 */
export async function replay(
  tx: Kysely<Tables>,
  { accountId, ids, now }: { accountId: number; ids: readonly number[]; now: Date },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable('deliveries')
    .set({ state: 'queued', attempts: 0, next_attempt_at: now, replayed_at: now, last_error: null })
    .where('id', 'in', ids)
    .where('state', '=', 'dead')
    .where('channel_id', 'in', (where) =>
      where
        .selectFrom('channels')
        .select('id')
        .where('account_id', '=', accountId)
        .where('disabled_at', 'is', null),
    )
    .where((where) => where.not(where.exists(correctionsOf(tx))))
    // An alert that was never rendered because nobody watches its page any more has nothing to say.
    .where((where) => where.or([where('message', 'is not', null), where('subscription_id', 'is not', null)]))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Corrections of what a delivery tells: its own event, those that it carries, or those that its digest shows. */
function correctionsOf(db: Kysely<Tables>) {
  return db
    .selectFrom('corrections')
    .select('corrections.id')
    .where(
      sql<boolean>`corrections.event_id = deliveries.event_id
        or corrections.event_id in (select carried.event_id from deliveries carried where carried.carried_by = deliveries.id)
        or corrections.event_id in (select shown.event_id from delivery_events shown where shown.delivery_id = deliveries.id)`,
    );
}

/** A message, by the name that its links carry. */
export interface NamedDelivery {
  readonly id: number;
  readonly channelId: number;
  readonly accountId: number;
  readonly digestId: number | null;
}

export async function deliveryByKey(db: Kysely<Tables>, key: string): Promise<NamedDelivery | null> {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select(['deliveries.id', 'channel_id as channelId', 'channels.account_id as accountId'])
    .select('digest_id as digestId')
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** A page that a message is about, as its account watches it. */
export interface MessagePage {
  readonly subscriptionId: number;
  readonly url: string;
  readonly competitor: string;
}

/**
 * The pages that a message tells of, as far as they are still watched: its own, and those of the alerts that it carries.
 * @param eventId only the page of this event
 */
export async function pagesOfMessage(
  db: Kysely<Tables>,
  { channelId, id }: NamedDelivery,
  eventId: number | null,
): Promise<readonly MessagePage[]> {
  return db
    .selectFrom('deliveries')
    .leftJoin('corrections', 'corrections.id', 'deliveries.correction_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .distinctOn('subscriptions.id')
    .select(['subscriptions.id as subscriptionId', 'subscriptions.url', 'competitors.name as competitor'])
    .where('deliveries.channel_id', '=', channelId)
    .where((where) =>
      eventId === null
        ? where.or([where('deliveries.id', '=', id), where('deliveries.carried_by', '=', id)])
        : where('deliveries.event_id', '=', eventId),
    )
    .orderBy('subscriptions.id')
    .execute();
}
