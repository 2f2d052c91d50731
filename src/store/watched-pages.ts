import { sql, type Kysely } from 'kysely';
import { toPage, type Page } from './pages.ts';
import type { Outcome, Tables, Witness } from './tables.ts';

/** A page as one account watches it, with how its newest check ended. */
export interface WatchedPage {
  readonly page: Page;
  readonly competitor: string;
  /** The URL as this account gave it. */
  readonly storedUrl: string;
  readonly last: CheckLine | null;
  readonly versions: number;
}

export interface CheckLine {
  readonly id: number;
  readonly at: Date;
  readonly outcome: Outcome;
  readonly witness: Witness | null;
  readonly reason: string;
}

/** The pages of an account, those that cannot be read first (P16: through its subscriptions only). */
export async function watchedPages(
  db: Kysely<Tables>,
  accountId: number,
  pageId?: number,
): Promise<readonly WatchedPage[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('pages', 'pages.id', 'subscriptions.page_id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .selectAll('pages')
    .select(['competitors.name as competitor', 'subscriptions.url as stored_url'])
    .select((select) =>
      select
        .selectFrom('versions')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('versions.page_id', '=', 'pages.id')
        .as('versions'),
    )
    .where('subscriptions.account_id', '=', accountId)
    .$if(pageId !== undefined, (q) => q.where('pages.id', '=', pageId ?? 0))
    .orderBy(sql`pages.failing_since is null`)
    .orderBy('competitors.name')
    .orderBy('pages.id')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      page: toPage(row),
      competitor: row.competitor,
      storedUrl: row.stored_url,
      last: (await newestChecks(db, row.id, 1))[0] ?? null,
      versions: row.versions ?? 0,
    })),
  );
}

/** The newest checks of a page, newest first. */
export async function newestChecks(
  db: Kysely<Tables>,
  pageId: number,
  most: number,
): Promise<readonly CheckLine[]> {
  return db
    .selectFrom('checks')
    .select(['id', 'checked_at as at', 'outcome', 'witness', 'reason'])
    .where('page_id', '=', pageId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** When the account's pages were checked since a time, for counting checks a day on the account's own clock. */
export async function checkTimes(
  db: Kysely<Tables>,
  accountId: number,
  since: Date,
): Promise<readonly { readonly at: Date; readonly witness: Witness | null; readonly failed: boolean }[]> {
  const rows = await db
    .selectFrom('checks')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'checks.page_id')
    .select(['checked_at as at', 'witness', 'outcome'])
    .where('subscriptions.account_id', '=', accountId)
    .where('checked_at', '>=', since)
    .execute();
  return rows.map(({ at, witness, outcome }) => ({
    at,
    witness,
    failed: outcome === 'failed' || outcome === 'blocked' || outcome === 'gone',
  }));
}
