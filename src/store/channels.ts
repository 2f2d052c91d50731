import type { Kysely, Selectable } from 'kysely';
import type { ChannelKind, ChannelRow, Tables } from './tables.ts';

export interface Channel {
  readonly id: number;
  readonly accountId: number;
  readonly kind: ChannelKind;
  readonly address: string;
  /** A channel without a digest gets medium and low events when they fall due. */
  readonly takesDigest: boolean;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
}

/** Adds a channel, or answers the one that has this address, enabled again. */
export async function addChannel(
  db: Kysely<Tables>,
  { accountId, kind, address, now }: { accountId: number; kind: ChannelKind; address: string; now: Date },
): Promise<Channel> {
  const row = await db
    .insertInto('channels')
    .values({
      account_id: accountId,
      kind,
      address,
      takes_digest: kind === 'email',
      disabled_at: null,
      disabled_reason: null,
      created_at: now,
    })
    .onConflict((c) =>
      c.columns(['account_id', 'kind', 'address']).doUpdateSet({ disabled_at: null, disabled_reason: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toChannel(row);
}

export async function listChannels(db: Kysely<Tables>, accountId: number): Promise<readonly Channel[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(toChannel);
}

/** A channel of this account; another account's answers null (P16). */
export async function channelOf(
  db: Kysely<Tables>,
  { accountId, id }: { accountId: number; id: number },
): Promise<Channel | null> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toChannel(row);
}

/** @returns whether there was one to remove; what was sent to it stays in the database until then, and goes with it */
export async function removeChannel(
  db: Kysely<Tables>,
  { accountId, id }: { accountId: number; id: number },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('channels')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Switches a channel off for good; what was still queued for it is given up with the same reason. */
export async function disableChannel(
  db: Kysely<Tables>,
  id: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await db
    .updateTable('channels')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ state: 'dead', last_error: `the channel is switched off: ${reason}` })
    .where('channel_id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

export function toChannel(row: Selectable<ChannelRow>): Channel {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    address: row.address,
    takesDigest: row.takes_digest,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  };
}
