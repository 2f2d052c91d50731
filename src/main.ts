import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAskModel } from './adapters/ask-model.ts';
import { makeFetchPage } from './adapters/fetch-page.ts';
import { openGuard, type Guard } from './adapters/guard.ts';
import { openJobs } from './adapters/jobs.ts';
import { attachOwnPostgres } from './adapters/own-postgres/attach.ts';
import { makeDiscordSender } from './adapters/send-discord.ts';
import {
  makeEmlSender,
  makeMailPost,
  makeResendSender,
  makeSmtpSender,
  type SendEmail,
} from './adapters/send-email.ts';
import { makeFeedSender } from './adapters/send-feed.ts';
import { makeSlackSender } from './adapters/send-slack.ts';
import { makeTeamsSender } from './adapters/send-teams.ts';
import { makeWebhookSender } from './adapters/send-webhook.ts';
import type { Opened, Terminal } from './cli/command.ts';
import { asksJson, invoke, sayFault } from './cli/invoke.ts';
import { openLog } from './cli/log.ts';
import { openTerminal } from './cli/terminal.ts';
import { readConfig, ROOT, type Config } from './config.ts';
import { discordForm } from './core/channels/discord.ts';
import { emailForm, smtpForm } from './core/channels/email.ts';
import { feedForm } from './core/channels/feed.ts';
import { slackForm } from './core/channels/slack.ts';
import { teamsForm } from './core/channels/teams.ts';
import { webhookForm } from './core/channels/webhook.ts';
import { readPrompt } from './core/meaning/prompt.ts';
import { requestDigest, varyingHeaders } from './core/http/request-headers.ts';
import { productToken } from './core/http/robots-rules.ts';
import { foreignKeyWords, foreignOrigin } from './flows/model-key.ts';
import type { ChannelPort, Database, World } from './flows/world.ts';
import { ownAccount } from './store/accounts.ts';
import { openDatabase } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { reachDatabase } from './store/reach.ts';
import { linkKey } from './store/signing-keys.ts';

/** The only place that builds things: config -> database -> adapters -> world, handed to whichever command was asked. */
async function main(argv: readonly string[]): Promise<number> {
  const terminal = openTerminal();
  const read = readConfig();
  if (!read.ok) {
    terminal.say('sightline: the environment needs a look:');
    for (const fault of read.faults) terminal.say(`  ${fault}`);
    if (asksJson(argv)) terminal.out(JSON.stringify({ error: read.faults.join('; ') }));
    return 1;
  }
  const { config } = read;
  const open = async (at: Date | null = null): Promise<Opened> =>
    openApp(config, terminal, () => at ?? new Date());
  try {
    return await invoke(argv, config, { open, terminal, stopped: askedToEnd() });
  } catch (error) {
    // A bug: people get a sentence, whoever mends it gets the trace.
    const message = error instanceof Error ? error.message : String(error);
    sayFault(terminal, {
      fault: `something of ours broke: ${message.split('\n', 1)[0]}`,
      json: asksJson(argv),
    });
    openLog(config.logLevel).error({ err: error }, 'bug');
    return 1;
  }
}

/**
 * Opens the database and the outside world. Expected faults are sentences that say what to do.
 * @param now the clock of all that is due
 */
export async function openApp(
  config: Config,
  terminal: Pick<Terminal, 'progress'>,
  now: () => Date,
): Promise<Opened> {
  const server = await findServer(config, terminal);
  if (!server.ok) return server;
  const { db, close: closeDatabase } = openDatabase(server.url, { idleS: config.leaseS });
  const migrated = await migrate(db, join(ROOT, 'migrations'));
  if (!migrated.ok) {
    await closeDatabase();
    await server.leave();
    return migrated;
  }
  const log = openLog(config.logLevel);
  const jobs = await openJobs(server.url, (error) => log.warn({ err: error }, 'jobs'));
  const guard = openGuard({ allowNet: config.allowNet });
  const fault = (error: unknown): void => log.error({ err: error }, 'a fault of ours');
  const world: World = {
    ...(await outside(config, guard, now)),
    askModel: await modelOf(config, { db, log, now }),
    linkKey: await linkKey(db),
    jobs,
    now,
    fault,
  };
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const account = await ownAccount(db, { now: now(), timeZone });
  const close = async (): Promise<void> => {
    await jobs.stop();
    await guard.close();
    await closeDatabase();
    await server.leave();
  };
  return { ok: true, app: { config, db, databaseUrl: server.url, world, account, close } };
}

