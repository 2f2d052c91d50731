import type { Block } from '../block.ts';
import { diffBlocks } from '../diff/diff-blocks.ts';
import type { Difference } from '../difference.ts';
import { labelDifferences } from './label-differences.ts';

/** What differs between two readings, each difference with its labels, its typed values and its urgency. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): Difference[] {
  return labelDifferences(diffBlocks(before, after), { before, after });
}
