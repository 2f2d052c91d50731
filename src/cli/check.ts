import { checkNow, type CheckedPage } from '../flows/check-now.ts';
import { WITNESS_WORDS } from '../core/sight/witness-words.ts';
import { adviceFor } from '../core/watch/advice.ts';
import { duePageIds } from '../store/pages.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { watchedPage } from './watched-page.ts';
import { answer, flagTime, Misused, withApp, type App, type Command, type Invocation } from './command.ts';

const MOVED =
  'nothing yet. After three visits over a day the move is told, and then you can follow it: npm run -s sightline -- accept';

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
        const lines = checked.flatMap(linesOf);
        if (lines.length === 0)
          lines.push(
            due === true
              ? 'No page is due.'
              : 'No page is watched. Next: npm run -s sightline -- add https://acme.example/pricing',
          );
        answer(invocation, checked.map(jsonOf), lines);
        return checked.length > 0 && checked.every(({ trouble }) => trouble !== null) ? 1 : 0;
      },
      at,
    );
  },
};

async function pagesAsked(app: App, { positionals, flags }: Invocation): Promise<readonly number[]> {
  const [url] = positionals;
  if (flags['due'] === true) return duePageIds(app.db, app.world.now());
  if (url !== undefined) return [(await watchedPage(app, url)).id];
  return (await subscriptionsOfAccount(app.db, app.account.id)).map(({ pageId }) => pageId);
}

function jsonOf(checked: CheckedPage): object {
  const { url, outcome, witness, reason, status, requests, bytes, changeId, eventId } = checked;
  return { url, outcome, witness, reason, status, requests, bytes, change: changeId, event: eventId };
}

/** A page that was not seen names what to try. */
function linesOf({ url, outcome, witness, reason, trouble, eventId }: CheckedPage): readonly string[] {
  const by = witness === null ? '' : ` (seen by ${WITNESS_WORDS[witness]})`;
  const told = eventId === null ? '' : ` · event ${eventId}`;
  const advice =
    trouble === null
      ? []
      : [`          To try: ${trouble === 'moved' ? `${MOVED} ${url}` : adviceFor(trouble)}`];
  return [`${outcome.padEnd(10)}${url}: ${reason}${by}${told}`, ...advice];
}
