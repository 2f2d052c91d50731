import { expect, test } from 'vitest';
import { findingsOf, type CoveredFile, type FileBranches } from '../scripts/coverage/gaps.ts';

// npm run coverage: the branches that no test takes, joined with their names. The report is istanbul's, written by hand.

const SOURCE = ['const a = b ?? 0;', 'if (a > 1) go();', "const c = a ? 'one'", "  : 'two';"].join('\n');

const at = (line: number, from: number, to: number | null) => ({
  start: { line, column: from },
  end: { line, column: to },
});
const branchMap: FileBranches['branchMap'] = {
  '0': { type: 'binary-expr', loc: at(1, 10, null), locations: [at(1, 10, 12), at(1, 15, 16)] },
  '1': { type: 'if', loc: at(2, 0, null), locations: [at(2, 0, null), { start: {}, end: {} }] },
  '2': { type: 'cond-expr', loc: at(3, 10, null), locations: [at(3, 14, null), at(4, 4, null)] },
};

function file(name: string, hits: readonly (readonly number[])[]): CoveredFile {
  const b = Object.fromEntries(hits.map((arms, key) => [String(key), arms]));
  return { file: name, source: SOURCE, branches: { path: `/x/${name}`, branchMap, b } };
}

const ALL = [
  [1, 1],
  [1, 1],
  [1, 1],
];
const NONE = ALL.map(() => [0, 0]);

test('a branch that was not taken is named by its arm and its line', () => {
  const { unnamed } = findingsOf([file('src/core/a.ts', NONE)], []);
  expect(unnamed.map(({ line, text }) => [line, text])).toEqual([
    [1, '[b] const a = b ?? 0;'],
    [1, '[0] const a = b ?? 0;'],
    [2, '[then] if (a > 1) go();'],
    [2, '[else] if (a > 1) go();'],
    [3, "['one'] const c = a ? 'one'"],
    [4, "['two';] : 'two';"],
  ]);
});

test('shares are counted for each room, and what lies in none belongs to the core itself', () => {
  const { total, rooms } = findingsOf([file('src/core/a.ts', ALL), file('src/core/diff/b.ts', NONE)], []);
  expect(total).toEqual({ covered: 6, of: 12 });
  expect(rooms).toEqual({ core: { covered: 6, of: 6 }, diff: { covered: 0, of: 6 } });
});

test('a name holds for its own file and text only; one without a gap is stale', () => {
  const taken = [
    [1, 0],
    [1, 1],
    [1, 1],
  ];
  const name = { file: 'src/core/a.ts', text: '[0] const a = b ?? 0;', why: 'within bounds' };
  const files = [file('src/core/a.ts', taken), file('src/core/b.ts', taken)];
  const stale = { ...name, text: '[1] const a = b ?? 1;' };
  const findings = findingsOf(files, [name, stale]);
  expect(findings.named).toEqual([{ ...name, line: 1 }]);
  expect(findings.unnamed.map((gap) => gap.file)).toEqual(['src/core/b.ts']);
  expect(findings.stale).toEqual([stale]);
});
