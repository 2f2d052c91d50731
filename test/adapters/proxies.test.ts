import { execFile } from 'node:child_process';
import { createServer as createTlsServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listen, type Loopback, openRaw, openSite } from '../support/loopback.ts';
import { selfSigned } from '../support/self-signed.ts';

// P15: proxies that the environment names see no connection, whatever door is gone through.

const CHILD = fileURLToPath(new URL('../support/proxied-child.ts', import.meta.url));
const NAMES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'FTP_PROXY',
  'SOCKS_PROXY',
  'WS_PROXY',
  'npm_config_proxy',
];
const run = promisify(execFile);

async function pass(door: string, url: string, cert = ''): Promise<{ said: string; proxy: Loopback }> {
  const proxy = await openRaw((socket) => void socket.end('HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n'));
  const named = NAMES.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, proxy.url]);
  const env = { ...Object.fromEntries(named), NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' };
  const { stdout } = await run(process.execPath, [CHILD, door, url, cert], { env });
  return { said: stdout.trim(), proxy };
}

test.each(['page', 'second read', 'slack', 'model', 'mail'])('%s', async (door) => {
  const site = await openSite((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/there' }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"from the site"}');
  });
  const url = door === 'page' || door === 'second read' ? site.url : `${site.url}/here`;
  const { said, proxy } = await pass(door, url);
  expect(proxy.sockets).toEqual([]);
  expect(site.requests.length).toBeGreaterThan(0);
  if (door !== 'model' && door !== 'slack') expect(said).toContain('from the site');
});

test('page over TLS: no CONNECT either', async () => {
  const identity = selfSigned('rival.example.com');
  const server = createTlsServer(identity, (_, response) => void response.end('from the site'));
  const { port } = await listen(server);
  const { said, proxy } = await pass('page', `https://rival.example.com:${port}/`, identity.cert);
  expect([said, proxy.sockets]).toEqual(['"from the site"', []]);
});

test('the witness: a plain fetch of such a process goes to the proxy', async () => {
  const site = await openSite((_, response) => response.end('from the site'));
  const { said, proxy } = await pass('none', site.url);
  expect(said).toBe('"no answer"');
  expect(proxy.sockets.length).toBeGreaterThan(0);
  expect(site.sockets).toEqual([]);
});
