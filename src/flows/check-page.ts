import { isSamePage } from '../core/watch/move.ts';
import { chooseValidators } from '../core/http/validators.ts';
import { freshestValidators } from '../store/checks.ts';
import type { Lease } from '../store/leases.ts';
import { latestVersion, type VersionHead } from '../store/versions.ts';
import { judgeSight } from './judge-sight.ts';
import { planCheck } from './plan-check.ts';
import { leaveOfPage } from './robots.ts';
import { pendingOfToday } from './rebuild-pending.ts';
import { recallPage, type Recalled } from './recall-page.ts';
import { recordCheck, type CheckResult } from './record-check.ts';
import { todaysReading } from './reread.ts';
import { askPage, sightPage } from './sight-page.ts';
import type { Database, World } from './world.ts';

/**
 * One visit to a page, from the two prior-state reads to commit A (DESIGN 4, Observe). Needs no model and tells
 * nobody; whatever the site does is an outcome. Throws only on a bug or a lost database, and then leaves nothing.
 */
export async function checkPage(db: Database, world: World, lease: Lease): Promise<CheckResult> {
  const { page } = lease;
  const now = world.now();
  const { confirmAfterS, requestDigest } = world.settings;
  await world.reach('visit claimed');

  // Two reads, for they are two questions (P2). Which validators are freshest? Any row may carry them, a failed one too.
  // What does the page stand at? Only a row with a content hash says so: asked as one, a failure would hide the baseline.
  const [freshest, latest] = await Promise.all([freshestValidators(db, page.id), latestVersion(db, page.id)]);

  const memory = await recallPage(db, page, now);
  const baseline = latest && (await todaysReading(db, page, latest));
  const rebuilt = await pendingOfToday(db, { page, latest, baseline, pending: memory.pending });
  const recalled = { ...memory, pending: rebuilt.pending };
  const choice = chooseValidators({
    // Those of a page that this one led to say nothing of this one: sent there, a 304 would hide that it still does.
    freshest: freshest !== null && isSamePage(page.url, freshest.url) ? freshest : null,
    suspectedVersionId: recalled.suspicion?.versionId ?? null,
    independent: whyIndependent(recalled, latest),
    requestDigest,
    lastFullReadAt: recalled.lastFullReadAt,
    notModifiedSince: recalled.notModifiedSince,
    now,
  });
  const leave = await leaveOfPage(db, world, page);
  const answer = leave.keptOut ?? (await askPage(world, page, { ...choice, barred: leave.barred }));
  await world.reach('visit fetched');
  const sight = await sightPage(db, { page, choice, answer, baseline, now });
  const judged =
    sight.kind === 'unread'
      ? null
      : await judgeSight(db, { page, sight, baseline, recalled, now, confirmAfterS });
  const plan = await planCheck(db, { page, choice, sight, judged, baseline, recalled, now });
  await world.reach('visit planned');
  return recordCheck(db, world, { lease, plan, rebuilt: rebuilt.moves, now });
}

function whyIndependent(recalled: Recalled, latest: VersionHead | null): string | null {
  if (recalled.suspicion !== null) return 'the second read of a suspicion';
  return latest !== null && latest.confirmedAt === null ? 'the second read of a first reading' : null;
}
