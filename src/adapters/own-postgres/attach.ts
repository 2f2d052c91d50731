import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { join } from './join.ts';
import type { Place } from './place.ts';
import { findPlace, SYSTEM_FOLDER } from './place.ts';
import type { Refusal } from './refusal.ts';
import { refusalOf } from './refusal.ts';
import { ROLE } from './data-folder.ts';
import { DATABASE, leaveShare } from './share.ts';

const REJOIN_PAUSE_MS = 5_000;

export interface Wish {
  /** The data folder; made if it is absent. All processes of one data folder share one server. */
  readonly dataDir: string;
  /** Called after two seconds of waiting, and every two seconds after, with what is being waited for. */
  readonly progress?: (text: string) => void;
  /** Root's folder for binaries, and for clusters of data folders that are closed to other accounts. */
  readonly systemFolder?: string;
}

export interface Attached {
  readonly ok: true;
  /** For `pg`: the server's Unix socket, its only role and database; no password. */
  readonly url: string;
  /** Close all pools of this process first. The last process to leave stops the server. Never fails on a lost server. */
  leave(): Promise<void>;
}

/**
 * Joins Sightline's own PostgreSQL of a data folder: finds the running server, or makes the cluster, starts it and
 * waits until it answers (0.7-2 s the first time, 40 ms later, 5 ms when it runs). The server outlives a killed
 * process; if the server itself is killed, this process brings it back by itself.
 *
 * @returns a refusal with a sentence for what can be expected: no binaries for this platform, musl, another major
 *   version's files, a full disk, a folder that may not be used, no account to run it as
 */
export async function attachOwnPostgres(wish: Wish): Promise<Attached | Refusal> {
  const progress = wish.progress ?? (() => {});
  try {
    const place = await findPlace(wish.dataDir, wish.systemFolder ?? SYSTEM_FOLDER);
    if (!place.ok) return place;
    const joined = await join(place, progress);
    if (!joined.ok) return joined;
    return { ok: true, url: urlOf(place), leave: hold(place, joined.client, progress) };
  } catch (error) {
    return refusalOf(error, wish.dataDir);
  }
}

/** `sslmode`, because PGSSLMODE of the environment would otherwise ask a Unix socket for TLS. */
const urlOf = ({ socket }: Place): string =>
  `postgres://${ROLE}@/${DATABASE}?host=${encodeURIComponent(socket)}&port=5432&sslmode=disable`;

/** Keeps this process joined: a lost server is started again, and its lock taken anew. */
function hold(place: Place, first: Client, progress: (text: string) => void): () => Promise<void> {
  const leaving = new AbortController();
  let client: Client | null = null;
  let rejoining = Promise.resolve();
  const keep = (joined: Client): void => {
    client = joined;
    joined.once('end', () => {
      client = null;
      if (!leaving.signal.aborted) rejoining = rejoin();
    });
  };
  const rejoin = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      const again = await joinQuietly(place, progress);
      if (again.ok) return keep(again.client);
      progress(again.say);
      await delay(REJOIN_PAUSE_MS, undefined, { signal: leaving.signal }).catch(() => {});
    }
  };
  keep(first);
  return async () => {
    leaving.abort();
    await rejoining;
    if (client) await leaveShare(client, place);
  };
}

async function joinQuietly(place: Place, progress: (text: string) => void): ReturnType<typeof join> {
  try {
    return await join(place, progress);
  } catch (error) {
    return refusalOf(error, place.base);
  }
}
