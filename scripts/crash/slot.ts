import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { attachOwnPostgres } from '../../src/adapters/own-postgres/attach.ts';
import type { App } from '../../src/cli/command.ts';
import { readConfig } from '../../src/config.ts';
import { addChannel } from '../../src/flows/channels.ts';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { discoverPages } from '../../src/flows/discover-pages.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { openApp } from '../../src/main.ts';
import { openSinks, type Sinks } from './sinks.ts';
import { park, type WorkerProcess } from './worker-process.ts';
import { digestFarOff, FOR_DIGEST, featuresPage, openingPages, PATHS } from './story.ts';

const HOUR_MS = 3_600_000;
const TEMPLATE = 'crash_template';

/** A PostgreSQL server, a fake outside and a prepared database: one run at a time uses it. */
export interface Slot {
  readonly sinks: Sinks;
  readonly env: Readonly<Record<string, string>>;
  /** Makes the database of one run, and says where it is. */
  database(name: string): Promise<string>;
  /** Without a table. */
  emptyDatabase(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  /** A parked worker; the next one is parked meanwhile. */
  worker(): WorkerProcess;
  close(): Promise<void>;
}

/** Prepares a slot through the product itself: pages that have settled, channels of four kinds, news for a digest. */
export async function openSlot(folder: string, compiled: string): Promise<Slot> {
  await mkdir(folder, { recursive: true });
  // The account that root runs PostgreSQL as must be able to enter.
  await chmod(folder, 0o711);
  const server = await attachOwnPostgres({
    dataDir: join(folder, 'data'),
    systemFolder: join(folder, 'system'),
  });
  if (!server.ok) throw new Error(server.say);
  const sinks = await openSinks();
  const admin = new Client({ connectionString: server.url });
  admin.on('error', () => {});
  await admin.connect();
  const urlOf = (name: string): string => server.url.replace('@/sightline?', `@/${name}?`);
  const env = environment(folder, sinks);
  await admin.query(`create database ${TEMPLATE}`);
  await prepare({ ...env, DATABASE_URL: urlOf(TEMPLATE) }, sinks);
  const make = async (name: string, template: string): Promise<string> => {
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    return urlOf(name);
  };
  let next = park(compiled);
  return {
    sinks,
    env,
    worker() {
      const parked = next;
      next = park(compiled);
      return parked;
    },
    database: async (name) => make(name, TEMPLATE),
    emptyDatabase: async (name) => make(name, 'template1'),
    drop: async (name) => void (await admin.query(`drop database ${name} with (force)`)),
    async close() {
      await next.kill();
      await admin.end();
      await server.leave();
      await sinks.close();
    },
  };
}

function environment(folder: string, { origin }: Sinks): Record<string, string> {
  return {
    SIGHTLINE_DATA: join(folder, 'data'),
    SIGHTLINE_ALLOW_NET: '127.0.0.0/8',
    SIGHTLINE_HOST_GAP_MS: '0',
    SIGHTLINE_CONFIRM_AFTER_S: '0',
    SIGHTLINE_LEASE_S: '2',
    RESEND_API_KEY: 're_played',
    RESEND_BASE_URL: origin,
    LOG_LEVEL: 'error',
  };
}

/** The product in this process, on a clock of the caller's. */
export async function openHere(env: Readonly<Record<string, string>>, now: () => Date): Promise<App> {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.faults.join('; '));
  const opened = await openApp({ ...read.config, logLevel: 'silent' }, { progress: () => {} }, now);
  if (!opened.ok) throw new Error(opened.say);
  return opened.app;
}

async function prepare(env: Readonly<Record<string, string>>, sinks: Sinks): Promise<void> {
  let clock = new Date(Date.now() - 60 * HOUR_MS);
  const app = await openHere(env, () => clock);
  const { db, world } = app;
  const hoursAgo = (hours: number): void => void (clock = new Date(Date.now() - hours * HOUR_MS));
  for (const [path, html] of openingPages()) sinks.pages.set(path, html);
  await digestFarOff(db);
  const pageIds = await subscribe(app, sinks);
  const check = async (ids: readonly number[]): Promise<void> => {
    await checkNow(db, world, { pageIds: ids, at: clock, noWait: false, progress: () => {} });
    await deliverDue(db, world);
  };
  await check(pageIds);
  hoursAgo(36);
  sinks.pages.set('/features', featuresPage(FOR_DIGEST));
  await check(pageIds.slice(-1));
  hoursAgo(3);
  await check(pageIds);
  // The week's look for new pages is done, too.
  await discoverPages(db, world);
  await app.close();
}

async function subscribe({ db, world, account }: App, { origin }: Sinks): Promise<readonly number[]> {
  const wishes = [
    ['email', 'founder@example.com'],
    ['slack', `${origin}/services/T0/B0/x`],
    ['webhook', `${origin}/hook`],
    ['feed', ''],
  ] as const;
  for (const [kind, address] of wishes) {
    const added = await addChannel(db, world, { account, kind, address, name: null, takesDigest: null });
    if (!added.ok) throw new Error(added.say);
  }
  const ids: number[] = [];
  for (const path of PATHS) {
    const wish = { url: origin + path, competitor: 'Birchline', everyS: 21_600, account };
    const added = await addPage(db, world, wish);
    if (!added.ok) throw new Error(added.say);
    ids.push(added.page.id);
  }
  return ids;
}
