import { claimPage, dropLease, type Lease } from '../store/leases.ts';
import { isDatabaseTrouble } from '../store/trouble.ts';
import { checkPage } from './check-page.ts';
import { faultPlan } from './fault-plan.ts';
import { askRobots, needsRobots } from './robots.ts';
import { LeaseLost, recordCheck, type CheckResult } from './record-check.ts';
import type { Database, World } from './world.ts';

/** Words for whoever waits at a terminal. */
export type Progress = (text: string) => void;

/** When not even a failed check can be recorded, the page is left alone this long: its host must not pay for it. */
const AFTER_BUG_MS = 5 * 60_000;

/**
 * Visits one leased page and always gives it back by commit A. A bug that the page's text brings to light ends as a failed
 * check and is reported, so that one page never keeps others from being visited. Trouble of the database leaves the lease
 * to run out: what was read is read again within it (C19).
 * @returns null when there is no check yet: another worker has taken the page since, or the host's turn went to its robots.txt
 */
export async function visit(db: Database, world: World, lease: Lease): Promise<CheckResult | null> {
  try {
    if (await needsRobots(db, world, lease.page)) {
      await askRobots(db, world, lease.page);
      await dropLease(db, lease, null);
      return null;
    }
    return await checkPage(db, world, lease);
  } catch (error) {
    if (error instanceof LeaseLost) return null;
    // The page is not to blame: it is visited again when the lease runs out.
    if (isDatabaseTrouble(error)) throw error;
    const failed = await recordFault(db, world, { lease, error });
    world.fault(error);
    return failed;
  }
}

async function recordFault(
  db: Database,
  world: World,
  { lease, error }: { lease: Lease; error: unknown },
): Promise<CheckResult | null> {
  const now = world.now();
  try {
    const plan = faultPlan(lease.page, error, now);
    return await recordCheck(db, world, { lease, plan, rebuilt: new Map(), now });
  } catch (worse) {
    if (worse instanceof LeaseLost) return null;
    await dropLease(db, lease, { at: new Date(+now + AFTER_BUG_MS), now });
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
    const claim = await claimPage(db, pageId, world.settings);
    if ('gone' in claim) return null;
    if ('lease' in claim) {
      progress(`checking ${claim.lease.page.url}`);
      const result = await visit(db, world, claim.lease);
      if (result !== null) return result;
    } else {
      progress(`${claim.why}; trying again in ${Math.ceil(claim.waitMs / 1000)} s`);
      await world.sleep(claim.waitMs);
    }
  }
}
