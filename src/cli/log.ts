import { pino, type Logger } from 'pino';
import type { Config } from '../config.ts';

/** A log of JSON lines on stderr, so that stdout stays for data. */
export function openLog(level: Config['logLevel']): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
