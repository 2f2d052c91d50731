import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../src/config.ts';

function bench(...flags: readonly string[]): Promise<{ code: unknown; out: string; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'scripts/bench.ts'), ...flags], (error, out, said) => {
      resolve({ code: error?.code ?? 0, out, said });
    });
  });
}

test.each([[[]], [['speed']], [['toString']]])(
  'asked for %j, the bench names those that there are',
  async (flags) => {
    const { code, out, said } = await bench(...flags);
    expect(code).toBe(1);
    expect(out).toBe('');
    for (const name of ['delivery', 'diff', 'ab']) expect(said).toMatch(new RegExp(`^  ${name} `, 'm'));
  },
);
