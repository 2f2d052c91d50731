import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Go } from './parked.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PARKED = new URL('parked.ts', import.meta.url).href;

/** The product's own worker, `node src/main.ts run`, in a process that can be killed. */
export interface WorkerProcess {
  /** Lets it go, with its environment. */
  go(order: Go): Promise<void>;
  kill(): Promise<void>;
  /** After standing still. */
  goOn(): void;
  /** Settles when it has ended, by whatever. */
  readonly ended: Promise<void>;
  isOver(): boolean;
  /** It stands still by its own SIGSTOP. Known on Linux only. */
  standsStill(): boolean;
  /** What it said on stderr. */
  said(): string;
}

/** Starts a worker that has read its program and waits for `go`: starts are half of what a run costs. */
export function park(compiled: string): WorkerProcess {
  const child = spawn(process.execPath, ['--import', PARKED, MAIN, 'run'], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
  child.stdin.on('error', () => {});
  const parked = once(child.stdout, 'data').catch(() => {});
  const ended = once(child, 'close').then(() => {});
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    async go(order) {
      await Promise.race([parked, ended]);
      child.stdin.end(JSON.stringify(order));
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    goOn: () => void child.kill('SIGCONT'),
    ended,
    isOver,
    standsStill: () => !isOver() && stateOf(child) === 'T',
    said: () => said.join(''),
  };
}

/** The third field of /proc/PID/stat, after a name in brackets. */
function stateOf({ pid }: ChildProcess): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0] ?? '';
  } catch {
    return '';
  }
}
