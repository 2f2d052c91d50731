import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import type { Some } from '../telling.ts';
import { findValues } from '../facts/find-values.ts';
import { gridPairs } from './grid.ts';
import { cellsOf, labelsOf } from './label.ts';
import type { Label, Standing } from './label.ts';
import { leadOf, skeletonOf } from './mask.ts';
import { rewordedPairs } from './reworded.ts';
import type { Scene, Side } from './scene.ts';
import { blockOf, isLegalText } from './scene.ts';
import { classOf, equalValues, looseClassOf } from './value.ts';

/** Two values under one label. */
export interface Pair {
  readonly from: Standing;
  readonly to: Standing;
  /** The label's words, "" where the page gives none. */
  readonly name: string;
  readonly within: string | null;
}

export interface Numbers {
  /** Moved under one label, unequal after typing. */
  readonly moved: readonly Pair[];
  /** Without a partner: told as "new", never as a move. */
  readonly added: readonly Standing[];
  readonly gone: readonly Standing[];
}

/**
 * Old and new values, paired only under the same label or in the same skeleton. By order or likeness alone a new card on
 * top of a deal list reads as a price cut of 90 %: of 52 such pairs on real pages 11 were true. Equal values leave silently.
 */
export function numbersOf(scene: Scene): Numbers {
  let before = standings(scene, 'before');
  let after = standings(scene, 'after');
  const pairs: Pair[] = [];
  for (const key of [classOf, looseClassOf]) {
    for (const pair of [
      ...labelPairs(scene, { before, after, key }),
      ...gridPairs(scene, { before, after, key }),
      ...sentencePairs({ before, after, key }),
      ...rewordedPairs(scene, { before, after, key }),
    ]) {
      if (!before.includes(pair.from) || !after.includes(pair.to)) continue;
      pairs.push(pair);
      before = before.filter((standing) => standing !== pair.from);
      after = after.filter((standing) => standing !== pair.to);
    }
  }
  const moved = pairs.filter((pair) => !equalValues(pair.from.value, pair.to.value));
  const again = (one: Standing, end: 'from' | 'to'): boolean =>
    moved.some((pair) => sameAmount(pair[end].value, one.value));
  return {
    moved,
    added: after.filter((one) => differs(one) && !again(one, 'to')),
    gone: before.filter((one) => differs(one) && !again(one, 'from')),
  };
}

/**
 * All values of the changed blocks, not only those in the differing words: when two prices change places a comparison of
 * words finds one of them unchanged. What has its equal under the same label leaves silently.
 */
function standings(scene: Scene, side: Side): Standing[] {
  return scene.differences
    .filter((one) => !isLegalText(scene, one) && one.kind !== 'link')
    .flatMap((difference): Standing[] => {
      const block = blockOf(scene, difference, side);
      const text = difference[side];
      if (text === null) return [];
      if (block?.role !== 'row')
        return findValues(text).map((value, nth) => ({ value, nth, column: null, difference, side, text }));
      return cellsOf(block).flatMap((cell, column) =>
        findValues(cell).map((value, nth) => ({ value, nth, column, difference, side, text })),
      );
    });
}

/** The amount of a pair that stands on the page a second time, without its label, is told with the pair. */
function sameAmount(a: TypedValue, b: TypedValue): boolean {
  return a.type === 'money' && b.type === 'money' && a.amount === b.amount && a.currency === b.currency;
}

/** Unpaired values count only where they stand in the differing words. */
function differs({ value, difference, side }: Standing): boolean {
  const values = side === 'before' ? difference.valuesBefore : difference.valuesAfter;
  const others = side === 'before' ? difference.valuesAfter : difference.valuesBefore;
  if (others.some((other) => equalValues(other, value))) return false;
  return values.some((other) => equalValues(other, value) || other.text === value.text);
}

export interface Unpaired {
  readonly before: readonly Standing[];
  readonly after: readonly Standing[];
  /** What two values must share to be one kind of number. */
  readonly key: (value: TypedValue) => string;
}

/** Pairs with one candidate of their class under their label on each side. */
function labelPairs(scene: Scene, unpaired: Unpaired): Pair[] {
  const from = byLabel(scene, unpaired.before, unpaired.key);
  const to = byLabel(scene, unpaired.after, unpaired.key);
  return [...from].flatMap(([key, left]) => {
    const right = to.get(key);
    const one = soleOf(left);
    const other = right ? soleOf(right) : null;
    if (!one || !other) return [];
    return [{ from: one.standing, to: other.standing, name: other.label.name, within: other.label.within }];
  });
}

/** Sentences of the same words with other numbers: each value is the next state of the one in its place, whatever else was counted there. */
function sentencePairs({ before, after, key }: Unpaired): Pair[] {
  return before.flatMap((from): Pair[] => {
    const { difference, nth, column, text } = from;
    if (column !== null || difference.before === null || difference.after === null) return [];
    if (skeletonOf(difference.before) !== skeletonOf(difference.after)) return [];
    const to = after.find((one) => one.difference === difference && one.nth === nth);
    if (to === undefined || key(from.value) !== key(to.value)) return [];
    const sentences = text.split(/(?<=\p{L}[.!?])\s+/u);
    if (sentences.length < 2) return [];
    const own = sentences.find((one) => one.includes(from.value.text)) ?? text;
    return [{ from, to, name: leadOf(own, from.value.text) ?? '', within: null }];
  });
}

interface Labelled {
  readonly standing: Standing;
  readonly label: Label;
}

function byLabel(
  scene: Scene,
  all: readonly Standing[],
  classed: Unpaired['key'],
): Map<string, Some<Labelled>> {
  const found = new Map<string, Some<Labelled>>();
  for (const standing of all) {
    for (const label of labelsOf(scene, standing)) {
      const key = `${label.key} ${classed(standing.value)}`;
      const known = found.get(key);
      found.set(key, known ? [...known, { standing, label }] : [{ standing, label }]);
    }
  }
  return found;
}

/** The only candidate; copies of it (a desktop and a mobile card) count as one. */
function soleOf(candidates: Some<Labelled>): Labelled | null {
  const [first] = candidates;
  const same = candidates.every((other) => equalValues(other.standing.value, first.standing.value));
  return same ? first : null;
}

export function differencesOf({ from, to }: Pair): Some<Difference> {
  return from.difference === to.difference ? [from.difference] : [from.difference, to.difference];
}
