import { placeKey } from '../block.ts';
import type { Difference, Label } from '../difference.ts';
import { isFact, type TypedValue } from '../fact.ts';
import { otherLanguage } from '../labels/other-language.ts';
import { isTerm } from '../labels/rule.ts';

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

/** The rule by which the memory of restless places explains a difference. */
export const VOLATILE_PLACE = 'volatile place';

const LABEL: Label = {
  noise: 'volatile',
  rule: VOLATILE_PLACE,
  reason: 'this place differs between two reads moments apart and shows a text that it has shown before',
};

/**
 * Adds the label of the volatile memory to the differences that it explains.
 * @param settled keys of differences that have stood alone too long to be unrest
 */
export function labelVolatile(
  differences: readonly Difference[],
  memory: VolatileMemory,
  settled: ReadonlySet<string>,
): readonly Difference[] {
  return differences.map((d) =>
    !settled.has(d.key) && isVolatile(d, memory) ? { ...d, labels: [...d.labels, LABEL] } : d,
  );
}

/**
 * What two reads moments apart disagree on, as rows for the memory: one a place, with both masked texts and their terms. A page
 * that came in another language says nothing of its places: every text took turns, the news as well.
 */
export function volatileRows(
  differences: readonly Difference[],
  memory: VolatileMemory,
): readonly VolatileRow[] {
  const own = differences.filter((d) => !d.labels.some(({ rule }) => rule === otherLanguage.name));
  const exchanges = exchangingHunks(own);
  return own.map((d) => {
    const texts = exchanges.has(d.hunk) ? textsOf(d) : textsOf(d).map((text) => onceOrAgain(text, d, memory));
    return { ...rowOf(d), texts: [...texts, ...marksOf(d, memory)] };
  });
}

/** Hunks in which one text gave way to another: such a place takes turns, and two looks show it. */
function exchangingHunks(differences: readonly Difference[]): ReadonlySet<number> {
  const hunks = (side: 'before' | 'after'): Set<number> =>
    new Set(differences.filter((d) => d[side] !== null).map((d) => d.hunk));
  return hunks('before').intersection(hunks('after'));
}

/**
 * A text that one of two reads lacked, and nothing stood in its place, may be missing for once: half the page did not come, or
 * the text is new and one server has it already. Only when it happens again is it the page's own unrest.
 */
function onceOrAgain(text: string, { place }: Difference, memory: VolatileMemory): string {
  const shown = memory.get(placeKey(place));
  return shown?.has(text) === true || shown?.has(ONCE + text) === true ? text : ONCE + text;
}

/** In the memory: a text that was once missing from one of two reads. */
const ONCE = 'once ';

/** What a visit hours later showed in such places: another text, but no other term, for that may have changed since. */
export function laterRows(
  differences: readonly Difference[],
  memory: VolatileMemory,
): readonly VolatileRow[] {
  return differences.map((d) => ({
    ...rowOf(d),
    texts: [...textsOf(d), ...marksOf(d, memory).filter((mark) => mark === AGAIN)],
  }));
}

function rowOf(d: Difference): Omit<VolatileRow, 'texts'> {
  return { placeKey: placeKey(d.place), place: d.place, before: d.before, after: d.after };
}

function textsOf({ before, after }: Difference): string[] {
  return [before, after].filter((text) => text !== null).map(maskNumbers);
}

/** In the memory a term stands by what it says, beside the masked texts, whose numbers are gone. */
const MARK = 'term ';
/** The place has shown nothing but terms that it had shown before. */
const AGAIN = `${MARK}again`;
/** A place that has shown more is a ticker of prices, which shows others at every look. */
const MOST_TERMS = 12;

function marksOf({ place, valuesBefore, valuesAfter }: Difference, memory: VolatileMemory): string[] {
  const shown = memory.get(placeKey(place));
  const marks = [...valuesBefore, ...valuesAfter].filter(isTerm).map(markOf);
  return marks.length > 0 && marks.every((mark) => shown?.has(mark)) ? [...marks, AGAIN] : marks;
}

function markOf(value: TypedValue): string {
  return MARK + JSON.stringify({ ...value, text: undefined });
}

/**
 * Keys of differences of a second read that, like the first read, show a price where prices alternate, and one that this place
 * has never shown: the alternatives themselves have changed (P9). What alternates is known only once it has come again.
 */
export function newlyShown(
  first: readonly Difference[],
  second: readonly Difference[],
  memory: VolatileMemory,
): ReadonlySet<string> {
  const fresh = first.filter((d) => showsNewTerms(d, memory));
  const both = second.filter(
    (d) =>
      showsNewTerms(d, memory) &&
      fresh.some((one) => one.before === d.before && placeKey(one.place) === placeKey(d.place)),
  );
  return new Set(both.map((d) => d.key));
}

function showsNewTerms({ place, valuesAfter }: Difference, memory: VolatileMemory): boolean {
  const shown = memory.get(placeKey(place)) ?? new Set();
  const known = [...shown].filter((text) => text.startsWith(MARK)).length - 1;
  if (!shown.has(AGAIN) || known < 2 || known > MOST_TERMS) return false;
  const marks = valuesAfter.filter(isTerm).map(markOf);
  return marks.length > 0 && marks.every((mark) => !shown.has(mark));
}

export interface VolatileRow {
  readonly placeKey: string;
  readonly place: Difference['place'];
  readonly texts: readonly string[];
  readonly before: string | null;
  readonly after: string | null;
}
