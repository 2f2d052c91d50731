import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive } from '../../src/adapters/own-postgres/data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this test run: the server's data folder is in it. */
    runFolder: string;
  }
}

/** Not the system's own choice of a temporary folder: a socket's path must fit 107 bytes, on macOS 103. */
const PARENT = '/tmp';
const RUN_FOLDER = /^sightline-run-(\d+)-/;

/**
 * Makes the folder of the run, no more: a run of core tests needs no server and must not wait for one. The first test
 * file that asks for a database starts it (test/support/database.ts). Afterwards the server is stopped, if one was
 * started, and the folder deleted.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepKilledRuns();
  const folder = await mkdtemp(join(PARENT, `sightline-run-${process.pid}-`));
  // The account that root runs PostgreSQL as must be able to enter.
  await chmod(folder, 0o711);
  project.provide('runFolder', folder);
  return async () => {
    await stopServer(folder);
    await rm(folder, { recursive: true });
  };
}

/** A worker that was killed left without stopping the server: join it and be the last one out. */
async function stopServer(folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  if (!(await stat(join(dataDir, 'postgres', 'data', 'postmaster.pid')).catch(() => null))) return;
  const { attachOwnPostgres } = await import('../../src/adapters/own-postgres/attach.ts');
  const attached = await attachOwnPostgres({ dataDir, systemFolder: join(folder, 'system') });
  if (attached.ok) await attached.leave();
}

/** A run that was killed could not clean up. Its server, if any, ends within a minute of losing its folder. */
async function sweepKilledRuns(): Promise<void> {
  for (const name of await readdir(PARENT)) {
    const pid = RUN_FOLDER.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(PARENT, name), { recursive: true, force: true });
  }
}
