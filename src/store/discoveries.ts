import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const LOOK_EVERY_MS = 7 * 24 * 3_600_000;

/** Sites with a page that somebody watches whose last look for new pages was a week ago or never was, longest ago first. */
export async function sitesToLookAt(db: Kysely<Tables>, now: Date, most: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pages')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'pages.id')
    .leftJoin('site_looks', 'site_looks.site', 'pages.site')
    .select(['pages.site', 'site_looks.looked_at'])
    .where('pages.paused_at', 'is', null)
    .where((where) =>
      where.or([
        where('site_looks.looked_at', 'is', null),
        where('site_looks.looked_at', '<=', new Date(+now - LOOK_EVERY_MS)),
      ]),
    )
    .groupBy(['pages.site', 'site_looks.looked_at'])
    .orderBy(sql`site_looks.looked_at nulls first`)
    .orderBy('pages.site')
    .limit(most)
    .execute();
  return rows.map(({ site }) => site);
}

/** Takes the site's look of this week for one worker; false: another has it. It is spent whatever comes of it. */
export async function claimLook(db: Kysely<Tables>, site: string, now: Date): Promise<boolean> {
  const taken = await db
    .insertInto('site_looks')
    .values({ site, looked_at: now })
    .onConflict((c) =>
      c
        .column('site')
        .doUpdateSet({ looked_at: now })
        .where('site_looks.looked_at', '<=', new Date(+now - LOOK_EVERY_MS)),
    )
    .executeTakeFirst();
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A watched page of a site with the version that it stands at. */
export interface SitePage {
  readonly id: number;
  readonly url: string;
  readonly host: string;
}

/** The site's watched pages, the one that was added first in front. */
export async function watchedPagesOf(db: Kysely<Tables>, site: string): Promise<readonly SitePage[]> {
  return db
    .selectFrom('pages')
    .select(['id', 'url', 'host'])
    .where('site', '=', site)
    .where('paused_at', 'is', null)
    .where((where) =>
      where.exists(where.selectFrom('subscriptions').select('id').whereRef('page_id', '=', 'pages.id')),
    )
    .orderBy('id')
    .execute();
}

export interface KnownSource {
  readonly name: string;
  readonly triedAt: Date | null;
  /** When it was last read; null: never, so that what it shows is its baseline. */
  readonly readAt: Date | null;
}

export async function sourcesOf(db: Kysely<Tables>, site: string): Promise<readonly KnownSource[]> {
  return db
    .selectFrom('site_sources')
    .select(['name', 'tried_at as triedAt', 'read_at as readAt'])
    .where('site', '=', site)
    .orderBy('name')
    .execute();
}

/** Notes that a source was tried, and whether it could be read; one that is only known was neither. */
export async function noteSource(
  db: Kysely<Tables>,
  site: string,
  { name, triedAt, readAt }: KnownSource,
): Promise<void> {
  await db
    .insertInto('site_sources')
    .values({ site, name, tried_at: triedAt, read_at: readAt })
    .onConflict((c) =>
      c.columns(['site', 'name']).doUpdateSet({
        tried_at: sql<Date>`coalesce(excluded.tried_at, site_sources.tried_at)`,
        read_at: sql<Date>`coalesce(excluded.read_at, site_sources.read_at)`,
      }),
    )
    .execute();
}

export type FoundState = 'known' | 'waiting' | 'offered';

/** What earlier looks remember of the site's addresses. */
export async function rememberedAddresses(
  db: Kysely<Tables>,
  site: string,
): Promise<ReadonlyMap<string, FoundState>> {
  const rows = await db
    .selectFrom('found_addresses')
    .select(['page_key', 'state'])
    .where('site', '=', site)
    .execute();
  return new Map(rows.map((row) => [row.page_key, row.state]));
}

export async function rememberAddress(
  db: Kysely<Tables>,
  site: string,
  found: { readonly key: string; readonly url: string; readonly state: FoundState; readonly now: Date },
): Promise<void> {
  const { key, url, state, now } = found;
  await db
    .insertInto('found_addresses')
    .values({ site, page_key: key, url, state, found_at: now })
    .onConflict((c) => c.columns(['site', 'page_key']).doUpdateSet({ state }))
    .execute();
}

/** A new page that no digest of this account has taken, with what the account calls the competitor. */
export interface OpenNewPage {
  readonly noticeId: number;
  readonly address: string;
  readonly headline: string;
  readonly since: Date;
  readonly competitor: string;
  readonly subscriptionId: number;
}

/** New pages of the sites that the account watches, found since it watches them. */
export async function openNewPages(db: Kysely<Tables>, accountId: number): Promise<readonly OpenNewPage[]> {
  const rows = await db
    .selectFrom('notices')
    .innerJoin('pages', 'pages.id', 'notices.page_id')
    .innerJoin('pages as own', 'own.site', 'pages.site')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'own.id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .distinctOn('notices.id')
    .select(['notices.id', 'notices.address', 'notices.headline', 'notices.since'])
    .select(['competitors.name as competitor', 'subscriptions.id as subscription_id'])
    .where('subscriptions.account_id', '=', accountId)
    .where('notices.kind', '=', 'page.new')
    .whereRef('notices.created_at', '>=', 'subscriptions.started_at')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('digest_notices')
            .innerJoin('digests', 'digests.id', 'digest_notices.digest_id')
            .select('digests.id')
            .whereRef('digest_notices.notice_id', '=', 'notices.id')
            .where('digests.account_id', '=', accountId),
        ),
      ),
    )
    .orderBy('notices.id')
    .orderBy(sql`own.id <> notices.page_id`)
    .orderBy('own.id')
    .execute();
  return rows.flatMap(({ id, address, headline, since, competitor, subscription_id: subscriptionId }) =>
    address === null ? [] : [{ noticeId: id, address, headline, since, competitor, subscriptionId }],
  );
}

/** A notice that a digest takes, shown or not: no later digest looks at it again. */
export interface TakenNotice {
  readonly noticeId: number;
  readonly shown: boolean;
}

export async function takeNotices(
  tx: Kysely<Tables>,
  digestId: number,
  notices: readonly TakenNotice[],
): Promise<void> {
  for (const { noticeId, shown } of notices)
    await tx
      .insertInto('digest_notices')
      .values({ digest_id: digestId, notice_id: noticeId, shown })
      .execute();
}
