import { ledger as readLedger } from '../store/ledger.ts';
import { answer, flagTime, withApp, type Command } from './command.ts';
import { short } from './events.ts';

export const ledger: Command = {
  name: 'ledger',
  usage: '[--since TIME]',
  about: 'every difference that was not told, with its reason',
  flags: { since: { type: 'string' } },
  takes: [0, 0],
  async run(invocation) {
    const since = flagTime(invocation, 'since');
    return withApp(invocation, async ({ db }) => {
      const lines = await readLedger(db, since);
      const json = lines.map(({ url, change, reasons, before, after }) => ({
        url,
        change,
        reasons,
        before,
        after,
      }));
      const text = lines.flatMap(({ url, reasons, before, after, at }) => [
        `${at.toISOString().slice(0, 16)}  ${url}: ${reasons.join(': ')}`,
        ...before.map((b) => `    − ${short(b)}`),
        ...after.map((a) => `    + ${short(a)}`),
      ]);
      answer(invocation, json, text.length > 0 ? text : ['Nothing was held back yet.']);
      return 0;
    });
  },
};
