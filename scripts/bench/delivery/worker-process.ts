import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { ROOT } from '../../../src/config.ts';

/** The product's own worker, in a process of its own. */
export interface WorkerProcess {
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

/**
 * Starts `sightline run` on the database, with Resend at the bench's sinks.
 * @throws when it ends before it runs; what it says is shown
 */
export async function startWorkerProcess(
  { databaseUrl, origin }: { databaseUrl: string; origin: string },
  say: (line: string) => void,
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'src/main.ts'), 'run'], {
    env: {
      DATABASE_URL: databaseUrl,
      RESEND_API_KEY: 're_bench',
      RESEND_BASE_URL: origin,
      SIGHTLINE_ALLOW_NET: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const running = Promise.withResolvers<void>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('The worker runs.')) running.resolve();
    else if (!line.startsWith('Ending')) say(`worker: ${line}`);
  });
  await Promise.race([
    running.promise,
    ended.then(() => Promise.reject(new Error('the worker ended before it ran'))),
  ]);
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
