import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import { toChannel, type Channel } from './channels.ts';
import type { AttemptOutcome } from './message-tables.ts';
import type { Tables } from './tables.ts';

/** How long an alert may wait for others of its competitor, and a later event for an earlier one of its page. */
const MOST_WAIT_S = 600;

/** What a look at the outbox goes by. */
export interface Look {
  readonly now: Date;
  /** Seconds from a first read to the second: how long a page that is visited soon takes to bring news (P7). */
  readonly confirmAfterS: number;
}

/** A delivery that may be tried now. */
export interface Due {
  readonly id: number;
  readonly channelId: number;
  /** Not rendered yet: its gathering ends with this try. */
  readonly open: boolean;
}

/** Queued deliveries whose next try is due by `now`, oldest first; somebody may be trying them. */
export async function dueDeliveries(db: Kysely<Tables>, look: Look): Promise<readonly Due[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'channel_id as channelId', sql<boolean>`message is null`.as('open')])
    .where(isReady(look))
    .orderBy('id')
    .execute();
  return rows;
}

/** Null: it is not to be tried now. */
export async function dueDelivery(db: Kysely<Tables>, id: number, look: Look): Promise<Due | null> {
  const row = await db
    .selectFrom('deliveries')
    .select(['id', 'channel_id as channelId', sql<boolean>`message is null`.as('open')])
    .where('id', '=', id)
    .where(isReady(look))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Due, in nobody's hands, no earlier event of its page still on its way there, and nothing to gather any more. An alert
 * that is not critical waits while a page of its competitor could bring more within ten minutes: one that is under
 * suspicion, another that was not visited since and is soon enough to be read twice, or one whose news waits for its words.
 * A first try waits for no hour, and what was written by a clock ahead of ours gathers nothing: a jump of the clock must not
 * hold up news for as long as it was wide (C20).
 */
function isReady({ now, confirmAfterS }: Look): Expression<SqlBool> {
  const opened = sql`${now}::timestamptz - make_interval(secs => ${MOST_WAIT_S})`;
  return sql<SqlBool>`
    deliveries.state = 'queued' and (deliveries.attempts = 0 or deliveries.next_attempt_at <= ${now})
    and (deliveries.attempt_until is null or deliveries.attempt_until < now())
    and not exists (
      select 1 from deliveries earlier
      where earlier.state = 'queued' and earlier.message is not null and earlier.channel_id = deliveries.channel_id
        and earlier.page_id = deliveries.page_id and earlier.event_id < deliveries.event_id
        and deliveries.created_at > ${opened})
    and (deliveries.message is not null or deliveries.routed->>'severity' = 'critical'
      or deliveries.created_at <= ${opened} or deliveries.created_at > ${now}
      or not exists (
        select 1 from subscriptions
        join pages on pages.id = subscriptions.page_id
        left join lateral (
          select outcome, checked_at from checks
          where checks.page_id = pages.id order by checks.id desc limit 1) newest on true
        where subscriptions.competitor_id = deliveries.competitor_id and pages.paused_at is null
          and (exists (
              select 1 from differences
              where differences.page_id = pages.id and differences.state = 'pending' and differences.fell_due_at is not null)
            or newest.outcome = 'suspected'
              and pages.next_check_at <= deliveries.created_at + make_interval(secs => ${MOST_WAIT_S})
            or pages.id <> deliveries.page_id
              and (newest.checked_at is null or newest.checked_at < deliveries.created_at)
              and pages.next_check_at + make_interval(secs => ${confirmAfterS})
                <= deliveries.created_at + make_interval(secs => ${MOST_WAIT_S}))))`;
}

/** A delivery held for one try. */
export interface Attempt {
  readonly id: number;
  readonly token: number;
  /** The row of this try in the log. */
  readonly logId: number;
  /** 1 for the first try since it was queued. */
  readonly attempt: number;
  /** How many earlier tries perhaps arrived: their answer was lost, or their worker died before it wrote one. */
  readonly unclear: number;
  readonly key: string;
  readonly message: object;
  readonly createdAt: Date;
  /** When the first of the tries that count began; null: this is it. */
  readonly firstTriedAt: Date | null;
  readonly channel: Channel;
}

/** Takes a rendered delivery for one try; null when it is sent, dead, not ready, or somebody else is trying. */
export async function claimDelivery(
  db: Kysely<Tables>,
  id: number,
  { look, leaseS }: { look: Look; leaseS: number },
): Promise<Attempt | null> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', id)
      .where('message', 'is not', null)
      .where(isReady(look))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined || row.message === null) return null;
    const taken = await tx
      .updateTable('deliveries')
      .set({
        attempts: sql`attempts + 1`,
        attempt_token: sql`nextval('lease_tokens')`,
        attempt_until: sql`now() + make_interval(secs => ${leaseS})`,
      })
      .where('id', '=', id)
      .returning(['attempts', 'attempt_token'])
      .executeTakeFirstOrThrow();
    if (taken.attempt_token === null) throw new Error(`delivery ${id} was taken without a token`);
    const earlier = await earlierTries(tx, { id, since: row.replayed_at });
    const channel = await tx
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', row.channel_id)
      .executeTakeFirstOrThrow();
    return {
      id: row.id,
      token: taken.attempt_token,
      logId: await logTry(tx, id, look.now),
      attempt: taken.attempts,
      ...earlier,
      key: row.idempotency_key,
      message: row.message,
      createdAt: row.created_at,
      channel: toChannel(channel),
    };
  });
}

