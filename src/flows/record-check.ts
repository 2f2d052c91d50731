import { validatorsToKeep, vouch, type EarlierVoucher } from '../core/http/validators.ts';
import type { Move } from '../core/pending/pending.ts';
import { asksNoArchive } from '../core/http/archiving.ts';
import { usualInterval } from '../core/watch/rhythm.ts';
import { nextCheckAt } from '../core/watch/schedule.ts';
import { forgetBytes, purgeTexts } from '../store/archive.ts';
import { addChange } from '../store/changes.ts';
import { addCheck, earlierVoucher } from '../store/checks.ts';
import { applyMoves, confirmDifferences } from '../store/differences.ts';
import { earliestDueAt, markDue } from '../store/due-differences.ts';
import { endLease, type Lease } from '../store/leases.ts';
import { addNotice } from '../store/notices.ts';
import { quietSince } from '../store/pages.ts';
import { keepSnapshot, noteSnapshot } from '../store/snapshots.ts';
import type { Outcome } from '../core/watch/schedule.ts';
import type { Witness } from '../store/tables.ts';
import { addVersion, sawVersion, versionHead } from '../store/versions.ts';
import { rememberVolatile } from '../store/volatile-places.ts';
import { deliverNotice } from './route.ts';
import { newVersion } from './reread.ts';
import type { CheckPlan } from './plan-check.ts';
import type { Database, World } from './world.ts';

/** What a check left behind. */
export interface CheckResult {
  readonly url: string;
  readonly pageId: number;
  readonly checkId: number;
  readonly outcome: Outcome;
  readonly witness: Witness | null;
  readonly reason: string;
  /** The kind of trouble, for what to try; null: the page was seen. */
  readonly trouble: string | null;
  readonly status: number | null;
  readonly requests: number;
  readonly bytes: number;
  readonly changeId: number | null;
  readonly nextCheckAt: Date;
}

/** Thrown inside commit A when another worker has taken the page since: everything of this visit is rolled back. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

interface Record {
  readonly lease: Lease;
  readonly plan: CheckPlan;
  /** What our own doing made of the pending list, by change. */
  readonly rebuilt: ReadonlyMap<number, readonly Move[]>;
  readonly now: Date;
}

/** A record, and whether the page asks not to be archived, as far as this visit or an earlier one says. */
interface Kept extends Record {
  readonly noarchive: boolean;
}

/**
 * Commit A: check, snapshot, version, change, differences, notice and next visit in one transaction, under the lease's
 * token (P11). A crash before it leaves nothing; the lease then runs out and the visit is made again.
 */
export async function recordCheck(db: Database, world: World, record: Record): Promise<CheckResult> {
  const result = await commitCheck(db, world, record);
  await world.reach('visit committed');
  return result;
}

async function commitCheck(db: Database, world: World, record: Record): Promise<CheckResult> {
  return db.transaction().execute(async (tx) => {
    const { lease, plan, now } = record;
    const noarchive = isNotArchived(world, record);
    const versionId = await keepSighted(tx, { ...record, noarchive });
    const checkId = await addCheck(tx, lease.page.id, await checkRow(tx, record, versionId));
    const changeId = await keepChange(tx, record, { versionId, checkId });
    const { beganAt } = plan;
    for (const [id, moves] of record.rebuilt)
      await applyMoves(tx, moves, { pageId: lease.page.id, changeId: id, beganAt: now, now });
    await applyMoves(tx, plan.moves, { pageId: lease.page.id, changeId, beganAt, now });
    await confirmDifferences(tx, plan.confirmed);
    await rememberVolatile(tx, lease.page.id, { rows: plan.volatile, at: now });
    if (plan.standing)
      await markDue(tx, lease.page.id, { now, absent: plan.absent, newsPage: plan.newsPage });
    await keepNotice(tx, world, record);
    await tidyArchive(tx, { ...record, noarchive });
    const next = await schedule(tx, world, record);
    const { failingSince, failures, hostHeldUntil } = plan;
    const state = {
      nextCheckAt: next,
      scheduledAt: now,
      failingSince,
      failures,
      hostHeldUntil,
      noarchive,
    };
    if (!(await endLease(tx, lease, state))) throw new LeaseLost();
    await world.reach('visit in commit');
    return { ...resultOf(record), checkId, changeId, nextCheckAt: next };
  });
}

/** An error or a wall says nothing for the page. */
function isNotArchived({ settings }: World, { lease, plan }: Record): boolean {
  const { noarchive } = lease.page;
  if (plan.sighted === null || !plan.answer.answered) return noarchive;
  return asksNoArchive(plan.answer, settings.productToken) ?? noarchive;
}

/** What may not be archived is forgotten as soon as the page says so, its texts when nothing is compared with them any more. */
async function tidyArchive(tx: Database, { lease, plan, now, noarchive }: Kept): Promise<void> {
  if (noarchive) await forgetBytes(tx, lease.page.id);
  if (noarchive || plan.adopts) await purgeTexts(tx, lease.page.id, now);
}

