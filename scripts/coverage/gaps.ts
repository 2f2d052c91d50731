/** A branch of the code that no test took. */
export interface Gap {
  /** Path from the root of the project, with `/`. */
  readonly file: string;
  readonly line: number;
  /** The arm that was not taken and the line it stands in; equal arms of one line share it, and a name. */
  readonly text: string;
}

/** Why a gap is left, as scripts/coverage/gaps.json says it. */
export interface Name {
  readonly file: string;
  readonly text: string;
  readonly why: string;
}

export interface Share {
  readonly covered: number;
  readonly of: number;
}

export interface Findings {
  readonly total: Share;
  /** By folder of the core; what lies in none is under `core`. */
  readonly rooms: Readonly<Record<string, Share>>;
  readonly named: readonly (Gap & Name)[];
  readonly unnamed: readonly Gap[];
  /** Names whose gap was closed, or whose line was rewritten. */
  readonly stale: readonly Name[];
}

/** Branches of one file, as istanbul's `coverage-final.json` has them. */
export interface FileBranches {
  readonly path: string;
  readonly branchMap: Readonly<Record<string, Branch>>;
  /** Hits per arm, by the key of the branch. */
  readonly b: Readonly<Record<string, readonly number[]>>;
}

interface Branch {
  readonly type: string;
  readonly loc: { readonly start: Point };
  /** The `else` that was never written has no place. */
  readonly locations: readonly { readonly start: Partial<Point>; readonly end: Partial<Point> }[];
}

interface Point {
  readonly line: number;
  /** From 0; null at an end: to the end of the line. */
  readonly column: number | null;
}

/** One file of the core with its source, to quote from. */
export interface CoveredFile {
  readonly file: string;
  readonly source: string;
  readonly branches: FileBranches;
}

/** Joins what was not covered with the names it has. Pure: reads nothing but its arguments. */
export function findingsOf(files: readonly CoveredFile[], names: readonly Name[]): Findings {
  const gaps = files.flatMap(gapsOf);
  const key = ({ file, text }: Gap | Name): string => `${file}\n${text}`;
  const nameOf = new Map(names.map((name) => [key(name), name]));
  const open = new Set(gaps.map(key));
  const rooms = Map.groupBy(files, ({ file }) => /^src\/core\/([^/]+)\//.exec(file)?.[1] ?? 'core');
  return {
    total: shareOf(files),
    rooms: Object.fromEntries([...rooms].map(([room, its]) => [room, shareOf(its)])),
    named: gaps.flatMap((gap) => {
      const name = nameOf.get(key(gap));
      return name ? [{ ...gap, ...name }] : [];
    }),
    unnamed: gaps.filter((gap) => !nameOf.has(key(gap))),
    stale: names.filter((name) => !open.has(key(name))),
  };
}

function shareOf(files: readonly CoveredFile[]): Share {
  const hits = files.flatMap(({ branches }) => Object.values(branches.b).flat());
  return { covered: hits.filter((times) => times > 0).length, of: hits.length };
}

function gapsOf({ file, source, branches }: CoveredFile): readonly Gap[] {
  const lines = source.split('\n');
  return Object.entries(branches.branchMap).flatMap(([key, branch]) =>
    branch.locations.flatMap(({ start, end }, arm) => {
      if ((branches.b[key]?.[arm] ?? 0) > 0) return [];
      const line = start.line ?? branch.loc.start.line;
      const text = lines[line - 1] ?? '';
      const until = end.line === line ? (end.column ?? undefined) : undefined;
      const written = text.slice(start.column ?? 0, until).trim();
      const named = branch.type === 'if' ? (arm === 0 ? 'then' : 'else') : written;
      return [{ file, line, text: `[${named}] ${text.trim()}` }];
    }),
  );
}
