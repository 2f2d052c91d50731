import { Hono } from 'hono';
import type { App } from '../cli/command.ts';
import { closedHeaders, knownHost, ownOrigin } from './gate.ts';

/** The web app of one account: reads the store, shows what was told and why, and adds pages. */
export function webApp(app: App): Hono {
  const { publicUrl } = app.config;
  const web = new Hono();
  web.use(closedHeaders, knownHost(publicUrl), ownOrigin(publicUrl));
  web.get('/healthz', (c) => c.text('ok'));
  return web;
}
