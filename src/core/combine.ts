import type { Block } from './block.ts';
import { keysOf } from './diff/keys.ts';
import type { Difference } from './difference.ts';
import { labelDifferences } from './labels/label-differences.ts';

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
  const kind = before === null ? 'added' : after === null ? 'removed' : first.kind;
  const merged = { ...later, ...keysOf(before, after), kind, before, after, hunk: 0, labels: [] } as const;
  const [labelled] = labelDifferences([merged], texts);
  if (labelled === undefined) throw new Error('a labelled difference went missing');
  return labelled;
}
