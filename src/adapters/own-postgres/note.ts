import { constants } from 'node:fs';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from './refusal.ts';
import { codeOf, refuse } from './refusal.ts';
import type { Place } from './place.ts';

const NOTE = 'own-postgres.json';

/** Never through a link: root writes into a folder that may be an ordinary user's. */
const OVERWRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

interface Note {
  readonly says: string;
  readonly dataDir: string;
  readonly cluster: string;
}

/** Tells in the data folder, and beside the cluster, which belongs to which; only needed if they are apart. */
export async function writeNote(place: Place): Promise<void> {
  if (place.base.startsWith(place.dataDir)) return;
  const says =
    "Sightline's own PostgreSQL keeps the database of dataDir in cluster, because the account that runs it cannot enter dataDir.";
  const note: Note = { says, dataDir: place.dataDir, cluster: place.base };
  const text = `${JSON.stringify(note, null, 2)}\n`;
  await Promise.all(
    [place.dataDir, place.base].map((folder) => writeFile(join(folder, NOTE), text, { flag: OVERWRITE })),
  );
}

/**
 * A data folder that was moved has a note that names its old path, and its database is still under the old hash: a
 * fresh database would look like lost history. A copy (the old folder still stands) gets a database of its own.
 *
 * @returns the sentence that tells how to move the database too; null: nothing was moved
 */
export async function movedAway(dataDir: string, base: string): Promise<Refusal | null> {
  const note = await readNote(dataDir);
  if (!note || note.dataDir === dataDir) return null;
  if ((await exists(note.dataDir)) || !(await exists(note.cluster))) return null;
  return refuse(
    `The data folder was moved from ${note.dataDir} to ${dataDir}, its database is still in ${note.cluster}. ` +
      `To keep it: mv ${note.cluster} ${base} — to start afresh: rm ${join(dataDir, NOTE)}`,
  );
}

async function readNote(dataDir: string): Promise<Note | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, NOTE), 'utf8')) as Note;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** True also if it may not be looked at: then it is there. */
async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT',
  );
}
