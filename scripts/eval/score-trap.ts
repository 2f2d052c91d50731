import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { toldDifferences } from '../../src/store/due-differences.ts';
import { listPages } from '../../src/store/pages.ts';
import { freshApp, type FreshApp } from '../support/fresh-app.ts';
import { add, type Share } from './score-pairs.ts';

const SITE = fileURLToPath(new URL('../../../shared/bench/site.mjs', import.meta.url));
const HOUR = 3_600_000;
const START = new Date('2026-03-02T06:00:00Z');
/** Rounds are 26 hours apart: what is no urgent news has stood its day when the next round comes. */
const ROUND_HOURS = 26;

export interface TrapScores {
  readonly pages: number;
  readonly rounds: number;
  /** Differences told on pages that never change, by class. */
  readonly falseAlerts: Readonly<Record<string, number>>;
  /** True changes told: each page of class `change` in each round but the last, whose news may still wait its day. */
  readonly changes: Share;
}

export function hasTrapSite(): boolean {
  return existsSync(SITE);
}

/** Watches a site whose every change is known, with trap classes beside, over many rounds. */
export async function scoreTrap(
  { mix, pages, rounds }: { mix: string; pages: number; rounds: number },
  progress: (text: string) => void,
): Promise<TrapScores> {
  const port = await freePort();
  const site = spawn(process.execPath, [SITE, '--port', `${port}`, '--n', `${pages}`, '--mix', mix], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(site.stdout, 'data');
  const opened = await freshApp(progress, START);
  try {
    if (!opened.ok) throw new Error(opened.say);
    const origin = `http://127.0.0.1:${port}`;
    const pageIds = await watch(opened, origin);
    for (let round = 0; round <= rounds + 1; round += 1) {
      progress(`round ${round} of ${rounds}`);
      // After the last round the site stands still, so that what is pending can fall due.
      await ask(`${origin}/__round?n=${Math.min(round, rounds)}`);
      const at = new Date(+START + round * ROUND_HOURS * HOUR);
      opened.setClock(at);
      await checkNow(opened.app.db, opened.app.world, { pageIds, at, noWait: false, progress: () => {} });
    }
    return { pages: pageIds.length, rounds, ...(await tally(opened, rounds)) };
  } finally {
    if (opened.ok) await opened.close();
    site.kill();
    await once(site, 'close');
  }
}

async function watch({ app }: FreshApp, origin: string): Promise<readonly number[]> {
  const paths = (await ask(`${origin}/__urls`)).trim().split('\n');
  const pageIds: number[] = [];
  for (const path of paths) {
    const url = new URL(path, origin).href;
    const added = await addPage(app.db, app.world, {
      url,
      competitor: null,
      everyS: null,
      account: app.account,
    });
    if (!added.ok) throw new Error(added.say);
    pageIds.push(added.page.id);
  }
  return pageIds;
}

/** An edit of what is still pending merges with it: such a difference tells every round from its first sight to its event. */
async function tally(
  { app }: FreshApp,
  rounds: number,
): Promise<Pick<TrapScores, 'falseAlerts' | 'changes'>> {
  const falseAlerts: Record<string, number> = {};
  const steps = new Set<string>();
  const changing = new Set<string>();
  for (const { url, beganAt, toldAt } of await toldDifferences(app.db)) {
    const name = new URL(url).pathname.split('/')[2] ?? '';
    if (name !== 'change') falseAlerts[name] = (falseAlerts[name] ?? 0) + 1;
    else for (let n = roundOf(beganAt); n <= roundOf(toldAt); n += 1) steps.add(`${url} ${n}`);
  }
  for (const { url } of await listPages(app.db)) if (url.includes('/p/change/')) changing.add(url);
  const changes: Share = { told: 0, of: 0 };
  for (const url of changing) for (let n = 1; n <= rounds; n += 1) add(changes, steps.has(`${url} ${n}`));
  return { falseAlerts, changes };
}

function roundOf(at: Date): number {
  return Math.floor((+at - +START) / HOUR / ROUND_HOURS);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ask(url: string): Promise<string> {
  return (await fetch(url)).text();
}
