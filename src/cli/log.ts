import { pino, type Logger } from 'pino';
import type { Config } from '../config.ts';
import { plainLine } from './log-line.ts';

/** A log on stderr, so that stdout stays for data: plain lines on a terminal, JSON lines for whatever collects them. */
export function openLog(level: Config['logLevel']): Logger {
  const collected = pino.destination({ fd: 2, sync: true });
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    process.stderr.isTTY ? { write: writePlain } : collected,
  );
}

function writePlain(line: string): void {
  const plain = plainLine(line);
  if (plain !== null) process.stderr.write(`${plain}\n`);
}
