import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { openJobs } from '../../src/adapters/jobs.ts';
import { makeEmlSender } from '../../src/adapters/send-email.ts';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { readPrompt } from '../../src/core/meaning/prompt.ts';
import { parseCidr } from '../../src/core/network.ts';
import { requestDigest, varyingHeaders } from '../../src/core/request-headers.ts';
import type { World } from '../../src/flows/world.ts';
import { ownAccount, type Account } from '../../src/store/accounts.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';

const USER_AGENT = 'Sightline test';
const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseCidr).filter((cidr) => cidr !== null);

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

export async function testWorld(over: Partial<Pick<World, 'askModel' | 'fetchPage' | 'sendEmail'>> = {}): Promise<TestWorld> {
  const database = await freshDatabase();
  const guard = openGuard({ allowNet: LOOPBACK });
  const jobs = await openJobs(database.url, () => {});
  const mailFolder = await mkdtemp(join(tmpdir(), 'sightline-mails-'));
  let clock = new Date('2026-03-02T06:00:00Z');
  const now = (): Date => clock;
  const world: World = {
    fetchPage: makeFetchPage(guard, { userAgent: USER_AGENT }),
    askModel: null,
    prompt: readPrompt(readFileSync(new URL('../../prompts/classify.md', import.meta.url), 'utf8')),
    sendEmail: makeEmlSender({ folder: mailFolder, now }),
    sendSlack: makeSlackSender(guard),
    jobs,
    now,
    random: () => 0.5,
    sleep: async (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    settings: {
      confirmAfterS: 300,
      hostGapMs: 0,
      publicUrl: 'http://localhost:3000',
      mailFrom: 'Sightline <sightline@localhost>',
      modelBudgetUsdPerDay: 1,
      allowNet: LOOPBACK,
      requestDigest: requestDigest(varyingHeaders(USER_AGENT)),
    },
    ...over,
  };
  return {
    db: database.db,
    url: database.url,
    world,
    account: await ownAccount(database.db, clock),
    mailFolder,
    now,
    pass(hours) {
      clock = new Date(+clock + hours * 3_600_000);
    },
    setClock(at) {
      clock = at;
    },
    async close() {
      await jobs.stop();
      await guard.close();
      await database.close();
      await rm(mailFolder, { recursive: true });
    },
  };
}
