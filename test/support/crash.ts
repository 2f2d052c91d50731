import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FailPoint } from '../../src/flows/fail-points.ts';

/** What a process that will be killed is to do, and where it stands still. */
export interface CrashOrder {
  readonly databaseUrl: string;
  readonly mailFolder: string;
  /** ISO time of its clock. */
  readonly now: string;
  readonly pageId: number;
  readonly deed: 'visit' | 'check' | 'explain' | 'deliver' | 'digest';
  readonly at: FailPoint;
}

const CHILD = fileURLToPath(new URL('crash-child.ts', import.meta.url));

/** Runs the real flow in a process of its own up to the point, and kills it there with SIGKILL. */
export async function killAt(order: CrashOrder): Promise<void> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown];
  child.kill('SIGKILL');
  const [, signal] = (await ended) as [number | null, string | null];
  if (line !== 'there' || signal !== 'SIGKILL')
    throw new Error(`the process ended before the point: ${String(line)}`);
}
