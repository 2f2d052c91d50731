import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

export interface JoinerWish {
  readonly dataDir: string;
  readonly systemFolder: string;
  readonly checkout?: string;
  readonly node?: string;
  readonly account?: { readonly uid: number; readonly gid: number };
  readonly env?: Record<string, string>;
}

export type Answer = { ok: true; url: string; server: string } | { ok: false; say: string };

/** Another process that uses the database of a data folder. */
export interface Joiner {
  readonly answer: Answer;
  /** Resolves when it has left and ended. */
  leave(): Promise<void>;
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts one and waits until it is in, or refused. */
export async function startJoiner(wish: JoinerWish): Promise<Joiner> {
  const program = join(wish.checkout ?? CHECKOUT, 'test/support/attach-child.ts');
  const child = spawn(wish.node ?? process.execPath, [program, wish.dataDir, wish.systemFolder], {
    ...wish.account,
    env: { ...wish.env },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const end = async (how: () => void): Promise<void> => {
    how();
    await ended;
  };
  return {
    answer: JSON.parse(line) as Answer,
    leave: () => end(() => child.stdin.end()),
    kill: () => end(() => child.kill('SIGKILL')),
  };
}

/** After a test that failed half-way: ends every joiner that it started. */
export function killJoiners(): void {
  for (const child of running) child.kill('SIGKILL');
}
