import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../src/adapters/own-postgres/account.ts';
import { unprivilegedAccount } from '../../src/adapters/own-postgres/account.ts';
import { attachOwnPostgres } from '../../src/adapters/own-postgres/attach.ts';
import {
  pidFile,
  pidIn,
  readIfThere,
  readPidFile,
  socketLock,
} from '../../src/adapters/own-postgres/pid-file.ts';
import type { Place } from '../../src/adapters/own-postgres/place.ts';
import { findPlace } from '../../src/adapters/own-postgres/place.ts';
import { closedCheckout } from '../support/checkout.ts';
import type { Answer } from '../support/joiner.ts';
import { killJoiners, startJoiner } from '../support/joiner.ts';

const AS_ROOT = process.getuid?.() === 0;
const ONLY_ROOT = AS_ROOT ? '' : ' (skipped: needs root)';

let run: string;
let systemFolder: string;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  run = await mkdtemp('/tmp/sightline-own-');
  await chmod(run, 0o711);
  systemFolder = join(run, 'system');
  dataDir = join(run, 'made-once');
  await (await attach()).leave();
});
beforeEach(async () => {
  folder = await mkdtemp(join(run, 'd'));
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  killJoiners();
  await stopLeftServer();
});
afterAll(() => rm(run, { recursive: true }));

/** A test that failed half-way leaves a server: join it and be the last one out. */
async function stopLeftServer(): Promise<void> {
  const found = await findPlace(dataDir, systemFolder).catch(() => null);
  if (!found?.ok || !(await runs((await readPidFile(found))?.pid ?? 0))) return;
  const attached = await attachOwnPostgres({ dataDir, systemFolder });
  if (attached.ok) await attached.leave();
}

const join1 = () => startJoiner({ dataDir, systemFolder });

async function attach(progress?: (text: string) => void) {
  const attached = await attachOwnPostgres({ dataDir, systemFolder, ...(progress && { progress }) });
  if (!attached.ok) throw new Error(attached.say);
  return attached;
}

/** Gives the data folder a cluster that was used and stopped, as most tests start: 70 ms against 700. */
async function seed(): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(run, 'made-once'), dataDir]);
}

async function place(): Promise<Place> {
  const found = await findPlace(dataDir, systemFolder);
  if (!found.ok) throw new Error(found.say);
  return found;
}

async function serverPid(): Promise<number> {
  return (await readPidFile(await place()))?.pid ?? 0;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
}

const serverOf = (answer: Answer): string => (answer.ok ? answer.server : answer.say);

/** Waits for a condition; what never comes true fails by the time limit of the test. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(5);
}

/** State letters of a process, `Z` for a zombie; '' if there is none. */
async function stateOf(pid: number): Promise<string> {
  const ps = promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
  return (await ps.catch(() => ({ stdout: '' }))).stdout.trim();
}

/** A zombie counts as ended: process 1 of a container may be slow to bury it, or never do. */
const runs = async (pid: number): Promise<boolean> => !['', 'Z'].includes((await stateOf(pid)).slice(0, 1));

const died = (pid: number) => until(async () => !(await runs(pid)));

/** A program that has nothing to do with PostgreSQL, of the account that runs the server; ends with the test. */
async function innocentProgram(): Promise<number> {
  const child = spawn('sleep', ['600'], { ...(await place()).account });
  onTestFinished(() => void child.kill());
  await once(child, 'spawn');
  return child.pid ?? 0;
}

/** Lock files as a server leaves them that was killed long ago, with a process id that was given out again. */
async function leaveLockFiles(pid: number): Promise<void> {
  const where = await place();
  const lines = [pid, where.cluster, 1_700_000_000, 5432, where.socket, '', '', 'ready   ', ''].join('\n');
  await writeFile(pidFile(where), lines);
  await writeFile(socketLock(where), lines);
}

