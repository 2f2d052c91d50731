import { isNewsPage, NEWS_WINDOW_MS } from '../core/pending/news-page.ts';
import { newsRecord } from '../store/news.ts';
import type { Page } from '../store/pages.ts';
import type { Database } from './world.ts';

/** Does the page bring news on most visits (PRODUCT 5), as the seven days before `now` have it? */
export async function bringsNews(db: Database, page: Pick<Page, 'id' | 'kind'>, now: Date): Promise<boolean> {
  const record = await newsRecord(db, page.id, new Date(+now - NEWS_WINDOW_MS));
  return isNewsPage(record, page.kind);
}
