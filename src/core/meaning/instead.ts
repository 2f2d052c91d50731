import type { Place } from '../block.ts';
import type { Difference } from '../difference.ts';
import type { Some } from '../telling.ts';
import { wordsOf } from './plain.ts';
import { inFrame } from './scene.ts';
import type { Scene } from './scene.ts';

/** What stands in a text's place: the two sides of an edit, or one text that left and one that came at the same spot. */
export interface Swap {
  readonly before: string;
  readonly after: string;
  readonly differences: Some<Difference>;
}

/** Longer texts that follow each other are two entries, not one that reads otherwise. */
const A_LABEL = 8;

/**
 * The difference with what took its place or made way for it; null where it stands alone. A text that left and one that
 * came belong together if nothing else of their role left or came between the same neighbours, under the same heading.
 */
export function swapOf(scene: Scene, difference: Difference): Swap | null {
  const { before, after } = difference;
  if (before !== null && after !== null) return { before, after, differences: [difference] };
  const rivals = scene.differences.filter((one) => sameSpot(one, difference));
  const [gone, ...moreGone] = rivals.filter((one) => one.after === null);
  const [came, ...moreCame] = rivals.filter((one) => one.before === null);
  if (!gone || !came || moreGone.length + moreCame.length > 0) return null;
  if (
    gone.before === null ||
    came.after === null ||
    !isLabel(gone.place, gone.before) ||
    !isLabel(came.place, came.after)
  )
    return null;
  return { before: gone.before, after: came.after, differences: [came, gone] };
}

function sameSpot(one: Difference, other: Difference): boolean {
  return (
    one.hunk === other.hunk &&
    one.kind !== 'link' &&
    one.place.role === other.place.role &&
    one.place.region === other.place.region &&
    (one.before === null || one.after === null)
  );
}

/** Entries of a list of news come and go by themselves; headings and menus have words of their own. */
function isLabel(place: Place, text: string): boolean {
  return ['p', 'li'].includes(place.role) && !inFrame(place) && wordsOf(text).length <= A_LABEL;
}
