import { removePage } from '../flows/remove-page.ts';
import { watchedPage } from './watched-page.ts';
import { answer, withApp, type Command } from './command.ts';

export const remove: Command = {
  name: 'remove',
  usage: 'URL',
  about: 'stop watching a page; what was seen and told of it stays',
  flags: {},
  takes: [1, 1],
  async run(invocation) {
    const [url = ''] = invocation.positionals;
    return withApp(invocation, async (app) => {
      const page = await watchedPage(app, url);
      await removePage(app.db, app.world, { account: app.account, pageId: page.id });
      answer(invocation, { removed: { id: page.id, url: page.url } }, [`${page.url} is no longer watched.`]);
      return 0;
    });
  },
};
