import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One import of a file: a path from the root for our own files, the bare name for packages. */
export interface Arrow {
  readonly to: string;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** From the root: "src/core/block.ts". */
  readonly path: string;
  readonly code: string;
  readonly lines: number;
  readonly arrows: readonly Arrow[];
  /** Lines of each function, the outermost and the nested alike. */
  readonly functions: readonly { readonly lines: number; readonly parameters: number }[];
  /** Does an `await` stand in it? */
  readonly waits: boolean;
}

/** All TypeScript files below a folder of the project, read and parsed. */
export function filesOf(folder: string): readonly SourceFile[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).toSorted();
  return paths.map((name) => readSource(join(folder, name)));
}

function readSource(path: string): SourceFile {
  const code = readFileSync(join(ROOT, path), 'utf8');
  const lineAt = linesBefore(code);
  const arrows: Arrow[] = [];
  const functions: { lines: number; parameters: number }[] = [];
  let waits = false;
  visit(parseAst(code, { lang: 'ts' }), (node) => {
    const { source } = node;
    if (isNode(source) && typeof source['value'] === 'string') {
      const typeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type';
      arrows.push({ to: targetOf(path, source['value']), typeOnly });
    }
    if (node.type === 'AwaitExpression') waits = true;
    if (FUNCTIONS.has(node.type) && Array.isArray(node['params'])) {
      functions.push({ lines: lineAt(node.end) - lineAt(node.start) + 1, parameters: node['params'].length });
    }
  });
  return { path, code, lines: code.split('\n').length - 1, arrows, functions, waits };
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  if (!isNode(value)) return;
  see(value);
  for (const field of Object.values(value)) if (typeof field === 'object') visit(field, see);
}

function targetOf(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return normalize(join(dirname(from), specifier));
}

function linesBefore(code: string): (offset: number) => number {
  const starts = [...code.matchAll(/\n/g)].map((match) => match.index);
  return (offset) => starts.findLastIndex((start) => start < offset) + 1;
}

/** "core" of "src/core/diff/align.ts"; "main" and "config" are rooms of one file. */
export function roomOf(path: string): string {
  const parts = relative('src', path).split('/');
  return (parts[0] ?? '').replace(/\.ts$/, '');
}

/** "guard" of "src/adapters/guard/connections.ts" and of "src/adapters/guard.ts": one neighbour. */
export function neighbourOf(path: string): string {
  return (relative('src/adapters', path).split('/')[0] ?? '').replace(/\.ts$/, '');
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
