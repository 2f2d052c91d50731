import type { PageAnswer } from '../core/http/answer.ts';
import { combineDifferences } from '../core/pending/combine.ts';
import type { Difference, Label } from '../core/difference.ts';
import type { Gone } from '../core/watch/move.ts';
import { decideNotice, type NoticeDraft, type Streak } from '../core/watch/notice.ts';
import { movePending, type Move } from '../core/pending/pending.ts';
import { absentFrom, reviewUnconfirmed, reviewUnsettled, standingTexts } from '../core/pending/review.ts';
import { hostHeldUntil, retryAfterSeconds } from '../core/http/retry-after.ts';
import type { ValidatorChoice } from '../core/http/validators.ts';
import type { VolatileRow } from '../core/sight/volatile.ts';
import { pastDifferences } from '../store/differences.ts';
import type { Page } from '../store/pages.ts';
import type { Outcome } from '../core/watch/schedule.ts';
import type { Witness } from '../store/tables.ts';
import type { VersionHead } from '../store/versions.ts';
import { sightsVersion, type Judged } from './judge-sight.ts';
import type { Recalled } from './recall-page.ts';
import type { Sight } from './sight-page.ts';
import type { Database } from './world.ts';

/** Everything that commit A writes. Each path of a check, failures too, ends as one of these. */
export interface CheckPlan {
  readonly outcome: Outcome;
  readonly witness: Witness | null;
  readonly reason: string;
  /** The kind of trouble, for what to try; null: the page was seen. */
  readonly trouble: string | null;
  readonly answer: PageAnswer;
  readonly asked: ValidatorChoice;
  /** The version that stood there: a known one, the one this reading makes, or none. */
  readonly sighted: number | 'new' | null;
  readonly reading: Extract<Sight, { kind: 'new' }>['reading'] | null;
  readonly adopts: boolean;
  readonly confirms: boolean;
  /** The baseline, where it was seen too (noise). */
  readonly alsoSaw: number | null;
  readonly change: { readonly from: VersionHead; readonly firstSeenChangedAt: Date } | null;
  readonly beganAt: Date;
  readonly moves: readonly Move[];
  readonly confirmed: readonly number[];
  readonly volatile: readonly VolatileRow[];
  /**
   * The pending differences were seen standing, but for those that are absent: what is due may fall due. Also on a page
   * that shows a third text at each visit, or its news would never be told.
   */
  readonly standing: boolean;
  readonly absent: readonly number[];
  /** The page brings news on most visits: its entries fall due together. */
  readonly newsPage: boolean;
  readonly notice: NoticeDraft | null;
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly retryAfterS: number | null;
  /** Keys of the differences to a baseline that stays: how long a text has stood alone is told by them. */
  readonly away: readonly string[];
  /** Until when the host asked that none of its pages be visited. */
  readonly hostHeldUntil: Date | null;
  /** Hash of what a failed check could read all the same. */
  readonly unbelieved: string | null;
  /** What stood in place of the page; null unless it was gone. */
  readonly gone: Gone | null;
}

export interface PlanInput {
  readonly page: Page;
  readonly choice: ValidatorChoice;
  readonly sight: Sight;
  /** Null exactly when the answer was not the page. */
  readonly judged: Judged | null;
  readonly baseline: VersionHead | null;
  readonly recalled: Recalled;
  readonly now: Date;
}

/** A page that shows more differences than this has no text that stands alone. */
const MOST_AWAY = 100;

/** Turns a visit into what is to be written. */
export async function planCheck(db: Database, input: PlanInput): Promise<CheckPlan> {
  const { sight, judged } = input;
  if (sight.kind === 'unread' || judged === null) return planUnread(input);
  const { verdict } = judged;
  const { outcome, reason } = verdict;
  const adopts =
    outcome === 'first' || outcome === 'changed' || (outcome === 'unchanged' && sight.witness !== '304');
  const settled = outcome === 'unchanged' || outcome === 'changed' || outcome === 'noise';
  const sighted = sightedVersion(input, sight, verdict);
  return {
    ...unchangedPlan(input),
    outcome,
    reason,
    witness: sight.witness,
    sighted,
    reading: sighted === 'new' && sight.kind === 'new' ? sight.reading : null,
    adopts,
    confirms: settled || (verdict.outcome === 'first' && verdict.seenTwice),
    alsoSaw: outcome === 'noise' ? (input.baseline?.id ?? null) : null,
    change:
      adopts && judged.compared !== null && input.baseline !== null
        ? changeFrom(input, input.baseline)
        : null,
    ...(await planDifferences(db, input, judged)),
    volatile: judged.volatile,
    away: adopts ? [] : judged.differences.slice(0, MOST_AWAY).map((d) => d.key),
    standing: settled || outcome === 'held',
    notice: notice(input),
    failingSince: null,
    failures: 0,
  };
}

/**
 * Which version the check row names. A text that differs from the baseline only in volatile places is no version of
 * its own: storing one a visit would fill the disk with clocks.
 */
function sightedVersion(
  { baseline }: PlanInput,
  sight: Extract<Sight, { kind: 'known' | 'new' }>,
  verdict: Judged['verdict'],
): number | 'new' {
  if (baseline !== null && sightsVersion(sight, baseline)) {
    // Bytes that are not archived are reread when they come: from then on that reading is what is compared with (P13).
    const reread = sight.kind === 'known' && sight.version.readerVersion > baseline.readerVersion;
    return reread ? sight.version.id : baseline.id;
  }
  if (sight.kind === 'known') return sight.version.id;
  const asBaseline =
    verdict.outcome === 'noise' || (verdict.outcome === 'held' && verdict.showed === 'baseline');
  return asBaseline && baseline !== null ? baseline.id : 'new';
}

