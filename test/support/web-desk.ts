import { sql } from 'kysely';
import type { Hono } from 'hono';
import type { App } from '../../src/cli/command.ts';
import { readConfig } from '../../src/config.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import type { World } from '../../src/flows/world.ts';
import type { Account } from '../../src/store/accounts.ts';
import { webApp } from '../../src/web/app.ts';
import { openDesk, type Desk } from './desk.ts';
import { pricingPage, withPrice } from './site.ts';

interface Seen {
  readonly account?: Account;
  readonly world?: World;
  /** PORT may be 0: a free one. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A desk with the web app before it. */
export interface WebDesk extends Desk {
  readonly web: Hono;
  /** Bugs that the web app met; a test at the end wants none. */
  readonly faults: readonly Error[];
  /** What was asked oddly from outside, and is told to the log. */
  readonly warnings: readonly string[];
  /** The same app as another account, or another world, sees it. */
  webOf(as: Seen): Hono;
  /** What that app is made of. */
  appOf(as: Seen): App;
  /** A price that moved on the path's page, told to every channel. */
  tellPrice(path: string, account?: Account): Promise<void>;
  /** What stands in the database, table by table: equal before and after what changes nothing. */
  everything(): Promise<Readonly<Record<string, string>>>;
}

export async function openWebDesk(env: Record<string, string> = {}): Promise<WebDesk> {
  const desk = await openDesk();
  const faults: Error[] = [];
  const warnings: string[] = [];
  const appOf: WebDesk['appOf'] = ({ account = desk.account, world = desk.world, env: more = {} }) => {
    const { PORT: port, ...rest } = more;
    const read = readConfig({ SIGHTLINE_DATA: desk.mailFolder, ...env, ...rest });
    if (!read.ok) throw new Error(read.faults.join());
    const config = port === undefined ? read.config : { ...read.config, port: Number(port) };
    const { db, url: databaseUrl } = desk;
    return { config, db, databaseUrl, world, account, close: async () => {} };
  };
  const webOf: WebDesk['webOf'] = (as) =>
    webApp(
      appOf(as),
      (fault) => faults.push(fault),
      (say) => warnings.push(say),
    );
  return {
    ...desk,
    web: webOf({}),
    faults,
    warnings,
    webOf,
    appOf,
    async tellPrice(path, account) {
      const watched = await desk.watch(path, account);
      await watched.settle();
      watched.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
      await watched.check();
      desk.pass(1);
      await deliverDue(desk.db, desk.world);
    },
    everything: async () => everything(desk),
  };
}

async function everything({ db }: Desk): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
    db,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ sum: string | null }>`
      select md5(string_agg(row::text, '|' order by row::text)) as sum from ${sql.table(name)} as row`.execute(
      db,
    );
    sums[name] = rows[0]?.sum ?? 'empty';
  }
  return sums;
}

const OWN = { host: 'localhost:3000', origin: 'http://localhost:3000' };

export async function get(web: Hono, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return web.request(`http://localhost:3000${path}`, { headers: { host: OWN.host, ...headers } });
}

export async function textOf(web: Hono, path: string): Promise<string> {
  return (await get(web, path)).text();
}

/** A form of one of our own pages. */
export async function post(
  web: Hono,
  path: string,
  headers: Record<string, string> = OWN,
): Promise<Response> {
  return web.request(`http://localhost:3000${path}`, {
    method: 'POST',
    headers: { host: OWN.host, ...headers },
  });
}
