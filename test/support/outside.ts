import { readFileSync } from 'node:fs';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { openJobs } from '../../src/adapters/jobs.ts';
import { makeEmlSender } from '../../src/adapters/send-email.ts';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { readPrompt } from '../../src/core/meaning/prompt.ts';
import { parseCidr } from '../../src/core/address/network.ts';
import { requestDigest, varyingHeaders } from '../../src/core/http/request-headers.ts';
import { productToken } from '../../src/core/http/robots-rules.ts';
import type { World } from '../../src/flows/world.ts';

const USER_AGENT = 'Sightline test';
const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseCidr).filter((cidr) => cidr !== null);
const PROMPT = new URL('../../prompts/classify.md', import.meta.url);

export interface OutsideWish {
  readonly databaseUrl: string;
  readonly mailFolder: string;
  readonly now: () => Date;
  readonly over?: Partial<World>;
}

/** The real outside world of a test or of a process that a test starts: real guard, jobs and mail as files. */
export async function openOutside({ databaseUrl, mailFolder, now, over = {} }: OutsideWish) {
  const guard = openGuard({ allowNet: LOOPBACK });
  const jobs = await openJobs(databaseUrl, () => {});
  const world: World = {
    fetchPage: makeFetchPage(guard, { userAgent: USER_AGENT }),
    askModel: null,
    prompt: readPrompt(readFileSync(PROMPT, 'utf8')),
    sendEmail: makeEmlSender({ folder: mailFolder, now }),
    sendSlack: makeSlackSender(guard),
    jobs,
    now,
    random: () => 0.5,
    // A bug is a failing test, wherever the flows would go on.
    fault: (error) => {
      throw error;
    },
    sleep: async (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    settings: {
      confirmAfterS: 300,
      hostGapMs: 0,
      publicUrl: 'http://localhost:3000',
      mailFrom: 'Sightline <sightline@localhost>',
      modelBudgetUsdPerDay: 1,
      allowNet: LOOPBACK,
      requestDigest: requestDigest(varyingHeaders(USER_AGENT)),
      productToken: productToken(USER_AGENT),
    },
    ...over,
  };
  const close = async (): Promise<void> => {
    await jobs.stop();
    await guard.close();
  };
  return { world, close };
}
