import type { Difference } from './difference.ts';
import { alternation, type PastDifference } from './returns.ts';

/** An entry of the page's pending list: a difference that waits until it may be told. */
export interface PendingDifference extends Difference {
  readonly id: number;
  readonly dueAt: Date;
  readonly beganAt: Date;
  readonly confirmed: boolean;
}

/** Builds the difference that two successive edits of one text amount to, labelled anew. */
export type Combine = (first: Difference, later: Difference) => Difference;

export interface PendingQuestion {
  readonly pending: readonly PendingDifference[];
  /** Rows of this page, in any state, with a key or inverse key of what came in; newest first. */
  readonly past: readonly PastDifference[];
  readonly incoming: readonly Difference[];
  /** Keys that two reads showed; null: all of them. */
  readonly believed: ReadonlySet<string> | null;
  /** When the differences were first seen, and when this check is made. */
  readonly beganAt: Date;
  readonly now: Date;
  readonly combine: Combine;
}

/** What becomes of one incoming difference, or of one that was pending. Reasons are sentences for the ledger. */
export type Move =
  | { readonly to: 'noise'; readonly difference: Difference; readonly reason: string }
  | { readonly to: 'withdrawn'; readonly difference: Difference; readonly reason: string }
  | {
      readonly to: 'pending';
      readonly difference: Difference;
      readonly reason: string;
      readonly dueAt: Date;
      readonly confirmed: boolean;
      readonly reversesId: number | null;
      readonly alternates: boolean;
    }
  | { readonly to: 'withdraw'; readonly id: number; readonly reason: string }
  | {
      readonly to: 'merge';
      readonly id: number;
      readonly difference: Difference;
      readonly dueAt: Date;
      readonly confirmed: boolean;
    };

const HOUR = 3_600_000;
/** A difference without urgency must stand a day: of 8 undone noise steps 2 went within 12 h, 5 within 24 h. */
const STAND_MS = 24 * HOUR;
/** Title or h1 alone: the third agreeing read comes an hour later (P7). */
const THIRD_READ_MS = HOUR;
/** Once told as alternating, one side has to stand a week (P8). */
const SETTLE_MS = 7 * 24 * HOUR;

/**
 * Moves the page's pending list by the differences of one change (P7, P8): noise goes to the ledger, the inverse of a
 * pending difference cancels it, an edit of a pending text merges with it, the inverse of a told one waits as a
 * reversal, all else waits for its time. Pure, so that a history can be decided again.
 */
export function movePending(question: PendingQuestion): readonly Move[] {
  let pending = question.pending;
  const moves: Move[] = [];
  for (const incoming of removalsFirst(question.incoming)) {
    const waits = moves.some((move) => move.to === 'pending' && move.difference.key === incoming.key);
    if (waits) {
      moves.push(noise(incoming, 'the same stands in another place of this change'));
      continue;
    }
    const step = moveOne(incoming, pending, question);
    moves.push(...step.moves);
    pending = step.pending;
  }
  return moves;
}

/** When an edit comes back as "removed" and "added" apart, the removal has to meet the pending edit first. */
function removalsFirst(incoming: readonly Difference[]): readonly Difference[] {
  return [...incoming.filter((d) => d.after === null), ...incoming.filter((d) => d.after !== null)];
}

interface Step {
  readonly moves: readonly Move[];
  readonly pending: readonly PendingDifference[];
}

function moveOne(d: Difference, pending: readonly PendingDifference[], question: PendingQuestion): Step {
  const undone = pending.find((p) => p.inverseKey === d.key);
  if (undone !== undefined) return cancel(d, undone, pending);
  const twin = pending.find((p) => p.key === d.key);
  if (twin !== undefined) return { moves: [noise(d, `difference ${twin.id} says the same and waits already`)], pending };
  const edited = pending.find((p) => d.before !== null && p.after !== null && sameText(p.after, d.before));
  if (edited !== undefined && d.kind !== 'moved') return merge(d, edited, { pending, question });
  return { moves: [settle(d, question)], pending };
}

