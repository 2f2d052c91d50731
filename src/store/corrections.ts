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
