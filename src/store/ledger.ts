import type { Kysely } from 'kysely';
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

/**
 * Every difference that was not told, with its reason, newest first; volatile places as one counted line each.
 * @param accountId only pages that this account watches; null: all
 */
export async function ledger(
  db: Kysely<Tables>,
  since: Date | null,
  accountId: number | null = null,
): Promise<readonly LedgerLine[]> {
  const floor = since ?? new Date(0);
  const watched = db
    .selectFrom('subscriptions')
    .select('page_id')
    .where('account_id', '=', accountId ?? 0);
  const rows = await db
    .selectFrom('differences')
    .innerJoin('pages', 'pages.id', 'differences.page_id')
    .select(['pages.url', 'differences.change_id', 'differences.labels', 'differences.state'])
    .select(['differences.reason', 'differences.before', 'differences.after', 'differences.decided_at'])
    .where('differences.state', 'in', ['noise', 'withdrawn'])
    .where('differences.decided_at', '>=', floor)
    .$if(accountId !== null, (q) => q.where('differences.page_id', 'in', watched))
    .orderBy('differences.id', 'desc')
    .execute();
  const places = await db
    .selectFrom('volatile_places')
    .innerJoin('pages', 'pages.id', 'volatile_places.page_id')
    .select(['pages.url', 'times', 'last_at', 'last_before', 'last_after'])
    .where('last_at', '>=', floor)
    .$if(accountId !== null, (q) => q.where('volatile_places.page_id', 'in', watched))
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