async function logTry(tx: Kysely<Tables>, deliveryId: number, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('delivery_attempts')
    .values({
      delivery_id: deliveryId,
      started_at: now,
      ended_at: null,
      outcome: null,
      code: null,
      error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A try without an end is one whose process died in it: what it sent may have arrived. */
async function earlierTries(
  tx: Kysely<Tables>,
  { id, since }: { id: number; since: Date | null },
): Promise<Pick<Attempt, 'unclear' | 'firstTriedAt'>> {
  const row = await tx
    .selectFrom('delivery_attempts')
    .select([
      sql<number>`count(*) filter (where outcome is null or outcome = 'unclear')::int`.as('unclear'),
      sql<Date | null>`min(started_at)`.as('firstTriedAt'),
    ])
    .where('delivery_id', '=', id)
    .$if(since !== null, (q) => q.where('started_at', '>=', since ?? new Date(0)))
    .executeTakeFirstOrThrow();
  return row;
}

export type AttemptEnd =
  | { readonly state: 'sent'; readonly code: number | null }
  | {
      readonly state: 'queued';
      readonly code: number | null;
      readonly error: string;
      readonly outcome: AttemptOutcome;
      readonly nextAt: Date;
    }
  | {
      readonly state: 'dead';
      readonly code: number | null;
      readonly error: string;
      readonly outcome: AttemptOutcome;
    };

/** Records how a try ended, if the token still holds: a stale worker changes nothing. */
export async function endAttempt(
  tx: Kysely<Tables>,
  attempt: Pick<Attempt, 'id' | 'token' | 'logId'>,
  { end, now }: { end: AttemptEnd; now: Date },
): Promise<boolean> {
  const error = end.state === 'sent' ? null : end.error;
  const written = await tx
    .updateTable('deliveries')
    .set({
      state: end.state,
      answer_code: end.code,
      attempt_token: null,
      attempt_until: null,
      last_error: error,
      ...(end.state === 'sent' ? { sent_at: now } : {}),
      ...(end.state === 'queued' ? { next_attempt_at: end.nextAt } : {}),
    })
    .where('id', '=', attempt.id)
    .where('attempt_token', '=', attempt.token)
    .executeTakeFirst();
  if (written.numUpdatedRows === 0n) return false;
  await tx
    .updateTable('delivery_attempts')
    .set({ ended_at: now, outcome: end.state === 'sent' ? 'sent' : end.outcome, code: end.code, error })
    .where('id', '=', attempt.logId)
    .execute();
  return true;
}

/** One try, as the delivery's log shows it. */
export interface LoggedTry {
  readonly startedAt: Date;
  /** Null: under way, or its process died in it. */
  readonly endedAt: Date | null;
  readonly outcome: AttemptOutcome | null;
  readonly code: number | null;
  readonly error: string | null;
}

/** Every try of a delivery, oldest first. */
export async function triesOf(db: Kysely<Tables>, deliveryId: number): Promise<readonly LoggedTry[]> {
  return db
    .selectFrom('delivery_attempts')
    .select(['started_at as startedAt', 'ended_at as endedAt', 'outcome', 'code', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('id')
    .execute();
}
