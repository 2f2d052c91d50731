import { labelFocus, outOfFocus } from '../core/pending/focus.ts';
import type { Difference } from '../core/difference.ts';
import { compareBlocks } from '../core/labels/compare-blocks.ts';
import type { Move, PendingDifference } from '../core/pending/pending.ts';
import { rebuildPending } from '../core/pending/rebuild.ts';
import { changesById, type Change } from '../store/changes.ts';
import { keysOfChange } from '../store/differences.ts';
import type { Page } from '../store/pages.ts';
import { readVersion, versionHead, type VersionHead } from '../store/versions.ts';
import { todaysReading } from './reread.ts';
import type { Database } from './world.ts';

/** What our own doing (a new reader, another focus) makes of the pending list, before the page is looked at. */
export interface Rebuilt {
  readonly pending: readonly PendingDifference[];
  /** Moves by the change that their differences belong to. */
  readonly moves: ReadonlyMap<number, readonly Move[]>;
}

/**
 * Rebuilds the pending list from its snapshots when the baseline is read otherwise than it was (P13), and withdraws what
 * lies outside of the page's focus.
 * @param latest the baseline as it was stored
 * @param baseline the baseline as today's reader has it; null: nothing of it lies in the scope
 */
export async function pendingOfToday(
  db: Database,
  state: {
    page: Page;
    latest: VersionHead | null;
    baseline: VersionHead | null;
    pending: readonly PendingDifference[];
  },
): Promise<Rebuilt> {
  const { page, latest, baseline, pending } = state;
  const moves = new Map<number, readonly Move[]>();
  if (pending.length === 0) return { pending, moves };
  const byChange = Map.groupBy(pending, (p) => p.changeId);
  const changes = latest?.id === baseline?.id ? [] : await changesById(db, [...byChange.keys()]);
  for (const change of changes)
    moves.set(
      change.id,
      await rebuildChange(db, { ...state, change, pending: byChange.get(change.id) ?? [] }),
    );
  for (const [id, all] of byChange) {
    const gone = all.flatMap((p) => {
      const label = outOfFocus(p, page.focus);
      return label === null ? [] : [{ to: 'withdraw', id: p.id, reason: label.reason } as const];
    });
    if (gone.length > 0) moves.set(id, [...(moves.get(id) ?? []), ...gone]);
  }
  return { pending: afterMoves(pending, [...moves.values()].flat()), moves };
}

async function rebuildChange(
  db: Database,
  work: {
    page: Page;
    change: Change;
    baseline: VersionHead | null;
    pending: readonly PendingDifference[];
  },
): Promise<readonly Move[]> {
  const { page, change, baseline, pending } = work;
  const [from, to] = await Promise.all(
    [change.fromVersionId, change.toVersionId].map(async (id) =>
      todaysReading(db, page, await versionHead(db, id)),
    ),
  );
  const compare = async (a: VersionHead | null | undefined, b: VersionHead | null | undefined) =>
    a == null || b == null || a.id === b.id ? [] : labelFocus(await differ(db, a.id, b.id), page.focus);
  return rebuildPending({
    pending,
    ofChange: await compare(from, to),
    sinceChange: await compare(from, baseline),
    recorded: await keysOfChange(db, change.id),
  });
}

async function differ(db: Database, from: number, to: number): Promise<readonly Difference[]> {
  const [{ blocks: before }, { blocks: after }] = await Promise.all([
    readVersion(db, from),
    readVersion(db, to),
  ]);
  return compareBlocks(before, after);
}

function afterMoves(
  pending: readonly PendingDifference[],
  moves: readonly Move[],
): readonly PendingDifference[] {
  const withdrawn = new Set(moves.flatMap((move) => (move.to === 'withdraw' ? [move.id] : [])));
  const reshaped = new Map(
    moves.flatMap((move) => (move.to === 'merge' ? [[move.id, move.difference]] : [])),
  );
  return pending.filter((p) => !withdrawn.has(p.id)).map((p) => ({ ...p, ...reshaped.get(p.id) }));
}
