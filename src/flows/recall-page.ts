import { isNewsPage, NEWS_WINDOW_MS } from '../core/news-page.ts';
import type { PendingDifference } from '../core/pending.ts';
import type { NoticeKind } from '../core/telling.ts';
import type { VolatileMemory } from '../core/volatile.ts';
import { fullReads, newestStreak, openSuspicion, type Suspicion } from '../store/checks.ts';
import { pendingDifferences } from '../store/differences.ts';
import { newsRecord } from '../store/news.ts';
import { newestNotice } from '../store/notices.ts';
import type { Page } from '../store/pages.ts';
import { volatileMemory } from '../store/volatile-places.ts';
import type { Database } from './world.ts';

/** What Sightline remembers of a page beside its two prior states. */
export interface Recalled {
  readonly suspicion: Suspicion | null;
  readonly lastFullReadAt: Date | null;
  readonly notModifiedSince: number;
  readonly pending: readonly PendingDifference[];
  readonly volatile: VolatileMemory;
  /** Does the page bring news on most visits? */
  readonly newsPage: boolean;
  readonly lastNotice: NoticeKind | null;
  readonly streak: Awaited<ReturnType<typeof newestStreak>>;
}

export async function recallPage(
  db: Database,
  page: Pick<Page, 'id' | 'kind'>,
  now: Date,
): Promise<Recalled> {
  const [suspicion, reads, pending, volatile, news, lastNotice, streak] = await Promise.all([
    openSuspicion(db, page.id),
    fullReads(db, page.id),
    pendingDifferences(db, page.id),
    volatileMemory(db, page.id),
    newsRecord(db, page.id, new Date(+now - NEWS_WINDOW_MS)),
    newestNotice(db, page.id),
    newestStreak(db, page.id),
  ]);
  const { lastAt: lastFullReadAt, notModifiedSince } = reads;
  const newsPage = isNewsPage(news, page.kind);
  return { suspicion, lastFullReadAt, notModifiedSince, pending, volatile, newsPage, lastNotice, streak };
}
