import { sql, type Kysely, type Selectable } from 'kysely';
import type { Place } from '../core/block.ts';
import type { Label } from '../core/difference.ts';
import type { DifferenceRow, Tables } from './tables.ts';

/** One check with everything that came of it, by row ids. */
export interface CheckStory {
  readonly check: {
    readonly id: number;
    readonly pageId: number;
    readonly url: string;
    readonly at: Date;
    readonly outcome: string;
    readonly witness: string | null;
    readonly reason: string;
    readonly status: number | null;
    readonly finalUrl: string | null;
    readonly etag: string | null;
    readonly lastModified: string | null;
    readonly vouchesFor: number | null;
    readonly sightedVersion: number | null;
    readonly adopted: boolean;
    readonly requests: number;
    readonly trace: object;
  };
  readonly change: { readonly id: number; readonly from: number; readonly to: number } | null;
  readonly differences: readonly DifferenceStory[];
}

export interface DifferenceStory {
  readonly id: number;
  readonly change: number;
  readonly kind: string;
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly place: Place;
  readonly headings: readonly string[];
  readonly state: string;
  readonly reason: string;
  readonly labels: readonly Label[];
  readonly dueAt: Date | null;
  readonly event: number | null;
}

export async function newestCheckId(db: Kysely<Tables>, pageId: number): Promise<number | null> {
  const row = await db
    .selectFrom('checks')
    .select((select) => select.fn.max('id').as('id'))
    .where('page_id', '=', pageId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The story of one check; null when there is none of this id. */
export async function checkStory(db: Kysely<Tables>, id: number): Promise<CheckStory | null> {
  const row = await db
    .selectFrom('checks')
    .innerJoin('pages', 'pages.id', 'checks.page_id')
    .selectAll('checks')
    .select('pages.url')
    .where('checks.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const change = await db
    .selectFrom('changes')
    .select(['id', 'from_version_id as from', 'to_version_id as to'])
    .where('check_id', '=', id)
    .executeTakeFirst();
  return {
    check: {
      id: row.id,
      pageId: row.page_id,
      url: row.url,
      at: row.checked_at,
      outcome: row.outcome,
      witness: row.witness,
      reason: row.reason,
      status: row.status,
      finalUrl: row.final_url,
      etag: row.etag,
      lastModified: row.last_modified,
      vouchesFor: row.vouches_for,
      sightedVersion: row.sighted_version_id,
      adopted: row.content_hash !== null,
      requests: row.requests,
      trace: row.trace,
    },
    change: change ?? null,
    differences: change === undefined ? [] : await differencesOf(db, change.id),
  };
}

/**
 * The page's pending differences, newest first, with their due time.
 * @param accountId only those that began since this account watches the page (P16); null: all
 */
export async function openDifferences(
  db: Kysely<Tables>,
  pageId: number,
  accountId: number | null = null,
): Promise<readonly DifferenceStory[]> {
  const rows = await db
    .selectFrom('differences')
    .innerJoin('changes', 'changes.id', 'differences.change_id')
    .selectAll('differences')
    .where('differences.page_id', '=', pageId)
    .where('differences.state', '=', 'pending')
    .$if(accountId !== null, (q) =>
      q
        .innerJoin('subscriptions', 'subscriptions.page_id', 'differences.page_id')
        .where('subscriptions.account_id', '=', accountId ?? 0)
        .whereRef('changes.check_id', '>', 'subscriptions.after_check_id'),
    )
    .orderBy('differences.id', 'desc')
    .execute();
  return rows.map(toStory);
}

/** What was to be told of the page and was withdrawn since a time, newest first. */
export async function withdrawnSince(
  db: Kysely<Tables>,
  pageId: number,
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<readonly DifferenceStory[]> {
  const rows = await db
    .selectFrom('differences')
    .selectAll()
    .where('page_id', '=', pageId)
    .where('state', '=', 'withdrawn')
    .where('decided_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(toStory);
}

/** How often each rule has explained a difference of the page since a time, most often first. */
export async function labelsSince(
  db: Kysely<Tables>,
  pageId: number,
  since: Date,
): Promise<readonly (Label & { readonly times: number })[]> {
  const label = (field: 'noise' | 'rule' | 'reason') => sql<string>`labels->0->>${sql.lit(field)}`;
  const rows = await db
    .selectFrom('differences')
    .select([label('noise').as('noise'), label('rule').as('rule'), label('reason').as('reason')])
    .select(sql<number>`count(*)::int`.as('times'))
    .where('page_id', '=', pageId)
    .where('state', '=', 'noise')
    .where('decided_at', '>=', since)
    .where(sql<boolean>`jsonb_array_length(labels) > 0`)
    .groupBy([label('noise'), label('rule'), label('reason')])
    .orderBy('times', 'desc')
    .execute();
  return rows as readonly (Label & { times: number })[];
}

/** What an event told, on the pages that the account watches, since it does (P16). */
export async function differencesOfEvent(
  db: Kysely<Tables>,
  accountId: number,
  eventId: number,
): Promise<readonly DifferenceStory[]> {
  const rows = await db
    .selectFrom('differences')
    .innerJoin('changes', 'changes.id', 'differences.change_id')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'differences.page_id')
    .selectAll('differences')
    .where('subscriptions.account_id', '=', accountId)
    .whereRef('changes.check_id', '>', 'subscriptions.after_check_id')
    .where('differences.event_id', '=', eventId)
    .orderBy('differences.id')
    .execute();
  return rows.map(toStory);
}

async function differencesOf(db: Kysely<Tables>, changeId: number): Promise<readonly DifferenceStory[]> {
  const rows = await db
    .selectFrom('differences')
    .selectAll()
    .where('change_id', '=', changeId)
    .orderBy('id')
    .execute();
  return rows.map(toStory);
}

function toStory(row: Selectable<DifferenceRow>): DifferenceStory {
  return {
    id: row.id,
    change: row.change_id,
    kind: row.kind,
    key: row.key,
    before: row.before,
    after: row.after,
    place: row.place,
    headings: row.place.headings,
    state: row.state,
    reason: row.reason,
    labels: row.labels,
    dueAt: row.due_at,
    event: row.event_id,
  };
}
