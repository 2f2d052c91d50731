import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../src/cli/command.ts';
import { readConfig } from '../../src/config.ts';
import { openApp } from '../../src/main.ts';

/** A whole Sightline on a database that was made for it, with a clock that the caller moves. */
export interface FreshApp {
  readonly app: App;
  setClock(at: Date): void;
  close(): Promise<void>;
}

export type FreshlyOpened = ({ readonly ok: true } & FreshApp) | { readonly ok: false; readonly say: string };

/**
 * Opens Sightline in a folder of its own, which `close` deletes. The guard lets loopback through, hosts may be visited
 * without a gap, and nothing of the caller's environment plays a part.
 */
export async function freshApp(progress: (text: string) => void, start: Date): Promise<FreshlyOpened> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  // The account that the database runs as must be able to enter.
  await chmod(folder, 0o711);
  let clock = start;
  const read = readConfig({
    SIGHTLINE_DATA: join(folder, 'data'),
    SIGHTLINE_ALLOW_NET: '127.0.0.0/8',
    SIGHTLINE_HOST_GAP_MS: '0',
    LOG_LEVEL: 'error',
  });
  if (!read.ok) throw new Error(read.faults.join('; '));
  const opened = await openApp(read.config, { progress }, () => clock);
  if (!opened.ok) {
    await rm(folder, { recursive: true });
    return opened;
  }
  const { app } = opened;
  return {
    ok: true,
    app,
    setClock: (at) => void (clock = at),
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
