import { hasCorpus as isThere } from '../../scripts/support/corpus.ts';

export { histories, type History, type HistoryVersion } from '../../scripts/support/corpus.ts';

/** Says so where corpus tests skip themselves. */
export function hasCorpus(): boolean {
  const found = isThere();
  if (!found) console.log('Corpus tests are skipped: there is no ../shared/corpus beside the project.');
  return found;
}
