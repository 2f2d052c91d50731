import { createHash } from 'node:crypto';

/** One file `NNNN_name.sql` of the migrations folder. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

/** One row of the table `migrations`. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export type MigrationPlan =
  | { readonly ok: true; readonly pending: readonly Migration[] }
  | { readonly ok: false; readonly say: string };

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/**
 * A migration from its file. The checksum is SHA-256 in hex over the text with \n line ends, because a checkout on
 * another system may have turned them into \r\n.
 *
 * @throws if the name is not `NNNN_name.sql`: a slip of the author, not of the user
 */
export function migrationOf(fileName: string, text: string): Migration {
  const number = FILE_NAME.exec(fileName)?.[1];
  if (number === undefined) throw new Error(`${fileName} is not named NNNN_name.sql`);
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { number: Number(number), name: fileName.slice(0, -'.sql'.length), checksum, sql: text };
}

/**
 * What is left to apply, in order; forward only.
 * Refused: a database that is newer than this code, a file that was edited after it was applied, and a file that turns
 * up before one that was applied.
 *
 * @throws if the files are not numbered 1, 2, 3, … without a gap
 */
export function planMigrations(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): MigrationPlan {
  mustBeConsecutive(files);
  const newest = applied.at(-1);
  if (newest && newest.number > files.length) return newerThanCode(newest, files.at(-1));
  const edited = applied.find((row) => files[row.number - 1]?.checksum !== row.checksum);
  if (edited) return changedFile(edited);
  const done = new Set(applied.map((row) => row.number));
  const pending = files.filter((file) => !done.has(file.number));
  const late = pending.find((file) => newest && file.number < newest.number);
  return late ? outOfOrder(late) : { ok: true, pending };
}

function mustBeConsecutive(files: readonly Migration[]): void {
  const wrong = files.find((file, index) => file.number !== index + 1);
  if (wrong) throw new Error(`${wrong.name}: migrations are numbered 0001, 0002, … without a gap`);
}

const newerThanCode = (newest: AppliedMigration, known: Migration | undefined): MigrationPlan => ({
  ok: false,
  say:
    `This database is newer than this Sightline: it has migration ${newest.name}, the code ends at ` +
    `${known?.name ?? 'none'}. Update Sightline to the version that made it; there is no way back. Nothing was changed.`,
});

const changedFile = (row: AppliedMigration): MigrationPlan => ({
  ok: false,
  say:
    `The file of migration ${row.name} is not the one that was applied to this database (its checksum differs). ` +
    'Restore the file and put the new wish into a migration of its own. Nothing was changed.',
});

const outOfOrder = (file: Migration): MigrationPlan => ({
  ok: false,
  say:
    `Migration ${file.name} was never applied to this database, though later ones were. Migrations only go forward: ` +
    'give it the next free number. Nothing was changed.',
});
