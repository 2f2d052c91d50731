import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { ChannelRow } from './account-tables.ts';
import type { Tables } from './tables.ts';

export interface Channel {
  readonly id: number;
  readonly accountId: number;
  readonly kind: string;
  readonly address: string;
  /** What people call it, "#rivals"; null: by its address. */
  readonly name: string | null;
  /** What its messages are signed with, newest first; empty for kinds that sign nothing. */
  readonly secrets: readonly string[];
  /** A channel without a digest gets medium and low events when they fall due. */
  readonly takesDigest: boolean;
  /** When its reader ended its digests; null: they come, if it takes any. */
  readonly digestEndedAt: Date | null;
  /** When its reader said yes; null: not yet, and nothing but that question goes there. */
  readonly confirmedAt: Date | null;
  readonly failingSince: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
}

export interface NewChannel {
  readonly accountId: number;
  readonly kind: string;
  readonly address: string;
  readonly name: string | null;
  readonly secrets: readonly string[];
  readonly takesDigest: boolean;
  readonly confirmedAt: Date | null;
  readonly now: Date;
}

/** Adds a channel, or answers the one that has this address, enabled again; a name or digest that is given now holds. */
export async function addChannel(
  db: Kysely<Tables>,
  wanted: NewChannel,
): Promise<{ readonly channel: Channel; readonly created: boolean }> {
  const { accountId, kind, address, name, now } = wanted;
  const row = await db
    .insertInto('channels')
    .values({
      account_id: accountId,
      kind,
      address,
      name,
      secrets: JSON.stringify(wanted.secrets),
      takes_digest: wanted.takesDigest,
      confirmed_at: wanted.confirmedAt,
      disabled_at: null,
      disabled_reason: null,
      created_at: now,
    })
    .onConflict((c) =>
      c.columns(['account_id', 'kind', 'address']).doUpdateSet((set) => ({
        disabled_at: null,
        disabled_reason: null,
        failing_since: null,
        digest_ended_at: null,
        takes_digest: wanted.takesDigest,
        name: set.fn.coalesce('excluded.name', 'channels.name'),
      })),
    )
    .returningAll()
    // Zero only for a row that was inserted just now.
    .returning(sql<boolean>`xmax = 0`.as('created'))
    .executeTakeFirstOrThrow();
  return { channel: toChannel(row), created: row.created };
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

/**
 * Channels that the account can be told on: enabled, and confirmed by their readers.
 * @param asks false: mail stays on this machine, where nobody has to be asked first
 */
export async function openChannels(
  db: Kysely<Tables>,
  accountId: number,
  asks: boolean,
): Promise<readonly Channel[]> {
  const channels = await listChannels(db, accountId);
  return channels.filter(
    ({ disabledAt, confirmedAt }) => disabledAt === null && (confirmedAt !== null || !asks),
  );
}

/** A channel of this account; another account's answers null (P16). */
export async function channelOf(
  db: Kysely<Tables>,
  { accountId, id }: { accountId: number; id: number },
): Promise<Channel | null> {
  const channel = await channelById(db, id);
  return channel?.accountId === accountId ? channel : null;
}

export async function channelById(db: Kysely<Tables>, id: number): Promise<Channel | null> {
  const row = await db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toChannel(row);
}

/** Channels of a kind at an address, in whatever account. */
export async function channelsAt(
  db: Kysely<Tables>,
  { kind, address }: { kind: string; address: string },
): Promise<readonly Channel[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('kind', '=', kind)
    .where('address', '=', address)
    .orderBy('id')
    .execute();
  return rows.map(toChannel);
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

/**
 * Switches a channel off until somebody enables it; what was still queued for it is given up with the same reason.
 * @returns how many messages it has not taken in this trouble, those given up before included; null: it was off already
 */
export async function disableChannel(
  tx: Kysely<Tables>,
  id: number,
  { reason, now }: { reason: string; now: Date },
): Promise<number | null> {
  const off = await tx
    .updateTable('channels')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (off.numUpdatedRows === 0n) return null;
  await tx
    .updateTable('deliveries')
    .set({
      state: 'dead',
      last_error: `the channel is switched off: ${reason}`,
      attempt_token: null,
      attempt_until: null,
    })
    .where('channel_id', '=', id)
    .where('state', '=', 'queued')
    .execute();
  return givenUpSince(tx, id, now);
}

/** Dead messages of a channel that were given up in the trouble that it is in: just now, or since it fails. */
async function givenUpSince(tx: Kysely<Tables>, id: number, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('channels.id', '=', id)
    .where('state', '=', 'dead')
    .where(
      sql<boolean>`(deliveries.last_error like 'the channel is switched off: %' and channels.disabled_at = ${now}
        or exists (select 1 from delivery_attempts tries where tries.delivery_id = deliveries.id
          and tries.ended_at >= coalesce(channels.failing_since, ${now})))`,
    )
    .executeTakeFirstOrThrow();
  return row.n;
}

/**
 * Its reader wants nothing more: the channel is off, and whoever enables it again has to ask its reader first. What waits
 * for it is given up.
 */
export async function leaveChannel(
  tx: Kysely<Tables>,
  id: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await disableChannel(tx, id, { reason, now });
  await tx.updateTable('channels').set({ confirmed_at: null }).where('id', '=', id).execute();
}

/** Its reader wants no more digests; alerts go on. */
export async function endDigests(tx: Kysely<Tables>, id: number, now: Date): Promise<void> {
  await tx.updateTable('channels').set({ digest_ended_at: now }).where('id', '=', id).execute();
}

/** Switches a channel on again; what was given up meanwhile stays so until it is replayed. */
export async function enableChannel(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('channels')
    .set({ disabled_at: null, disabled_reason: null, failing_since: null })
    .where('id', '=', id)
    .execute();
}

/** The reader of the address said yes; a second yes changes nothing. */
export async function confirmChannel(db: Kysely<Tables>, id: number, now: Date): Promise<void> {
  await db
    .updateTable('channels')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

/**
 * Remembers since when a channel takes nothing.
 * @returns that time
 */
export async function noteFailing(db: Kysely<Tables>, id: number, now: Date): Promise<Date> {
  const row = await db
    .updateTable('channels')
    .set((set) => ({ failing_since: set.fn.coalesce('failing_since', sql<Date>`${now}::timestamptz`) }))
    .where('id', '=', id)
    .returning('failing_since')
    .executeTakeFirst();
  return row?.failing_since ?? now;
}

export async function noteWorking(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('channels')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute();
}

/** The secrets of a channel that signs, newest first. */
export async function changeSecrets(
  db: Kysely<Tables>,
  id: number,
  secrets: readonly string[],
): Promise<void> {
  await db
    .updateTable('channels')
    .set({ secrets: JSON.stringify(secrets) })
    .where('id', '=', id)
    .execute();
}

/** Its old address leads nowhere any more. */
export async function changeAddress(db: Kysely<Tables>, id: number, address: string): Promise<void> {
  await db.updateTable('channels').set({ address }).where('id', '=', id).execute();
}

/** What a channel's messages are signed with, as Standard Webhooks has it: 24 to 64 random bytes in base64 behind "whsec_". */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** An address of ours that nobody guesses: to know it is the right to read there. */
export function newSecretAddress(): string {
  return randomBytes(16).toString('hex');
}

export function toChannel(row: Selectable<ChannelRow>): Channel {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    address: row.address,
    name: row.name,
    secrets: row.secrets,
    takesDigest: row.takes_digest,
    digestEndedAt: row.digest_ended_at,
    confirmedAt: row.confirmed_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  };
}
