import { sql, type Expression, type Kysely, type Selectable, type SqlBool } from 'kysely';
import type { ChannelRow } from './account-tables.ts';
import { toChannel, type Channel } from './channels.ts';
import type { AttemptOutcome, DeliveryRow } from './message-tables.ts';
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
  /** The event that it corrects; null: it is no correction. */
  readonly corrects: number | null;
}

/**
 * Queued deliveries whose next try is due by `now`, oldest first; somebody may be trying them.
 * @param among none but these
 */
export async function dueDeliveries(
  db: Kysely<Tables>,
  look: Look,
  among: readonly number[] | null = null,
): Promise<readonly Due[]> {
  return db
    .selectFrom('deliveries')
    .leftJoin('corrections', 'corrections.id', 'deliveries.correction_id')
    .select(['deliveries.id', 'channel_id as channelId', sql<boolean>`message is null`.as('open')])
    .select('corrections.event_id as corrects')
    .where(isReady(look))
    .$if(among !== null, (q) => q.where('deliveries.id', '=', sql<number>`any(${among})`))
    .orderBy('deliveries.id')
    .execute();
}

/**
 * Due, in nobody's hands, no earlier event of its page still on its way there, and nothing to gather any more. An alert
 * that is not critical waits while a page of its competitor could bring more within ten minutes: one that is under
 * suspicion, another that was not visited since and is soon enough to be read twice, or one whose news waits for its words.
 * A correction waits for what it corrects, however long: it is the last word.
 * A first try, and one after a worker that died in it, wait for no hour, and what was written by a clock ahead of ours
 * gathers nothing: a jump of the clock must not hold up news for as long as it was wide (C20).
 */
function isReady({ now, confirmAfterS }: Look): Expression<SqlBool> {
  const opened = sql`${now}::timestamptz - make_interval(secs => ${MOST_WAIT_S})`;
  return sql<SqlBool>`
    deliveries.state = 'queued'
    and (deliveries.attempts = 0 or deliveries.attempt_until is not null or deliveries.next_attempt_at <= ${now})
    and (deliveries.attempt_until is null or deliveries.attempt_until < now())
    and not exists (
      select 1 from deliveries earlier
      where earlier.state = 'queued' and earlier.message is not null and earlier.channel_id = deliveries.channel_id
        and earlier.page_id = deliveries.page_id and earlier.event_id < deliveries.event_id
        and deliveries.created_at > ${opened})
    and not exists (
      select 1 from corrections
      join deliveries wrong on wrong.channel_id = deliveries.channel_id and (wrong.event_id = corrections.event_id
        or wrong.id in (select delivery_id from delivery_events shown where shown.event_id = corrections.event_id))
      join deliveries carrier on carrier.id = coalesce(wrong.carried_by, wrong.id)
      where corrections.id = deliveries.correction_id and (carrier.state = 'queued' or carrier.attempt_until >= now()))
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
  /** How many tries since it was queued perhaps arrived: their answer was lost, or their worker died before it wrote one. */
  readonly unclear: number;
  /** When the first such try began, those before a replay too; null: there is none. */
  readonly perhapsSentAt: Date | null;
  readonly key: string;
  readonly message: object;
  readonly createdAt: Date;
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
      .updateTable('deliveries')
      .set({
        attempts: sql`attempts + 1`,
        attempt_token: sql`nextval('lease_tokens')`,
        attempt_until: sql`now() + make_interval(secs => ${leaseS})`,
      })
      .where('id', '=', (free) =>
        free
          .selectFrom('deliveries')
          .select('id')
          .where('id', '=', id)
          .where('message', 'is not', null)
          .where(isReady(look))
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.message === null || row.attempt_token === null)
      throw new Error(`delivery ${id} was taken without a message or a token`);
    const { channel, ...tries } = await logTry(tx, row, look.now);
    return {
      id: row.id,
      token: row.attempt_token,
      attempt: row.attempts,
      ...tries,
      key: row.idempotency_key,
      message: row.message,
      createdAt: row.created_at,
      channel: toChannel(channel),
    };
  });
}

/**
 * Begins the try's line in the log, and looks at those before it: one without an end is one whose process died in it, so
 * what it sent may have arrived.
 */
async function logTry(
  tx: Kysely<Tables>,
  { id, channel_id, replayed_at }: Selectable<DeliveryRow>,
  now: Date,
): Promise<Pick<Attempt, 'logId' | 'unclear' | 'perhapsSentAt'> & { channel: Selectable<ChannelRow> }> {
  const { logId, unclear, perhapsSentAt, ...channel } = await tx
    .with('log', (begun) =>
      begun
        .insertInto('delivery_attempts')
        .values({ delivery_id: id, started_at: now, ended_at: null, outcome: null, code: null, error: null })
        .returning('id'),
    )
    // Of the statement's own snapshot, which the new line is not part of.
    .with('before', (tries) =>
      tries
        .selectFrom('delivery_attempts')
        .select([
          sql<number>`(count(*) filter (where started_at >= ${replayed_at ?? new Date(0)}))::int`.as(
            'unclear',
          ),
          sql<Date | null>`min(started_at)`.as('perhapsSentAt'),
        ])
        .where('delivery_id', '=', id)
        .where((where) => where.or([where('outcome', 'is', null), where('outcome', '=', 'unclear')])),
    )
    .selectFrom(['channels', 'log', 'before'])
    .selectAll('channels')
    .select(['log.id as logId', 'before.unclear', 'before.perhapsSentAt'])
    .where('channels.id', '=', channel_id)
    .executeTakeFirstOrThrow();
  return { logId, unclear, perhapsSentAt, channel };
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
  const logged = await tx
    .with('ended', (held) =>
      held
        .updateTable('deliveries')
        .set({
          // Withdrawn while it was tried: that stands, unless the try was the one that told it.
          state: end.state === 'sent' ? 'sent' : keptIfWithdrawn('state', end.state),
          answer_code: end.code,
          attempt_token: null,
          attempt_until: null,
          last_error: end.state === 'sent' ? null : keptIfWithdrawn('last_error', error),
          ...(end.state === 'sent' ? { sent_at: now } : {}),
          ...(end.state === 'queued' ? { next_attempt_at: end.nextAt } : {}),
        })
        .where('id', '=', attempt.id)
        .where('attempt_token', '=', attempt.token)
        .returning('id'),
    )
    .updateTable('delivery_attempts')
    .from('ended')
    .set({ ended_at: now, outcome: end.state === 'sent' ? 'sent' : end.outcome, code: end.code, error })
    .whereRef('delivery_attempts.delivery_id', '=', 'ended.id')
    .where('delivery_attempts.id', '=', attempt.logId)
    .executeTakeFirst();
  return logged.numUpdatedRows > 0n;
}

function keptIfWithdrawn<Value>(column: 'state' | 'last_error', otherwise: Value) {
  return sql<Value>`case when state = 'withdrawn' then ${sql.ref(column)} else ${otherwise} end`;
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
