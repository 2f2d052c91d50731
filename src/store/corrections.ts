import { expressionBuilder, sql, type Kysely } from 'kysely';
import type { Correction } from '../core/told-event.ts';
import type { Tables } from './tables.ts';
import { channelsTold, mayHaveArrived } from './told.ts';

export async function addCorrection(
  tx: Kysely<Tables>,
  { eventId, reason, now }: { eventId: number; reason: string; now: Date },
): Promise<number> {
  const row = await tx
    .insertInto('corrections')
    .values({ event_id: eventId, reason, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface CorrectedColumns {
  readonly corrected_at: Date | null;
  readonly corrected_because: string | null;
}

/** The correction of the event that `column` names, to be joined to its row. */
export function correctionOf(column: 'events.id' | 'deliveries.event_id') {
  return expressionBuilder<Tables>()
    .selectFrom('corrections')
    .select(['corrections.created_at as corrected_at', 'corrections.reason as corrected_because'])
    .where('corrections.event_id', '=', sql.ref<number>(column))
    .orderBy('corrections.id')
    .limit(1)
    .as('corrected');
}

export function correctionIn({
  corrected_at: at,
  corrected_because: because,
}: CorrectedColumns): Correction | null {
  return at === null || because === null ? null : { at, because };
}

/** Makes corrections of one event wait for each other. */
export async function lockEvent(tx: Kysely<Tables>, id: number): Promise<void> {
  await tx.selectFrom('events').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function isCorrected(db: Kysely<Tables>, eventId: number): Promise<boolean> {
  const row = await db
    .selectFrom('corrections')
    .select('id')
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A message that tells the event beside others, or alone. */
interface Telling {
  readonly id: number;
  readonly carrier: number;
  readonly state: 'queued' | 'dead';
  readonly alone: boolean;
  readonly perhaps: boolean;
}

/**
 * Takes back the alerts of a corrected event that have not been sent: those that wait, and those that were given up and
 * could be replayed. One that may have arrived alone is not repeated. Of several events in one message the others wait
 * again and are rendered anew, under another key, for the old one stands for other words; but what may have arrived as a
 * whole goes on as it is, and so do digests: the correction follows them.
 * @returns how many were taken back
 */
export async function withdrawAlerts(tx: Kysely<Tables>, eventId: number, reason: string): Promise<number> {
  await lockTellings(tx, eventId);
  let withdrawn = 0;
  for (const telling of await tellingsOf(tx, eventId)) {
    if (telling.perhaps && !telling.alone) continue;
    if (!telling.alone) await reopen(tx, telling);
    await tx
      .updateTable('deliveries')
      // A try that is under way keeps its message: it may yet be the one that was sent.
      .set({ state: 'withdrawn', last_error: reason, ...(telling.perhaps ? {} : { message: null }) })
      .where('id', '=', telling.id)
      .execute();
    withdrawn += 1;
  }
  return withdrawn;
}

/** Neither rendered nor taken for a try by others until the transaction ends. */
async function lockTellings(tx: Kysely<Tables>, eventId: number): Promise<void> {
  const telling = tx.selectFrom('deliveries').where('event_id', '=', eventId);
  await tx
    .selectFrom('channels')
    .select('id')
    .where('id', 'in', telling.select('channel_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', 'in', telling.select(sql<number>`coalesce(carried_by, id)`.as('id')))
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function tellingsOf(tx: Kysely<Tables>, eventId: number): Promise<readonly Telling[]> {
  return tx
    .selectFrom('deliveries')
    .innerJoin('deliveries as carrier', (join) =>
      join.on(sql<boolean>`carrier.id = coalesce(deliveries.carried_by, deliveries.id)`),
    )
    .select(['deliveries.id', 'carrier.id as carrier'])
    .select(sql<Telling['state']>`carrier.state`.as('state'))
    .select(
      sql<boolean>`not exists (select 1 from deliveries other where other.carried_by = carrier.id)`.as(
        'alone',
      ),
    )
    .select(mayHaveArrived.as('perhaps'))
    .where('deliveries.event_id', '=', eventId)
    .where('carrier.state', 'in', ['queued', 'dead'])
    .execute();
}

/** Every alert of the message is again as it was before it was rendered. */
async function reopen(tx: Kysely<Tables>, { carrier, state }: Telling): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({
      state,
      carried_by: null,
      message: null,
      idempotency_key: sql`'alert_' || replace(gen_random_uuid()::text, '-', '')`,
    })
    .where((where) => where.or([where('id', '=', carrier), where('carried_by', '=', carrier)]))
    .execute();
}

/** Takes back a correction whose channel was not told in the end: what it corrects was given up before it arrived. */
export async function withdrawUntold(
  db: Kysely<Tables>,
  { id, channelId, corrects }: { id: number; channelId: number; corrects: number },
): Promise<boolean> {
  if ((await channelsTold(db, corrects)).has(channelId)) return false;
  await db
    .updateTable('deliveries')
    .set({ state: 'withdrawn', last_error: 'what it corrects never went there' })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempt_token', 'is', null)
    .execute();
  return true;
}
