import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { cannotRun, SERVER_ENV } from './data-folder.ts';
import type { Place } from './place.ts';
import type { Refusal } from './refusal.ts';
import { codeOf, refuse, refusalOfOutput } from './refusal.ts';

/** Measured: 7 processes and 19 MB at rest (stock settings: 10 and 29), 53 MB after 400,000 rows (133). */
const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  max_connections: '50',
  shared_buffers: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers: '0',
  autovacuum_max_workers: '2',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Lines of two starters mix in one log; the process id tells them apart.
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

const LOG_TAIL_BYTES = 16_384;
const LOG_LIMIT_BYTES = 5_000_000;

/** What another starter causes, who was faster or whose killed server still ends: no error, try again. */
const PASSING =
  /lock file ".*" (already exists|is empty)|shared memory block .* is still in use|could not bind Unix address/;

export type Ended = { readonly by: 'exit' } | { readonly by: 'error'; readonly code: string };

export interface Launched {
  readonly pid: number | undefined;
  /** Null as long as it runs. */
  ended: Ended | null;
}

/** Starts `postgres` in a session of its own, so that neither Ctrl-C nor the end of this process ends it. */
export async function launch(place: Place, { bin }: Binaries): Promise<Launched> {
  const log = await openLog(place);
  try {
    const child = spawn(join(bin, 'postgres'), argumentsFor(place), {
      ...place.account,
      cwd: '/',
      env: SERVER_ENV,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    const launched: Launched = { pid: child.pid, ended: null };
    child.once('error', (error) => (launched.ended = { by: 'error', code: codeOf(error) }));
    child.once('exit', () => (launched.ended = { by: 'exit' }));
    return launched;
  } finally {
    await log.close();
  }
}

function argumentsFor({ cluster, socket }: Place): string[] {
  // The setting is a list: quoted, a comma in the path is no separator.
  const quoted = `"${socket.replaceAll('"', '""')}"`;
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: quoted });
  return ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Never follows a link: root opens this in a folder that may be an ordinary user's, whose file it then becomes. */
async function openLog({ log, account }: Place) {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const file = await open(log, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  if (account) await file.chown(account.uid, account.gid);
  if ((await file.stat()).size > LOG_LIMIT_BYTES) await file.truncate();
  return file;
}

/** Why a launched server ended: `passing` if another one has the cluster, else the sentence to show. */
export async function whyItEnded(
  place: Place,
  launched: Launched,
  bin: string,
): Promise<'passing' | Refusal> {
  if (launched.ended?.by === 'error') {
    const { code } = launched.ended;
    if (code === 'ENOENT' || code === 'EACCES') return cannotRun(bin, code);
    return refuse(`The system did not start PostgreSQL (${code}): end some programs, then try again.`);
  }
  const lines = await lastLines(place.log);
  const own = lines.filter((line) => line.includes(`[${launched.pid}]`));
  if (own.some((line) => PASSING.test(line))) return 'passing';
  return refusalOfOutput((own.length > 0 ? own : lines).slice(-4).join('\n'), place.log);
}

/** The end of the log, '' lines left out. */
export async function lastLines(log: string): Promise<string[]> {
  const file = await open(log, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOG_TAIL_BYTES), 0, LOG_TAIL_BYTES, start);
    return buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean);
  } finally {
    await file.close();
  }
}
