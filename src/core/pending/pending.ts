import { placeKey } from '../block.ts';
import { decideDifference, type DecisionQuestion } from './decide-difference.ts';
import { type Difference, partOf } from '../difference.ts';
import { ROLLED_OFF, rollsOff } from './news-page.ts';

/** An entry of the page's pending list: a difference that waits until it may be told. */
export interface PendingDifference extends Difference {
  readonly id: number;
  /** The change that it began in. */
  readonly changeId: number;
  readonly dueAt: Date;
  readonly beganAt: Date;
  readonly confirmed: boolean;
  readonly reversesId: number | null;
  readonly alternates: boolean;
}

/** Builds the difference that two successive edits of one text amount to, labelled anew. */
export type Combine = (first: Difference, later: Difference) => Difference;

export interface PendingQuestion extends DecisionQuestion {
  readonly pending: readonly PendingDifference[];
  /** The differences of one change, each key once. */
  readonly incoming: readonly Difference[];
  /** All texts and addresses of the page as it stands now. */
  readonly standing: ReadonlySet<string>;
  /** Keys that two reads showed; null: all of them. */
  readonly believed: ReadonlySet<string> | null;
  readonly combine: Combine;
  /** Does the page bring news on most visits? Then an entry that waits for the line of the day may roll off. */
  readonly newsPage: boolean;
}

/** What becomes of one incoming difference, or of one that was pending. Reasons are sentences for the ledger. */
export type Move =
  | { readonly to: 'noise'; readonly difference: Difference; readonly reason: string }
  | { readonly to: 'withdrawn'; readonly difference: Difference; readonly reason: string }
  | ({ readonly to: 'pending'; readonly difference: Difference; readonly reason: string } & Waiting)
  | { readonly to: 'withdraw'; readonly id: number; readonly reason: string }
  | ({
      readonly to: 'merge';
      readonly id: number;
      readonly difference: Difference;
      readonly reason: string;
    } & Waiting);

interface Waiting {
  readonly dueAt: Date;
  readonly confirmed: boolean;
  readonly reversesId: number | null;
  readonly alternates: boolean;
}

/**
 * Moves the page's pending list by the differences of one change (P7, P8): noise goes to the ledger, the inverse of a
 * pending difference cancels it, an edit of a pending text merges with it, the inverse of a told one waits as a
 * reversal, all else waits for its time. A page that came as another variant (in another language) undoes nothing. Pure, so that a history can be decided again.
 */