function planUnread(input: PlanInput): CheckPlan {
  const { sight, now, page } = input;
  if (sight.kind !== 'unread') throw new Error('a page that was read has a verdict');
  return {
    ...unchangedPlan(input),
    outcome: sight.outcome,
    reason: sight.reason,
    trouble: sight.trouble,
    unbelieved: sight.content,
    gone: sight.gone,
    notice: notice(input),
    failingSince: page.failingSince ?? now,
    failures: page.failures + 1,
    retryAfterS: retryAfter(sight.answer, now),
    hostHeldUntil: hostHeldUntil(sight.answer, now),
  };
}

function retryAfter(answer: PageAnswer, now: Date): number | null {
  return answer.answered ? retryAfterSeconds(answer.headers['retry-after'], now) : (answer.waitS ?? null);
}

/** A plan that records the visit and moves nothing. */
function unchangedPlan(
  input: PlanInput,
): Omit<CheckPlan, 'outcome' | 'reason' | 'notice' | 'failingSince' | 'failures'> {
  return {
    witness: null,
    trouble: null,
    answer: input.sight.answer,
    asked: input.choice,
    sighted: null,
    reading: null,
    adopts: false,
    confirms: false,
    alsoSaw: null,
    change: null,
    beganAt: firstSeenAt(input),
    moves: [],
    confirmed: [],
    volatile: [],
    standing: false,
    absent: [],
    newsPage: input.recalled.newsPage,
    retryAfterS: null,
    away: [],
    hostHeldUntil: null,
    unbelieved: null,
    gone: null,
  };
}

function firstSeenAt({ recalled, now }: PlanInput): Date {
  return recalled.suspicion?.since ?? now;
}

function changeFrom(input: PlanInput, from: VersionHead): CheckPlan['change'] {
  return { from, firstSeenChangedAt: firstSeenAt(input) };
}

const REPLACED: Label = {
  noise: 'variant',
  rule: 'never seen twice',
  reason: 'the first reading of this page was never seen twice; a later one took its place',
};

/** The pending list after this sighting: what this change brings, then what the earlier reads had left unconfirmed. */
async function planDifferences(
  db: Database,
  input: PlanInput,
  judged: Judged,
): Promise<Pick<CheckPlan, 'moves' | 'confirmed' | 'absent'>> {
  const { verdict, compared, differences } = judged;
  const moves = await movesOf(db, input, judged);
  const moved = new Set(moves.flatMap((move) => ('id' in move ? [move.id] : [])));
  const rest = input.recalled.pending.filter((p) => !moved.has(p.id));
  const texts = compared && standingTexts(compared.after);
  const review = reviewUnconfirmed(rest, texts);
  // A reading that stands alone takes nothing away: should it be right, the change that it brings withdraws or merges.
  const alone = verdict.outcome === 'suspected';
  return {
    moves: alone ? moves : [...moves, ...review.moves, ...reviewUnsettled(rest, texts)],
    confirmed: review.confirm,
    absent: input.recalled.newsPage ? [] : absentFrom(rest, differences),
  };
}

async function movesOf(
  db: Database,
  input: PlanInput,
  { verdict, compared, differences }: Judged,
): Promise<readonly Move[]> {
  if (compared === null) return [];
  if (verdict.outcome === 'first') return replaced(differences);
  if (verdict.outcome !== 'changed') return [];
  const keys = differences.map((d) => d.key);
  return movePending({
    pending: input.recalled.pending,
    past: await pastDifferences(db, input.page.id, keys),
    incoming: differences,
    standing: standingTexts(compared.after),
    newsPage: input.recalled.newsPage,
    believed: verdict.believed,
    beganAt: firstSeenAt(input),
    now: input.now,
    combine: (first, later) => combineDifferences(first, later, compared),
  });
}

/** Withdrawn and not noise: a reading that nothing confirmed is no earlier text whose return could be silent (P8). */
function replaced(differences: readonly Difference[]): readonly Move[] {
  return differences.map((d) => ({
    to: 'withdrawn',
    difference: { ...d, labels: [REPLACED, ...d.labels] },
    reason: REPLACED.reason,
  }));
}

function notice(input: PlanInput): NoticeDraft | null {
  const { sight, recalled, page, now } = input;
  const unread = sight.kind === 'unread' ? sight : null;
  return decideNotice({
    visit: visitOf(unread),
    trouble: unread?.trouble ?? '',
    reason: unread?.reason ?? '',
    movedTo: unread?.gone?.as === 'moved' ? unread.gone.to : null,
    streak: streakWith(input),
    unreadSince: page.failingSince ?? now,
    last: recalled.lastNotice,
    pageKind: page.kind,
    now,
  });
}

type Unread = Extract<Sight, { kind: 'unread' }>;

/** A page that leads elsewhere for now is one that cannot be read: it is neither gone nor moved. */
function visitOf(unread: Unread | null): 'seen' | 'unread' | 'gone' | 'moved' {
  if (unread === null) return 'seen';
  if (unread.gone === null || unread.gone.as === 'elsewhere') return 'unread';
  return unread.gone.as === 'moved' ? 'moved' : 'gone';
}

/** The visits in a row that ended like this one: all missing, or all moved to one page. */
function streakWith({ sight, recalled: { streak }, now }: PlanInput): Streak {
  const removed = sight.answer.answered && sight.answer.status === 410 ? 1 : 0;
  const gone = sight.kind === 'unread' ? sight.gone : null;
  const movedTo = gone?.as === 'moved' ? gone.to : null;
  const continues = gone !== null && streak !== null && streak.gone === gone.as && streak.movedTo === movedTo;
  if (!continues) return { length: 1, removed, since: now };
  return { length: streak.length + 1, removed: streak.removed + removed, since: streak.since };
}
