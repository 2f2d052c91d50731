import type { Difference } from '../difference.ts';
import { SEVERITIES } from '../telling.ts';
import type { Kind, NumberMoved, Severity, Some } from '../telling.ts';

/** One piece of news that a rule found, with the differences that carry it. */
export interface Finding {
  readonly kind: Kind;
  readonly tags: readonly Kind[];
  readonly severity: Severity;
  /** Why this severity, a line a step. */
  readonly reasons: Some<string>;
  /** The headline after "Acme: ", most needed first; parts are dropped from the right. */
  readonly parts: Some<string>;
  /** A sentence of at most 25 words that the text shows. */
  readonly sentence: string;
  readonly numbers: readonly NumberMoved[];
  readonly differences: Some<Difference>;
}

/** `steps` up or down the ladder low, medium, high, critical, within its ends. */
export function stepped(severity: Severity, steps: number): Severity {
  const at = Math.min(Math.max(SEVERITIES.indexOf(severity) + steps, 0), SEVERITIES.length - 1);
  return SEVERITIES[at] ?? severity;
}

export function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** A list that is known not to be empty, or null. */
export function some<T>(list: readonly T[]): Some<T> | null {
  const [first, ...rest] = list;
  return first === undefined ? null : [first, ...rest];
}

/** The same list in another order. */
export function ordered<T>(list: Some<T>, compare: (a: T, b: T) => number): Some<T> {
  const [first = list[0], ...rest] = list.toSorted(compare);
  return [first, ...rest];
}

export function defaultReason(kind: Kind, severity: Severity, why = ''): string {
  return `default of ${kind}${why === '' ? '' : `, ${why}`}: ${severity}`;
}
