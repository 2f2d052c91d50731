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

/** What the account's readers said of an event. */
export async function feedbackOf(
  db: Kysely<Tables>,
  { accountId, eventId }: { accountId: number; eventId: number },
): Promise<readonly { readonly channelId: number; readonly verdict: Verdict; readonly at: Date }[]> {
  return db
    .selectFrom('feedback')
    .innerJoin('channels', 'channels.id', 'feedback.channel_id')
    .select(['channels.id as channelId', 'feedback.verdict', 'feedback.created_at as at'])
    .where('channels.account_id', '=', accountId)
    .where('feedback.event_id', '=', eventId)
    .orderBy('feedback.id')
    .execute();
}
