import { parseAddress, type AddressFault } from '../core/address.ts';
import type { PageAnswer } from '../core/answer.ts';
import { judgeHealth } from '../core/health.ts';
import { pageKindOf } from '../core/page-kind.ts';
import { pageKey } from '../core/page-key.ts';
import { readPage } from '../core/read/read-page.ts';
import { nameOfSite, siteOf } from '../core/site.ts';
import type { Account } from '../store/accounts.ts';
import { competitorNamed } from '../store/competitors.ts';
import { addPage as storePage, checkEvery, pageByKey, settleFocus, wake, type Page } from '../store/pages.ts';
import { subscribe } from '../store/subscriptions.ts';
import type { Database, World } from './world.ts';

export interface AddPage {
  readonly url: string;
  /** Null: named after the site's domain. */
  readonly competitor: string | null;
  /** Seconds between checks; null: six hours, or what the page has already. */
  readonly everyS: number | null;
  readonly account: Account;
}

export type Added =
  | {
      readonly ok: true;
      readonly page: Page;
      /** Did this account not watch the page before? */
      readonly created: boolean;
      /** What the page answered just now; null when it was known already and not asked. */
      readonly look: Look | null;
    }
  | { readonly ok: false; readonly fault: AddressFault; readonly say: string };

export interface Look {
  readonly readable: boolean;
  readonly say: string;
}

const SIX_HOURS_S = 6 * 3600;

/**
 * Adds a competitor's page for an account, or answers the page that has its key. The address is looked at once: one
 * that leads to a private address is refused, one that cannot be read just now is added, and the answer says so.
 */
export async function addPage(db: Database, world: World, wish: AddPage): Promise<Added> {
  const parsed = parseAddress(wish.url, { allow: world.settings.allowNet });
  if (!parsed.ok) return parsed;
  const url = asGiven(wish.url, parsed.url);
  const key = pageKey(url);
  const known = await pageByKey(db, key);
  const answer = known === null ? await world.fetchPage({ url, conditional: null, fresh: false }) : null;
  if (answer !== null && !answer.answered && answer.failure === 'refused') {
    return { ok: false, fault: 'address', say: answer.reason };
  }
  const look = answer === null ? null : lookAt(answer);
  return db.transaction().execute(async (tx) => keepPage(tx, world, { wish, url, key, look }));
}

async function keepPage(
  tx: Database,
  world: World,
  { wish, url, key, look }: { wish: AddPage; url: string; key: string; look: Look | null },
): Promise<Added> {
  const now = world.now();
  const { account, competitor, everyS } = wish;
  const host = new URL(url).host;
  const kind = pageKindOf(url);
  const { page } = await storePage(tx, {
    url,
    key,
    host,
    site: siteOf(url),
    kind,
    everyS: everyS ?? SIX_HOURS_S,
    now,
  });
  await wake(tx, page.id, now);
  const name = competitor ?? nameOfSite(url);
  const competitorId = await competitorNamed(tx, account.id, { name, now });
  const { created } = await subscribe(tx, { accountId: account.id, pageId: page.id, competitorId, url, now });
  if (created) await settleFocus(tx, page.id);
  if (everyS !== null) await checkEvery(tx, page.id, { everyS, now });
  return { ok: true, page: everyS === null ? page : ((await pageByKey(tx, key)) ?? page), created, look };
}

/** The URL is stored as it was given (P4); only a missing scheme is added. */
function asGiven(raw: string, parsed: URL): string {
  const trimmed = raw.trim();
  return /^https?:/i.test(trimmed) ? trimmed : parsed.href;
}

function lookAt(answer: PageAnswer): Look {
  if (!answer.answered) return { readable: false, say: `it cannot be read now: ${answer.reason}` };
  const { body, contentType, finalUrl } = answer;
  const reading = readPage({ body, contentType, url: finalUrl, scope: null });
  const health = judgeHealth({ answer, reading, last: null });
  if (health.health !== 'page') return { readable: false, say: `it cannot be read now: ${health.reason}` };
  if (!reading.ok) return { readable: false, say: `it cannot be read now: ${reading.reason}` };
  const validators = answer.etag ?? answer.lastModified;
  const cost = validators === null ? 'without validators' : 'with validators: unchanged checks are free';
  return {
    readable: true,
    say: `it answers ${answer.status} with ${reading.textLength} characters of text, ${cost}`,
  };
}
