import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { openTerminal } from '../../src/cli/terminal.ts';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { listEvents } from '../../src/store/events.ts';
import { freshApp, type FreshApp } from '../support/fresh-app.ts';

const START = new Date('2026-03-02T06:00:00Z');
const HOUR = 3_600_000;
const HOURS_APART = 7;
const HEADLINES = ['Mending by subscription', 'Your boat, whole all year'];
const terminal = openTerminal();

/**
 * How often is a headline that a site draws anew for each request told as news? A figure, not a bar: three reads agree by chance
 * once in eight draws, and no rule can tell that from an edit.
 * @returns 0: a figure is never wrong
 */
export async function benchAbRandom(flags: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seeds: { type: 'string', default: '20' },
      visits: { type: 'string', default: '20' },
      json: { type: 'boolean' },
    },
  });
  const [seeds, visits] = [Number(values.seeds), Number(values.visits)];
  const opened = await freshApp(terminal.progress, START);
  if (!opened.ok) throw new Error(opened.say);
  const told: number[] = [];
  try {
    for (let seed = 1; seed <= seeds; seed += 1) {
      terminal.progress(`seed ${seed} of ${seeds}`);
      told.push(await falseAlerts(opened, { seed, visits }));
    }
  } finally {
    await opened.close();
  }
  const sum = told.reduce((total, n) => total + n, 0);
  const quiet = told.filter((n) => n === 0).length;
  if (values.json === true) terminal.out(JSON.stringify({ seeds, visits, mean: sum / seeds, quiet, told }));
  else {
    terminal.out(`A/B headline drawn at random, ${seeds} seeds of ${visits} visits`);
    terminal.out(
      `false alerts per ${visits} visits: mean ${(sum / seeds).toFixed(2)}, most ${Math.max(...told)}`,
    );
    terminal.out(`seeds without any: ${quiet} of ${seeds}; by seed: ${told.join(' ')}`);
  }
  return 0;
}

async function falseAlerts(
  { app, setClock }: FreshApp,
  { seed, visits }: { seed: number; visits: number },
): Promise<number> {
  const site = await openSite(draws(seed));
  try {
    const { port } = site.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/seed-${seed}/prices`;
    const { db, world, account } = app;
    const added = await addPage(db, world, { url, competitor: null, everyS: null, account });
    if (!added.ok) throw new Error(added.say);
    for (let visit = 0; visit < visits; visit += 1) {
      const at = new Date(+START + ((seed - 1) * visits + visit) * HOURS_APART * HOUR);
      setClock(at);
      await checkNow(db, world, { pageIds: [added.page.id], at, noWait: false, progress: () => {} });
    }
    return (await listEvents(db, { pageId: added.page.id })).length;
  } finally {
    site.closeAllConnections();
    site.close();
    await once(site, 'close');
  }
}

async function openSite(draw: () => number): Promise<Server> {
  const site = createServer((_, response) => {
    const headline = HEADLINES[draw() < 0.5 ? 0 : 1] ?? '';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(headline));
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return site;
}

function page(headline: string): string {
  return `<!doctype html><html lang="en"><head><title>Prices - Oakmill</title></head><body><main><h1>${headline}</h1>
    <p>We mend sails, masts and hulls, as often as your boat asks for it.</p>
    <section><h2>Harbour</h2><p>$29 per month</p><ul><li>Two visits</li><li>Small repairs</li></ul></section>
    <section><h2>Coast</h2><p>$89 per month</p><ul><li>Ten visits</li><li>All repairs</li></ul></section></main>
    <footer><p>Oakmill mends boats in four harbours and answers letters by hand.</p></footer></body></html>`;
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
