import { isNewsPage, NEWS_WINDOW_MS } from '../core/pending/news-page.ts';
import type { VisitNotice } from '../core/watch/notice.ts';
import type { PendingDifference } from '../core/pending/pending.ts';
import { settledKeys } from '../core/sight/settled.ts';
import type { VolatileMemory } from '../core/sight/volatile.ts';
import { awaySightings, fullReads, newestStreak, openSuspicion, type Suspicion } from '../store/checks.ts';
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
  /** Keys of differences in volatile places that have stood alone too long to be unrest. */
  readonly settled: ReadonlySet<string>;
  /** Does the page bring news on most visits? */
  readonly newsPage: boolean;
  readonly lastNotice: VisitNotice | null;
  readonly streak: Awaited<ReturnType<typeof newestStreak>>;
}

/** A page that is looked at every half hour for seven days. */
const MOST_SIGHTINGS = 400;

export async function recallPage(
  db: Database,
  page: Pick<Page, 'id' | 'kind'>,
  now: Date,
): Promise<Recalled> {
  const [suspicion, reads, pending, volatile, sightings, news, lastNotice, streak] = await Promise.all([
    openSuspicion(db, page.id),
    fullReads(db, page.id),
    pendingDifferences(db, page.id),
    volatileMemory(db, page.id),
    awaySightings(db, page.id, MOST_SIGHTINGS),
    newsRecord(db, page.id, new Date(+now - NEWS_WINDOW_MS)),
    newestNotice(db, page.id),
    newestStreak(db, page.id),
  ]);
  const { lastAt: lastFullReadAt, notModifiedSince } = reads;
  const settled = settledKeys(sightings, now);
  const newsPage = isNewsPage(news, page.kind);
  return {
    suspicion,
    lastFullReadAt,
    notModifiedSince,
    pending,
    volatile,
    settled,
    newsPage,
    lastNotice,
    streak,
  };
}
