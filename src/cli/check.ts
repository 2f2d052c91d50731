import { checkNow, type CheckedPage } from '../flows/check-now.ts';
import { pageKey } from '../core/page-key.ts';
import { duePageIds, listPages, pageByKey } from '../store/pages.ts';
import {
  answer,
  flagTime,
  Misused,
  Refused,
  withApp,
  type App,
  type Command,
  type Invocation,
} from './command.ts';

export const check: Command = {
  name: 'check',
  usage: '[URL] [--due] [--at TIME] [--no-wait]',
  about: 'visit all pages now, one, or those that are due, and tell what fell due',
  flags: { due: { type: 'boolean' }, at: { type: 'string' }, 'no-wait': { type: 'boolean' } },
  takes: [0, 1],
  async run(invocation) {
    const at = flagTime(invocation, 'at');
    const { due } = invocation.flags;
    if (due === true && invocation.positionals.length > 0) throw new Misused('give a URL or --due, not both');
    return withApp(
      invocation,
      async (app) => {
        const pageIds = await pagesAsked(app, invocation);
        const noWait = invocation.flags['no-wait'] === true;
        const { progress } = invocation.terminal;
        const checked = await checkNow(app.db, app.world, { pageIds, at, noWait, progress });
        const lines = checked.map(lineOf);
        if (lines.length === 0)
          lines.push(
            due === true ? 'No page is due.' : 'No page is watched. Next: npm run -s sightline -- add URL',
          );
        answer(invocation, checked.map(jsonOf), lines);
        return 0;
      },
      at,
    );
  },
};

async function pagesAsked(
  { db, world }: App,
  { positionals, flags }: Invocation,
): Promise<readonly number[]> {
  const [url] = positionals;
  if (flags['due'] === true) return duePageIds(db, world.now());
  if (url === undefined) return (await listPages(db)).map((page) => page.id);
  const page = URL.canParse(url) ? await pageByKey(db, pageKey(url)) : null;
  if (page === null) throw new Refused(`${url} is not watched. Next: npm run -s sightline -- add ${url}`);
  return [page.id];
}

function jsonOf(checked: CheckedPage): object {
  const { url, outcome, witness, reason, status, requests, bytes, changeId, eventId } = checked;
  return { url, outcome, witness, reason, status, requests, bytes, change: changeId, event: eventId };
}

function lineOf({ url, outcome, witness, reason, eventId }: CheckedPage): string {
  const by = witness === null ? '' : ` by ${witness}`;
  const told = eventId === null ? '' : ` · event ${eventId}`;
  return `${outcome.padEnd(10)}${url}${by}: ${reason}${told}`;
}
