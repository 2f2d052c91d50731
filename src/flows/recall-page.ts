import type { VisitNotice } from '../core/watch/notice.ts';
import type { PendingDifference } from '../core/pending/pending.ts';
import { settledKeys } from '../core/sight/settled.ts';
import type { VolatileMemory } from '../core/sight/volatile.ts';
import { awaySightings, fullReads, newestStreak, openSuspicion, type Suspicion } from '../store/checks.ts';
import { pendingDifferences } from '../store/differences.ts';
import { newestNotice } from '../store/notices.ts';
import type { Page } from '../store/pages.ts';
import { volatileMemory } from '../store/volatile-places.ts';
import { bringsNews } from './brings-news.ts';
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
  const [suspicion, reads, pending, volatile, newsPage, lastNotice, streak] = await Promise.all([
    openSuspicion(db, page.id),
    fullReads(db, page.id),
    pendingDifferences(db, page.id),
    volatileMemory(db, page.id),
    bringsNews(db, page, now),
    newestNotice(db, page.id),
    newestStreak(db, page.id),
  ]);
  const { lastAt: lastFullReadAt, notModifiedSince } = reads;
  // Only what a restless place explains can settle: nearly all pages have none, and need not be asked how they stood.
  const sightings = volatile.size === 0 ? [] : await awaySightings(db, page.id, MOST_SIGHTINGS);
  const settled = settledKeys(sightings, now);
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
