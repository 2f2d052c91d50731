import { pageKey } from '../core/address/page-key.ts';
import { familyOf, KINDS, SEVERITIES, type Severity } from '../core/telling.ts';
import type { Account } from '../store/accounts.ts';
import { channelOf } from '../store/channels.ts';
import { pageByKey } from '../store/pages.ts';
import { changeSubscription, subscriptionsOfAccount } from '../store/subscriptions.ts';
import type { Database } from './world.ts';

export interface SubscribeWish {
  readonly url: string;
  readonly channelIds: readonly number[] | null;
  readonly least: string | null;
  readonly kinds: readonly string[] | null;
}

export type Subscribed =
  | { readonly ok: true; readonly subscriptionId: number; readonly pageId: number }
  | { readonly ok: false; readonly say: string };

/** Changes what an account hears of one of its pages. Nothing is changed unless everything asked for is sound. */
export async function changeWish(db: Database, account: Account, wish: SubscribeWish): Promise<Subscribed> {
  const page = URL.canParse(wish.url) ? await pageByKey(db, pageKey(wish.url)) : null;
  const own = await subscriptionsOfAccount(db, account.id);
  const subscription = page && own.find((s) => s.pageId === page.id);
  if (!subscription || page === null)
    return no(`${wish.url} is not watched; add it first: npm run -s sightline -- add ${wish.url}`);
  const fault = faultOfWords(wish) ?? (await faultOfChannels(db, account, wish.channelIds));
  if (fault !== null) return no(fault);
  await changeSubscription(db, subscription.id, {
    ...(isSeverity(wish.least) ? { least: wish.least } : {}),
    ...(wish.kinds === null ? {} : { kinds: wish.kinds.includes('all') ? null : wish.kinds }),
    ...(wish.channelIds === null ? {} : { channelIds: wish.channelIds }),
  });
  return { ok: true, subscriptionId: subscription.id, pageId: page.id };
}

async function faultOfChannels(
  db: Database,
  account: Account,
  ids: readonly number[] | null,
): Promise<string | null> {
  for (const id of ids ?? []) {
    const found = Number.isSafeInteger(id) ? await channelOf(db, { accountId: account.id, id }) : null;
    if (found === null) return `There is no channel ${id}; see: npm run -s sightline -- channel list`;
  }
  return null;
}

/** What is wrong with the words of a wish; null: nothing. Needs no database. */
export function faultOfWords({ least, kinds }: Pick<SubscribeWish, 'least' | 'kinds'>): string | null {
  if (least !== null && !isSeverity(least)) return `--least is one of ${SEVERITIES.join(', ')}`;
  const families = new Set(KINDS.map(familyOf));
  const unknown = kinds?.find(
    (kind) => kind !== 'all' && !families.has(kind) && !KINDS.some((k) => k === kind),
  );
  if (unknown === undefined) return null;
  return `"${unknown}" is no kind; use all, a family (${[...families].join(', ')}) or one of ${KINDS.join(', ')}`;
}

function isSeverity(word: string | null): word is Severity {
  return SEVERITIES.some((severity) => severity === word);
}

function no(say: string): Subscribed {
  return { ok: false, say };
}
