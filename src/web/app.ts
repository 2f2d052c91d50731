import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import type { App } from '../cli/command.ts';
import { markup, type Markup } from '../core/messages/markup.ts';
import { closedHeaders, ownOrigin } from './gate.ts';
import { isFromHere, publicPart } from './public-part.ts';
import { changeRoutes } from './routes/change.ts';
import { channelRoutes } from './routes/channels.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { feedRoutes } from './routes/feeds.ts';
import { hookRoutes } from './routes/hooks.ts';
import { linkRoutes } from './routes/mail-links.ts';
import { mailRoutes } from './routes/mails.ts';
import { readRoutes } from './routes/read.ts';
import { timelineRoute } from './routes/timeline.ts';
import { showFor } from './show.ts';
import { doorLayout, layout } from './views/layout.ts';
import { messageView } from './views/mails.ts';

const SHEETS = ['tokens', 'ground', 'parts'];

/**
 * The web app of one account: reads the store, shows what was told and why, and adds pages.
 * @param onFault hears of bugs; whoever asked gets a page without a word of them
 * @param onWarning hears of what was asked oddly from outside, and could not be acted on
 */
export function webApp(
  app: App,
  onFault: (error: Error) => void,
  onWarning: (say: string) => void = () => {},
): Hono {
  const style = SHEETS.map((name) =>
    readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8'),
  ).join('\n');
  const web = new Hono();
  web.use(closedHeaders, publicPart(app.config.port), ownOrigin);
  web.get('/healthz', (c) => c.text('ok'));
  web.get('/style.css', (c) =>
    c.body(style, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  );
  const show = showFor(app);
  timelineRoute(web, app, show);
  readRoutes(web, app, show);
  changeRoutes(web, app, show);
  mailRoutes(web, app, show);
  deliveryRoutes(web, app, show);
  channelRoutes(web, app, show);
  linkRoutes(web, app);
  feedRoutes(web, app);
  hookRoutes(web, app, onWarning);
  web.notFound((c) => c.html(page(c, 'There is nothing here.', NOT_HERE), 404));
  web.onError((error, c) => {
    onFault(error);
    return c.html(page(c, 'This is our fault.', BROKEN), 500);
  });
  return web;
}

const NOT_HERE = 'The page, event or mail does not exist, or it belongs to another account.';
const BROKEN = 'Something of ours broke while this page was made. Nothing was changed; the log says more.';

/** A page that asks the database nothing. Strangers get it without the menu, whose entries they cannot open. */
function page(c: Context, title: string, say: string): Markup {
  if (isFromHere(c)) return layout({ ...messageView(title, say), foot: null });
  return doorLayout({ title, content: [markup`<h1>${title}</h1>`], note: 'Nothing was changed.' });
}
