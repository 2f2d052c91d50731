import type { Change } from '../store/changes.ts';
import { changesById } from '../store/changes.ts';
import type { Question, Some } from '../core/telling.ts';
import { wordedAs } from '../core/pending/news-page.ts';
import { groupDue, type DueGroup } from '../core/pending/group-due.ts';
import {
  dueDifferences,
  eventsOfDifferences,
  pagesToExplain,
  tellDifferences,
  toldOnSite,
  type DueDifference,
} from '../store/due-differences.ts';
import { addEvent, eventById } from '../store/events.ts';
import { lockSite } from '../store/lock-site.ts';
import { pageById, type Page } from '../store/pages.ts';
import { latestVersion, readVersion } from '../store/versions.ts';
import { nameOfSite } from '../core/address/site.ts';
import { bringsNews } from './brings-news.ts';
import { findAsides } from './find-asides.ts';
import { findWords, type Found } from './find-words.ts';
import { deliverEvent } from './route.ts';
import type { Database, World } from './world.ts';

/** What explaining one group of differences came to. */
export type Explained =
  | { readonly kind: 'event'; readonly eventId: number; readonly pageId: number; readonly checkId: number }
  | { readonly kind: 'joined'; readonly eventId: number; readonly pageId: number; readonly checkId: number };

const SITE_WINDOW_MS = 7 * 24 * 3_600_000;

/**
 * Gives words to everything that fell due (DESIGN 4, Explain) and commits each event with its deliveries. Touches no
 * site. Safe beside other workers: a group that somebody else told first, or that was undone meanwhile, is left alone.
 * @throws AggregateError when pages could not be explained, after all others were: a bug in one silences no other
 */
