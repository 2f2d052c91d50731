import { sql } from 'kysely';
import type { Database } from '../../src/flows/world.ts';
import type { Plan } from './plan.ts';
import { owedByAll } from './story.ts';

/** What stood in the database before a story. */
export interface Before {
  readonly event: number;
  readonly change: number;
  readonly notice: number;
}

export async function standing(db: Database): Promise<Before> {
  const { rows } = await sql<Before>`select
    (select coalesce(max(id), 0) from events)::int as event,
    (select coalesce(max(id), 0) from changes)::int as change,
    (select coalesce(max(id), 0) from notices)::int as notice`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database says nothing');
  return row;
}

/** How far a story has come. */
export interface Progress {
  readonly events: number;
  readonly changes: number;
  readonly notices: number;
  readonly digests: number;
  readonly troubles: number;
  /** Pages that are due or being visited, words that are missing, messages that are due or being sent. */
  readonly underWay: number;
}

export async function progressOf(db: Database, before: Before): Promise<Progress> {
  const { rows } = await sql<Progress>`select
    (select count(*) from events where id > ${before.event})::int as events,
    (select count(*) from changes where id > ${before.change})::int as changes,
    (select count(*) from notices where id > ${before.notice})::int as notices,
    (select count(*) from digests)::int as digests,
    (select count(*) from channel_notices)::int as troubles,
    (select count(*) from pages where lease_token is not null or next_check_at <= now())::int
      + (select count(*) from differences where state = 'pending' and fell_due_at is not null)::int
      + (select count(*) from deliveries where attempt_token is not null
          or state = 'queued')::int as "underWay"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database says nothing');
  return row;
}

/** Everything that a story owes is there, and nothing is under way. */
export function isSettled(progress: Progress, plan: Plan): boolean {
  const owed = owedByAll(plan);
  return (
    progress.underWay === 0 &&
    (['events', 'changes', 'notices', 'digests', 'troubles'] as const).every(
      (key) => progress[key] >= owed[key],
    )
  );
}
