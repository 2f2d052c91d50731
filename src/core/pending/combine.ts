import type { Block } from '../block.ts';
import { keysOf } from '../diff/keys.ts';
import { squash } from '../diff/squash.ts';
import { type Difference, type DifferenceKind, partOf } from '../difference.ts';
import { labelDifferences } from '../labels/label-differences.ts';

/** The texts that two versions hold, where rules look for what stands elsewhere on the page. */
export interface Texts {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

/**
 * The difference that an edit of an edit amounts to: the text before the first, the text after the later one, judged
 * anew by the rules. An addition that was edited stays an addition; an edit whose text was then removed is a removal.
 */
export function combineDifferences(first: Difference, later: Difference, texts: Texts): Difference {
  const { before } = first;
  const { after } = later;
  const at = { kind: kindOf(first, later), place: later.place };
  const merged: Difference = {
    ...later,
    ...at,
    ...keysOf(before, after, at),
    before,
    after,
    hunk: 0,
    labels: [],
  };
  const [labelled] = labelDifferences([merged], texts);
  if (labelled === undefined) throw new Error('a labelled difference went missing');
  return labelled;
}

function kindOf(first: Difference, later: Difference): DifferenceKind {
  if (partOf(first.kind) !== 'text') return first.kind;
  if (first.before === null) return 'added';
  if (later.after === null) return 'removed';
  return squash(first.before) === squash(later.after) ? 'typographic' : 'edited';
}
