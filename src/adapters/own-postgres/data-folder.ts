import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, lchown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { Place } from './place.ts';
import { foreignSocketFolder } from './place.ts';
import type { Refusal } from './refusal.ts';
import { codeOf, OWN_SERVER, refuse, refusalOfOutput } from './refusal.ts';

const run = promisify(execFile);

/** The one role of the cluster; its socket's folder is what guards it. */
export const ROLE = 'sightline';

/** Nothing inherited: an unset LANG would make the database SQL_ASCII, an unknown one makes initdb fail. */
export const SERVER_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** The same on bare machines, which have no en_US.UTF-8, and independent of the bundled ICU. */
const INITDB = [
  `--username=${ROLE}`,
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

/** Initdb works in a folder of this process's own; a killed process leaves it behind. */
const UNFINISHED = /^data\.new-(\d+)-/;

/** Makes the folders and, if there is none, the cluster; refuses one of another major version. */
export async function readyCluster(place: Place, binaries: Binaries): Promise<{ ok: true } | Refusal> {
  const foreign = await makeFolders(place);
  if (foreign) return foreign;
  const major = await majorOf(place.cluster);
  if (major === 'none') return makeCluster(place, binaries);
  return major === binaries.major ? { ok: true } : otherMajor(place.cluster, major, binaries.major);
}

/**
 * Root keeps the base: the account may pass, not write, so no link of its making leads root's writes astray. Each step
 * is repeated by the next starter, because this one may be killed, or overtaken, between two of them.
 * `lchown`: in an ordinary user's base a link could stand there by now.
 */
async function makeFolders(place: Place): Promise<Refusal | null> {
  const { base, socket, account } = place;
  await mkdir(base, { recursive: true, mode: 0o700 });
  await mkdir(socket, { recursive: true, mode: 0o700 });
  const foreign = await foreignSocketFolder(place);
  if (foreign) return foreign;
  if (account && (await stat(base)).uid === 0) await chmod(base, 0o711);
  if (account) await lchown(socket, account.uid, account.gid);
  return null;
}

/** PG_VERSION of the folder; 'none': no such folder, or an empty one. */
async function majorOf(cluster: string): Promise<string> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const files = await readdir(cluster).catch(() => []);
    return files.length === 0 ? 'none' : 'unknown';
  }
}

const otherMajor = (cluster: string, found: string, ours: string): Refusal =>
  refuse(
    found === 'unknown'
      ? `${cluster} holds files but no PG_VERSION, so it is no PostgreSQL cluster or a damaged one: restore it from a backup, or move it away to start afresh.`
      : `The database in ${cluster} was made by PostgreSQL ${found}, this Sightline brings PostgreSQL ${ours}, and neither reads the other's files. Export with the Sightline release that made it and import here, or ${OWN_SERVER}. Nothing was changed.`,
  );

/** Two processes may do this at once: each makes its own, the first rename wins and the other one is thrown away. */
async function makeCluster(place: Place, { bin }: Binaries): Promise<{ ok: true } | Refusal> {
  await sweepUnfinished(place.base);
  const own = join(place.base, `data.new-${process.pid}-${randomUUID()}`);
  await mkdir(own, { mode: 0o700 });
  if (place.account) await lchown(own, place.account.uid, place.account.gid);
  try {
    await run(join(bin, 'initdb'), ['-D', own, ...INITDB], { ...place.account, cwd: '/', env: SERVER_ENV });
    await rename(own, place.cluster);
    return { ok: true };
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    return failedInitdb(error, bin);
  }
}

function failedInitdb(error: unknown, bin: string): { ok: true } | Refusal {
  const code = codeOf(error);
  if (code === 'ENOTEMPTY' || code === 'EEXIST') return { ok: true };
  if (code === 'ENOENT' || code === 'EACCES') return cannotRun(bin, code);
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  if (output === '') throw error;
  return refusalOfOutput(output);
}

/**
 * The system refused to run a binary that is there.
 *
 * @param code ENOENT: the loader that the binary names is absent, as on Alpine (musl); EACCES: noexec, or a closed folder
 */
export const cannotRun = (bin: string, code: string): Refusal =>
  refuse(
    code === 'ENOENT'
      ? `Sightline's own PostgreSQL needs glibc 2.27 or newer, which this system does not have: ${OWN_SERVER}.`
      : `The system does not let PostgreSQL be run from ${bin}: allow programs on that disk (noexec), or ${OWN_SERVER}.`,
  );

async function sweepUnfinished(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = UNFINISHED.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(base, name), { recursive: true, force: true });
  }
}

/** EPERM: it is there, and another account's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
