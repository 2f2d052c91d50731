import { sharedKeys } from '../core/sight/agreement.ts';
import type { Block } from '../core/block.ts';
import { labelFocus } from '../core/pending/focus.ts';
import type { Difference } from '../core/difference.ts';
import { compareBlocks } from '../core/labels/compare-blocks.ts';
import { languageSwitched } from '../core/labels/other-language.ts';
import { calmEntries, wordedAs } from '../core/pending/news-page.ts';
import { raiseUrgency } from '../core/meaning/raise-urgency.ts';
import { judgeSighting, type SightingQuestion, type SightingVerdict } from '../core/sight/sighting.ts';
import {
  isVolatile,
  labelVolatile,
  laterRows,
  newlyShown,
  standsInVolatilePlace,
  type VolatileMemory,
  volatileRows,
  type VolatileRow,
} from '../core/sight/volatile.ts';
import type { Version } from '../core/version.ts';
import { showsBroken } from '../core/health/wholeness.ts';
import { pastDifferences } from '../store/differences.ts';
import type { Page } from '../store/pages.ts';
import { readSnapshot } from '../store/snapshots.ts';
import { readVersion, versionHead, type VersionHead } from '../store/versions.ts';
import type { Recalled } from './recall-page.ts';
import { todaysReading } from './reread.ts';
import type { Sight } from './sight-page.ts';
import type { Database } from './world.ts';

/** A sighting, judged: the verdict, and what comparing brought to light on the way. */
export interface Judged {
  readonly verdict: SightingVerdict;
  /** The text before and after, where they were compared; null when the baseline itself was sighted, or there is none. */
  readonly compared: { readonly before: readonly Block[]; readonly after: readonly Block[] } | null;
  /** Differences between the baseline and what was sighted, labelled by rules and by the memory of volatile places. */
  readonly differences: readonly Difference[];
  readonly volatile: readonly VolatileRow[];
}

interface JudgeInput {
  readonly page: Pick<Page, 'id' | 'url' | 'kind' | 'focus'>;
  readonly sight: Extract<Sight, { kind: 'known' | 'new' }>;
  readonly baseline: VersionHead | null;
  readonly recalled: Recalled;
  readonly now: Date;
  /** Seconds until a visit counts as a second read. */
  readonly confirmAfterS: number;
}

/** Two reads are moments apart up to an hour: what differs between them is the page's own unrest, not an edit. */
const MOMENTS_MS = 3_600_000;

/** Compares a sighting with the baseline, as far down as needed, and judges it by the table of DESIGN 4. */
export async function judgeSight(db: Database, input: JudgeInput): Promise<Judged> {
  const { sight, baseline, recalled } = input;
  if (baseline === null || sightsVersion(sight, baseline)) return judgeKnown(db, input);
  const [old, after] = await Promise.all([readVersion(db, baseline.id), blocksOf(db, sight)]);
  const before = old.blocks;
  const differences = compare(before, after, input);
  const suspected = await suspectedBlocks(db, input);
  const broken = await wasBroken(db, input, differences);
  const verdict = judgeSighting({
    baseline: { seenTwice: baseline.confirmedAt !== null && !broken },
    sightsBaseline: false,
    seenBefore: seenBefore(input, baseline),
    suspicion: suspected && {
      sighted: suspected.sighted,
      ripe: isRipe(input),
      keys: keysOfBoth(compare(before, suspected.blocks, input), differences, recalled.volatile),
    },
    differences,
    allVolatile: differences.every((d) => !recalled.settled.has(d.key) && isVolatile(d, recalled.volatile)),
    allInVolatilePlaces: differences.every((d) => standsInVolatilePlace(d, recalled.volatile)),
    agreesMostly: agreesMostly(before, after),
  });
  const volatile = unrest(verdict, { input, differences, after, suspected: suspected?.blocks ?? null });
  return { verdict, compared: { before, after }, differences, volatile };
}

/**
 * Does this reading show that the baseline was half a page, or unready, though it was seen twice? Only while nothing of the page
 * was told: what a founder has heard is taken back in words, not by starting anew (P8).
 */
async function wasBroken(
  db: Database,
  { page, sight, baseline }: JudgeInput,
  differences: readonly Difference[],
): Promise<boolean> {
  if (sight.kind !== 'new' || baseline === null) return false;
  const { blocks } = await readVersion(db, baseline.id);
  const grew = sight.reading.textLength > baseline.textLength;
  const kept = grew ? await readSnapshot(db, baseline.snapshotHash) : null;
  // Without its bytes (noarchive) nobody can say that it was half a page; what was added since must not pass for that.
  if (grew && kept === null) return false;
  const body = kept ?? new Uint8Array();
  const now = { ...sight.reading, body: sight.answer.body };
  if (!showsBroken(now, { body, blocks, textLength: baseline.textLength })) return false;
  const keys = differences.map((d) => d.key);
  const past = await pastDifferences(db, page.id, keys);
  return !past.some((difference) => difference.state === 'told');
}