export async function explainDue(db: Database, world: World): Promise<readonly Explained[]> {
  const explained: Explained[] = [];
  const faults: unknown[] = [];
  for (const pageId of await pagesToExplain(db)) {
    try {
      const page = await pageById(db, pageId);
      if (page !== null) explained.push(...(await explainPage(db, world, page)));
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} pages could not be explained`);
  return explained;
}

async function explainPage(db: Database, world: World, page: Page): Promise<readonly Explained[]> {
  const due = await dueDifferences(db, page.id);
  const reversed = await eventsOfDifferences(
    db,
    due.flatMap((d) => (d.reversesId === null ? [] : [d.reversesId])),
  );
  const explained: Explained[] = [];
  for (const group of groupDue(due, reversed))
    explained.push(...(await explainGroup(db, world, { page, group })));
  return explained;
}

interface Work {
  readonly page: Page;
  readonly group: DueGroup<DueDifference>;
}

async function explainGroup(
  db: Database,
  world: World,
  { page, group }: Work,
): Promise<readonly Explained[]> {
  const known = await alreadyTold(db, world, { page, differences: group.differences });
  const fresh = group.differences.filter((d) => !known.has(d.key));
  const joined = await joinEvents(db, world, { page, known, differences: group.differences });
  const [first, ...rest] = fresh;
  if (first === undefined) return joined;
  const differences: Some<DueDifference> = [first, ...rest];
  const changes = await changesById(db, [...new Set(fresh.map((d) => d.changeId))]);
  const kind = wordedAs(page.kind, await bringsNews(db, page, world.now()));
  const question = await questionOf(db, { page: { ...page, kind }, group, differences, changes });
  const found = await findWords(db, world, { question, pageId: page.id });
  // The process that asks tells it; if it dies, its lease runs out, and the next look finds it.
  if (found === null) return joined;
  const aside = await findAsides(db, world, { telling: found.telling, pageId: page.id });
  const commit = { page, group, differences, changes, question, found, aside };
  const event = await commitEvent(db, world, commit);
  await world.reach('explain committed');
  return event === null ? joined : [...joined, event];
}

/** The same difference on another page of the site within seven days is one event: this page joins it (P8). */
async function alreadyTold(
  db: Database,
  world: World,
  { page, differences }: { page: Page; differences: readonly DueDifference[] },
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(+world.now() - SITE_WINDOW_MS);
  return toldOnSite(db, { site: page.site, differences, since, exceptPageId: page.id });
}

async function joinEvents(
  db: Database,
  world: World,
  {
    page,
    known,
    differences,
  }: { page: Page; known: ReadonlyMap<string, number>; differences: readonly DueDifference[] },
): Promise<readonly Explained[]> {
  const joined: Explained[] = [];
  for (const d of differences) {
    const eventId = known.get(d.key);
    if (eventId === undefined) continue;
    const event = await eventById(db, eventId);
    if (event === null) continue;
    const aside = await findAsides(db, world, { telling: event, pageId: page.id });
    await db.transaction().execute(async (tx) => {
      if (!(await tellDifferences(tx, { ids: [d.id], eventId, now: world.now() }))) return;
      const [change] = await changesById(tx, [d.changeId]);
      if (change === undefined) return;
      await deliverEvent(tx, world, { event, pageId: page.id, checkId: change.checkId, aside });
      await world.reach('explain joining');
      joined.push({ kind: 'joined', eventId, pageId: page.id, checkId: change.checkId });
    });
  }
  return joined;
}

async function questionOf(
  db: Database,
  {
    page,
    group,
    differences,
    changes,
  }: Work & { differences: Some<DueDifference>; changes: readonly Change[] },
): Promise<Question> {
  const { from, to } = ends(changes, await latestVersion(db, page.id));
  const [before, after] = await Promise.all([readVersion(db, from), readVersion(db, to)]);
  const { url, kind } = page;
  return {
    before,
    after,
    differences,
    competitor: nameOfSite(url),
    page: { url, kind },
    returns: group.returns,
  };
}

/**
 * The text before the first of the changes, and the text that stands now: an edit of what waited stays with its first
 * change but shows the newest words. Two changes that cancel out leave the last one's own ends.
 */
function ends(
  changes: readonly Change[],
  latest: { readonly id: number } | null,
): { from: number; to: number } {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) throw new Error('a difference without a change');
  const to = latest?.id ?? last.toVersionId;
  if (first.fromVersionId !== to) return { from: first.fromVersionId, to };
  return { from: last.fromVersionId, to: last.toVersionId };
}

interface Commit extends Work {
  readonly differences: Some<DueDifference>;
  readonly changes: readonly Change[];
  readonly question: Question;
  readonly found: Found;
  /** Instructions that do not ask for it. */
  readonly aside: ReadonlySet<string>;
}

/** Thrown inside commit B when a difference no longer waits: the event is rolled back, and what is left is found again. */
class NoLongerDue extends Error {}

/** Commit B: event, its differences, one delivery per channel and the jobs that wake them, in one transaction (P11). */
async function commitEvent(db: Database, world: World, commit: Commit): Promise<Explained | null> {
  const { page, differences, changes, aside } = commit;
  const now = world.now();
  try {
    return await db.transaction().execute(async (tx) => {
      await lockSite(tx, page.site);
      if ((await alreadyTold(tx, world, { page, differences })).size > 0) throw new NoLongerDue();
      const checkId = Math.min(...changes.map((change) => change.checkId));
      const eventId = await addEvent(tx, newEvent(commit, { checkId, toldAt: now }));
      const ids = differences.map((d) => d.id);
      if (!(await tellDifferences(tx, { ids, eventId, now }))) throw new NoLongerDue();
      const event = await eventById(tx, eventId);
      if (event !== null) await deliverEvent(tx, world, { event, pageId: page.id, checkId, aside });
      await world.reach('explain in commit');
      return { kind: 'event', eventId, pageId: page.id, checkId: changes.at(-1)?.checkId ?? checkId };
    });
  } catch (error) {
    if (error instanceof NoLongerDue) return null;
    throw error;
  }
}

function newEvent({ page, group, changes, question, found }: Commit, at: { checkId: number; toldAt: Date }) {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) throw new Error('an event without a change');
  return {
    ...at,
    ...found,
    pageId: page.id,
    site: page.site,
    beforeVersionId: question.before.id,
    afterVersionId: question.after.id,
    window: { from: first.lastSeenUnchangedAt, to: first.firstSeenChangedAt },
    confirmedAt: last.confirmedAt,
    returns: group.returns,
    reversesEventId: group.reversesEventId,
    pageKind: question.page.kind,
  };
}
