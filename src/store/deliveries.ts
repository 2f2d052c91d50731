import { sql, type Kysely } from 'kysely';
import { toChannel, type Channel } from './channels.ts';
import type { ChannelKind, Tables } from './tables.ts';

/** What a delivery is about: exactly one of the three. */
export type Subject = { readonly event: number } | { readonly notice: number } | { readonly digest: number };

export interface NewDelivery {
  readonly channelId: number;
  readonly about: Subject;
  /** Rendered once, before the first try: a second try sends the same bytes under the same key. */
  readonly message: object;
  readonly now: Date;
}

/** Writes one message for one channel; null when that channel has it already (told once). */
export async function addDelivery(db: Kysely<Tables>, delivery: NewDelivery): Promise<number | null> {
  const { about, channelId, now } = delivery;
  const [kind, id] = Object.entries(about)[0] ?? [];
  const row = await db
    .insertInto('deliveries')
    .values({
      channel_id: channelId,
      event_id: 'event' in about ? about.event : null,
      notice_id: 'notice' in about ? about.notice : null,
      digest_id: 'digest' in about ? about.digest : null,
      idempotency_key: `${kind}/${id}/channel/${channelId}`,
      message: JSON.stringify(delivery.message),
      attempt_token: null,
      attempt_until: null,
      next_attempt_at: now,
      answer_code: null,
      last_error: null,
      created_at: now,
      sent_at: null,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A delivery held for one try. */
export interface Attempt {
  readonly id: number;
  readonly token: number;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Did an earlier try perhaps arrive, and how often: its answer was lost, or its worker died before it wrote one. */
  readonly unclear: 0 | 1 | 2;
  readonly idempotencyKey: string;
  readonly message: object;
  readonly channel: Channel;
}

/** How the error of a try begins that may have arrived all the same. */
export const UNCLEAR = 'no clear answer: ';

/** Longer than any sender takes (15 s and 30 s time limits). */
const ATTEMPT_S = 90;

/** Queued deliveries whose next try is due by `now`, oldest first; somebody may be trying them. */
export async function dueDeliveryIds(db: Kysely<Tables>, now: Date): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Takes a delivery for one try; null when it is sent, dead, not due yet, or somebody else is trying. */
export async function claimDelivery(db: Kysely<Tables>, id: number, now: Date): Promise<Attempt | null> {
  return db.transaction().execute(async (tx) => {
    const row = await lockDue(tx, id, now);
    if (row === undefined) return null;
    const died = row.attempt_until !== null;
    const taken = await tx
      .updateTable('deliveries')
      .set({
        attempts: sql`attempts + 1`,
        attempt_token: sql`nextval('lease_tokens')`,
        attempt_until: sql`now() + make_interval(secs => ${ATTEMPT_S})`,
        ...(died ? { last_error: `${UNCLEAR}the worker ended before it had written one` } : {}),
      })
      .where('id', '=', id)
      .returning(['attempts', 'attempt_token'])
      .executeTakeFirstOrThrow();
    if (taken.attempt_token === null) throw new Error(`delivery ${id} was taken without a token`);
    const channel = await tx
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', row.channel_id)
      .executeTakeFirstOrThrow();
    const wasUnclear = row.last_error?.startsWith(UNCLEAR) === true;
    return {
      id: row.id,
      token: taken.attempt_token,
      attempt: taken.attempts,
      unclear: wasUnclear && died ? 2 : wasUnclear || died ? 1 : 0,
      idempotencyKey: row.idempotency_key,
      message: row.message,
      channel: toChannel(channel),
    };
  });
}

async function lockDue(tx: Kysely<Tables>, id: number, now: Date) {
  return tx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .where((where) =>
      where.or([where('attempt_until', 'is', null), where('attempt_until', '<', sql<Date>`now()`)]),
    )
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export type AttemptEnd =
  | { readonly state: 'sent'; readonly code: number | null; readonly at: Date }
  | { readonly state: 'queued'; readonly code: number | null; readonly error: string; readonly nextAt: Date }
  | { readonly state: 'dead'; readonly code: number | null; readonly error: string };

/** Records how a try ended, if the token still holds: a stale worker changes nothing. */
export async function endAttempt(db: Kysely<Tables>, attempt: Attempt, end: AttemptEnd): Promise<boolean> {
  const written = await db
    .updateTable('deliveries')
    .set({
      state: end.state,
      answer_code: end.code,
      attempt_token: null,
      attempt_until: null,
      last_error: end.state === 'sent' ? null : end.error,
      ...(end.state === 'sent' ? { sent_at: end.at } : {}),
      ...(end.state === 'queued' ? { next_attempt_at: end.nextAt } : {}),
    })
    .where('id', '=', attempt.id)
    .where('attempt_token', '=', attempt.token)
    .executeTakeFirst();
  return written.numUpdatedRows === 1n;
}

/** Channels that hold a delivery of this event, alone or shown in a digest: only they hear of its reversal (DESIGN 4). */
export async function channelsTold(db: Kysely<Tables>, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select('channel_id')
    .where((where) =>
      where.or([
        where('event_id', '=', eventId),
        where(
          'digest_id',
          'in',
          where
            .selectFrom('digest_events')
            .select('digest_id')
            .where('event_id', '=', eventId)
            .where('shown', '=', true),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.channel_id));
}

/** One message about an event: alone, or within a digest. */
export interface EventDelivery {
  readonly kind: ChannelKind;
  readonly address: string;
  readonly state: 'queued' | 'sent' | 'dead';
  readonly sentAt: Date | null;
  /** The local date of the digest that showed the event; null: it went out by itself. */
  readonly digest: string | null;
}

/**
 * Where and when an event was sent, alone or shown in a digest.
 * @param accountId only to channels of this account (P16); null: to all
 */
export async function deliveriesOfEvent(
  db: Kysely<Tables>,
  eventId: number,
  accountId: number | null = null,
): Promise<readonly EventDelivery[]> {
  const shown = db
    .selectFrom('digest_events')
    .select('digest_id')
    .where('event_id', '=', eventId)
    .where('shown', '=', true);
  return db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .leftJoin('digests', 'digests.id', 'deliveries.digest_id')
    .select(['channels.kind', 'channels.address', 'deliveries.state', 'deliveries.sent_at as sentAt'])
    .select(sql<string | null>`digests.local_date::text`.as('digest'))
    .where((where) =>
      where.or([where('deliveries.event_id', '=', eventId), where('deliveries.digest_id', 'in', shown)]),
    )
    .$if(accountId !== null, (q) => q.where('channels.account_id', '=', accountId ?? 0))
    .orderBy('deliveries.id')
    .execute();
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

/** Messages that went out, oldest first, as they were rendered. */
export async function sentMessages(
  db: Kysely<Tables>,
): Promise<readonly { readonly message: object; readonly sentAt: Date | null }[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['message', 'sent_at'])
    .where('state', '=', 'sent')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ message: row.message, sentAt: row.sent_at }));
}
