import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** How a command line ended. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Cli {
  /** The data folder of this command line. */
  readonly data: string;
  /** Runs `sightline …` in a process of its own. */
  run(...args: readonly string[]): Promise<Ran>;
  /** Runs with a reader that goes away before the first line. */
  runUnread(...args: readonly string[]): Promise<Ran>;
  /** Starts a command that goes on until it is asked to end. */
  start(...args: readonly string[]): ChildProcess;
  /** Runs with --json; fails unless it ends with 0 and stdout is exactly one line of JSON. */
  json<T = unknown>(...args: readonly string[]): Promise<T>;
  close(): Promise<void>;
}

/** Sightline's command line, with no environment but what is given. */
export async function openCli(env: Readonly<Record<string, string>> = {}): Promise<Cli> {
  const data = await mkdtemp(join(tmpdir(), 'sightline-cli-'));
  const whole = {
    // Half of what a start costs.
    NODE_COMPILE_CACHE: join(inject('runFolder'), 'compiled'),
    SIGHTLINE_DATA: data,
    SIGHTLINE_ALLOW_NET: '127.0.0.0/8,::1/128',
    SIGHTLINE_HOST_GAP_MS: '0',
    SIGHTLINE_CONFIRM_AFTER_S: '0',
    ...env,
  };
  const start = async (args: readonly string[], read: boolean): Promise<Ran> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [MAIN, ...args],
        { env: whole, cwd: tmpdir() },
        (error, out, err) => {
          // A process that was killed has no code.
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
        },
      );
      if (!read) child.stdout?.destroy();
    });
  const run = async (...args: readonly string[]): Promise<Ran> => start(args, true);
  return {
    data,
    run,
    start: (...args) => spawn(process.execPath, [MAIN, ...args], { env: whole, cwd: tmpdir() }),
    runUnread: async (...args) => start(args, false),
    async json<T>(...args: readonly string[]) {
      const { code, out, err } = await run(...args, '--json');
      if (code !== 0 || out.split('\n').length !== 2) throw new Error(`ended with ${code}: ${out}${err}`);
      return JSON.parse(out) as T;
    },
    close: async () => rm(data, { recursive: true }),
  };
}
