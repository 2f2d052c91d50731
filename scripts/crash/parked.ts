// Loaded before `src/main.ts run` (node --import): reads the program's files ahead, so that a worker that is told to go
// starts at once, then waits on stdin for its environment and its clock.
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';

/** What a parked worker is told when it may go. */
export interface Go {
  readonly env: Readonly<Record<string, string>>;
  /** Added to the clock of the day. */
  readonly clockMs: number;
}

const MAIN = new URL('../../src/main.ts', import.meta.url);

for (const [, file = ''] of readFileSync(MAIN, 'utf8').matchAll(/ from '(\.\/[^']+)'/g)) {
  await import(new URL(file, MAIN).href);
}
// Written at a usual end only, which killed processes never come to.
flushCompileCache();
process.stdout.write('parked\n');
const go = JSON.parse(await text(process.stdin)) as Go;
Object.assign(process.env, go.env);
if (go.clockMs !== 0) shiftClock(go.clockMs);

/** Node has no way to set a process's clock: what asks for now is answered with another. */
function shiftClock(ms: number): void {
  const Real = Date;
  class Shifted extends Real {
    constructor(...given: readonly unknown[]) {
      if (given.length === 0) super(Real.now() + ms);
      else super(...(given as [number]));
    }
    static override now(): number {
      return Real.now() + ms;
    }
  }
  globalThis.Date = Shifted as DateConstructor;
}
