import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ROLE } from './data-folder.ts';
import { readPidFile } from './pid-file.ts';
import type { Place } from './place.ts';
import type { Refusal } from './refusal.ts';
import { codeOf, refusalOf } from './refusal.ts';

/** Held shared by every process of the data folder, in the database `postgres`: the bytes of "SIGHTOWN". */
const PRESENCE_LOCK = '6001406354425599822';
/** Held while the database is made: the number after it. */
const CREATION_LOCK = '6001406354425599823';

export const DATABASE = 'sightline';
const ADMIN_DATABASE = 'postgres';

const POLL_MS = 10;
const STOP_WITHIN_MS = 30_000;
const CONNECT_WITHIN_MS = 10_000;

/** The server starts, stops or recovers, or was cut off in the middle of our question: ask again. */
const ASK_AGAIN = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']);
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED']);

export type Door =
  | { readonly kind: 'joined'; readonly client: Client }
  | { readonly kind: 'again' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * One attempt to join those who use the server: connect, take the shared lock, and see that the server still says
 * `ready`. Without the last look a process that joins while the last other one leaves would be cut off afterwards.
 */
export async function knock(place: Place): Promise<Door> {
  const client = newClient(place);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    if ((await readPidFile(place))?.status === 'ready') {
      await ensureDatabase(client);
      return { kind: 'joined', client };
    }
    await client.end();
    return { kind: 'again' };
  } catch (error) {
    await client.end().catch(() => {});
    return doorOf(error, place);
  }
}

function newClient(place: Place): Client {
  const client = new Client({
    host: place.socket,
    port: 5432,
    user: ROLE,
    database: ADMIN_DATABASE,
    ssl: false,
    application_name: 'sightline presence',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // Without a listener a lost server is an uncaught exception; the event `end` follows and tells the same.
  client.on('error', () => {});
  return client;
}

function doorOf(error: unknown, place: Place): Door {
  if (NOBODY_THERE.has(codeOf(error))) return { kind: 'absent' };
  if (isCutOff(error)) return { kind: 'again' };
  return { kind: 'refused', refusal: refusalOf(error, place.base) };
}

/** pg gives a connection that ends in the middle no code, only these words. */
const isCutOff = (error: unknown): boolean =>
  ASK_AGAIN.has(codeOf(error)) ||
  (error instanceof Error && /Connection terminated|timeout expired|not queryable/.test(error.message));

/** Makes the database of the product if it is not there yet; two processes at once wait for each other. */
async function ensureDatabase(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [CREATION_LOCK]);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  await client.query('select pg_advisory_unlock($1)', [CREATION_LOCK]);
}

/**
 * Leaves; the last one out stops the server. Counting connections instead broke a newcomer in 3 of 270 rounds: here
 * a newcomer waits for the lock, is cut off by the stop and starts over.
 */
export async function leaveShare(client: Client, place: Place): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      PRESENCE_LOCK,
    ]);
    if (rows[0]?.alone === true) await stop(place);
  } catch (error) {
    if (!isCutOff(error) && codeOf(error) !== 'ESRCH') throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Signals the server of our live, exclusive connection: a process id from a file alone may be an innocent program's.
 * The connection stays open until the file is gone, so that no newcomer gets the lock meanwhile.
 */
async function stop(place: Place): Promise<void> {
  const server = await readPidFile(place);
  if (server === null) return;
  process.kill(server.pid, 'SIGINT');
  const deadline = Date.now() + STOP_WITHIN_MS;
  while ((await readPidFile(place))?.pid === server.pid && Date.now() < deadline) await delay(POLL_MS);
}
