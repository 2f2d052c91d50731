import { Feed } from 'feed';
import type { FeedItem } from '../core/channels/feed.ts';

export type FeedKind = 'atom' | 'json';

export interface FeedDocument {
  readonly title: string;
  /** Lasting, and this feed's alone (RFC 4287 4.2.6); holds no secret. */
  readonly id: string;
  /** Where this document is fetched from; holds the secret of the account. */
  readonly selfUrl: string;
  readonly siteUrl: string;
  /** Newest first. */
  readonly items: readonly FeedItem[];
}

export const FEED_TYPES: Readonly<Record<FeedKind, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
};

/**
 * Writes a feed: Atom (RFC 4287) or JSON Feed 1.1. The same rows make the same bytes, so that a reader's conditional
 * request can be answered 304.
 */
export function renderFeed(kind: FeedKind, document: FeedDocument): string {
  return kind === 'atom' ? atom(document) : json(document);
}

function atom({ title, id, selfUrl, siteUrl, items }: FeedDocument): string {
  const feed = new Feed({
    id,
    title: allowed(title),
    link: siteUrl,
    feedLinks: { atom: selfUrl },
    author: { name: 'Sightline' },
    generator: 'Sightline',
    updated: updated(items),
  });
  for (const item of items) {
    feed.addItem({
      id: item.id,
      link: item.url,
      date: new Date(item.updated ?? item.date),
      published: new Date(item.date),
      // The writer says that titles and summaries are HTML, so a text has to be made HTML first.
      title: escaped(item.title),
      description: escaped(item.summary),
      content: allowed(item.html),
    });
  }
  return feed.atom1();
}

/** The package writes version 1 of JSON Feed; 1.1 has a list of authors and the plain text beside the HTML. */
function json({ title, selfUrl, siteUrl, items }: FeedDocument): string {
  const feed = new Feed({ title: allowed(title), link: siteUrl, feedLinks: { json: selfUrl } });
  for (const item of items) {
    feed.addItem({
      id: item.id,
      link: item.url,
      date: new Date(item.updated ?? item.date),
      published: new Date(item.date),
      title: allowed(item.title),
      description: allowed(item.summary),
      content: allowed(item.html),
    });
  }
  const written = JSON.parse(feed.json1()) as { readonly items: readonly object[] };
  return JSON.stringify({
    ...written,
    version: 'https://jsonfeed.org/version/1.1',
    authors: [{ name: 'Sightline' }],
    items: written.items.map((item, index) => ({ ...item, content_text: allowed(items[index]?.text ?? '') })),
  });
}

/** When the newest entry was told or corrected; a feed without any has stood since the beginning of time. */
function updated(items: readonly FeedItem[]): Date {
  return new Date(Math.max(0, ...items.map(({ date, updated }) => Date.parse(updated ?? date))));
}

/** What XML 1.0 (2.2) allows: no control but tab and line ends, no half of a pair, no noncharacter. */
function allowed(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '');
}

function escaped(text: string): string {
  return allowed(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
