import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One import of a file: a path from the root for our own files, the bare name for packages. */
export interface Arrow {
  readonly to: string;
  readonly typeOnly: boolean;
  /** What is taken from it by name; "*" for all of it: a namespace, a default, a dynamic import, a re-export of everything. */
  readonly names: readonly string[];
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
  /** Names that nothing in the file declares and that open connections, and imports of what is not written down. */
  readonly doors: readonly string[];
}

/** All TypeScript files below a folder of the project, read and parsed. */
export function filesOf(folder: string): readonly SourceFile[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).toSorted();
  return paths.map((name) => readSource(join(folder, name)));
}

function readSource(path: string): SourceFile {
  return parseSource(path, readFileSync(join(ROOT, path), 'utf8'));
}

/** @param path from the root; the file need not be there */
export function parseSource(path: string, code: string): SourceFile {
  const lineAt = linesBefore(code);
  const arrows: Arrow[] = [];
  const functions: { lines: number; parameters: number }[] = [];
  const doors: string[] = [];
  let waits = false;
  visit(parseAst(code, { lang: 'ts' }), (node) => {
    const { source } = node;
    if (isNode(source) && typeof source['value'] === 'string') {
      const typeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type';
      arrows.push({ to: targetOf(path, source['value']), typeOnly, names: namesOf(node) });
    }
    const door = doorOf(node);
    if (door !== null) doors.push(door);
    if (node.type === 'AwaitExpression') waits = true;
    if (FUNCTIONS.has(node.type) && Array.isArray(node['params'])) {
      functions.push({ lines: lineAt(node.end) - lineAt(node.start) + 1, parameters: node['params'].length });
    }
  });
  return { path, code, lines: code.split('\n').length - 1, arrows, functions, waits, doors };
}

/** Connections that need no import, and ways to a module that no import names. */
const DOORS =
  /^(?:fetch|WebSocket|WebSocketStream|EventSource|XMLHttpRequest|getBuiltinModule|createRequire|require|eval|binding)$/;

/** By name wherever it stands, so that `globalThis.fetch`, `const { fetch } = self` and `let f = fetch` are all seen. */
function doorOf(node: Node): string | null {
  const name = node.type === 'Identifier' ? node['name'] : node.type === 'Literal' ? node['value'] : null;
  if (typeof name === 'string' && DOORS.test(name)) return name;
  const { source } = node;
  const named = isNode(source) && typeof source['value'] === 'string';
  return node.type === 'ImportExpression' && !named ? 'import(…)' : null;
}

function namesOf(node: Node): readonly string[] {
  const specifiers = node['specifiers'];
  if (!Array.isArray(specifiers)) return ['*'];
  return specifiers.filter(isNode).map((specifier) => {
    const taken = specifier['imported'] ?? specifier['local'];
    const whole = !specifier.type.endsWith('Specifier') || /Default|Namespace/.test(specifier.type);
    return !whole && isNode(taken) ? String(taken['name'] ?? taken['value']) : '*';
  });
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