function cancel(d: Difference, undone: PendingDifference, pending: Step['pending']): Step {
  const reason = 'undone before it had been told';
  return {
    moves: [
      { to: 'withdraw', id: undone.id, reason },
      { to: 'withdrawn', difference: d, reason: `undoes difference ${undone.id}, which had not been told` },
    ],
    pending: pending.filter((p) => p !== undone),
  };
}

function merge(
  d: Difference,
  edited: PendingDifference,
  { pending, question }: { pending: Step['pending']; question: PendingQuestion },
): Step {
  const combined = question.combine(edited, d);
  const label = combined.labels[0];
  if (label !== undefined) {
    const rest = pending.filter((p) => p !== edited);
    const reason = `a further edit left no news: ${label.reason}`;
    return { moves: [{ to: 'withdraw', id: edited.id, reason }], pending: rest };
  }
  const dueAt = earlier(edited.dueAt, dueFor(combined, question.beganAt));
  const confirmed = believes(question, d);
  const merged: PendingDifference = { ...combined, id: edited.id, dueAt, beganAt: edited.beganAt, confirmed };
  return {
    moves: [{ to: 'merge', id: edited.id, difference: combined, dueAt, confirmed }],
    pending: pending.map((p) => (p === edited ? merged : p)),
  };
}

/** A difference that meets nothing pending: is it noise, news, or the return of something told? */
function settle(d: Difference, question: PendingQuestion): Move {
  const returns = alternation(d, question.past, question.now);
  if (returns.kind === 'told before') return noise(d, 'told before, and nothing told has undone it');
  if (returns.kind === 'reversal') {
    return wait(d, question, {
      reason: `undoes difference ${returns.undoes.id}, which was told`,
      dueAt: reversalDue(returns.undoes, returns.settled, question),
      reversesId: returns.undoes.id,
      alternates: returns.alternates,
    });
  }
  const label = d.labels[0];
  if (label !== undefined) return noise(d, label.reason);
  if (returns.kind === 'untold') return noise(d, `back to the text before difference ${returns.undoes.id}, which was no news`);
  const reason = d.urgency?.reason ?? 'waits a day, to be seen still standing';
  return wait(d, question, { reason, dueAt: dueFor(d, question.beganAt), reversesId: null, alternates: false });
}

function noise(difference: Difference, reason: string): Move {
  return { to: 'noise', difference, reason };
}

function wait(
  difference: Difference,
  question: PendingQuestion,
  how: { reason: string; dueAt: Date; reversesId: number | null; alternates: boolean },
): Move {
  return { to: 'pending', difference, confirmed: believes(question, difference), ...how };
}

function believes(question: PendingQuestion, d: Difference): boolean {
  return question.believed === null || question.believed.has(d.key);
}

/** When a difference that was first seen at `beganAt` may be told (P7). */
export function dueFor(d: Pick<Difference, 'urgency'>, beganAt: Date): Date {
  if (d.urgency === null) return new Date(+beganAt + STAND_MS);
  return d.urgency.by === 'heading' ? new Date(+beganAt + THIRD_READ_MS) : beganAt;
}

/** A reversal has the urgency of what it reverses; after an alternation was told, one side must stand a week. */
function reversalDue(undoes: PastDifference, settled: boolean, question: PendingQuestion): Date {
  if (!settled) return new Date(+question.beganAt + SETTLE_MS);
  return dueFor(undoes, question.beganAt);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function sameText(a: string, b: string): boolean {
  return a.trim() === b.trim();
}

/**
 * What a later reading says of differences that only one of two reads had shown: still there, they are confirmed;
 * gone again, they were volatile (DESIGN 4, a third text).
 * @param texts all texts of the reading; null when it was the baseline itself, which confirms everything
 */
export function reviewUnconfirmed(
  pending: readonly PendingDifference[],
  texts: ReadonlySet<string> | null,
): { readonly confirm: readonly number[]; readonly moves: readonly Move[] } {
  const open = pending.filter((p) => !p.confirmed);
  const stands = (p: PendingDifference): boolean =>
    texts === null || (p.after === null ? p.before !== null && !texts.has(p.before) : texts.has(p.after));
  return {
    confirm: open.filter(stands).map((p) => p.id),
    moves: open
      .filter((p) => !stands(p))
      .map((p) => ({ to: 'withdraw', id: p.id, reason: 'volatile: only one of three reads showed it' })),
  };
}
