import type { Kysely } from 'kysely';
import type { Verdict } from './account-tables.ts';
import type { Tables } from './tables.ts';

/** What a reader said of an event; the newest word of a channel counts. */
export async function addFeedback(
  db: Kysely<Tables>,
  feedback: {
    readonly eventId: number;
    readonly channelId: number;
    readonly verdict: Verdict;
    readonly now: Date;
  },
): Promise<void> {
  const { eventId, channelId, verdict, now } = feedback;
  await db
    .insertInto('feedback')
    .values({ event_id: eventId, channel_id: channelId, verdict, created_at: now })
    .onConflict((c) => c.columns(['event_id', 'channel_id']).doUpdateSet({ verdict, created_at: now }))
    .execute();
}
