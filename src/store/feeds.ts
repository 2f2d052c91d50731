import type { Kysely } from 'kysely';
import type { FeedItem } from '../core/channels/feed.ts';
import type { Correction } from '../core/told-event.ts';
import { toChannel, type Channel } from './channels.ts';
import { correctionIn, correctionOf } from './corrections.ts';
import type { Tables } from './tables.ts';

/** The feed behind a secret address, in whatever account: to know the address is the right. Null: none, or it is off. */
export async function feedByAddress(db: Kysely<Tables>, address: string): Promise<Channel | null> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('kind', '=', 'feed')
    .where('address', '=', address)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : toChannel(row);
}

/** An entry as it was published. */
export interface Published {
  readonly item: FeedItem;
  readonly sentAt: Date;
  /** Of the event that it tells; null: it was not corrected, or it tells something else. */
  readonly corrected: Correction | null;
}

/** What a feed published, newest first. */
export async function feedItems(
  db: Kysely<Tables>,
  channelId: number,
  most: number,
): Promise<readonly Published[]> {
  const rows = await db
    .selectFrom('deliveries')
    .leftJoinLateral(correctionOf('deliveries.event_id'), (join) => join.onTrue())
    .select(['message', 'sent_at', 'corrected_at', 'corrected_because'])
    .where('channel_id', '=', channelId)
    .where('state', '=', 'sent')
    .where('message', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(most)
    .execute();
  return rows.flatMap(({ message, sent_at: sentAt, ...row }) =>
    sentAt === null ? [] : [{ item: message as FeedItem, sentAt, corrected: correctionIn(row) }],
  );
}
