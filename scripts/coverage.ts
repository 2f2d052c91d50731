import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openTerminal } from '../src/cli/terminal.ts';
import {
  findingsOf,
  type CoveredFile,
  type FileBranches,
  type Findings,
  type Name,
  type Share,
} from './coverage/gaps.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMES = new URL('coverage/gaps.json', import.meta.url);
const terminal = openTerminal();

/**
 * Runs the tests of the core and shows every branch that none of them takes, with the reason why it is left. Exit 1
 * when a test fails, a gap has no name, or a name has no gap.
 */
async function run(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const folder = await mkdtemp(join(tmpdir(), 'sightline-coverage-'));
  try {
    if ((await testCore(folder)) !== 0) {
      const say = 'the tests of the core fail, as above; there is nothing to count until they pass';
      if (values.json === true) terminal.out(JSON.stringify({ failed: say }));
      else terminal.say(`coverage: ${say}.`);
      return 1;
    }
    const names = JSON.parse(await readFile(NAMES, 'utf8')) as readonly Name[];
    const findings = findingsOf(await coveredFiles(folder), names);
    if (values.json === true) terminal.out(JSON.stringify(findings));
    else print(findings);
    return findings.unnamed.length + findings.stale.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the runner says goes to stderr: stdout is for the findings. Answers with its exit code; null: it was killed. */
async function testCore(folder: string): Promise<number | null> {
  const runner = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const flags = ['--coverage', '--coverage.reporter=json', `--coverage.reportsDirectory=${folder}`];
  const child = spawn(process.execPath, [runner, 'run', 'test/core', '--reporter=dot', ...flags], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

async function coveredFiles(folder: string): Promise<readonly CoveredFile[]> {
  const report = JSON.parse(await readFile(join(folder, 'coverage-final.json'), 'utf8')) as Readonly<
    Record<string, FileBranches>
  >;
  const files = Object.values(report).map(async (branches) => ({
    file: relative(ROOT, branches.path).replaceAll(sep, '/'),
    source: await readFile(branches.path, 'utf8'),
    branches,
  }));
  return Promise.all(files);
}

function print({ total, rooms, named, unnamed, stale }: Findings): void {
  terminal.out('Branches of the core that its tests take');
  for (const [room, share] of Object.entries(rooms)) terminal.out(`  ${room.padEnd(12)} ${show(share)}`);
  terminal.out(`  ${'all'.padEnd(12)} ${show(total)}`);
  terminal.out(`\nGaps with a name: ${named.length}`);
  for (const { file, line, text, why } of named) terminal.out(`${file}:${line}  ${text}\n    ${why}`);
  for (const { file, line, text } of unnamed) terminal.out(`UNNAMED  ${file}:${line}  ${text}`);
  for (const { file, text, why } of stale) terminal.out(`STALE    ${file}  ${text}\n    ${why}`);
  if (unnamed.length + stale.length > 0) {
    terminal.out(
      '\nTest it, simplify it, or say in scripts/coverage/gaps.json why it is left; delete stale names.',
    );
  }
}

function show({ covered, of }: Share): string {
  return `${((100 * covered) / of).toFixed(2).padStart(6)} %  ${covered} of ${of}`;
}

process.exitCode = await run();
