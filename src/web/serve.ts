import { createAdaptorServer } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { App } from '../cli/command.ts';
import { webApp } from './app.ts';

export type Served =
  | { readonly ok: true; readonly url: string; close(): Promise<void> }
  /** What is in the way, and what to do about it. */
  | { readonly ok: false; readonly say: string };

/** Who hears of bugs, and of what was asked oddly. */
type Heard = [onFault: (error: Error) => void, onWarning?: (say: string) => void];

type Server = ReturnType<typeof createAdaptorServer>;

/**
 * Serves the web app to this machine only, under both of its loopback addresses: browsers differ in which of the two
 * they take for localhost. Port 0 takes a free one.
 */
export async function serve(app: App, ...heard: Heard): Promise<Served> {
  const { port } = app.config;
  const { fetch } = webApp(app, ...heard);
  const first = createAdaptorServer({ fetch });
  const fault = await listen(first, '127.0.0.1', port);
  if (fault !== null) return { ok: false, say: faultWords(fault, port) };
  const { port: taken } = first.address() as AddressInfo;
  const second = createAdaptorServer({ fetch });
  const secondFault = await listen(second, '::1', taken);
  if (secondFault === 'EADDRINUSE') {
    await end(first);
    return { ok: false, say: faultWords(secondFault, taken) };
  }
  const servers = secondFault === null ? [first, second] : [first];
  return {
    ok: true,
    url: `http://localhost:${taken}`,
    close: async () => void (await Promise.all(servers.map(end))),
  };
}

/** @returns the code of what is in the way; null when the server listens */
function listen(server: Server, host: string, port: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === undefined) reject(error);
      else resolve(error.code);
    });
    server.listen(port, host, () => resolve(null));
  });
}

function faultWords(code: string, port: number): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, perhaps by a Sightline that runs already. End that program, or set PORT to a free one.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  }
  return `The web app cannot listen on port ${port} (${code}). Set PORT to another one.`;
}

/** Answers under way are finished; idle connections end at once. */
async function end(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
