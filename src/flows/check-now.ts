import { explainDue, type Explained } from './explain-due.ts';
import type { CheckResult } from './record-check.ts';
import { visitPage, type Progress } from './run-checks.ts';
import type { Database, World } from './world.ts';

export interface CheckNow {
  readonly pageIds: readonly number[];
  /** The clock of all that is due; null: the real one, and second reads are waited for. */
  readonly at: Date | null;
  /** End with `suspected` and leave the second read to a later check. */
  readonly noWait: boolean;
  readonly progress: Progress;
}

/** The last outcome of a page, with the event that it ended in. */
export interface CheckedPage extends CheckResult {
  readonly eventId: number | null;
}

/** A first reading's second read is waited for only this long; a suspicion's always. */
const PATIENCE_S = 60;

/**
 * Visits pages now, with their second reads, and explains what fell due. With `at` the second read is made at once and
 * dated the delay later, so that a history can be played in a moment.
 */
export async function checkNow(db: Database, world: World, order: CheckNow): Promise<readonly CheckedPage[]> {
  const results: CheckResult[] = [];
  for (const pageId of order.pageIds) {
    const result = await readTwice(db, world, { ...order, pageId });
    if (result !== null) results.push(result);
  }
  const explained = await explainDue(db, laterWorld(world, order));
  return results.map((result) => ({ ...result, eventId: eventOf(result, explained) }));
}

interface OnePage extends CheckNow {
  readonly pageId: number;
}

async function readTwice(db: Database, world: World, order: OnePage): Promise<CheckResult | null> {
  const { pageId, progress } = order;
  const first = await visitPage(db, world, { pageId, progress });
  if (first === null || !wantsSecondRead(first, world, order)) return first;
  if (order.at === null) await waitFor(first.nextCheckAt, world, progress);
  const second = await visitPage(db, laterWorld(world, order), { pageId, progress });
  if (second === null) return first;
  const requests = first.requests + second.requests;
  // A second read that agrees with a first reading adds nothing to say: the page has its baseline.
  const told = first.outcome === 'first' && second.outcome !== 'first' ? first : second;
  return { ...told, requests };
}

function wantsSecondRead(first: CheckResult, world: World, { at, noWait }: OnePage): boolean {
  if (noWait) return false;
  if (first.outcome === 'suspected') return true;
  return first.outcome === 'first' && (at !== null || world.settings.confirmAfterS <= PATIENCE_S);
}

async function waitFor(until: Date, world: World, progress: Progress): Promise<void> {
  for (;;) {
    const left = +until - +world.now();
    if (left <= 0) return;
    progress(`second read in ${Math.ceil(left / 1000)} s`);
    await world.sleep(Math.min(left, 1000));
  }
}

/** The same world, dated the confirm delay later where a clock was given. */
function laterWorld(world: World, { at }: CheckNow): World {
  if (at === null) return world;
  const later = new Date(+at + world.settings.confirmAfterS * 1000);
  return { ...world, now: () => later };
}

function eventOf(result: CheckResult, explained: readonly Explained[]): number | null {
  const ofPage = explained.filter((e) => e.pageId === result.pageId);
  return ofPage.findLast((e) => e.kind === 'event')?.eventId ?? ofPage.at(-1)?.eventId ?? null;
}
