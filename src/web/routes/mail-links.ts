import type { Context, Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { meaningOfLink, pressLink, type LinkRead } from '../../flows/press-link.ts';
import type { World } from '../../flows/world.ts';
import { addressedPlace } from '../place.ts';
import { brokenLinkView, linkView, type LinkStage } from '../views/mail-links.ts';

/**
 * GET /m/TOKEN says what a link of a message would do, POST does it (press-link.ts). Mail scanners follow links and press
 * nothing. The POST of a mail provider (RFC 8058) is one like any other: its body says nothing that the link does not.
 */
export function linkRoutes(web: Hono, { db, world }: App): void {
  web.get('/m/:token', async (c) =>
    answer(c, world, { read: await meaningOfLink(db, world, c.req.param('token')), stage: 'asked' }),
  );
  web.post('/m/:token', async (c) =>
    answer(c, world, { read: await pressLink(db, world, c.req.param('token')), stage: 'done' }),
  );
}

function answer(
  c: Context,
  world: World,
  { read, stage }: { read: LinkRead; stage: LinkStage },
): Response | Promise<Response> {
  if (!read.ok) return c.html(brokenLinkView(read.why), read.why === 'expired' ? 410 : 404);
  const place = addressedPlace(world, read.meaning.channel);
  return c.html(linkView(read.meaning, { stage, place }));
}
