import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, stat, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from './data-folder.ts';
import { pidFile, pidIn, readIfThere, socketLock } from './pid-file.ts';
import type { Place } from './place.ts';
import { codeOf } from './refusal.ts';

const run = promisify(execFile);

/** PostgreSQL writes its lock files within a millisecond; one that stays empty is what a power cut left. */
const EMPTY_IS_STALE_AFTER_MS = 10_000;

/**
 * Takes away lock files of a server that is gone, when their process id now belongs to another program of the same
 * account (after a reboot or a container restart) or to a zombie. PostgreSQL then refuses to start for ever; a dead
 * id it clears itself. The socket's lock goes first: with it alone left the start would fail too.
 *
 * Only called when no server answers. A wrong removal cannot make a second server: PostgreSQL refuses while the old
 * one's shared memory is in use.
 */
export async function clearStale(place: Place): Promise<void> {
  await clearOne(socketLock(place), place.cluster);
  await clearOne(pidFile(place), place.cluster);
}

async function clearOne(file: string, cluster: string): Promise<void> {
  const judged = await readIfThere(file);
  if (judged === null || !(await isStale(file, judged, cluster))) return;
  await takeAway(file, judged);
}

async function isStale(file: string, text: string, cluster: string): Promise<boolean> {
  const pid = pidIn(text);
  if (Number.isNaN(pid)) return text === '' && (await ageOf(file)) > EMPTY_IS_STALE_AFTER_MS;
  if (!isAlive(pid)) return false;
  const command = await commandOf(pid);
  return command !== null && !isServerOf(command, cluster);
}

/** A zombie's command line is empty, a backend's names no cluster: neither is the server. Words end with NUL on Linux. */
function isServerOf(command: string, cluster: string): boolean {
  const program = command.split(/\0| -/, 1)[0] ?? '';
  return basename(program) === 'postgres' && command.includes(cluster);
}

/** The command line of a process; null: it ended meanwhile. */
async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`);
  return run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/** Ages in ms by the file system's clock; 0 if the file is gone. */
async function ageOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}

/**
 * Renaming takes the file from everybody at once; then its content is compared, because another starter may have
 * cleared it and started a server between our look and our rename (7 times in 20 rounds of 8 starters). That server's
 * file is linked back under its name.
 */
async function takeAway(file: string, judged: string): Promise<void> {
  const aside = `${file}.stale-${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== judged) await putBack(aside, file);
  await unlink(aside);
}

async function putBack(aside: string, file: string): Promise<void> {
  await link(aside, file).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
