import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Binaries } from './binaries.ts';
import { readyBinaries } from './binaries.ts';
import { readyCluster } from './data-folder.ts';
import { writeNote } from './note.ts';
import type { Place } from './place.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { Launched } from './server.ts';
import { lastLines, launch, whyItEnded } from './server.ts';
import { knock } from './share.ts';
import { clearStale } from './stale.ts';

const POLL_MS = 10;
const LOSER_PAUSE_MS = 50;
const DEADLINE_MS = 60_000;
const PROGRESS_EVERY_MS = 2_000;
/** A start that fails for a reason we do not know may be a passing one, not three times. */
const FAILED_STARTS = 3;

export type Joined = { readonly ok: true; readonly client: Client } | Refusal;

/** What one wait has done so far. */
interface Attempt {
  readonly place: Place;
  phase: string;
  binaries: Binaries | null;
  launched: Launched | null;
  failedStarts: number;
}

/**
 * Knocks until the server lets us in, and starts it when nobody is there. No lock file is needed: PostgreSQL lets only
 * one server have a cluster, and whoever loses goes on knocking. Two starters of a fresh folder took 1.9 s at worst.
 */
export async function join(place: Place, progress: (text: string) => void): Promise<Joined> {
  const attempt: Attempt = {
    place,
    phase: 'Waiting for the database',
    binaries: null,
    launched: null,
    failedStarts: 0,
  };
  const timer = setInterval(() => progress(`${attempt.phase} …`), PROGRESS_EVERY_MS);
  try {
    return await knockUntilIn(attempt);
  } finally {
    clearInterval(timer);
  }
}

async function knockUntilIn(attempt: Attempt): Promise<Joined> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const door = await knock(attempt.place);
    if (door.kind === 'joined') return { ok: true, client: door.client };
    if (door.kind === 'refused') return door.refusal;
    const started = door.kind === 'absent' ? await start(attempt) : { ok: true as const };
    if (!started.ok) return started;
    await delay(POLL_MS);
  }
  return tooLate(attempt.place);
}

/** One step towards a running server: judge the one that ended, or launch one. */
async function start(attempt: Attempt): Promise<{ ok: true } | Refusal> {
  if (attempt.launched)
    return attempt.launched.ended ? afterItEnded(attempt, attempt.launched) : { ok: true };
  const binaries = attempt.binaries ?? (await prepare(attempt));
  if ('ok' in binaries) return binaries;
  attempt.phase = 'Starting the database';
  await clearStale(attempt.place);
  attempt.launched = await launch(attempt.place, binaries);
  return { ok: true };
}

async function prepare(attempt: Attempt): Promise<Binaries | Refusal> {
  attempt.phase = 'Making the database, once';
  const found = await readyBinaries(attempt.place.systemFolder);
  if (!found.ok) return found;
  const binaries = { bin: found.bin, major: found.major };
  const cluster = await readyCluster(attempt.place, binaries);
  if (!cluster.ok) return cluster;
  await writeNote(attempt.place);
  attempt.binaries = binaries;
  return binaries;
}

async function afterItEnded(attempt: Attempt, launched: Launched): Promise<{ ok: true } | Refusal> {
  const why = await whyItEnded(attempt.place, launched, attempt.binaries?.bin ?? '');
  attempt.launched = null;
  attempt.phase = 'Waiting for the database that another process starts';
  if (why !== 'passing' && ++attempt.failedStarts >= FAILED_STARTS) return why;
  await delay(LOSER_PAUSE_MS);
  return { ok: true };
}

async function tooLate({ log }: Place): Promise<Refusal> {
  const lines = await lastLines(log).catch(() => []);
  const seconds = DEADLINE_MS / 1_000;
  return refuse(
    `Sightline's own PostgreSQL did not answer within ${seconds} s. The last lines of ${log}:\n${lines.slice(-5).join('\n')}`,
  );
}
