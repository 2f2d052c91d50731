import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site on loopback that answers every path with the page it was last given. */
export interface PageServer {
  readonly origin: string;
  show(body: Uint8Array): void;
  close(): Promise<void>;
}

export async function openPageServer(): Promise<PageServer> {
  let page: Uint8Array = new Uint8Array();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (body) => void (page = body),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
