import type { Terminal } from './command.ts';

/** Data on stdout, words on stderr; progress shows only where somebody watches, on one line that replaces itself. */
export function openTerminal(): Terminal {
  // Who reads may stop reading, as `head` does; what was asked is done all the same.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const watched = process.stderr.isTTY;
  let shown = false;
  const wipe = (): void => {
    if (shown) process.stderr.write('\r\u001B[K');
    shown = false;
  };
  return {
    out(line) {
      wipe();
      process.stdout.write(`${line}\n`);
    },
    say(line) {
      wipe();
      process.stderr.write(`${line}\n`);
    },
    progress(text) {
      if (!watched) return;
      wipe();
      process.stderr.write(text.slice(0, (process.stderr.columns ?? 80) - 1));
      shown = true;
    },
  };
}
