import { watchedKey } from '../core/address/watched-key.ts';
import { pageKey } from '../core/address/page-key.ts';
import { acceptMove } from '../flows/accept-move.ts';
import { openMove } from '../store/moves.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { answer, Refused, withApp, type App, type Command } from './command.ts';
import { watchedPage } from './watched-page.ts';

export const accept: Command = {
  name: 'accept',
  usage: 'URL',
  about: 'follow a page that has moved to its new address; its history stays, and nothing is told for it',
  flags: {},
  takes: [1, 1],
  async run(invocation) {
    const [url = ''] = invocation.positionals;
    return withApp(invocation, async (app) => {
      const { db, world, account } = app;
      const pageId = (await pageThatMovedTo(app, url)) ?? (await watchedPage(app, url)).id;
      const accepted = await acceptMove(db, world, { account, pageId, to: null });
      if (!accepted.ok) throw new Refused(accepted.say);
      const { from, to } = accepted;
      answer(invocation, { accepted: { id: pageId, from, to } }, [
        `${to} is watched in place of ${from}; its first reading there is what later ones are compared with.`,
        'Next: npm run -s sightline -- check',
      ]);
      return 0;
    });
  },
};

/** Either address names the page: the one that is watched, or the one that it has moved to. */
async function pageThatMovedTo({ db, account }: App, url: string): Promise<number | null> {
  const key = watchedKey(url);
  if (key === null) return null;
  for (const { pageId } of await subscriptionsOfAccount(db, account.id)) {
    const move = await openMove(db, pageId);
    if (move !== null && pageKey(move.to) === key) return pageId;
  }
  return null;
}
