import { notWatchedWords, watchedKey } from '../core/address/watched-key.ts';
import { pageByKey, type Page } from '../store/pages.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { Refused, type App } from './command.ts';

/** The page of this address that the account watches, whatever its slash; a sentence where there is none. */
export async function watchedPage({ db, account }: App, url: string): Promise<Page> {
  const key = watchedKey(url);
  const page = key === null ? null : await pageByKey(db, key);
  const own = await subscriptionsOfAccount(db, account.id);
  if (page === null || !own.some(({ pageId }) => pageId === page.id)) {
    throw new Refused(notWatchedWords(url));
  }
  return page;
}
