import { pageKey } from '../core/address/page-key.ts';
import { pageKindOf } from '../core/watch/page-kind.ts';
import { siteOf } from '../core/address/site.ts';
import type { Account } from '../store/accounts.ts';
import { lockPage, movePage, openMove, withdrawWaiting } from '../store/moves.ts';
import { pageById, pageByKey, type Page } from '../store/pages.ts';
import { focusOf } from '../store/subscriptions.ts';
import type { Database, World } from './world.ts';

export type Accepted =
  | { readonly ok: true; readonly pageId: number; readonly from: string; readonly to: string }
  | { readonly ok: false; readonly say: string };

/**
 * Follows a page to the address that it has moved to. The new address is the one that is fetched from now on; its first good
 * reading is a new baseline in silence, history stays, and the old address still finds the page. Of what waited to be told,
 * what no check can see standing any more is withdrawn with that reason.
 * @param to the address that the founder saw, where a stale form could mean another; null: whatever it has moved to
 */
export async function acceptMove(
  db: Database,
  world: World,
  { account, pageId, to }: { account: Account; pageId: number; to: string | null },
): Promise<Accepted> {
  return db.transaction().execute(async (tx) => {
    const own = await focusOf(tx, { accountId: account.id, pageId });
    await lockPage(tx, pageId);
    const [page, open] = await Promise.all([pageById(tx, pageId), openMove(tx, pageId)]);
    if (own === null || page === null) return no('This page is not watched.');
    if (open === null)
      return no(
        `${page.url} has no move to accept. One can be accepted when it was told: after three visits over a day that led there for good.`,
      );
    if (to !== null && to !== open.to) return no(`${page.url} leads to ${open.to}, not to ${to}.`);
    const other = await pageByKey(tx, pageKey(open.to));
    if (other !== null && other.id !== page.id) return no(alreadyWatched(page, other));
    await follow(tx, { page, to: open.to, account, now: world.now() });
    return { ok: true, pageId, from: page.url, to: open.to };
  });
}

async function follow(
  tx: Database,
  { page, to: url, account, now }: { page: Page; to: string; account: Account; now: Date },
): Promise<void> {
  const kind = pageKindOf(url);
  const to = { url, key: pageKey(url), host: new URL(url).host, site: siteOf(url) };
  await withdrawWaiting(tx, page.id, {
    reason: `the page goes on at ${url}; it is compared anew there`,
    now,
  });
  await movePage(tx, {
    pageId: page.id,
    to,
    kind: kind === 'other' ? page.kind : kind,
    accountId: account.id,
    now,
  });
}

function alreadyWatched(page: Page, other: Page): string {
  return `${other.url} is watched already (page ${other.id}). Stop watching the old one: npm run -s sightline -- remove ${page.url}`;
}

function no(say: string): Accepted {
  return { ok: false, say };
}
