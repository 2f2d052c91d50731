import { NOT_PUBLIC, parseAddress, type AddressFault } from '../core/address/address.ts';
import { pageKindOf } from '../core/watch/page-kind.ts';
import { pageKey } from '../core/address/page-key.ts';
import { nameOfSite, siteOf } from '../core/address/site.ts';
import type { Account } from '../store/accounts.ts';
import { competitorNamed, competitorOfPage, giveToCompetitor } from '../store/competitors.ts';
import {
  addPage as storePage,
  checkEvery,
  checkSoon,
  pageByKey,
  settleFocus,
  wake,
  type Page,
} from '../store/pages.ts';
import { askDespiteRobots } from '../store/robots.ts';
import { subscribe, watches } from '../store/subscriptions.ts';
import { askLeave, lookAt, type Look, type Place } from './look.ts';
import type { Database, World } from './world.ts';

export interface AddPage {
  readonly url: string;
  /** Null: named after the site's domain. */
  readonly competitor: string | null;
  /** Seconds between checks; null: six hours, or what the page has already. */
  readonly everyS: number | null;
  readonly account: Account;
  /** The account asks for this page itself, whatever robots.txt says: a fetch that a person triggered. */
  readonly despiteRobots?: boolean;
}

export type Added =
  | {
      readonly ok: true;
      readonly page: Page;
      /** Did this account not watch the page before? */
      readonly created: boolean;
      /** What the account calls whom it belongs to. */
      readonly competitor: string;
      /** To whom it belonged before; null: to nobody else. */
      readonly competitorBefore: string | null;
      /** What the page answered just now; null when it was known already and not asked. */
      readonly look: Look | null;
    }
  | { readonly ok: false; readonly fault: AddressFault | 'robots'; readonly say: string };

const SIX_HOURS_S = 6 * 3600;

/**
 * Adds a competitor's page for an account, or answers the page that has its key. The address is looked at once: one
 * that leads to a private address is refused, one that cannot be read just now is added, and the answer says so. One that
 * robots.txt disallows is refused with the rule, unless the account asks for it all the same.
 */
export async function addPage(db: Database, world: World, wish: AddPage): Promise<Added> {
  const parsed = parseAddress(wish.url, { allow: world.settings.allowNet });
  if (!parsed.ok) return parsed;
  const url = asGiven(wish.url, parsed.url);
  const key = pageKey(url);
  const known = await pageByKey(db, key);
  const asked = known?.url ?? url;
  const place = { url: asked, host: new URL(asked).host, despiteRobots: wish.despiteRobots === true };
  const watched = known !== null && (await watches(db, { accountId: wish.account.id, pageId: known.id }));
  const refused = watched ? null : await refusal(db, world, place);
  if (refused !== null) return refused;
  const look = known === null ? await lookAt(db, world, place) : null;
  if (look === 'not public') return NO_ADDRESS;
  return db.transaction().execute(async (tx) => keepPage(tx, world, { wish, url, key, look }));
}

type Refused = Extract<Added, { ok: false }>;
const NO_ADDRESS: Refused = { ok: false, fault: 'address', say: NOT_PUBLIC };

async function refusal(
  db: Database,
  world: World,
  place: Place & { readonly despiteRobots: boolean },
): Promise<Refused | null> {
  const leave = await askLeave(db, world, place);
  if (leave === 'not public') return NO_ADDRESS;
  if (leave === 'yes' || place.despiteRobots) return null;
  const say = `robots.txt of ${place.host} asks programs to stay away from this page: ${leave.rule}.`;
  return { ok: false, fault: 'robots', say };
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
  const before = await competitorOfPage(tx, { accountId: account.id, pageId: page.id });
  const name = competitor ?? before?.name ?? nameOfSite(url);
  const competitorId = await competitorNamed(tx, account.id, { name, now });
  const { created } = await subscribe(tx, { accountId: account.id, pageId: page.id, competitorId, url, now });
  const moves = before !== null && before.id !== competitorId;
  if (moves) await giveToCompetitor(tx, { accountId: account.id, pageId: page.id, competitorId });
  if (created) await settleFocus(tx, page.id);
  if (everyS !== null) await checkEvery(tx, page.id, { everyS, now });
  if (wish.despiteRobots === true) {
    await askDespiteRobots(tx, { accountId: account.id, pageId: page.id });
    await checkSoon(tx, page.id, now);
  }
  const kept = everyS === null ? page : ((await pageByKey(tx, key)) ?? page);
  const whose = moves
    ? { competitor: name, competitorBefore: before.name }
    : { competitor: before?.name ?? name, competitorBefore: null };
  return { ok: true, page: kept, created, ...whose, look };
}

/** The URL is stored as it was given (P4); only a missing scheme is added. */
function asGiven(raw: string, parsed: URL): string {
  const trimmed = raw.trim();
  return /^https?:/i.test(trimmed) ? trimmed : parsed.href;
}