/** Stores what is new, notes what was seen again. */
async function keepSighted(tx: Database, { lease, plan, now, noarchive }: Kept): Promise<number | null> {
  if (plan.sighted === null) return null;
  const { reading, answer } = plan;
  const keep = noarchive ? noteSnapshot : keepSnapshot;
  const id =
    plan.sighted !== 'new' || reading === null || !answer.answered
      ? Number(plan.sighted)
      : await addVersion(tx, lease.page.id, {
          version: newVersion(reading, {
            ...answer,
            scope: lease.page.focus.scope,
            noarchive,
            snapshotHash: await keep(tx, answer.body, now),
          }),
          now,
        });
  await sawVersion(tx, id, { at: now, confirm: plan.confirms });
  if (plan.alsoSaw !== null && plan.alsoSaw !== id) {
    await sawVersion(tx, plan.alsoSaw, { at: now, confirm: plan.confirms });
  }
  return id;
}

async function checkRow(tx: Database, { lease, plan, now }: Record, versionId: number | null) {
  const { answer, asked } = plan;
  const answered = answer.answered ? answer : null;
  const last = answer.hops.at(-1) ?? null;
  const kept = answered === null ? null : validatorsToKeep(answered, asked.send);
  return {
    checkedAt: now,
    outcome: plan.outcome,
    witness: plan.witness,
    reason: plan.reason,
    status: answered?.status ?? last?.status ?? null,
    finalUrl: answered?.finalUrl ?? null,
    etag: kept?.etag ?? null,
    lastModified: kept?.lastModified ?? null,
    requestDigest: answered?.requestDigest ?? null,
    vouchesFor: answered === null ? null : await voucher(tx, { pageId: lease.page.id, plan, versionId }),
    bytesHash: answered === null || answered.status === 304 ? null : answered.bytesHash,
    sightedVersionId: versionId,
    contentHash: plan.adopts && versionId !== null ? (await versionHead(tx, versionId)).contentHash : null,
    unconditional: asked.send === null,
    bytes: answered?.wireBytes ?? 0,
    requests: answer.requests,
    ms: Math.round(answer.ms),
    trace: {
      asked: asked.reason,
      sent: asked.send,
      hops: answer.hops,
      content: plan.unbelieved,
      ...(plan.away.length === 0 ? {} : { away: plan.away }),
    },
    gone: plan.gone,
  };
}

/** The version that this answer's validators vouch for, if any (P3). */
async function voucher(
  tx: Database,
  { pageId, plan, versionId }: { pageId: number; plan: CheckPlan; versionId: number | null },
): Promise<number | null> {
  const { answer } = plan;
  if (!answer.answered) return null;
  const { finalUrl: url, status } = answer;
  const earlier = await earlierVoucher(tx, pageId, { url, ...validatorsToKeep(answer, plan.asked.send) });
  return vouch(versionId, await followSnapshot(tx, earlier, versionId), status === 304);
}

/** Vouchers follow their snapshot: the old reader's version of the sighted bytes is no other version (P13). */
async function followSnapshot(
  tx: Database,
  earlier: EarlierVoucher,
  sighted: number | null,
): Promise<EarlierVoucher> {
  if (earlier?.vouchesFor == null || sighted === null || earlier.vouchesFor === sighted) return earlier;
  const [vouched, seen] = await Promise.all([versionHead(tx, earlier.vouchesFor), versionHead(tx, sighted)]);
  return vouched.snapshotHash === seen.snapshotHash ? { vouchesFor: sighted } : earlier;
}

async function keepChange(
  tx: Database,
  { lease, plan, now }: Record,
  { versionId, checkId }: { versionId: number | null; checkId: number },
): Promise<number | null> {
  const { change } = plan;
  if (change === null || versionId === null) return null;
  return addChange(tx, {
    pageId: lease.page.id,
    fromVersionId: change.from.id,
    toVersionId: versionId,
    checkId,
    // A clock that was set back sees the change before the page was last seen without it.
    lastSeenUnchangedAt: new Date(Math.min(+change.from.lastSeenAt, +change.firstSeenChangedAt)),
    firstSeenChangedAt: change.firstSeenChangedAt,
    confirmedAt: now,
  });
}

async function keepNotice(tx: Database, world: World, { lease, plan, now }: Record): Promise<void> {
  if (plan.notice === null) return;
  const id = await addNotice(tx, lease.page.id, { notice: plan.notice, now });
  if (id !== null) await deliverNotice(tx, world, id);
}

async function schedule(tx: Database, world: World, { lease, plan, now }: Record): Promise<Date> {
  const { everyS, everyExact: exact, id } = lease.page;
  // A page that cannot be read is not quiet: nobody knows.
  const quietS = plan.sighted === null ? 0 : (+now - +(await quietSince(tx, id))) / 1000;
  return nextCheckAt({
    outcome: plan.outcome,
    now,
    everyS: usualInterval({ everyS, exact, quietS, random: world.random() }),
    confirmAfterS: world.settings.confirmAfterS,
    failures: plan.failures,
    retryAfterS: plan.retryAfterS,
    earliestDueAt: await earliestDueAt(tx, lease.page.id),
  });
}

function resultOf({ lease, plan }: Record) {
  const { answer } = plan;
  return {
    url: lease.page.url,
    pageId: lease.page.id,
    outcome: plan.outcome,
    witness: plan.witness,
    reason: plan.reason,
    trouble: plan.trouble,
    status: answer.answered ? answer.status : null,
    requests: answer.requests,
    bytes: answer.answered ? answer.wireBytes : 0,
  };
}