type Server =
  | { readonly ok: true; readonly url: string; leave(): Promise<void> }
  | { readonly ok: false; readonly say: string };

async function findServer(config: Config, { progress }: Pick<Terminal, 'progress'>): Promise<Server> {
  if (config.databaseUrl === null) return attachOwnPostgres({ dataDir: config.dataDir, progress });
  const reached = await reachDatabase(config.databaseUrl);
  return reached.ok ? { ok: true, url: config.databaseUrl, leave: async () => {} } : reached;
}

async function outside(
  config: Config,
  guard: Guard,
  now: () => Date,
): Promise<Omit<World, 'jobs' | 'linkKey' | 'now' | 'fault' | 'askModel'>> {
  const { userAgent } = config;
  const promptOf = async (name: string) =>
    readPrompt(await readFile(join(ROOT, 'prompts', `${name}.md`), 'utf8'));
  return {
    fetchPage: makeFetchPage(guard, { userAgent }),
    prompts: { classify: await promptOf('classify'), instruct: await promptOf('instruct') },
    channels: {
      email: mailChannel(config, now),
      slack: { ...slackForm, send: makeSlackSender(guard) },
      discord: { ...discordForm, send: makeDiscordSender(guard) },
      teams: { ...teamsForm, send: makeTeamsSender(guard) },
      webhook: { ...webhookForm, send: makeWebhookSender(guard) },
      feed: { ...feedForm, send: makeFeedSender() },
    },
    random: Math.random,
    reach: dyingAt(config.failPoint),
    sleep: async (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    settings: {
      confirmAfterS: config.confirmAfterS,
      hostGapMs: config.hostGapMs,
      publicUrl: config.publicUrl,
      mailLeaves: config.resend !== null || config.smtpUrl !== null,
      leaseS: config.leaseS,
      modelBudgetUsdPerDay: config.modelBudgetUsdPerDay,
      allowNet: config.allowNet,
      requestDigest: requestDigest(varyingHeaders(userAgent)),
      productToken: productToken(userAgent),
    },
  };
}

interface Opening {
  readonly db: Database;
  readonly log: ReturnType<typeof openLog>;
  readonly now: () => Date;
}

async function modelOf({ openai }: Config, { db, log, now }: Opening): Promise<World['askModel']> {
  if (openai === null) return null;
  const belongs = await foreignOrigin(db, openai, now());
  if (belongs === null) return makeAskModel(openai);
  log.warn(`${foreignKeyWords(belongs, openai.baseUrl)}. Give that server a key of its own.`);
  return null;
}

function mailChannel({ resend, smtpUrl, dataDir, mailFrom }: Config, now: () => Date): ChannelPort {
  const port = (form: typeof emailForm, send: SendEmail) => ({ ...form, send: makeMailPost(send, mailFrom) });
  if (resend !== null) return port(emailForm, makeResendSender(resend));
  if (smtpUrl !== null) return port(smtpForm, makeSmtpSender(smtpUrl));
  return port(emailForm, makeEmlSender({ folder: join(dataDir, 'mails'), now }));
}

/**
 * In tests of crashes: ends this process without a word, or makes it stand still, at the n-th passing of a point. Whatever
 * waits for the point never goes on.
 */
function dyingAt(order: Config['failPoint']): World['reach'] {
  if (order === null) return async () => {};
  let left = order.time;
  return async (point) => {
    if (point !== order.point || left < 1) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, order.how === 'kill' ? 'SIGKILL' : 'SIGSTOP');
  };
}

/** npm hands on the Ctrl-C that a terminal has sent to both: one key comes twice, at once. */
const SAME_KEY_MS = 1500;

/** Settles at the first SIGINT or SIGTERM; another one, once that key must be over, ends the process at once. */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | null = null;
    const hear = (): void => {
      const now = performance.now();
      if (first !== null && now - first > SAME_KEY_MS) process.exit(130);
      first ??= now;
      resolve();
    };
    process.on('SIGINT', hear).on('SIGTERM', hear);
  });
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