export function movePending(question: PendingQuestion): readonly Move[] {
  let pending = question.pending;
  const moves: Move[] = [];
  for (const incoming of removalsFirst(question.incoming)) {
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
  const variant = d.labels.find(({ noise }) => noise === 'variant');
  if (variant !== undefined)
    return { moves: [{ to: 'noise', difference: d, reason: variant.reason }], pending };
  if (question.newsPage && hasRolledOff(d, pending, question)) {
    const difference = { ...d, labels: [ROLLED_OFF, ...d.labels] };
    return { moves: [{ to: 'noise', difference, reason: ROLLED_OFF.reason }], pending };
  }
  const undone = pending.find((p) => p.inverseKey === d.key);
  if (undone !== undefined) return cancel(d, [undone], pending);
  const twin = pending.find((p) => p.key === d.key);
  if (twin !== undefined) {
    const reason = `difference ${twin.id} says the same and waits already`;
    return { moves: [{ to: 'noise', difference: d, reason }], pending };
  }
  const edited = editedBy(d, pending, question);
  // What one read alone showed must not carry off what two have shown: should it be volatile, both would be withdrawn.
  if (edited !== undefined && (believes(question, d) || !edited.confirmed)) {
    return merge(d, edited, { pending, question });
  }
  return { moves: [settle(d, question)], pending };
}

/**
 * An entry that had come, told or still to be told in the line of the day, and that two reads had shown; or one that leaves
 * the place in which others come.
 */
function hasRolledOff(d: Difference, pending: Step['pending'], { past, incoming }: PendingQuestion): boolean {
  if (!rollsOff(d)) return false;
  const came = pending.find((p) => p.inverseKey === d.key);
  if (came !== undefined) return came.confirmed;
  const comesHere = (other: Difference): boolean =>
    other.before === null && placeKey(other.place) === placeKey(d.place);
  return past.some((p) => p.inverseKey === d.key && p.before === null) || incoming.some(comesHere);
}

function cancel(d: Difference, undone: readonly PendingDifference[], pending: Step['pending']): Step {
  const ids = undone.map((p) => p.id).join(' and ');
  return {
    moves: [
      ...undone.map(({ id }) => ({ to: 'withdraw', id, reason: 'undone before it had been told' }) as const),
      { to: 'withdrawn', difference: d, reason: `undoes difference ${ids}, which had not been told` },
    ],
    pending: pending.filter((p) => !undone.includes(p)),
  };
}

/**
 * The pending difference whose text this one takes up. The same place comes first, for "$0" stands under many plans; a
 * text that moved is found elsewhere, unless it still stands or a difference at its own place takes it up.
 */
function editedBy(
  d: Difference,
  pending: Step['pending'],
  { incoming, standing }: PendingQuestion,
): PendingDifference | undefined {
  if (d.before === null || d.kind === 'moved') return undefined;
  const fits = pending.filter((p) => p.after === d.before && takesUp(p, d));
  const atHome = (p: PendingDifference, other: Difference): boolean =>
    placeKey(p.place) === placeKey(other.place);
  const home = fits.find((p) => atHome(p, d));
  if (home !== undefined || standing.has(d.before)) return home;
  const takenUp = (p: PendingDifference): boolean =>
    incoming.some((other) => other.before === d.before && atHome(p, other));
  return fits.find((p) => !takenUp(p));
}

/** A text that changed hands and is then only set otherwise has still changed hands. */
function takesUp(p: PendingDifference, d: Difference): boolean {
  return partOf(p.kind) === partOf(d.kind) && (p.kind !== 'moved' || d.kind !== 'typographic');
}

/** The edit and what it edits as one: it keeps its first text and, where it may, its due time. */
function merge(
  d: Difference,
  edited: PendingDifference,
  { pending, question }: { pending: Step['pending']; question: PendingQuestion },
): Step {
  if (edited.before === d.after) return cancel(d, [edited], pending);
  const both = question.combine(edited, d);
  // What is urgent in this edit is urgent in both, or a limit that fell would wait for the wording that came before it.
  const combined = { ...both, urgency: both.urgency ?? d.urgency };
  const undone = pending.find((p) => p !== edited && p.inverseKey === combined.key);
  if (undone !== undefined) return cancel(d, [edited, undone], pending);
  const decision = decideDifference(combined, question);
  if (!decision.tell) return drop(d, edited, { pending, why: decision.reason });
  const twin = pending.find((p) => p !== edited && p.key === combined.key);
  if (twin !== undefined) return drop(d, edited, { pending, why: `difference ${twin.id} says the same` });
  const { reversesId, alternates } = decision;
  const dueAt = decision.stands ? decision.dueAt : earlier(edited.dueAt, decision.dueAt);
  const waiting = { dueAt, confirmed: believes(question, d), reversesId, alternates };
  const { id, changeId, beganAt } = edited;
  return {
    moves: [{ to: 'merge', id, difference: combined, reason: 'edited again before it was told', ...waiting }],
    pending: pending.map((p) => (p === edited ? { ...combined, ...waiting, id, changeId, beganAt } : p)),
  };
}

function drop(
  d: Difference,
  edited: PendingDifference,
  { pending, why }: { pending: Step['pending']; why: string },
): Step {
  const reason = `a further edit left no news: ${why}`;
  return {
    moves: [
      { to: 'withdraw', id: edited.id, reason },
      { to: 'withdrawn', difference: d, reason: `with difference ${edited.id} it comes to no news: ${why}` },
    ],
    pending: pending.filter((p) => p !== edited),
  };
}

function settle(d: Difference, question: PendingQuestion): Move {
  const decision = decideDifference(d, question);
  if (!decision.tell) return { to: 'noise', difference: d, reason: decision.reason };
  const { reason, dueAt, reversesId, alternates } = decision;
  const confirmed = believes(question, d);
  return { to: 'pending', difference: d, reason, dueAt, confirmed, reversesId, alternates };
}

function believes(question: PendingQuestion, d: Difference): boolean {
  return question.believed === null || question.believed.has(d.key);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
