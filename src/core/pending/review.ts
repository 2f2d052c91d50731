import { sharesEdit } from '../sight/agreement.ts';
import type { Block } from '../block.ts';
import type { Difference } from '../difference.ts';
import type { Move, PendingDifference } from './pending.ts';
import { isUnsettled } from '../sight/settled.ts';

/** All texts and link addresses of a reading: what a difference may have left standing. */
export function standingTexts(blocks: readonly Block[]): ReadonlySet<string> {
  return new Set(blocks.flatMap((block) => [block.text, ...block.links.map((link) => link.href)]));
}

/**
 * Pending differences that a reading shows undone or edited, though nothing of it is adopted: they wait on, and do not
 * fall due while they do not stand (P7).
 * @param differences between the baseline and the reading
 */
export function absentFrom(
  pending: readonly PendingDifference[],
  differences: readonly Difference[],
): readonly number[] {
  const takenAway = (p: PendingDifference): boolean =>
    differences.some(
      (d) => d.key === p.inverseKey || (p.after !== null && d.before === p.after && !onlyTicksOn(p, d)),
    );
  return pending.filter(takenAway).map((p) => p.id);
}

/** A text in which a count or a clock ran on still shows the edit that it waits to tell. */
function onlyTicksOn(p: PendingDifference, d: Difference): boolean {
  if (p.before === null || p.after === null || d.after === null) return false;
  return sharesEdit(p.before, p.after, d.after);
}

/** Does the page show what this difference left? A removal stands while its text is gone. */
function standsIn(
  { before, after }: Pick<PendingDifference, 'before' | 'after'>,
  texts: ReadonlySet<string>,
): boolean {
  return after === null ? before !== null && !texts.has(before) : texts.has(after);
}

/**
 * Differences that took turns before, and that a later reading does not show: the place is as restless as it was.
 * @param texts all texts of the reading; null when it was the baseline itself, which shows all that waits
 */
export function reviewUnsettled(
  pending: readonly PendingDifference[],
  texts: ReadonlySet<string> | null,
): readonly Move[] {
  if (texts === null) return [];
  return pending
    .filter((p) => isUnsettled(p) && !standsIn(p, texts))
    .map((p) => ({ to: 'withdraw', id: p.id, reason: 'took turns again before it had stood seven days' }));
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
  const stands = (p: PendingDifference): boolean => texts === null || standsIn(p, texts);
  return {
    confirm: open.filter(stands).map((p) => p.id),
    moves: open
      .filter((p) => !stands(p))
      .map((p) => ({ to: 'withdraw', id: p.id, reason: 'volatile: only one of three reads showed it' })),
  };
}
