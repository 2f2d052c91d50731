import type { Loose, Pair } from './pair-edits.ts';

/** Blocks that wait for a partner, in lines by name. The front of a line is found without a walk over those who left it. */
export class Waiting {
  private readonly lines: ReadonlyMap<string, { readonly line: readonly Loose[]; front: number }>;

  constructor(list: readonly Loose[], nameOf: (loose: Loose) => string) {
    const grouped = Map.groupBy(list, nameOf);
    this.lines = new Map([...grouped].map(([name, line]) => [name, { line, front: 0 }]));
  }

  /** The first of a name that is not taken yet. What is taken stays taken. */
  first(name: string, taken: ReadonlySet<Loose>): Loose | undefined {
    const found = this.lines.get(name);
    if (found === undefined) return undefined;
    for (let next = found.line[found.front]; next !== undefined; next = found.line[found.front]) {
      if (!taken.has(next)) return next;
      found.front += 1;
    }
    return undefined;
  }
}

/**
 * Gives each block in turn the partner that is chosen for it.
 * @param choose may choose none, and none that is taken
 */
export function pairUp(
  olds: readonly Loose[],
  choose: (old: Loose, taken: ReadonlySet<Loose>) => Loose | undefined,
): Pair[] {
  const taken = new Set<Loose>();
  return olds.flatMap((old) => {
    const fresh = choose(old, taken);
    if (fresh === undefined) return [];
    taken.add(fresh);
    return [[old, fresh] as const];
  });
}