describe('one data folder has one server', () => {
  test.each([1, 2, 3, 4, 5])('two starters at once on a fresh folder, round %i', async () => {
    const [one, two] = await Promise.all([join1(), join1()]);
    expect(one.answer).toMatchObject({ ok: true });
    expect(serverOf(two.answer)).toBe(serverOf(one.answer));
    const pid = await serverPid();
    const log = await readFile((await place()).log, 'utf8');
    expect(log.match(/ready to accept connections/g)).toHaveLength(1);
    await Promise.all([one.leave(), two.leave()]);
    await died(pid);
  });

  test('a process that comes later attaches; the last one out stops the server, not the first', async () => {
    await seed();
    const one = await join1();
    const two = await join1();
    const pid = await serverPid();
    expect(serverOf(two.answer)).toBe(serverOf(one.answer));
    await one.leave();
    const three = await join1();
    expect(serverOf(three.answer)).toBe(serverOf(two.answer));
    await two.leave();
    expect(await runs(pid)).toBe(true);
    await three.leave();
    expect(await readPidFile(await place())).toBeNull();
    await died(pid);
  });

  test('processes that come and go at once never see a broken session', async () => {
    await seed();
    const rounds = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 5; round += 1) {
        const attached = await attach();
        expect(await query(attached.url, 'select 1 as one')).toEqual([{ one: 1 }]);
        await attached.leave();
      }
    });
    await Promise.all(rounds);
    expect(await readPidFile(await place())).toBeNull();
  });

  test('two data folders have two servers', async () => {
    const one = await join1();
    const other = await startJoiner({ dataDir: join(folder, 'other'), systemFolder });
    expect(serverOf(other.answer)).not.toBe(serverOf(one.answer));
    await Promise.all([one.leave(), other.leave()]);
  });

  test('settings of the environment do not reach in', async () => {
    const env = {
      PGSSLMODE: 'require',
      PGHOST: '127.0.0.1',
      PGUSER: 'x',
      LANG: 'xx_YY.bogus',
      LC_ALL: 'xx_YY.bogus',
    };
    const one = await startJoiner({ dataDir, systemFolder, env });
    expect(one.answer).toMatchObject({ ok: true });
    const [row] = one.answer.ok ? await query(one.answer.url, 'show server_encoding') : [];
    expect(row).toEqual({ server_encoding: 'UTF8' });
    await one.leave();
  });
});

