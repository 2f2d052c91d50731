import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { claimIn } from '../../../src/core/link-token.ts';

/** How a sink behaves: takes everything, takes the connection and never answers, or cuts it. */
export type Mood = 'well' | 'silent' | 'refusing';

/** Resend, webhooks and Slack on one loopback port, told apart by their paths. */
export interface Sinks {
  readonly origin: string;
  /** By the message's key: each time that it came, in milliseconds of `performance.now()`. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>;
  /** Changes how the sinks of these paths behave from now on. */
  feel(mood: Mood, paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Opens the receivers of the bench; they answer as the services do, and keep only when each message came. */
export async function openSinks(): Promise<Sinks> {
  const arrivals = new Map<string, number[]>();
  const moods = new Map<string, Mood>();
  const server = createServer((request, response) => {
    const mood = moods.get(request.url ?? '') ?? 'well';
    if (mood === 'refusing') request.destroy();
    if (mood === 'well') void take(request, response, arrivals);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    arrivals,
    feel(mood, paths) {
      for (const path of paths) moods.set(path, mood);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  arrivals: Map<string, number[]>,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const key = keyOf(request, Buffer.concat(parts).toString('utf8'));
  arrivals.set(key, [...(arrivals.get(key) ?? []), performance.now()]);
  const body = request.url === '/emails' ? JSON.stringify({ id: key }) : 'ok';
  const type = request.url === '/emails' ? 'application/json' : 'text/plain';
  response.writeHead(200, { 'content-type': type }).end(body);
}

/** Slack is given no key: what its links are signed over names the message (core/link-token.ts). */
function keyOf({ headers }: IncomingMessage, body: string): string {
  const given = headers['idempotency-key'] ?? headers['webhook-id'];
  if (typeof given === 'string') return given;
  const [, token = ''] = /\/m\/([\w-]+)\./.exec(body) ?? [];
  return claimIn(token)?.claim.delivery ?? '';
}
