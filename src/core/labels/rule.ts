import type { Block } from '../block.ts';
import type { Difference, NoiseKind } from '../difference.ts';
import type { TypedValue } from '../fact.ts';

/** The two readings that the differences lie between. */
export interface LabelContext {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

/** A difference with what rules ask about it. */
export interface Considered {
  readonly difference: Difference;
  /** The differing words of each side; all words where a side is alone. */
  readonly words: { readonly before: string; readonly after: string };
  readonly valuesBefore: readonly TypedValue[];
  readonly valuesAfter: readonly TypedValue[];
}

/** What rules may ask about the whole comparison. */
export interface Surroundings extends LabelContext {
  readonly all: readonly Considered[];
  /** Squashed texts of the headings that stand on both sides. */
  readonly commonHeadings: ReadonlySet<string>;
}

/** One reason why a difference is no news. It looks at what differs; amount and place alone never explain (P6). */
export interface Rule {
  readonly name: string;
  readonly noise: NoiseKind;
  /** In words for the ledger: "only the copyright year differs". */
  readonly reason: string;
  /**
   * The rule compares the typed values themselves and finds them equal, or no more than time passing. Only such a rule may
   * label a difference that carries a term: a typed fact that changed is always told (P9).
   */
  readonly comparesValues?: true;
  readonly explains: (considered: Considered, page: Surroundings) => boolean;
}

/** A typed fact that no place, wording or company of other texts makes less than news: money, discount, fee, trial, end date. */
export function isTerm(value: TypedValue): boolean {
  if (value.type === 'percent') return value.role !== 'other';
  if (value.type === 'duration') return value.role === 'trial' || value.role === 'free';
  if (value.type === 'date') return value.role === 'end';
  return value.type === 'money';
}

export function carriesTerm({ valuesBefore, valuesAfter }: Considered): boolean {
  return [...valuesBefore, ...valuesAfter].some(isTerm);
}

/** The one text of an added or removed block; null for every other difference. */
export function loneText({ difference: { kind, before, after } }: Considered): string | null {
  if (kind !== 'added' && kind !== 'removed') return null;
  return after ?? before;
}

/** The texts that a difference shows, one or two. */
export function textsOf({ difference: { before, after } }: Considered): string[] {
  return [before, after].filter((text) => text !== null);
}

/** A question about the whole comparison that many differences ask: answered once for each comparison. */
export function oncePerPage<T>(answer: (page: Surroundings) => T): (page: Surroundings) => T {
  const answers = new WeakMap<Surroundings, { readonly value: T }>();
  return (page) => {
    const known = answers.get(page);
    if (known !== undefined) return known.value;
    const value = answer(page);
    answers.set(page, { value });
    return value;
  };
}
