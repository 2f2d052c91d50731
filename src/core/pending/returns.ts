import { squash } from '../diff/squash.ts';
import type { Difference } from '../difference.ts';
import { isFact } from '../fact.ts';
import { SETTLED_MS } from '../sight/settled.ts';

/** A row of the page's history of differences, in whatever state it ended. */
export interface PastDifference {
  readonly id: number;
  readonly key: string;
  readonly inverseKey: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly state: 'noise' | 'pending' | 'told' | 'withdrawn';
  readonly alternates: boolean;
  readonly urgency: Difference['urgency'];
  readonly decidedAt: Date;
}

export type Return =
  | { readonly kind: 'new' }
  /** The same difference was told last, not long ago, and nothing that was told since contradicts it. */
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

/**
 * What does this difference return to (P8)? The question is what a founder believes the page to say, and that is the
 * newest told difference between the two texts, not the newest one seen.
 * @param past told rows of this page, and rows in any state with one of the two keys, newest first
 */
export function alternation(d: Difference, past: readonly PastDifference[], now: Date): Return {
  const pair = past.filter((p) => p.key === d.key || p.key === d.inverseKey);
  const told = pair.filter((p) => p.state === 'told');
  const lastTold = told[0];
  if (lastTold === undefined) return returnOfUntold(d, pair);
  const recent = told.filter((p) => +now - +p.decidedAt <= ALTERNATES_WITHIN_MS);
  if (lastTold.key === d.key) {
    return recent.length > 0 && !isNewsAgain(d, past, lastTold) ? { kind: 'told before' } : { kind: 'new' };
  }
  const announced = recent.some((p) => p.alternates);
  const lastTurn = Math.max(...pair.map((p) => +p.decidedAt));
  return {
    kind: 'reversal',
    undoes: lastTold,
    alternates: !announced && recent.some((p) => p.key === d.key),
    settled: !announced || +now - lastTurn >= SETTLED_MS,
  };
}

/** A return is silent only if what it undoes was never told; what was withdrawn is no news of either kind. */
function returnOfUntold(d: Difference, pair: readonly PastDifference[]): Return {
  const last = pair[0];
  if (last === undefined || last.key !== d.inverseKey || last.state !== 'noise') return { kind: 'new' };
  return { kind: 'untold', undoes: last };
}

/**
 * $29 -> $39 -> $49 -> $29 -> $39, each told: the last is what was told first, and yet a founder believes $29. Only typed
 * facts are told again so soon (P9); of texts that go round, hearing of each step once is enough.
 */
function isNewsAgain(d: Difference, past: readonly PastDifference[], told: PastDifference): boolean {
  if (![...d.valuesBefore, ...d.valuesAfter].some(isFact)) return false;
  const since = past.filter((p) => p.state === 'told' && p.decidedAt > told.decidedAt);
  return since.some((p) => sameText(p.after, d.before) || sameText(p.before, d.after));
}

function sameText(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && squash(a) === squash(b);
}
