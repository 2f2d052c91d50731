import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Real page histories, which lie beside the project where they are allowed to be; never in it. */
const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

export function hasCorpus(): boolean {
  return existsSync(CORPUS);
}

export type StepLabel = 'noise' | 'cosmetic' | 'real';

export interface LabelledPair {
  readonly id: string;
  readonly site: string;
  readonly url: string;
  readonly label: StepLabel;
  /** Two careful people could differ: counted apart. */
  readonly ambiguous: boolean;
  readonly importance: string;
  /** Families that fit, the first one best. */
  readonly families: readonly string[];
  readonly noiseKinds: readonly string[];
  readonly what: string | null;
  before(): Uint8Array;
  after(): Uint8Array;
}

export interface History {
  readonly name: string;
  readonly url: string;
  readonly versions: readonly HistoryVersion[];
}

export interface HistoryVersion {
  readonly at: Date;
  /** What the step to this version was; null for the first. For scoring only. */
  readonly label: StepLabel | null;
  readonly what: string | null;
  read(): Uint8Array;
}

interface PairMeta {
  readonly url: string;
  readonly site: string;
  readonly label: StepLabel;
  readonly ambiguous: boolean;
  readonly importance: string;
  readonly categories: readonly string[];
  readonly noiseKinds: readonly string[];
  readonly what: string | null;
}

export function labelledPairs(): readonly LabelledPair[] {
  const folder = join(CORPUS, 'pairs');
  return readdirSync(folder)
    .toSorted()
    .map((id) => {
      const { categories, ...meta } = readJson<PairMeta>(join(folder, id, 'meta.json'));
      return {
        ...meta,
        id,
        families: categories,
        before: () => unzipped(join(folder, id, 'before.html.gz')),
        after: () => unzipped(join(folder, id, 'after.html.gz')),
      };
    });
}

interface HistoryMeta {
  readonly url: string;
  readonly versions: readonly {
    readonly file: string;
    readonly at: string;
    readonly stepLabel: StepLabel | null;
    readonly stepWhat: string | null;
  }[];
}

/** None where there is no corpus. */
export function histories(): readonly History[] {
  if (!hasCorpus()) return [];
  const folder = join(CORPUS, 'histories');
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { url, versions } = readJson<HistoryMeta>(join(folder, name, 'meta.json'));
      return {
        name,
        url,
        versions: versions.map(({ file, at, stepLabel, stepWhat }) => ({
          at: new Date(at),
          label: stepLabel,
          what: stepWhat,
          read: () => unzipped(join(folder, name, file)),
        })),
      };
    });
}

interface SiteMeta {
  readonly pages: readonly {
    readonly url: string;
    readonly versions: readonly { readonly file: string; readonly at: string }[];
  }[];
}

export interface Site {
  readonly name: string;
  readonly pages: readonly {
    readonly url: string;
    readonly versions: readonly { readonly at: Date; read(): Uint8Array }[];
  }[];
}

/** Sites of which several pages were crawled in the same runs; none where there is no corpus. */
export function sites(): readonly Site[] {
  if (!hasCorpus()) return [];
  const folder = join(CORPUS, 'multipage');
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({
      name,
      pages: readJson<SiteMeta>(join(folder, name, 'meta.json')).pages.map(({ url, versions }) => ({
        url,
        versions: versions.map(({ file, at }) => ({
          at: new Date(at),
          read: () => unzipped(join(folder, name, file)),
        })),
      })),
    }));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

function unzipped(path: string): Uint8Array {
  return gunzipSync(readFileSync(path));
}
