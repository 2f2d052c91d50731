import { hasCorpus } from '../../scripts/support/corpus.ts';

export { histories, type History, type HistoryVersion } from '../../scripts/support/corpus.ts';

if (!hasCorpus()) console.log('Corpus tests are skipped: there is no ../shared/corpus beside the project.');
