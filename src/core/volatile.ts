import { placeKey } from './block.ts';
import type { Difference, Label } from './difference.ts';
import { isFact } from './fact.ts';

/** Texts that a place has shown, with times and counters masked, by place key. */
export type VolatileMemory = ReadonlyMap<string, ReadonlySet<string>>;

/** Digits become #, so that a clock or a viewer count shows one text however often it ticks. */
export function maskNumbers(text: string): string {
  return text.replace(/\d+(?:[.,:]\d+)*/g, '#');
}

/**
 * May the memory of volatile places explain this difference? Only if its place is known to differ between two reads
 * moments apart, it carries no typed fact, and both its texts have come or gone there before (P6, P7): all entries of a
 * menu share one place, and beside a rotating one a new plan name, or an entry that is gone for good, is still told.
 */
export function isVolatile(difference: Difference, memory: VolatileMemory): boolean {
  const { before, after, valuesBefore, valuesAfter } = difference;
  if ([...valuesBefore, ...valuesAfter].some(isFact)) return false;
  const shown = memory.get(placeKey(difference.place));
  return [before, after].every((text) => text === null || shown?.has(maskNumbers(text)) === true);
}

/**
 * Does the difference lie in a volatile place, whatever it says? Enough where nothing is silenced by it: a first reading
 * whose only unrest lies there was seen twice. A shop that shows other prices at each visit never would be, else.
 */
export function standsInVolatilePlace(difference: Difference, memory: VolatileMemory): boolean {
  return memory.has(placeKey(difference.place));
}

const LABEL: Label = {
  noise: 'volatile',
  rule: 'volatile place',
  reason: 'this place differs between two reads moments apart and shows a text that it has shown before',
};

/** Adds the label of the volatile memory to the differences that it explains. */
export function labelVolatile(
  differences: readonly Difference[],
  memory: VolatileMemory,
): readonly Difference[] {
  return differences.map((d) => (isVolatile(d, memory) ? { ...d, labels: [...d.labels, LABEL] } : d));
}

/** What two reads moments apart disagree on, as rows for the memory: one a place, with both masked texts. */
export function volatileRows(differences: readonly Difference[]): readonly VolatileRow[] {
  return differences.map((d) => ({
    placeKey: placeKey(d.place),
    place: d.place,
    texts: [d.before, d.after].filter((text) => text !== null).map(maskNumbers),
    before: d.before,
    after: d.after,
  }));
}

export interface VolatileRow {
  readonly placeKey: string;
  readonly place: Difference['place'];
  readonly texts: readonly string[];
  readonly before: string | null;
  readonly after: string | null;
}
