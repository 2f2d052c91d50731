import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from './place.ts';
import { SOCKET_NAME } from './place.ts';
import { codeOf } from './refusal.ts';

export const pidFile = (place: Place): string => join(place.cluster, 'postmaster.pid');

/** It holds the same process id, and a stale one refuses the start just as well. */
export const socketLock = (place: Place): string => join(place.socket, `${SOCKET_NAME}.lock`);

export interface PidFile {
  readonly pid: number;
  /** Line 8: `starting`, `ready`, `stopping`; '' while it is being written. */
  readonly status: string;
}

/** What the server says about itself; null: no server has a file there. */
export async function readPidFile(place: Place): Promise<PidFile | null> {
  const text = await readIfThere(pidFile(place));
  return text === null ? null : { pid: pidIn(text), status: text.split('\n')[7]?.trim() ?? '' };
}

/** First line of a lock file; NaN while it is still empty. */
export const pidIn = (text: string): number => Math.abs(Number.parseInt(text, 10));

export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
