import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server as RawServer,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';
import { type Cidr, parseCidr } from '../../src/core/address/network.ts';

/** The network that tests let through the guard. */
export const LOOPBACK: readonly Cidr[] = [parseCidr('127.0.0.0/8')!];

export interface Where {
  readonly host?: string;
  readonly port?: number;
}

/** A real server on loopback, closed with all its sockets when the test ends. */
export interface Loopback {
  readonly url: string;
  readonly port: number;
  /** Every connection that was ever made, in order. */
  readonly sockets: readonly Socket[];
}

export interface Site extends Loopback {
  /** Every request that came, in order. */
  readonly requests: readonly IncomingMessage[];
}

export async function openSite(answer: RequestListener, where: Where = {}): Promise<Site> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  return { ...(await listen(server, where)), requests };
}

/** A server that speaks whatever it likes: `speak` gets each connection once its request head has come. */
export async function openRaw(
  speak: (socket: Socket, head: string) => void,
  where: Where = {},
): Promise<Loopback> {
  const server = createRawServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => speak(socket, chunk.toString('latin1')));
  });
  return listen(server, where);
}

export async function listen(
  server: Server | RawServer,
  { host = '127.0.0.1', port = 0 }: Where = {},
): Promise<Loopback> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${host}:${bound}`, port: bound, sockets };
}
