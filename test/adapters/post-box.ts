import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { listen } from '../support/loopback.ts';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on loopback for one test that keeps what was posted, bodies included, and answers by `answer`. */
export async function postBox(answer: (got: Received, response: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    received.push({ method, url, headers, body });
    answer({ method, url, headers, body }, response);
  });
  const { url: origin } = await listen(server);
  return { origin, received };
}

/** A server on loopback that speaks first, for one test. Returns its port. */
export async function talker(talk: (socket: Socket) => void): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    talk(socket);
  });
  return (await listen(server)).port;
}

/** A port on loopback where nobody listens any more. */
export async function deadPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
