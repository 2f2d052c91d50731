import type { Place } from './block.ts';
import type { TypedValue } from './fact.ts';

/** PRODUCT 2: what a rule may call a difference, and `cosmetic` for edits by people without new meaning. */
export type NoiseKind =
  | 'volatile'
  | 'variant'
  | 'rotation'
  | 'date'
  | 'counter'
  | 'chrome'
  | 'reorder'
  | 'typographic'
  | 'link-token'
  | 'partial'
  | 'roll-off'
  | 'cosmetic'
  | 'reread'
  | 'told before'
  | 'alternates'
  | 'ignored'
  | 'unshown';

/** Why a difference is no news: the kind, the rule that says so, and its reason in words. */
export interface Label {
  readonly noise: NoiseKind;
  readonly rule: string;
  readonly reason: string;
}

export type DifferenceKind =
  | 'added'
  | 'removed'
  | 'edited'
  | 'moved'
  | 'typographic'
  | 'link'
  | 'title'
  | 'meta'
  | 'data';

/** Title, meta, data and links are compared among themselves; every other kind is about the texts of the body. */
export function partOf(kind: DifferenceKind): 'text' | 'title' | 'meta' | 'data' | 'link' {
  return kind === 'title' || kind === 'meta' || kind === 'data' || kind === 'link' ? kind : 'text';
}

/** One difference between two versions, as the diff and the labels leave it (no time, no state yet). */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Text before, verbatim; null exactly when the block was added. For `link` the address. */
  readonly before: string | null;
  /** Text after, verbatim; null exactly when the block was removed. */
  readonly after: string | null;
  readonly place: Place;
  /** Equal for the same news on any page or place: a hash of the squashed texts before and after, never of the place. */
  readonly key: string;
  /** The key that undoing this difference has. */
  readonly inverseKey: string;
  /** Differences that stand next to each other in the page share a hunk. */
  readonly hunk: number;
  /** All rules that explain it. Empty: no rule does, it waits to be told. */
  readonly labels: readonly Label[];
  /** Typed values that stand within the differing words only. */
  readonly valuesBefore: readonly TypedValue[];
  readonly valuesAfter: readonly TypedValue[];
  /** Why this cannot wait a day (P7), in words; null: it can. `by: 'heading'` alone asks for a third read. */
  readonly urgency: { readonly by: 'fact' | 'heading'; readonly reason: string } | null;
}
