import { removePage } from '../flows/remove-page.ts';
import { watchedPage } from './watched-page.ts';
import { answer, withApp, type Command } from './command.ts';

export const remove: Command = {
  name: 'remove',
  usage: 'URL',
  about: 'stop watching a page; its events leave the lists of the web app, and stay in events',
  flags: {},
  takes: [1, 1],
  async run(invocation) {
    const [url = ''] = invocation.positionals;
    return withApp(invocation, async (app) => {
      const page = await watchedPage(app, url);
      await removePage(app.db, app.world, { account: app.account, pageId: page.id });
      answer(invocation, { removed: { id: page.id, url: page.url } }, [
        `${page.url} is no longer watched. What was seen and told of it stays stored: npm run -s sightline -- events lists it, the web app no more.`,
      ]);
      return 0;
    });
  },
};
