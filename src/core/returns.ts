import type { Difference } from './difference.ts';

/** A row of the page's history of differences, in whatever state it ended. */
export interface PastDifference {
  readonly id: number;
  readonly key: string;
  readonly inverseKey: string;
  readonly state: 'noise' | 'pending' | 'told' | 'withdrawn';
  readonly alternates: boolean;
  readonly urgency: Difference['urgency'];
  readonly decidedAt: Date;
}

export type Return =
  | { readonly kind: 'new' }
  /** The same difference was told last and nothing told has undone it since. */
  | { readonly kind: 'told before' }
  /** It undoes a difference that no founder was told of. */
  | { readonly kind: 'untold'; readonly undoes: PastDifference }
  | {
      readonly kind: 'reversal';
      readonly undoes: PastDifference;
      /** Told, reversed, and back within 30 days: told once as "keeps alternating". */
      readonly alternates: boolean;
      /** False while a told alternation has not seen one side stand for seven days. */
      readonly settled: boolean;
    };

const DAY = 24 * 3_600_000;
const ALTERNATES_WITHIN_MS = 30 * DAY;
const SETTLED_AFTER_MS = 7 * DAY;

/**
 * What does this difference return to (P8)? The question is what a founder believes the page to say, and that is the
 * newest told difference between the two texts, not the newest one seen.
 * @param past rows of this page with one of the two keys, newest first
 */
export function alternation(d: Difference, past: readonly PastDifference[], now: Date): Return {
  const pair = past.filter((p) => p.key === d.key || p.key === d.inverseKey);
  const told = pair.filter((p) => p.state === 'told');
  const lastTold = told[0];
  if (lastTold === undefined) return returnOfUntold(d, pair);
  if (lastTold.key === d.key) return { kind: 'told before' };
  const recent = told.filter((p) => +now - +p.decidedAt <= ALTERNATES_WITHIN_MS);
  const announced = recent.some((p) => p.alternates);
  const lastFlip = pair[0] ?? lastTold;
  return {
    kind: 'reversal',
    undoes: lastTold,
    alternates: !announced && recent.some((p) => p.key === d.key),
    settled: !announced || +now - +lastFlip.decidedAt >= SETTLED_AFTER_MS,
  };
}

/** A return is silent only if what it undoes was never told; what was withdrawn is no news of either kind. */
function returnOfUntold(d: Difference, pair: readonly PastDifference[]): Return {
  const last = pair[0];
  if (last === undefined || last.key !== d.inverseKey || last.state !== 'noise') return { kind: 'new' };
  return { kind: 'untold', undoes: last };
}
