import { Kysely, PostgresDialect } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { Pool, types as driverTypes } from 'pg';
import type { Tables } from './tables.ts';

/** Several processes share one server of 50 connections, each with this pool, its jobs' pool and a lock connection. */
const POOL_SIZE = 8;
const CONNECT_WITHIN_MS = 10_000;

const INT8 = 20;
const DATE = 1082;

export interface Database {
  readonly db: Kysely<Tables>;
  readonly pool: Pool;
  /** Waits for queries under way, then closes every connection. */
  close(): Promise<void>;
}

/** Ids and counts as numbers. Beyond 2^53 a number would silently become its neighbour, so that throws. */
function integerOf(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} does not fit a number`);
  return value;
}

const asItIs = (text: string): string => text;

const types: CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format === 'text' && Number(oid) === INT8) return integerOf;
    // A date has no time zone; the driver would make it midnight of this machine's zone.
    if (format === 'text' && Number(oid) === DATE) return asItIs;
    return driverTypes.getTypeParser(oid, format);
  },
};

/**
 * Opens a pool of at most 8 connections; none is made before the first query, so this never fails by itself.
 * A lost server fails the queries under way, and those that still get its dying connection; later ones connect anew.
 *
 * @param url `postgres://…`, a server or a Unix socket
 * @param idleS seconds after which the server ends a session that does nothing in an open transaction: a process that
 *   stands still holds its rows no longer than its leases (C13). 0: never
 */
export function openDatabase(url: string, { idleS }: { readonly idleS: number } = { idleS: 0 }): Database {
  const pool = new Pool({
    connectionString: url,
    idle_in_transaction_session_timeout: idleS * 1000,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'sightline',
    types,
  });
  // A cut connection (57P01) is an uncaught exception without a listener, on the pool while idle, on the client while
  // lent out. Nothing is swallowed: the query that needs the connection fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
