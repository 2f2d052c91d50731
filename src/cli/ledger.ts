import { ledger as readLedger } from '../store/ledger.ts';
import { clockOf, type Clock } from './times.ts';
import { answer, flagDay, withApp, type Command } from './command.ts';
import { short } from './events.ts';

export const ledger: Command = {
  name: 'ledger',
  usage: '[--since TIME]',
  about: 'every difference that was not told, with its reason',
  flags: { since: { type: 'string' } },
  takes: [0, 0],
  async run(invocation) {
    const from = flagDay(invocation, 'since');
    return withApp(invocation, async ({ db, account }) => {
      const since = from === null ? null : from(account);
      const clock = clockOf(account);
      const lines = await readLedger(db, since);
      const json = lines.map(({ url, change, reasons, before, after }) => ({
        url,
        change,
        reasons,
        before,
        after,
      }));
      const text = lines.flatMap(({ url, reasons, before, after, at }) => [
        `${clock.column(at)}  ${url}: ${reasons.join(': ')}`,
        ...before.map((b) => `    − ${short(b)}`),
        ...after.map((a) => `    + ${short(a)}`),
      ]);
      answer(invocation, json, text.length > 0 ? [...text, clock.note] : [noneWords(since, clock)]);
      return 0;
    });
  },
};

function noneWords(since: Date | null, clock: Clock): string {
  return since === null
    ? 'Nothing was held back yet.'
    : `Nothing was held back since ${clock.sentence(since)}.`;
}