describe('after a kill', () => {
  test('of the process that started it, the server is found again and stopped by the next one to leave', async () => {
    await seed();
    const starter = await join1();
    const pid = await serverPid();
    await starter.kill();
    expect(await runs(pid)).toBe(true);
    const next = await join1();
    expect(serverOf(next.answer)).toBe(serverOf(starter.answer));
    await next.leave();
    await died(pid);
  });

  test('of the server, the next process starts it again and every committed row is there', async () => {
    await seed();
    const one = await attach();
    await query(one.url, 'create table kept as select 7 as number');
    process.kill(await serverPid(), 'SIGKILL');
    const two = await join1();
    expect(two.answer).toMatchObject({ ok: true });
    expect(await query(one.url, 'select * from kept')).toEqual([{ number: 7 }]);
    await two.leave();
    await one.leave();
    expect(await readPidFile(await place())).toBeNull();
  });

  test('of the server, a process that uses it brings it back by itself', async () => {
    await seed();
    const only = await join1();
    const killed = await serverPid();
    process.kill(killed, 'SIGKILL');
    const url = only.answer.ok ? only.answer.url : '';
    const answers = () =>
      query(url, 'select')
        .then(() => true)
        .catch(() => false);
    await until(async () => (await serverPid()) !== killed && (await answers()));
    await only.leave();
    expect(await readPidFile(await place())).toBeNull();
  });

  test('lock files that name an innocent program do not stop the start, and it lives on', async () => {
    await seed();
    const innocent = await innocentProgram();
    await leaveLockFiles(innocent);
    const one = await attach();
    expect(await serverPid()).not.toBe(innocent);
    await one.leave();
    expect(await runs(innocent)).toBe(true);
  });

  test('many starters at once clear lock files that name an innocent program, and still make one server', async () => {
    await seed();
    const innocent = await innocentProgram();
    await leaveLockFiles(innocent);
    const all = await Promise.all(Array.from({ length: 4 }, join1));
    expect(all.map(({ answer }) => answer.ok)).toEqual([true, true, true, true]);
    expect(new Set(all.map(({ answer }) => serverOf(answer))).size).toBe(1);
    await Promise.all(all.map((joiner) => joiner.leave()));
    expect(await runs(innocent)).toBe(true);
  });

  test('lock files that name a zombie do not stop the start', async () => {
    await seed();
    // The shell's child outlives the shell, and the program that takes the shell's place never asks how it ended.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 600'], { ...(await place()).account });
    onTestFinished(() => void parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = pidIn(line.toString());
    await until(async () => (await stateOf(zombie)).startsWith('Z'));
    await leaveLockFiles(zombie);
    await (await attach()).leave();
  });

  test('a lock file that is empty since a power cut does not stop the start', async () => {
    await seed();
    const file = pidFile(await place());
    await writeFile(file, '');
    await utimes(file, 1_700_000_000, 1_700_000_000);
    await (await attach()).leave();
    expect(await readIfThere(file)).toBeNull();
  });
});

describe('a wait', () => {
  test('of more than two seconds says what for', async () => {
    await seed();
    const one = await join1();
    const pid = await serverPid();
    process.kill(pid, 'SIGSTOP');
    const texts: string[] = [];
    const two = await attach((text) => {
      texts.push(text);
      process.kill(pid, 'SIGCONT');
    });
    expect(texts[0]).toBe('Waiting for the database …');
    await two.leave();
    await one.leave();
  });
});

describe('refused with a sentence', () => {
  test.each([
    [
      'another major version',
      '17\n',
      /was made by PostgreSQL 17, this Sightline brings PostgreSQL 18, and neither/,
    ],
    ['files without PG_VERSION', null, /holds files but no PG_VERSION/],
  ])('%s', async (_, version, sentence) => {
    await seed();
    const { cluster } = await place();
    const file = join(cluster, 'PG_VERSION');
    await (version === null ? rm(file) : writeFile(file, version));
    const answer = await attachOwnPostgres({ dataDir, systemFolder });
    expect(answer).toEqual({ ok: false, say: expect.stringMatching(sentence) });
    expect(await stat(join(cluster, 'base'))).toBeTruthy();
  });

  test.runIf(process.platform === 'linux')('a data folder where none can be made', async () => {
    const say = expect.stringContaining('cannot use /proc/sightline. No folder can be made there');
    expect(await attachOwnPostgres({ dataDir: '/proc/sightline/data' })).toEqual({ ok: false, say });
  });

  test('a data folder that is a file', async () => {
    await writeFile(dataDir, 'not a folder');
    const say = expect.stringContaining(`cannot use ${dataDir}. It is no folder: set SIGHTLINE_DATA`);
    expect(await attachOwnPostgres({ dataDir, systemFolder })).toEqual({ ok: false, say });
  });

  test('a server that gives up is quoted with its log, without waiting for the end of time', async () => {
    await seed();
    const { cluster, log } = await place();
    await writeFile(join(cluster, 'postgresql.auto.conf'), 'no_such_setting = 1\n');
    const answer = await attachOwnPostgres({ dataDir, systemFolder });
    expect(answer).toEqual({ ok: false, say: expect.stringContaining('no_such_setting') });
    expect(answer).toEqual({ ok: false, say: expect.stringContaining(log) });
  });
});

describe('a path too long for a socket', () => {
  test('puts the socket into a short folder of our own', async () => {
    dataDir = join(folder, 'a-very-long-name-'.repeat(6), 'data');
    const one = await attach();
    const { socket } = await place();
    expect(socket).toMatch(/^\/tmp\/sightline-[0-9a-f]{16}$/);
    expect((await stat(socket)).mode & 0o777).toBe(0o700);
    await one.leave();
    await rm(socket, { recursive: true });
  });

  test.skipIf(!AS_ROOT)(`and refuses one that another account made first${ONLY_ROOT}`, async () => {
    dataDir = join(folder, 'a-very-long-name-'.repeat(6), 'data');
    const { socket } = await place();
    await mkdir(socket);
    await chown(socket, 1, 1);
    const say = expect.stringContaining(
      `${socket} is needed for the database's socket, but another account made it`,
    );
    expect(await attachOwnPostgres({ dataDir, systemFolder })).toEqual({ ok: false, say });
    await rm(socket, { recursive: true });
  });
});

describe.skipIf(!AS_ROOT)(`accounts${ONLY_ROOT}`, () => {
  const nobody: Account = { uid: 65534, gid: 65534 };

  test('root runs the server as an unprivileged account, in the data folder if that account can enter it', async () => {
    const one = await attach();
    const server = await stat(`/proc/${await serverPid()}`);
    const account = await unprivilegedAccount();
    expect({ ok: true, uid: server.uid, gid: server.gid }).toEqual(account);
    expect((await place()).base).toBe(join(dataDir, 'postgres'));
    await one.leave();
  });

  test('folders of a start that was killed before it gave them away do not stop the next one', async () => {
    const { base, socket } = await place();
    await mkdir(base, { mode: 0o700 });
    await mkdir(socket, { mode: 0o700 });
    await (await attach()).leave();
    expect((await stat(base)).mode & 0o777).toBe(0o711);
  });

  test('root with a checkout under a folder of mode 700: the cluster is in the system folder, a note says where', async () => {
    const home = join(folder, 'home');
    const { checkout, node } = await closedCheckout(home, { uid: 0, gid: 0 });
    await chmod(home, 0o700);
    dataDir = join(checkout, 'data');
    const one = await startJoiner({ dataDir, systemFolder, checkout, node });
    const two = await startJoiner({ dataDir, systemFolder, checkout, node });
    expect(one.answer).toMatchObject({ ok: true });
    expect(serverOf(two.answer)).toBe(serverOf(one.answer));
    const { base } = await place();
    expect(base.startsWith(systemFolder)).toBe(true);
    const note = JSON.parse(await readFile(join(dataDir, 'own-postgres.json'), 'utf8'));
    expect(note).toMatchObject({ dataDir, cluster: base });
    await Promise.all([one.leave(), two.leave()]);
  });

  test('a closed data folder that was moved is not given an empty database', async () => {
    await mkdir(dataDir, { mode: 0o700 });
    await (await attach()).leave();
    const { base } = await place();
    const moved = join(folder, 'moved');
    await rename(dataDir, moved);
    dataDir = moved;
    const refused = await attachOwnPostgres({ dataDir, systemFolder });
    expect(refused).toEqual({ ok: false, say: expect.stringContaining(`To keep it: mv ${base} `) });
    const [, from = '', to = ''] = /mv (\S+) (\S+)/.exec(refused.ok ? '' : refused.say) ?? [];
    await rename(from, to);
    await (await attach()).leave();
  });

  test('an ordinary user with a checkout in a home of mode 700; root then shares his server', async () => {
    const home = join(folder, 'home');
    const { checkout, node } = await closedCheckout(home, nobody);
    await chmod(home, 0o700);
    dataDir = join(checkout, 'data');
    const user = await startJoiner({ dataDir, systemFolder, checkout, node, account: nobody });
    expect(user.answer).toMatchObject({ ok: true });
    expect(await stat(`/proc/${await serverPid()}`)).toMatchObject(nobody);
    const root = await join1();
    expect(serverOf(root.answer)).toBe(serverOf(user.answer));
    await user.leave();
    await root.leave();
    const again = await join1();
    const userAgain = await startJoiner({ dataDir, systemFolder, checkout, node, account: nobody });
    expect(serverOf(userAgain.answer)).toBe(serverOf(again.answer));
    await Promise.all([again.leave(), userAgain.leave()]);
  });

  test('an ordinary user is refused a database of another account, and an id without an account any', async () => {
    const { checkout, node } = await closedCheckout(join(folder, 'open'), nobody);
    await Promise.all([join(folder, 'open'), checkout].map((path) => chmod(path, 0o755)));
    await seed();
    const stranger = await startJoiner({ dataDir, systemFolder, checkout, node, account: nobody });
    expect(stranger.answer).toEqual({
      ok: false,
      say: expect.stringContaining('belongs to the account with id'),
    });
    const account = { uid: 54_321, gid: 54_321 };
    const unknown = await startJoiner({ dataDir, systemFolder, checkout, node, account });
    expect(unknown.answer).toEqual({
      ok: false,
      say: expect.stringMatching(/54321 has no entry .* DATABASE_URL/),
    });
  });

  test('a cluster that root copied for itself is refused: PostgreSQL does not run as root', async () => {
    await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true });
    const say = expect.stringContaining('belongs to the account with id 0');
    expect(await attachOwnPostgres({ dataDir, systemFolder })).toEqual({ ok: false, say });
  });
});
