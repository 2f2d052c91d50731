import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import type { Refusal } from './refusal.ts';
import { OWN_SERVER, refuse } from './refusal.ts';

const run = promisify(execFile);

/** Ids to hand to `spawn`. PostgreSQL refuses to run as root, and every id needs an entry in the system's accounts. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Root's choice, first that exists. The owner of an existing cluster goes before both: others may not read it. */
const UNPRIVILEGED = ['postgres', 'nobody'];

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/** An account for root to run PostgreSQL as. */
export async function unprivilegedAccount(): Promise<({ ok: true } & Account) | Refusal> {
  for (const name of UNPRIVILEGED) {
    const account = await accountNamed(name);
    if (account) return { ok: true, ...account };
  }
  return refuse(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" to run it as: ' +
      `run Sightline as an ordinary user, or ${OWN_SERVER}.`,
  );
}

/** `id` asks all sources of accounts, not only /etc/passwd. Null: no such account. */
async function accountNamed(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    if (saidNo(error)) return null;
    throw error;
  }
}

/** The program ran and answered no. One that could not be run answers nothing: a guess would pick another account. */
const saidNo = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && Number(error.code) > 0;

/** A container with a random uid has no such entry; PostgreSQL then ends with "could not look up effective user ID". */
export function ordinaryAccount(): { ok: true } | Refusal {
  try {
    userInfo();
    return { ok: true };
  } catch {
    return refuse(
      `The user id ${process.getuid?.()} has no entry in the system's accounts (/etc/passwd), which PostgreSQL needs: ` +
        `give it one, or ${OWN_SERVER}.`,
    );
  }
}

/** Whether the account may enter the folder through all folders above it: asked of the system itself, as that account. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' });
    return true;
  } catch (error) {
    if (saidNo(error)) return false;
    throw error;
  }
}
