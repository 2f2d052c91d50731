import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { App } from '../../cli/command.ts';
import { correctedItem } from '../../core/channels/feed.ts';
import type { Channel } from '../../store/channels.ts';
import { feedAddresses } from '../../flows/route.ts';
import { feedByAddress, feedItems } from '../../store/feeds.ts';
import { FEED_TYPES, renderFeed } from '../feed-document.ts';

const TITLE = 'Sightline: what changed';
const MOST_ITEMS = 50;

/**
 * GET /feeds/SECRET.atom and .json: what one feed channel was told. The address is the right to read it: 128 random bits,
 * so an unknown one and one that is switched off answer alike.
 */
export function feedRoutes(web: Hono, { db, world }: App): void {
  // Readers ask every few minutes: the tag of equal bytes saves all but the question.
  web.get('/feeds/:name{[0-9a-f]{32}\\.(?:atom|json)}', etag(), async (c) => {
    const [address = '', ending] = c.req.param('name').split('.');
    const feed = await feedByAddress(db, address);
    if (feed === null) return c.notFound();
    const kind = ending === 'json' ? 'json' : 'atom';
    const published = await feedItems(db, feed.id, MOST_ITEMS);
    const [newest] = published;
    if (newest !== undefined) c.header('Last-Modified', newest.sentAt.toUTCString());
    c.header('Content-Type', FEED_TYPES[kind]);
    c.header('Cache-Control', 'private, no-cache');
    return c.body(
      renderFeed(kind, {
        title: TITLE,
        id: feedId(feed, world.settings.publicUrl),
        selfUrl: feedAddresses(world, feed)[kind],
        siteUrl: world.settings.publicUrl,
        items: published.map(({ item, corrected }) =>
          corrected === null ? item : correctedItem(item, corrected),
        ),
      }),
    );
  });
}

/** A tag URI (RFC 4151): of this installation, account and channel, whatever the secret of its address is. */
function feedId({ accountId, id }: Pick<Channel, 'accountId' | 'id'>, publicUrl: string): string {
  const host = URL.parse(publicUrl)?.hostname ?? 'localhost';
  return `tag:${host},2026:accounts/${accountId}/feeds/${id}`;
}
