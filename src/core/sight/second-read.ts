import { sharedKeys, steady } from './agreement.ts';
import type { Difference, Label } from '../difference.ts';
import { isFact } from '../fact.ts';
import { squash } from '../diff/squash.ts';

const UNCONFIRMED: Label = {
  noise: 'volatile',
  rule: 'second read',
  reason: 'a second read moments later does not show it',
};

const ROTATES: Label = {
  noise: 'volatile',
  rule: 'second read',
  reason: 'what took its place differs between two reads moments apart',
};

/**
 * Labels what a second read does not confirm (P7): what it does not show again was the page's own unrest, and so is a text
 * that went from a slot which each read fills with another. A typed fact in the slot is exempt from the latter.
 * @param found differences between the older text and the first read, labelled by rules
 * @param again differences between the older text and the second read
 */
export function confirmByAgain(found: readonly Difference[], again: readonly Difference[]): Difference[] {
  const seen = new Set(again.map(steadyKey));
  const shared = sharedKeys(again, found);
  const confirmed = (difference: Difference): boolean =>
    seen.has(steadyKey(difference)) || shared.has(difference.key);
  const slots = rotatingSlots(found.filter((difference) => !confirmed(difference)));
  return found.map((difference) => {
    if (!confirmed(difference)) return withLabel(difference, UNCONFIRMED);
    return isLeftSlot(difference) && takeSlot(slots, difference.hunk)
      ? withLabel(difference, ROTATES)
      : difference;
  });
}

function withLabel(difference: Difference, label: Label): Difference {
  return { ...difference, labels: [...difference.labels, label], urgency: null };
}

/** How many unconfirmed texts came in each hunk: as many removals beside them are their predecessors. */
function rotatingSlots(unconfirmed: readonly Difference[]): Map<number, number> {
  const slots = new Map<number, number>();
  for (const { kind, hunk } of unconfirmed) if (kind === 'added') slots.set(hunk, (slots.get(hunk) ?? 0) + 1);
  return slots;
}

function isLeftSlot({ kind, valuesBefore }: Difference): boolean {
  return kind === 'removed' && !valuesBefore.some(isFact);
}

function takeSlot(slots: Map<number, number>, hunk: number): boolean {
  const left = slots.get(hunk) ?? 0;
  slots.set(hunk, left - 1);
  return left > 0;
}

/** A difference without what ticks in it: a new sentence beside a clock is the same sentence a minute later. */
function steadyKey({ kind, before, after, place }: Difference): string {
  const sides = [before, after].map((text) => (text === null ? '-' : squash(steady(text))));
  return [kind, place.headings.at(-1) ?? '', ...sides].join('\u0001');
}
