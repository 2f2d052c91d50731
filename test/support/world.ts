import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../../src/flows/world.ts';
import { ownAccount, type Account } from '../../src/store/accounts.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { openOutside } from './outside.ts';

/** A whole Sightline on a database of its own: real guard, real fetches, real outbox, mail as files. Only the clock is the test's. */
export interface TestWorld {
  readonly db: FreshDatabase['db'];
  readonly url: string;
  readonly world: World;
  readonly account: Account;
  readonly mailFolder: string;
  /** What the clock says. */
  now(): Date;
  /** Moves the clock ahead by hours. */
  pass(hours: number): void;
  setClock(at: Date): void;
  close(): Promise<void>;
}

export async function testWorld(over: Partial<Omit<World, 'jobs' | 'now'>> = {}): Promise<TestWorld> {
  const database = await freshDatabase();
  const mailFolder = await mkdtemp(join(tmpdir(), 'sightline-mails-'));
  let clock = new Date('2026-03-02T06:00:00Z');
  const now = (): Date => clock;
  const outside = await openOutside({ databaseUrl: database.url, mailFolder, now, over });
  return {
    db: database.db,
    url: database.url,
    world: outside.world,
    account: await ownAccount(database.db, { now: clock, timeZone: 'UTC' }),
    mailFolder,
    now,
    pass(hours) {
      clock = new Date(+clock + hours * 3_600_000);
    },
    setClock(at) {
      clock = at;
    },
    async close() {
      await outside.close();
      await database.close();
      await rm(mailFolder, { recursive: true });
    },
  };
}
