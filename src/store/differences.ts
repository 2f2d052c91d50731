import type { Kysely, Selectable } from 'kysely';
import { placeKey } from '../core/block.ts';
import type { Difference } from '../core/difference.ts';
import type { Move, PendingDifference } from '../core/pending.ts';
import type { PastDifference } from '../core/returns.ts';
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

/** Rows of the page, in any state, that have one of these keys as key or inverse key; newest first. */
export async function pastDifferences(
  db: Kysely<Tables>,
  pageId: number,
  keys: readonly string[],
): Promise<readonly PastDifference[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('differences')
    .select(['id', 'key', 'inverse_key', 'state', 'alternates', 'urgency', 'decided_at'])
    .where('page_id', '=', pageId)
    .where((where) => where.or([where('key', 'in', keys), where('inverse_key', 'in', keys)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    inverseKey: row.inverse_key,
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

async function mergeInto(
  db: Kysely<Tables>,
  move: Extract<Move, { to: 'merge' }>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('differences')
    .set({
      ...textColumns(move.difference),
      due_at: move.dueAt,
      confirmed: move.confirmed,
      reason: 'edited again before it was told',
      fell_due_at: null,
      decided_at: now,
    })
    .where('id', '=', move.id)
    .where('state', '=', 'pending')
    .execute();
}

/** Marks what fell due in a check that saw the page's text standing: confirmed, and its time has come (P7). */
export async function markDue(db: Kysely<Tables>, pageId: number, now: Date): Promise<void> {
  await db
    .updateTable('differences')
    .set({ fell_due_at: now })
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .where('confirmed', '=', true)
    .where('due_at', '<=', now)
    .where('fell_due_at', 'is', null)
    .execute();
}

/** When the next pending difference of the page wants to be seen standing; null: none waits. */
export async function earliestDueAt(db: Kysely<Tables>, pageId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('differences')
    .select((select) => select.fn.min('due_at').as('due_at'))
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is', null)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** Both reads have now shown these: they may fall due. */
export async function confirmDifferences(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('differences').set({ confirmed: true }).where('id', 'in', ids).execute();
}

/** A difference that fell due and still lacks its words. */
export interface DueDifference extends PendingDifference {
  readonly changeId: number;
  readonly reversesId: number | null;
  readonly alternates: boolean;
}

/** Pages with differences that fell due, in the order in which they did. */
export async function pagesToExplain(db: Kysely<Tables>): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('differences')
    .select('page_id')
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is not', null)
    .groupBy('page_id')
    .orderBy((order) => order.fn.min('id'))
    .execute();
  return rows.map((row) => row.page_id);
}

export async function dueDifferences(db: Kysely<Tables>, pageId: number): Promise<readonly DueDifference[]> {
  const rows = await db
    .selectFrom('differences')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...toPending(row),
    changeId: row.change_id,
    reversesId: row.reverses_id,
    alternates: row.alternates,
  }));
}

/**
 * Gives the differences to their event. All or none: one that was undone or told in the meantime is found here.
 * @returns false when any of them no longer waits; the caller's transaction must roll back
 */
export async function tellDifferences(
  db: Kysely<Tables>,
  { ids, eventId, now }: { ids: readonly number[]; eventId: number; now: Date },
): Promise<boolean> {
  const told = await db
    .updateTable('differences')
    .set({ state: 'told', event_id: eventId, reason: `told in event ${eventId}`, decided_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .where('fell_due_at', 'is not', null)
    .where('event_id', 'is', null)
    .executeTakeFirst();
  return told.numUpdatedRows === BigInt(ids.length);
}

/** The newest event of this site that told one of these differences within the last seven days, per key (P8). */
export async function toldOnSite(
  db: Kysely<Tables>,
  { site, keys, since, exceptPageId }: { site: string; keys: readonly string[]; since: Date; exceptPageId: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('differences')
    .innerJoin('events', 'events.id', 'differences.event_id')
    .select(['differences.key', (select) => select.fn.max('events.id').as('event_id')])
    .where('events.site', '=', site)
    .where('events.told_at', '>=', since)
    .where('differences.key', 'in', keys)
    .where('differences.page_id', '<>', exceptPageId)
    .groupBy('differences.key')
    .execute();
  return new Map(rows.map((row) => [row.key, row.event_id]));
}

/** Events that told the given differences, by difference. */
export async function eventsOfDifferences(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('differences')
    .select(['id', 'event_id'])
    .where('id', 'in', ids)
    .where('event_id', 'is not', null)
    .execute();
  return new Map(rows.flatMap((row) => (row.event_id === null ? [] : [[row.id, row.event_id] as const])));
}

export interface LedgerLine {
  readonly url: string;
  readonly change: number | null;
  readonly reasons: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly at: Date;
  readonly times: number;
}

/** Every difference that was not told, with its reason, newest first; volatile places as one counted line each. */
export async function ledger(db: Kysely<Tables>, since: Date | null): Promise<readonly LedgerLine[]> {
  const floor = since ?? new Date(0);
  const rows = await db
    .selectFrom('differences')
    .innerJoin('pages', 'pages.id', 'differences.page_id')
    .select(['pages.url', 'differences.change_id', 'differences.labels', 'differences.state'])
    .select(['differences.reason', 'differences.before', 'differences.after', 'differences.decided_at'])
    .where('differences.state', 'in', ['noise', 'withdrawn'])
    .where('differences.decided_at', '>=', floor)
    .orderBy('differences.id', 'desc')
    .execute();
  const places = await db
    .selectFrom('volatile_places')
    .innerJoin('pages', 'pages.id', 'volatile_places.page_id')
    .select(['pages.url', 'times', 'last_at', 'last_before', 'last_after'])
    .where('last_at', '>=', floor)
    .orderBy('last_at', 'desc')
    .execute();
  return [...rows.map(differenceLine), ...places.map(placeLine)];
}

function differenceLine(row: {
  url: string;
  change_id: number;
  labels: readonly { readonly noise: string }[];
  state: string;
  reason: string;
  before: string | null;
  after: string | null;
  decided_at: Date;
}): LedgerLine {
  const kinds = row.labels.map((label) => label.noise);
  return {
    url: row.url,
    change: row.change_id,
    reasons: [...new Set([...(kinds.length > 0 ? kinds : [row.state]), row.reason])],
    before: listOf(row.before),
    after: listOf(row.after),
    at: row.decided_at,
    times: 1,
  };
}

function placeLine(row: {
  url: string;
  times: number;
  last_at: Date;
  last_before: string | null;
  last_after: string | null;
}): LedgerLine {
  return {
    url: row.url,
    change: null,
    reasons: ['volatile', `differed between two reads moments apart, ${row.times} times`],
    before: listOf(row.last_before),
    after: listOf(row.last_after),
    at: row.last_at,
    times: row.times,
  };
}

function listOf(text: string | null): readonly string[] {
  return text === null ? [] : [text];
}

function toPending(row: Selectable<DifferenceRow>): PendingDifference {
  if (row.due_at === null) throw new Error(`difference ${row.id} is pending without a due time`);
  return {
    id: row.id,
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
  };
}
