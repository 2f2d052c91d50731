import type { Kysely } from 'kysely';
import type { Rules, Wish } from '../core/routing.ts';
import type { Tables } from './tables.ts';

/** Whose wish it is: an account's, for all it watches; of one competitor; of one page. */
export type WishOwner =
  | { readonly account: number }
  | { readonly competitor: number }
  | { readonly subscription: number };

/** What is not given stays as it was; null gives the choice back to the level above. */
export interface WishChange {
  readonly rules?: Rules | null;
  readonly mutedUntil?: Date | null;
  readonly watchWords?: readonly string[];
  readonly instruction?: string | null;
}

export async function changeWish(db: Kysely<Tables>, owner: WishOwner, change: WishChange): Promise<void> {
  const set = {
    ...(change.rules === undefined ? {} : { rules: json(change.rules) }),
    ...(change.mutedUntil === undefined ? {} : { muted_until: change.mutedUntil }),
    ...(change.watchWords === undefined ? {} : { watch_words: JSON.stringify(change.watchWords) }),
    ...(change.instruction === undefined ? {} : { instruction: change.instruction }),
  };
  if (Object.keys(set).length === 0) return;
  if ('account' in owner) await db.updateTable('accounts').set(set).where('id', '=', owner.account).execute();
  else if ('competitor' in owner)
    await db.updateTable('competitors').set(set).where('id', '=', owner.competitor).execute();
  else await db.updateTable('subscriptions').set(set).where('id', '=', owner.subscription).execute();
}

/** What the level itself asks for, without those above it. */
export async function ownWish(db: Kysely<Tables>, owner: WishOwner): Promise<Wish> {
  const [table, id] = tableOf(owner);
  const row = await db
    .selectFrom(table)
    .select(['rules', 'muted_until', 'watch_words', 'instruction'])
    .where('id', '=', id)
    .executeTakeFirst();
  return {
    rules: row?.rules ?? null,
    mutedUntil: row?.muted_until ?? null,
    watchWords: row?.watch_words ?? [],
    instruction: row?.instruction ?? null,
  };
}

function tableOf(owner: WishOwner): ['accounts' | 'competitors' | 'subscriptions', number] {
  if ('account' in owner) return ['accounts', owner.account];
  return 'competitor' in owner ? ['competitors', owner.competitor] : ['subscriptions', owner.subscription];
}

function json(value: Rules | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** What one channel no longer wants of one page. The same click again prolongs it. */
export async function addMute(
  db: Kysely<Tables>,
  mute: {
    readonly subscriptionId: number;
    readonly channelId: number;
    readonly kind: string | null;
    /** Null: for good. */
    readonly until: Date | null;
    readonly now: Date;
  },
): Promise<void> {
  const { subscriptionId, channelId, kind, until, now } = mute;
  await db
    .insertInto('mutes')
    .values({ subscription_id: subscriptionId, channel_id: channelId, kind, until, created_at: now })
    // For good stays for good: a snooze must not wake what was ended.
    .onConflict((c) =>
      c
        .columns(['subscription_id', 'channel_id', 'kind'])
        .doUpdateSet({ until, created_at: now })
        .where('mutes.until', 'is not', null),
    )
    .execute();
}

/** A mute of a channel, with the page it is about. */
export interface ChannelMute {
  readonly id: number;
  readonly channelId: number;
  readonly subscriptionId: number;
  readonly url: string;
  readonly kind: string | null;
  readonly until: Date | null;
}

/** Mutes of the account's channels that hold now. */
export async function mutesOfAccount(
  db: Kysely<Tables>,
  { accountId, now }: { accountId: number; now: Date },
): Promise<readonly ChannelMute[]> {
  return db
    .selectFrom('mutes')
    .innerJoin('subscriptions', 'subscriptions.id', 'mutes.subscription_id')
    .select(['mutes.id', 'mutes.channel_id as channelId', 'mutes.subscription_id as subscriptionId'])
    .select(['subscriptions.url', 'mutes.kind', 'mutes.until'])
    .where('subscriptions.account_id', '=', accountId)
    .where((where) => where.or([where('mutes.until', 'is', null), where('mutes.until', '>', now)]))
    .orderBy('mutes.id')
    .execute();
}

/** Ends the mutes of one page, for all channels of the account. */
export async function endMutes(db: Kysely<Tables>, subscriptionId: number): Promise<number> {
  const gone = await db.deleteFrom('mutes').where('subscription_id', '=', subscriptionId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
