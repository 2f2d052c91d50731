import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { ROOT } from '../../../src/config.ts';

/** The product's own worker, in a process of its own. */
export interface WorkerProcess {
  /** Seconds of processor that it has used so far; null where Linux's /proc is not. A busy machine does not change it. */
  processorSeconds(): number | null;
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

/** Fields 14 and 15 of /proc/PID/stat, in hundredths of a second (proc(5)); the second one, the name, may hold spaces. */
function processorSeconds(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
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
    processorSeconds: () => processorSeconds(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
