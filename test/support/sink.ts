import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver on loopback that takes or refuses what is posted to it. */
export interface Sink {
  readonly url: string;
  /** Names of the messages that came, each try counted. */
  readonly keys: string[];
  /** What it answers from now on. */
  answer(status: number): void;
  close(): Promise<void>;
}

/** Receives webhooks and keeps their names. */
export async function openSink(): Promise<Sink> {
  const keys: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    keys.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(status).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    keys,
    answer(next) {
      status = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
