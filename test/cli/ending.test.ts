import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCli, type Cli } from '../support/cli.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { openSite, pricingPage, type Site } from '../support/site.ts';

// Ctrl-C under npm: the terminal signals both, and npm hands its own on, so that one key comes twice.

let database: FreshDatabase;
let site: Site;
let cli: Cli;
let worker: ChildProcess;
/** Answers that the site holds back. */
let held: ServerResponse[];

/** A worker in the middle of a visit: it ends only when the site has answered. */
beforeEach(async () => {
  database = await freshDatabase();
  site = await openSite();
  cli = await openCli({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  site.set('/plans', { html: pricingPage() });
  expect(await cli.run('add', `${site.origin}/plans`)).toMatchObject({ code: 0 });
  held = [];
  const asked = new Promise<void>((resolve) => {
    site.set('/plans', (_, response) => {
      held.push(response);
      resolve();
    });
  });
  worker = cli.start('run');
  await asked;
});
afterEach(async () => {
  worker.kill('SIGKILL');
  await cli.close();
  await site.close();
  await database.close();
});

/** Resolves when the worker has said it on stderr. */
async function says(words: string): Promise<void> {
  let said = '';
  for await (const [chunk] of on(worker)) {
    said += chunk;
    if (said.includes(words)) return;
  }
}

async function* on({ stderr }: ChildProcess): AsyncGenerator<[string]> {
  if (stderr === null) return;
  while (true) yield [String((await once(stderr, 'data'))[0])];
}

test('a signal that comes twice at once is one wish to end: the visit is finished', async () => {
  const ended = once(worker, 'exit');
  const heard = says('Ending');
  worker.kill('SIGINT');
  await heard;
  worker.kill('SIGINT');
  for (const response of held) response.writeHead(200, { 'content-type': 'text/html' }).end(pricingPage());
  expect(await ended).toEqual([0, null]);
});

test('a later one ends at once, though the site still holds its answer', async () => {
  const ended = once(worker, 'exit');
  const heard = says('Ending');
  worker.kill('SIGINT');
  await heard;
  // Whoever waits presses again and again.
  const again = setInterval(() => worker.kill('SIGINT'), 100);
  expect(await ended).toEqual([130, null]);
  clearInterval(again);
});
