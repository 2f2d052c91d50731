import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

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

/** What was said later of an event, oldest first. */
export async function correctionsOf(
  db: Kysely<Tables>,
  eventId: number,
): Promise<readonly { readonly id: number; readonly reason: string; readonly createdAt: Date }[]> {
  return db
    .selectFrom('corrections')
    .select(['id', 'reason', 'created_at as createdAt'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}