async function judgeKnown(db: Database, input: JudgeInput): Promise<Judged> {
  const { baseline, recalled } = input;
  const verdict = judgeSighting({
    baseline: baseline && { seenTwice: baseline.confirmedAt !== null },
    sightsBaseline: baseline !== null,
    seenBefore: 'never',
    suspicion: recalled.suspicion && { sighted: false, ripe: isRipe(input), keys: new Set() },
    differences: [],
    allVolatile: false,
    allInVolatilePlaces: false,
    agreesMostly: true,
  });
  if (
    verdict.outcome !== 'held' ||
    baseline === null ||
    recalled.suspicion === null ||
    !momentsApart(input)
  ) {
    return { verdict, compared: null, differences: [], volatile: [] };
  }
  const [standing, flash] = await Promise.all([
    readVersion(db, baseline.id),
    readToday(db, input.page, recalled.suspicion.versionId),
  ]);
  const volatile = volatileRows(compareBlocks(standing.blocks, flash.blocks), recalled.volatile);
  return { verdict, compared: null, differences: [], volatile };
}

/** What this reading and one moments before it disagree on. */
function unrest(
  verdict: SightingVerdict,
  seen: {
    input: JudgeInput;
    differences: readonly Difference[];
    after: readonly Block[];
    suspected: readonly Block[] | null;
  },
): readonly VolatileRow[] {
  const memory = seen.input.recalled.volatile;
  if (verdict.outcome === 'noise') return laterRows(seen.differences, memory);
  if (!momentsApart(seen.input)) return [];
  if (verdict.outcome === 'first') return volatileRows(seen.differences, memory);
  return seen.suspected === null ? [] : volatileRows(compareBlocks(seen.suspected, seen.after), memory);
}

function momentsApart({ recalled, baseline, now }: JudgeInput): boolean {
  const earlier = recalled.suspicion?.since ?? baseline?.lastSeenAt;
  return earlier !== undefined && +now - +earlier <= MOMENTS_MS;
}

/** A version that an earlier visit showed, long enough ago to count as a read of its own. */
function seenBefore(
  { sight, now, confirmAfterS }: JudgeInput,
  baseline: VersionHead,
): SightingQuestion['seenBefore'] {
  if (sight.kind === 'new' || +now - +sight.version.lastSeenAt < confirmAfterS * 1000) return 'never';
  return sight.version.lastSeenAt > baseline.lastSeenAt ? 'since the baseline' : 'earlier';
}

function isRipe({ recalled, now, confirmAfterS }: JudgeInput): boolean {
  return recalled.suspicion !== null && +now - +recalled.suspicion.since >= confirmAfterS * 1000;
}

async function suspectedBlocks(
  db: Database,
  { page, sight, recalled }: JudgeInput,
): Promise<{ readonly blocks: readonly Block[]; readonly sighted: boolean } | null> {
  if (recalled.suspicion === null) return null;
  const suspected = await readToday(db, page, recalled.suspicion.versionId);
  return { blocks: suspected.blocks, sighted: sightsVersion(sight, suspected) };
}

/** A stored version as today's reader and scope have it; where they find nothing in it, as it was read. */
async function readToday(db: Database, page: JudgeInput['page'], id: number): Promise<Version> {
  const version = await todaysReading(db, page, await versionHead(db, id));
  return readVersion(db, version?.id ?? id);
}

/** Half a page agrees with nothing: two readings confirm each other only by what both show. */
function agreesMostly(before: readonly Block[], after: readonly Block[]): boolean {
  const texts = new Set(before.map((block) => block.text));
  const shared = after.filter((block) => texts.has(block.text)).length;
  return shared * 2 >= Math.max(before.length, after.length);
}

/** What both reads showed: the same but for ticks, or at a place of alternating prices two that it has never shown. */
function keysOfBoth(
  first: readonly Difference[],
  second: readonly Difference[],
  memory: VolatileMemory,
): ReadonlySet<string> {
  return sharedKeys(first, second).union(newlyShown(first, second, memory));
}

/** Rules label first, then the memory of volatile places and the focus; then urgency is judged by what is left. */
function compare(
  before: readonly Block[],
  after: readonly Block[],
  { recalled, page }: JudgeInput,
): readonly Difference[] {
  const known = labelVolatile(compareBlocks(before, after), recalled.volatile, recalled.settled);
  const focused = labelFocus(known, page.focus);
  if (languageSwitched({ before, after })) return focused;
  const kind = wordedAs(page.kind, recalled.newsPage);
  const raised = raiseUrgency(focused, { before, after, page: { url: page.url, kind } });
  return recalled.newsPage ? calmEntries(raised) : raised;
}

async function blocksOf(db: Database, sight: JudgeInput['sight']): Promise<readonly Block[]> {
  return sight.kind === 'new' ? sight.reading.blocks : (await readVersion(db, sight.version.id)).blocks;
}

/** One version, also when another reader version made a second row of the same snapshot (P13). */
export function sightsVersion(
  sight: JudgeInput['sight'],
  version: { readonly id: number; readonly snapshotHash: string },
): boolean {
  if (sight.kind === 'new') return false;
  return sight.version.id === version.id || sight.version.snapshotHash === version.snapshotHash;
}
