import { placeKey } from '../block.ts';
import type { Difference, Label } from '../difference.ts';

/** Which part of a page is watched. An option for the reader who asks for it, never the cure for noise (PRODUCT 7). */
export interface Focus {
  /** CSS selector of the part to read; null: the whole page. */
  readonly scope: string | null;
  /** Keys of places whose differences go to the ledger. */
  readonly ignored: readonly string[];
  /** Only what is new on the page, or only what has left it; an edit is both. */
  readonly side: Side;
}

export const SIDES = ['both', 'added', 'removed'] as const;
export type Side = (typeof SIDES)[number];

export const WHOLE: Focus = { scope: null, ignored: [], side: 'both' };

const IGNORED: Label = {
  noise: 'ignored',
  rule: 'ignore here',
  reason: 'it stands in a place that you chose to ignore',
};

const OTHER_SIDE: Readonly<Record<Side, Label | null>> = {
  both: null,
  added: {
    noise: 'ignored',
    rule: 'added only',
    reason: 'it has left the page, and you watch what is added',
  },
  removed: {
    noise: 'ignored',
    rule: 'removed only',
    reason: 'it is new on the page, and you watch what is removed',
  },
};

/** Why the focus leaves this difference out; null: it does not. */
export function outOfFocus({ place, before, after }: Difference, focus: Focus): Label | null {
  if (focus.ignored.includes(placeKey(place))) return IGNORED;
  const missing = focus.side === 'added' ? after : focus.side === 'removed' ? before : '';
  return missing === null ? OTHER_SIDE[focus.side] : null;
}

/** Labels what the focus leaves out: it stays in the ledger with its reason (P6) and is never urgent. */
export function labelFocus(differences: readonly Difference[], focus: Focus): readonly Difference[] {
  return differences.map((d) => {
    const label = outOfFocus(d, focus);
    return label === null ? d : { ...d, labels: [label, ...d.labels], urgency: null };
  });
}
