import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import type { App } from '../cli/command.ts';
import { closedHeaders, knownHost, ownOrigin } from './gate.ts';
import { changeRoutes } from './routes/change.ts';
import { mailRoutes } from './routes/mails.ts';
import { readRoutes } from './routes/read.ts';
import { messageView } from './views/mails.ts';

const SHEETS = ['tokens', 'ground', 'parts'];

/**
 * The web app of one account: reads the store, shows what was told and why, and adds pages.
 * @param onFault hears of bugs; whoever asked gets a page without a word of them
 */
export function webApp(app: App, onFault: (error: Error) => void): Hono {
  const { publicUrl } = app.config;
  const style = SHEETS.map((name) =>
    readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8'),
  ).join('\n');
  const web = new Hono();
  web.use(closedHeaders, knownHost(publicUrl), ownOrigin(publicUrl));
  web.get('/healthz', (c) => c.text('ok'));
  web.get('/style.css', (c) =>
    c.body(style, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  );
  readRoutes(web, app);
  changeRoutes(web, app);
  mailRoutes(web, app);
  web.notFound((c) =>
    c.html(messageView({ title: 'Not here', say: 'There is nothing at this address.' }), 404),
  );
  web.onError((error, c) => {
    onFault(error);
    const say = 'Something of ours broke while this page was made. Nothing was changed; the log says more.';
    return c.html(messageView({ title: 'Our fault', say }), 500);
  });
  return web;
}
