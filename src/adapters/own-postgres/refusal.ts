/** An expected fault: a sentence that says what to do. Nothing was deleted. */
export interface Refusal {
  readonly ok: false;
  readonly say: string;
}

export const refuse = (say: string): Refusal => ({ ok: false, say });

/** The way out that works on every machine. */
export const OWN_SERVER = 'set DATABASE_URL to a PostgreSQL server of yours';

/** errno or SQLSTATE of an error, '' if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const DISK_FULL =
  'The disk under it is full: free at least 500 MB and start again. Stored rows are safe and nothing needs repair.';

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  '53100': DISK_FULL,
  EACCES: `This account may not use it: run Sightline as the account that owns it, or ${OWN_SERVER}.`,
  EPERM: `This account may not change it: run Sightline as the account that owns it, or ${OWN_SERVER}.`,
  EROFS: 'It is on a read-only disk: set SIGHTLINE_DATA to a folder that can be written.',
  ENOENT: 'No folder can be made there: set SIGHTLINE_DATA to a folder on a disk of yours.',
  ENOTDIR: 'It is no folder: set SIGHTLINE_DATA to a folder.',
  EEXIST: 'It is no folder: set SIGHTLINE_DATA to a folder.',
  EAGAIN: 'The system allows no more processes now: end some programs, then try again.',
  ENAMETOOLONG: 'Its path is too long: set SIGHTLINE_DATA to a shorter one.',
  ELOOP: 'Its links lead in a circle: set SIGHTLINE_DATA to a real folder.',
  '28000': 'Its pg_hba.conf was changed and refuses the local login: restore the line "local all all trust".',
  '53300': 'All its 50 connections are taken: stop other Sightline processes of this data folder.',
};

/**
 * The sentence for a fault of the file system or of the server.
 *
 * @param where the folder to name if the error names none
 * @throws the error itself if it is none of the expected kinds: then it is a bug
 */
export function refusalOf(error: unknown, where: string): Refusal {
  const words = WORDS[codeOf(error)];
  if (words === undefined) throw error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : where;
  return refuse(`Sightline's own PostgreSQL cannot use ${path}. ${words}`);
}

/**
 * The sentence for what `initdb` or `postgres` wrote before it gave up.
 *
 * @param output the last lines it wrote
 * @param log a file to name for more, if there is one
 */
export function refusalOfOutput(output: string, log?: string): Refusal {
  const known = OUTPUT_WORDS.find(([pattern]) => pattern.test(output));
  const more = log === undefined ? '' : ` Its log is ${log}.`;
  const words = known?.[1] ?? `It said: ${output.trim() || 'nothing'}.${more}`;
  return refuse(`Sightline's own PostgreSQL did not start. ${words}`);
}

const OUTPUT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, DISK_FULL],
  [
    /could not look up effective user ID|cannot be run as root|"root" execution/,
    `PostgreSQL needs an account that the system knows by name and that is not root: ${OWN_SERVER}.`,
  ],
  [
    /Permission denied/,
    `The account that runs it may not enter its folder: open the folders above it (chmod o+x), or ${OWN_SERVER}.`,
  ],
  [
    /error while loading shared libraries/,
    `A system library is missing: install libstdc++, or ${OWN_SERVER}.`,
  ],
];
