import { createHash } from 'node:crypto';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { canEnter, ordinaryAccount, runsAsRoot, unprivilegedAccount } from './account.ts';
import { makeFolder } from './make-folder.ts';
import { movedAway } from './note.ts';
import type { Refusal } from './refusal.ts';
import { codeOf, OWN_SERVER, refuse } from './refusal.ts';

/** Where root keeps binaries, and clusters whose data folder the unprivileged account cannot enter. */
export const SYSTEM_FOLDER = '/var/lib/sightline';

/** `sun_path` of a Unix socket address: 108 bytes on Linux, 104 on macOS, the last one zero. */
const LONGEST_SOCKET = process.platform === 'darwin' ? 103 : 107;
export const SOCKET_NAME = '.s.PGSQL.5432';

/** Everything about one data folder's cluster; each process of that folder works out the same. */
export interface Place {
  /** The data folder, without links. */
  readonly dataDir: string;
  readonly systemFolder: string;
  /** Holds all below; made by whoever starts first. */
  readonly base: string;
  readonly cluster: string;
  /** The folder of the socket: short enough, mode 700. */
  readonly socket: string;
  readonly log: string;
  /** Null: as ourselves. */
  readonly account: Account | null;
}

export type Found = ({ readonly ok: true } & Place) | Refusal;

/**
 * Where the cluster of a data folder is, or is to be.
 *
 * 1. In `DATA/postgres`, if one is there, or if the account that is to run it can enter DATA. So volumes and moved
 *    checkouts keep their database, and root goes on with a cluster that an ordinary user made, as that user.
 * 2. Otherwise (root, and DATA lies under a folder of mode 700, such as root's home): in SYSTEM/<hash of DATA's real
 *    path>, so that two checkouts do not clash. A note in DATA names the place.
 */
export async function findPlace(dataDir: string, systemFolder: string): Promise<Found> {
  await makeFolder(dataDir);
  const real = await realpath(dataDir);
  const inData = join(real, 'postgres');
  if (!runsAsRoot()) return ordinaryPlace({ real, systemFolder, base: inData });
  const elsewhere = join(systemFolder, shortHash(real));
  const found = (await ownerOf(inData)) ?? (await ownerOf(elsewhere));
  if (found) return existingPlace({ real, systemFolder, base: found.base }, found.account);
  const account = await unprivilegedAccount();
  if (!account.ok) return account;
  if (await canEnter(account, real)) return placeIn({ real, systemFolder, base: inData }, account);
  const moved = await movedAway(real, elsewhere);
  return moved ?? placeIn({ real, systemFolder, base: elsewhere }, account);
}

interface Where {
  readonly real: string;
  readonly systemFolder: string;
  readonly base: string;
}

async function ordinaryPlace(where: Where): Promise<Found> {
  const self = ordinaryAccount();
  if (!self.ok) return self;
  const owner = await ownerOf(where.base);
  if (owner && owner.account.uid !== process.getuid?.()) return belongsTo(owner.account, where.base);
  return placeIn(where, null);
}

function existingPlace(where: Where, account: Account): Found {
  return account.uid === 0 ? belongsTo(account, where.base) : placeIn(where, account);
}

const belongsTo = ({ uid }: Account, base: string): Refusal =>
  refuse(
    `The database in ${base} belongs to the account with id ${uid}: run Sightline as that account, ` +
      `give the folder to yours (chown -R) while it is stopped, or ${OWN_SERVER}. It does not run as root (id 0).`,
  );

function placeIn({ real, systemFolder, base }: Where, account: Account | null): { ok: true } & Place {
  return {
    ok: true,
    dataDir: real,
    systemFolder,
    base,
    cluster: join(base, 'data'),
    socket: socketFolder(base),
    log: join(base, 'server.log'),
    account: account && { uid: account.uid, gid: account.gid },
  };
}

/** In the base, so that programs that do not share /tmp meet; in /tmp only if the path would be too long. */
function socketFolder(base: string): string {
  const near = join(base, 'socket');
  const bytes = Buffer.byteLength(join(near, SOCKET_NAME));
  return bytes <= LONGEST_SOCKET ? near : join('/tmp', `sightline-${shortHash(base)}`);
}

const shortHash = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);

/** The account that owns the cluster in a base folder; null: there is none. */
async function ownerOf(base: string): Promise<{ base: string; account: Account } | null> {
  try {
    const { uid, gid } = await stat(join(base, 'data'));
    return { base, account: { uid, gid } };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * In /tmp anybody could have made the socket's folder first, as his own or as a link, and answer there.
 *
 * @returns null: it is ours, or not made yet. Root's own is ours too: another starter is about to give it away.
 */
export async function foreignSocketFolder({ socket, account }: Place): Promise<Refusal | null> {
  const found = await lstat(socket).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  const owners = [process.getuid?.(), account?.uid];
  if (!found || (found.isDirectory() && owners.includes(found.uid))) return null;
  return refuse(`${socket} is needed for the database's socket, but another account made it: remove it.`);
}
