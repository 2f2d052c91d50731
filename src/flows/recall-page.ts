import type { PendingDifference } from '../core/pending.ts';
import type { NoticeKind } from '../core/telling.ts';
import type { VolatileMemory } from '../core/volatile.ts';
import { fullReads, newestStreak, openSuspicion, type Suspicion } from '../store/checks.ts';
import { pendingDifferences } from '../store/differences.ts';
import { newestNotice } from '../store/notices.ts';
import { volatileMemory } from '../store/volatile-places.ts';
import type { Database } from './world.ts';

/** What Sightline remembers of a page beside its two prior states. */
export interface Recalled {
  readonly suspicion: Suspicion | null;
  readonly lastFullReadAt: Date | null;
  readonly notModifiedSince: number;
  readonly pending: readonly PendingDifference[];
  readonly volatile: VolatileMemory;
  readonly lastNotice: NoticeKind | null;
  readonly streak: Awaited<ReturnType<typeof newestStreak>>;
}

export async function recallPage(db: Database, pageId: number): Promise<Recalled> {
  const [suspicion, reads, pending, volatile, lastNotice, streak] = await Promise.all([
    openSuspicion(db, pageId),
    fullReads(db, pageId),
    pendingDifferences(db, pageId),
    volatileMemory(db, pageId),
    newestNotice(db, pageId),
    newestStreak(db, pageId),
  ]);
  const { lastAt: lastFullReadAt, notModifiedSince } = reads;
  return { suspicion, lastFullReadAt, notModifiedSince, pending, volatile, lastNotice, streak };
}
