import type { Kysely, Selectable } from 'kysely';
import { placeKey, type Place } from '../core/block.ts';
import type { Difference } from '../core/difference.ts';
import type { Move, PendingDifference } from '../core/pending/pending.ts';
import type { PastDifference } from '../core/pending/returns.ts';
import type { DifferenceRow, Tables } from './tables.ts';

/** The page's pending list, oldest first. */
export async function pendingDifferences(
  db: Kysely<Tables>,
  pageId: number,
): Promise<readonly PendingDifference[]> {
  const rows = await db
    .selectFrom('differences')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
  return rows.map(toPending);
}

/**
 * What a return is judged by: told rows of the page, and rows in any state with one of these keys as key or inverse key;
 * newest first.
 */
export async function pastDifferences(
  db: Kysely<Tables>,
  pageId: number,
  keys: readonly string[],
): Promise<readonly PastDifference[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('differences')
    .select(['id', 'key', 'inverse_key', 'before', 'after', 'state', 'alternates', 'urgency', 'decided_at'])
    .where('page_id', '=', pageId)
    .where((where) =>
      where.or([where('key', 'in', keys), where('inverse_key', 'in', keys), where('state', '=', 'told')]),
    )
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    inverseKey: row.inverse_key,
    before: row.before,
    after: row.after,
    state: row.state,
    alternates: row.alternates,
    urgency: row.urgency,
    decidedAt: row.decided_at,
  }));
}

interface MoveContext {
  readonly pageId: number;
  /** Null when no change was adopted: then no move may bring a new difference. */
  readonly changeId: number | null;
  readonly beganAt: Date;
  readonly now: Date;
}

/** Writes what the pending list became. */
export async function applyMoves(
  db: Kysely<Tables>,
  moves: readonly Move[],
  context: MoveContext,
): Promise<void> {
  for (const move of moves) {
    if (move.to === 'withdraw') await withdraw(db, move, context.now);
    else if (move.to === 'merge') await mergeInto(db, move, context.now);
    else await addDifference(db, move, context);
  }
}

async function addDifference(
  db: Kysely<Tables>,
  move: Extract<Move, { difference: Difference }> & { to: 'noise' | 'withdrawn' | 'pending' },
  context: MoveContext,
): Promise<void> {
  if (context.changeId === null) throw new Error('a difference without a change');
  const waits = move.to === 'pending' ? move : null;
  await db
    .insertInto('differences')
    .values({
      page_id: context.pageId,
      change_id: context.changeId,
      ...textColumns(move.difference),
      state: move.to,
      reason: move.reason,
      confirmed: waits?.confirmed ?? true,
      began_at: context.beganAt,
      due_at: waits?.dueAt ?? null,
      fell_due_at: null,
      reverses_id: waits?.reversesId ?? null,
      alternates: waits?.alternates ?? false,
      event_id: null,
      decided_at: context.now,
    })
    .execute();
}

function textColumns(d: Difference) {
  return {
    kind: d.kind,
    key: d.key,
    inverse_key: d.inverseKey,
    place: JSON.stringify(d.place),
    place_key: placeKey(d.place),
    before: d.before,
    after: d.after,
    hunk: d.hunk,
    labels: JSON.stringify(d.labels),
    values_before: JSON.stringify(d.valuesBefore),
    values_after: JSON.stringify(d.valuesAfter),
    urgency: d.urgency === null ? null : JSON.stringify(d.urgency),
  };
}

async function withdraw(db: Kysely<Tables>, move: { id: number; reason: string }, now: Date): Promise<void> {
  await db
    .updateTable('differences')
    .set({ state: 'withdrawn', reason: move.reason, fell_due_at: null, decided_at: now })
    .where('id', '=', move.id)
    .where('state', '=', 'pending')
    .execute();
}

async function mergeInto(db: Kysely<Tables>, move: Extract<Move, { to: 'merge' }>, now: Date): Promise<void> {
  await db
    .updateTable('differences')
    .set({
      ...textColumns(move.difference),
      due_at: move.dueAt,
      confirmed: move.confirmed,
      reverses_id: move.reversesId,
      alternates: move.alternates,
      reason: move.reason,
      fell_due_at: null,
      decided_at: now,
    })
    .where('id', '=', move.id)
    .where('state', '=', 'pending')
    .execute();
}

/** Keys of all differences that a change has brought, in whatever state. */
export async function keysOfChange(db: Kysely<Tables>, changeId: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('differences').select('key').where('change_id', '=', changeId).execute();
  return new Set(rows.map((row) => row.key));
}

/** Both reads have now shown these: they may fall due. */
export async function confirmDifferences(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('differences').set({ confirmed: true }).where('id', 'in', ids).execute();
}

/** Where a difference of this page stood, if the account may see it (P16). */
export async function placeOfDifference(
  db: Kysely<Tables>,
  { accountId, pageId, differenceId }: { accountId: number; pageId: number; differenceId: number },
): Promise<Place | null> {
  const row = await db
    .selectFrom('differences')
    .innerJoin('changes', 'changes.id', 'differences.change_id')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'differences.page_id')
    .select('differences.place')
    .where('differences.id', '=', differenceId)
    .where('differences.page_id', '=', pageId)
    .where('subscriptions.account_id', '=', accountId)
    .whereRef('changes.check_id', '>', 'subscriptions.after_check_id')
    .executeTakeFirst();
  return row?.place ?? null;
}

/** A pending row as the pending list sees it. */
export function toPending(row: Selectable<DifferenceRow>): PendingDifference {
  if (row.due_at === null) throw new Error(`difference ${row.id} is pending without a due time`);
  return {
    id: row.id,
    changeId: row.change_id,
    kind: row.kind,
    before: row.before,
    after: row.after,
    place: row.place,
    key: row.key,
    inverseKey: row.inverse_key,
    hunk: row.hunk,
    labels: row.labels,
    valuesBefore: row.values_before,
    valuesAfter: row.values_after,
    urgency: row.urgency,
    dueAt: row.due_at,
    beganAt: row.began_at,
    confirmed: row.confirmed,
    reversesId: row.reverses_id,
    alternates: row.alternates,
  };
}
