import { sql, type Kysely } from 'kysely';
import type { Place } from '../core/block.ts';
import type { Tables } from './tables.ts';

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

/** What was seen on a page of the account and not told: equal texts with one reason are one line. */
export interface HeldBack {
  readonly pageId: number;
  readonly competitor: string;
  /** The URL as this account gave it. */
  readonly storedUrl: string;
  readonly place: Place;
  /** The label that explains it; `withdrawn` where it was undone before it was told. */
  readonly kind: string;
  /** In words, the newest of them. */
  readonly reason: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The last of its times. */
  readonly at: Date;
  readonly times: number;
}

/** What was not told of the account's pages from its subscription on (P16), newest first. */
export async function heldBackFrom(
  db: Kysely<Tables>,
  accountId: number,
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<readonly HeldBack[]> {
  const kind = sql<string>`coalesce(differences.labels->0->>'noise', differences.state)`;
  const rows = await db
    .selectFrom('differences')
    .innerJoin('changes', 'changes.id', 'differences.change_id')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'differences.page_id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .select(['subscriptions.page_id as pageId', 'subscriptions.url as storedUrl'])
    .select(['competitors.name as competitor', 'differences.before', 'differences.after'])
    .select([
      kind.as('kind'),
      sql<string>`(array_agg(differences.reason order by differences.id desc))[1]`.as('reason'),
      sql<Place>`(array_agg(differences.place order by differences.id desc))[1]`.as('place'),
      sql<Date>`max(differences.decided_at)`.as('at'),
      sql<number>`count(*)::int`.as('times'),
    ])
    .where('subscriptions.account_id', '=', accountId)
    .whereRef('changes.check_id', '>', 'subscriptions.after_check_id')
    .where('differences.state', 'in', ['noise', 'withdrawn'])
    .where('differences.decided_at', '>=', since)
    .groupBy(['subscriptions.page_id', 'subscriptions.url', 'competitors.name'])
    .groupBy(['differences.before', 'differences.after', kind])
    .orderBy('at', 'desc')
    .limit(most)
    .execute();
  const places = await placesHeldBack(db, accountId, { since, most });
  return [...rows, ...places].toSorted((a, b) => +b.at - +a.at).slice(0, most);
}

async function placesHeldBack(
  db: Kysely<Tables>,
  accountId: number,
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<readonly HeldBack[]> {
  const rows = await db
    .selectFrom('volatile_places')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'volatile_places.page_id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .select(['subscriptions.page_id as pageId', 'subscriptions.url as storedUrl'])
    .select(['competitors.name as competitor', 'place', 'times', 'last_at as at'])
    .select(['last_before as before', 'last_after as after'])
    .where('subscriptions.account_id', '=', accountId)
    .whereRef('last_at', '>=', 'subscriptions.started_at')
    .where('last_at', '>=', since)
    .orderBy('last_at', 'desc')
    .limit(most)
    .execute();
  const reason = 'differed between two reads moments apart';
  return rows.map((row) => ({ ...row, kind: 'volatile', reason }));
}
