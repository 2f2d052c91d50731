import type { Difference } from '../difference.ts';

/** What a good reading showed, seen from the baseline. The one table behind all verdicts (DESIGN 4, sightings). */
export interface SightingQuestion {
  /** Null: the page has no baseline yet. `seenTwice` is false for a first reading that nothing has confirmed. */
  readonly baseline: { readonly seenTwice: boolean } | null;
  readonly sightsBaseline: boolean;
  /**
   * Was this very text seen before, in an independent read: `since the baseline` when the baseline has not been seen again in
   * between, `earlier` when it has?
   */
  readonly seenBefore: 'never' | 'earlier' | 'since the baseline';
  /** The open suspicion, if any: a reading that differed and still waits for its second read. */
  readonly suspicion: {
    readonly sighted: boolean;
    /** Has the delay passed that makes this visit an independent second read? */
    readonly ripe: boolean;
    /** Keys of the differences that the suspected version showed as well, but for what ticks in them. */
    readonly keys: ReadonlySet<string>;
  } | null;
  /** Differences between the baseline and what was sighted; empty when the baseline was sighted. */
  readonly differences: readonly Difference[];
  /** Do all of them lie in volatile places, without a typed fact, with texts that these places have shown before? */
  readonly allVolatile: boolean;
  /** Do all of them lie in volatile places, whatever they say? Enough to call the rest of a first reading seen twice. */
  readonly allInVolatilePlaces: boolean;
  /** Do the two texts share at least half of the blocks of the longer one? */
  readonly agreesMostly: boolean;
}

export type SightingVerdict =
  | {
      readonly outcome: 'first';
      readonly reason: string;
      /** A text that comes again was seen twice, though others came in between. */
      readonly seenTwice: boolean;
    }
  | { readonly outcome: 'unchanged'; readonly reason: string }
  | { readonly outcome: 'noise'; readonly reason: string }
  | { readonly outcome: 'suspected'; readonly reason: string }
  | { readonly outcome: 'held'; readonly reason: string; readonly showed: 'baseline' | 'a third text' }
  | {
      readonly outcome: 'changed';
      readonly reason: string;
      /** Keys that both reads showed; null: both reads were equal, all are believed. */
      readonly believed: ReadonlySet<string> | null;
    };

/** Decides what a good reading means. Pure: the same question always has the same answer, so it can be replayed. */
export function judgeSighting(question: SightingQuestion): SightingVerdict {
  const { baseline, suspicion } = question;
  if (baseline === null) return { outcome: 'first', reason: 'the first good reading', seenTwice: false };
  if (question.sightsBaseline) return judgeBaselineAgain(suspicion !== null);
  if (question.allVolatile && (baseline.seenTwice || question.agreesMostly)) {
    if (suspicion !== null) return held('the baseline again, but for volatile places', 'baseline');
    return {
      outcome: 'noise',
      reason: 'only volatile places differ, with texts that they have shown before',
    };
  }
  if (!baseline.seenTwice) {
    if (question.allInVolatilePlaces && question.agreesMostly)
      return { outcome: 'noise', reason: 'all but volatile places was seen twice' };
    const seenTwice = question.seenBefore !== 'never';
    const reason = seenTwice
      ? 'a first reading that came again after others: it was seen twice'
      : 'the earlier first reading was never seen twice; this one replaces it';
    return { outcome: 'first', reason, seenTwice };
  }
  if (suspicion === null)
    return { outcome: 'suspected', reason: 'differs from the baseline; a second read follows' };
  if (!suspicion.ripe)
    return { outcome: 'suspected', reason: 'too soon after the first read to be a second one' };
  if (suspicion.sighted) return { outcome: 'changed', reason: 'two reads agree', believed: null };
  // That two other languages lack the texts of the baseline is no agreement: what changed is believed in its own.
  if (question.differences.some(isVariant))
    return held('another variant of the page in each read', 'a third text');
  if (question.seenBefore === 'since the baseline')
    return { outcome: 'changed', reason: 'two reads agree, with another text between them', believed: null };
  return judgeThirdText(question.differences, suspicion.keys);
}

function judgeBaselineAgain(suspected: boolean): SightingVerdict {
  if (suspected) return held('the second read showed the baseline again', 'baseline');
  return { outcome: 'unchanged', reason: 'the baseline' };
}

/**
 * Neither the baseline nor what was suspected: only differences that both reads share are believed (P7).
 */
function judgeThirdText(differences: readonly Difference[], suspected: ReadonlySet<string>): SightingVerdict {
  const shared = differences.map((d) => d.key).filter((key) => suspected.has(key));
  if (shared.length === 0) return held('three texts in three reads, no difference shared', 'a third text');
  return {
    outcome: 'changed',
    reason: `two reads share ${shared.length} of ${differences.length} differences`,
    believed: new Set(shared),
  };
}

function isVariant({ labels }: Difference): boolean {
  return labels.some(({ noise }) => noise === 'variant');
}

function held(reason: string, showed: 'baseline' | 'a third text'): SightingVerdict {
  return { outcome: 'held', reason, showed };
}
