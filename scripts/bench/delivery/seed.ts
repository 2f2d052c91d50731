import type { Database } from '../../../src/flows/world.ts';

/** A page with two versions to tell a difference of. */
export interface SeededPage {
  readonly id: number;
  readonly site: string;
  readonly checkId: number;
  readonly before: number;
  readonly after: number;
}

export interface Seeded {
  readonly pages: readonly SeededPage[];
  /** The paths of the webhooks, one an account. */
  readonly hooks: readonly string[];
}

/** Enough that Slack's pace of one message a second to an address is far from reached. */
const ACCOUNTS = 240;
const PAGES = 600;
/** Rows of one statement. */
const AT_ONCE = 500;
const HASH = 'a'.repeat(64);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MONTH_MS = 30 * 24 * 3_600_000;

/**
 * Fills a fresh database: each page is watched by two accounts, and each account is told by mail, by its webhook or in
 * Slack, a third each. No page falls due while the bench runs.
 */
export async function seed(db: Database, { origin, now }: { origin: string; now: Date }): Promise<Seeded> {
  const accounts = await addAccounts(db, { origin, now });
  const pages = await addPages(db, now);
  const watching = pages.flatMap(({ id, site }, at) =>
    [at, at + PAGES / 2].map((place) => {
      const account = accounts[(place * 7) % ACCOUNTS] ?? { id: 0, competitor: 0 };
      return {
        account_id: account.id,
        page_id: id,
        competitor_id: account.competitor,
        url: `https://${site}/pricing`,
        rules: null,
        started_at: now,
        after_check_id: 0,
      };
    }),
  );
  for (const rows of inParts(watching)) await db.insertInto('subscriptions').values(rows).execute();
  return { pages, hooks: accounts.flatMap(({ path }) => (path.startsWith('/hook/') ? [path] : [])) };
}

async function addAccounts(db: Database, { origin, now }: { origin: string; now: Date }) {
  const made = await db
    .insertInto('accounts')
    .values(Array.from({ length: ACCOUNTS }, (_, at) => ({ name: `reader ${at}`, created_at: now })))
    .returning('id')
    .execute();
  const competitors = await db
    .insertInto('competitors')
    .values(made.map(({ id }) => ({ account_id: id, name: 'Rival', created_at: now })))
    .returning(['id', 'account_id'])
    .execute();
  const accounts = competitors.map(({ id, account_id: account }, at) => {
    const kind = (['email', 'webhook', 'slack'] as const)[at % 3] ?? 'email';
    const path = { email: '/emails', webhook: `/hook/${at}`, slack: `/slack/${at}` }[kind];
    return { id: account, competitor: id, kind, path };
  });
  const channels = accounts.map(({ id, kind, path }, at) => ({
    account_id: id,
    kind,
    address: kind === 'email' ? `reader-${at}@example.com` : origin + path,
    name: null,
    secrets: JSON.stringify(kind === 'webhook' ? [SECRET] : []),
    takes_digest: kind === 'email',
    confirmed_at: now,
    disabled_at: null,
    disabled_reason: null,
    created_at: now,
  }));
  await db.insertInto('channels').values(channels).execute();
  return accounts;
}

async function addPages(db: Database, now: Date): Promise<readonly SeededPage[]> {
  const snapshot = { hash: HASH, body: null, bytes: 0, created_at: now };
  await db.insertInto('snapshots').values(snapshot).execute();
  const pages: SeededPage[] = [];
  for (const sites of inParts(Array.from({ length: PAGES }, (_, at) => `rival-${at}.example`))) {
    await db
      .insertInto('hosts')
      .values(sites.map((name) => ({ name })))
      .execute();
    const rows = await db
      .insertInto('pages')
      .values(sites.map((site) => pageRow(site, now)))
      .returning(['id', 'site'])
      .execute();
    const versions = await db
      .insertInto('versions')
      .values(
        rows.flatMap(({ id, site }) => [
          versionRow(id, site, { now, hash: 'b' }),
          versionRow(id, site, { now, hash: 'c' }),
        ]),
      )
      .returning(['id', 'page_id'])
      .execute();
    const checks = await db
      .insertInto('checks')
      .values(rows.map(({ id }) => checkRow(id, now)))
      .returning(['id', 'page_id'])
      .execute();
    const versionsOf = Map.groupBy(versions, (version) => version.page_id);
    const checkOf = new Map(checks.map((check) => [check.page_id, check.id]));
    for (const { id, site } of rows) {
      const [before, after] = versionsOf.get(id) ?? [];
      if (before !== undefined && after !== undefined)
        pages.push({ id, site, checkId: checkOf.get(id) ?? 0, before: before.id, after: after.id });
    }
  }
  return pages;
}

function pageRow(site: string, now: Date) {
  const url = `https://${site}/pricing`;
  return {
    url,
    page_key: url,
    host: site,
    site,
    kind: 'pricing' as const,
    every_s: 21_600,
    next_check_at: new Date(+now + MONTH_MS),
    lease_until: null,
    lease_token: null,
    failing_since: null,
    paused_at: null,
    created_at: now,
  };
}

function versionRow(page: number, site: string, { now, hash }: { now: Date; hash: string }) {
  return {
    page_id: page,
    content_hash: hash.repeat(64),
    snapshot_hash: HASH,
    reader_version: 1,
    content_type: 'text/html',
    final_url: `https://${site}/pricing`,
    blocks: '[]',
    markdown: '',
    text_length: 0,
    first_seen_at: now,
    last_seen_at: now,
    confirmed_at: now,
    scope: null,
    purged_at: null,
  };
}

function checkRow(page: number, now: Date) {
  return {
    page_id: page,
    checked_at: now,
    outcome: 'changed' as const,
    witness: null,
    reason: 'seeded',
    status: 200,
    final_url: null,
    etag: null,
    last_modified: null,
    request_digest: null,
    vouches_for: null,
    bytes_hash: null,
    sighted_version_id: null,
    content_hash: null,
    unconditional: false,
    trace: '{}',
    gone_as: null,
    moved_to: null,
  };
}

function inParts<T>(all: readonly T[]): readonly T[][] {
  const count = Math.ceil(all.length / AT_ONCE);
  return Array.from({ length: count }, (_, part) => all.slice(part * AT_ONCE, (part + 1) * AT_ONCE));
}
