import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Real page histories, which lie beside the project where they are allowed to be; never in it. */
export const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

export function hasCorpus(): boolean {
  const found = existsSync(CORPUS);
  if (!found) console.log('Corpus tests are skipped: there is no ../shared/corpus beside the project.');
  return found;
}

export interface History {
  readonly name: string;
  readonly url: string;
  readonly versions: readonly HistoryVersion[];
}

export interface HistoryVersion {
  readonly at: Date;
  /** For scoring only. */
  readonly label: 'noise' | 'cosmetic' | 'real' | null;
  read(): string | Buffer;
}

export function histories(): readonly History[] {
  const folder = join(CORPUS, 'histories');
  return readdirSync(folder).map((name) => {
    const meta = JSON.parse(readFileSync(join(folder, name, 'meta.json'), 'utf8')) as {
      url: string;
      versions: { file: string; at: string; stepLabel: HistoryVersion['label'] }[];
    };
    const versions = meta.versions.map(({ file, at, stepLabel }) => ({
      at: new Date(at),
      label: stepLabel,
      read: () => gunzipSync(readFileSync(join(folder, name, file))),
    }));
    return { name, url: meta.url, versions };
  });
}
