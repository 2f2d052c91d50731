import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/cli/command.ts';
import { readConfig } from '../../src/config.ts';
import { serve, type Served } from '../../src/web/serve.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

let outer: TestWorld;
beforeAll(async () => {
  outer = await testWorld();
});
afterAll(async () => outer.close());

const faults: Error[] = [];

async function start(port: number): Promise<Served> {
  const read = readConfig({ SIGHTLINE_DATA: outer.mailFolder });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world, account } = outer;
  const app: App = {
    config: { ...read.config, port },
    db,
    databaseUrl,
    world,
    account,
    close: async () => {},
  };
  return serve(app, (fault) => faults.push(fault));
}

async function occupy(host: string): Promise<number> {
  const server: Server = createServer().listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

const answers = async (url: string): Promise<string> => {
  try {
    return await (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).text();
  } catch {
    return 'nobody';
  }
};

test('the web app answers on this machine under its name and number, until it is closed', async () => {
  const web = await start(0);
  if (!web.ok) throw new Error(web.say);
  const byNumber = web.url.replace('localhost', '127.0.0.1');
  expect([await answers(web.url), await answers(byNumber)]).toEqual(['ok', 'ok']);
  await web.close();
  expect([await answers(web.url), await answers(byNumber)]).toEqual(['nobody', 'nobody']);
});

test.each(['127.0.0.1', '::1'])(
  'a port that another program has on %s is named, with what to do',
  async (host) => {
    const port = await occupy(host);
    const web = await start(port);
    if (web.ok) await web.close();
    expect(web).toEqual({
      ok: false,
      say: `Port ${port} is taken, perhaps by a Sightline that runs already. End that program, or set PORT to a free one.`,
    });
    // Whatever was opened before the fault was met is closed again.
    const free = createServer().listen(port, host === '::1' ? '127.0.0.1' : '::1');
    await once(free, 'listening');
    free.close();
    await once(free, 'close');
  },
);

test('closing does not wait for a browser that keeps its connection open', async () => {
  const web = await start(0);
  if (!web.ok) throw new Error(web.say);
  const kept = await fetch(`${web.url}/healthz`);
  expect(await kept.text()).toBe('ok');
  await web.close();
  expect(await answers(web.url)).toBe('nobody');
});

test('no fault was met on the way', () => {
  expect(faults).toEqual([]);
});
