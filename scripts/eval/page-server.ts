import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site on loopback that answers each path with the page it was last given. */
export interface PageServer {
  readonly origin: string;
  show(path: string, body: Uint8Array): void;
  close(): Promise<void>;
}

export async function openPageServer(): Promise<PageServer> {
  const pages = new Map<string, Uint8Array>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '/');
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (path, body) => void pages.set(path, body),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
