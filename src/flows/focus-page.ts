import { placeKey } from '../core/block.ts';
import { SIDES, WHOLE, type Focus, type Side } from '../core/pending/focus.ts';
import { notWatchedWords, watchedKey } from '../core/address/watched-key.ts';
import { NO_SELECTOR, readPage } from '../core/read/read-page.ts';
import type { Account } from '../store/accounts.ts';
import { placeOfDifference } from '../store/differences.ts';
import { pageByKey, settleFocus, type Page } from '../store/pages.ts';
import { readSnapshot } from '../store/snapshots.ts';
import { changeFocus, focusOf } from '../store/subscriptions.ts';
import { latestVersion, versionSource } from '../store/versions.ts';
import type { Database } from './world.ts';

/** What to watch of a page; what is not given stays as it was. */
export interface FocusWish {
  readonly url: string;
  /** Begin from the whole page, both sides, nothing ignored. */
  readonly whole: boolean;
  readonly scope: string | null;
  /** A difference of this page: its place is ignored from now on. */
  readonly ignore: number | null;
  readonly side: string | null;
}

export type Focused =
  | { readonly ok: true; readonly pageId: number; readonly focus: Focus }
  | { readonly ok: false; readonly say: string };

/**
 * Changes which part of a page an account watches. It starts a new baseline in silence: what the page stands at is read
 * again under the new focus, what waited outside of it is withdrawn at the next check, and nothing is told for it.
 */
export async function focusPage(db: Database, account: Account, wish: FocusWish): Promise<Focused> {
  const key = watchedKey(wish.url);
  const page = key === null ? null : await pageByKey(db, key);
  const own = page && (await focusOf(db, { accountId: account.id, pageId: page.id }));
  if (page === null || own === null) return no(notWatchedWords(wish.url));
  const focus = await wished(db, { account, page, wish, own: wish.whole ? WHOLE : own });
  if (typeof focus === 'string') return no(focus);
  await db.transaction().execute(async (tx) => {
    await changeFocus(tx, { accountId: account.id, pageId: page.id, focus });
    await settleFocus(tx, page.id);
  });
  return { ok: true, pageId: page.id, focus };
}

interface Wished {
  readonly account: Account;
  readonly page: Page;
  readonly wish: FocusWish;
  readonly own: Focus;
}

/** The focus that is asked for, or what is wrong with the wish. */
async function wished(db: Database, { account, page, wish, own }: Wished): Promise<Focus | string> {
  const side = wish.side ?? own.side;
  if (!isSide(side)) return `--side is one of ${SIDES.join(', ')}`;
  const fault = wish.scope === null ? null : await faultOfScope(db, page, wish.scope);
  if (fault !== null) return fault;
  const scope = wish.scope ?? own.scope;
  if (wish.ignore === null) return { ...own, side, scope };
  const place = await placeOfDifference(db, {
    accountId: account.id,
    pageId: page.id,
    differenceId: wish.ignore,
  });
  if (place === null)
    return `This page has no difference ${wish.ignore}; see: npm run -s sightline -- explain ${page.url}`;
  return { side, scope, ignored: [...new Set([...own.ignored, placeKey(place)])] };
}

/** A scope has to be a selector that fits the page as it was read last; of a page never read, or not to be kept, only that it is a selector. */
async function faultOfScope(db: Database, page: Page, scope: string): Promise<string | null> {
  const latest = await latestVersion(db, page.id);
  const sample = latest === null ? null : await versionSource(db, latest.id);
  const kept = latest === null ? EMPTY_PAGE : await readSnapshot(db, latest.snapshotHash);
  const body = kept ?? EMPTY_PAGE;
  const url = sample?.finalUrl ?? page.url;
  const reading = readPage({ body, contentType: sample?.contentType ?? 'text/html', url, scope });
  if (reading.ok) return null;
  return (sample === null || kept === null) && /matches/.test(reading.reason) ? null : reading.reason;
}

/** What is wrong with a selector before any page is looked at; null: nothing. */
export function faultOfSelector(scope: string): string | null {
  const reading = readPage({
    body: EMPTY_PAGE,
    contentType: 'text/html',
    url: 'https://page.invalid/',
    scope,
  });
  return reading.ok || !reading.reason.endsWith(NO_SELECTOR) ? null : `--scope: ${reading.reason}`;
}

const EMPTY_PAGE = new TextEncoder().encode('<p></p>');

function isSide(word: string): word is Side {
  return SIDES.some((side) => side === word);
}

function no(say: string): Focused {
  return { ok: false, say };
}
