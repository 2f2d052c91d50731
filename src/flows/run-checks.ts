import { claimPage, dropLease, type Lease } from '../store/leases.ts';
import { checkPage } from './check-page.ts';
import { LeaseLost, type CheckResult } from './record-check.ts';
import type { Database, World } from './world.ts';

/** Words for whoever waits at a terminal. */
export type Progress = (text: string) => void;

/** After a bug the page is left alone this long: it may meet the same bug each time, and its host must not pay for it. */
const AFTER_BUG_MS = 5 * 60_000;

/** Visits one leased page and always gives it back: by commit A, or after a bug with nothing but the time moved. */
export async function visit(db: Database, world: World, lease: Lease): Promise<CheckResult | null> {
  try {
    return await checkPage(db, world, lease);
  } catch (error) {
    if (error instanceof LeaseLost) return null;
    await dropLease(db, lease, new Date(+world.now() + AFTER_BUG_MS));
    throw error;
  }
}

/** Waits for the page's lease and its host's turn, then visits it; null when the page is gone. */
export async function visitPage(
  db: Database,
  world: World,
  { pageId, progress }: { pageId: number; progress: Progress },
): Promise<CheckResult | null> {
  for (;;) {
    const claim = await claimPage(db, pageId, world.settings.hostGapMs);
    if ('gone' in claim) return null;
    if ('lease' in claim) {
      progress(`checking ${claim.lease.page.url}`);
      const result = await visit(db, world, claim.lease);
      if (result !== null) return result;
    } else {
      if (claim.waitMs > 1000) progress(`waiting ${Math.ceil(claim.waitMs / 1000)} s for the host's turn`);
      await world.sleep(claim.waitMs);
    }
  }
}
