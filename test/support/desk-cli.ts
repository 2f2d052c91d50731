import { invoke } from '../../src/cli/invoke.ts';
import { accountById } from '../../src/store/accounts.ts';
import type { Ran } from './cli.ts';
import { openWebDesk, type WebDesk } from './web-desk.ts';

/** A desk whose commands run in this process, on its clock: what takes seconds as a process of its own takes none here. */
export interface CliDesk extends WebDesk {
  /** Runs `sightline …`. */
  run(...args: readonly string[]): Promise<Ran>;
  /** Runs with --json; fails unless it ends with 0. */
  json<T = unknown>(...args: readonly string[]): Promise<T>;
}

export async function openCliDesk(): Promise<CliDesk> {
  const desk = await openWebDesk();
  const run = async (...args: readonly string[]): Promise<Ran> => {
    const [out, err]: [string[], string[]] = [[], []];
    const terminal = {
      out: (line: string) => void out.push(`${line}\n`),
      say: (line: string) => void err.push(`${line}\n`),
      progress: () => {},
    };
    const account = (await accountById(desk.db, desk.account.id)) ?? desk.account;
    const app = desk.appOf({ account, env: { SIGHTLINE_ALLOW_NET: '127.0.0.0/8' } });
    const open = async (at: Date | null = null) => {
      const world = at === null ? app.world : { ...app.world, now: () => at };
      return { ok: true as const, app: { ...app, world } };
    };
    const code = await invoke(args, app.config, { open, terminal, stopped: Promise.resolve() });
    return { code, out: out.join(''), err: err.join('') };
  };
  return {
    ...desk,
    run,
    async json<T>(...args: readonly string[]) {
      const { code, out, err } = await run(...args, '--json');
      if (code !== 0) throw new Error(`ended with ${code}: ${out}${err}`);
      return JSON.parse(out) as T;
    },
  };
}
