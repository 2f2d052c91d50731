import { readFileSync } from 'node:fs';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { openJobs } from '../../src/adapters/jobs.ts';
import { makeDiscordSender } from '../../src/adapters/send-discord.ts';
import { makeEmlSender, makeMailPost } from '../../src/adapters/send-email.ts';
import { makeFeedSender } from '../../src/adapters/send-feed.ts';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { makeTeamsSender } from '../../src/adapters/send-teams.ts';
import { makeWebhookSender } from '../../src/adapters/send-webhook.ts';
import { discordForm } from '../../src/core/channels/discord.ts';
import { emailForm } from '../../src/core/channels/email.ts';
import { feedForm } from '../../src/core/channels/feed.ts';
import { slackForm } from '../../src/core/channels/slack.ts';
import { teamsForm } from '../../src/core/channels/teams.ts';
import { webhookForm } from '../../src/core/channels/webhook.ts';
import { readPrompt } from '../../src/core/meaning/prompt.ts';
import { parseCidr } from '../../src/core/address/network.ts';
import { requestDigest, varyingHeaders } from '../../src/core/http/request-headers.ts';
import { productToken } from '../../src/core/http/robots-rules.ts';
import type { World } from '../../src/flows/world.ts';
import { openDatabase } from '../../src/store/database.ts';
import { linkKey } from '../../src/store/signing-keys.ts';

const USER_AGENT = 'Sightline test';
const MAIL_FROM = 'Sightline <sightline@localhost>';
const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseCidr).filter((cidr) => cidr !== null);
const prompt = (name: string) =>
  readPrompt(readFileSync(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8'));

/** Tests post many messages to one address within moments: paces that services ask for would hold them up. */
const clock = { now: () => performance.now() * 1000, sleep: async () => {} };

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
    prompts: { classify: prompt('classify'), instruct: prompt('instruct') },
    channels: {
      email: { ...emailForm, send: makeMailPost(makeEmlSender({ folder: mailFolder, now }), MAIL_FROM) },
      slack: { ...slackForm, send: makeSlackSender(guard, { clock }) },
      discord: { ...discordForm, send: makeDiscordSender(guard, { clock }) },
      teams: { ...teamsForm, send: makeTeamsSender(guard, { clock }) },
      webhook: { ...webhookForm, send: makeWebhookSender(guard) },
      feed: { ...feedForm, send: makeFeedSender() },
    },
    reach: async () => {},
    jobs,
    linkKey: await keyOf(databaseUrl),
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
      mailLeaves: false,
      leaseS: 90,
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

async function keyOf(databaseUrl: string): Promise<Buffer> {
  const { db, close } = openDatabase(databaseUrl);
  const key = await linkKey(db);
  await close();
  return key;
}
