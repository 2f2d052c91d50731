/** What a sitemap lists (sitemaps.org). Dates and priorities are not read: they decide nothing, for nothing keeps them true. */
export type Sitemap =
  | { readonly kind: 'pages'; readonly urls: readonly string[] }
  /** A list of sitemaps: one level of them is followed. */
  | { readonly kind: 'index'; readonly sitemaps: readonly string[] };

/** sitemaps.org allows 50,000 addresses and 50 MB; pages worth watching stand in sitemaps of a few hundred. */
const MOST_URLS = 50_000;
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_SITEMAPS = 50;
/** Of an address: longer ones are no names of pages. */
const MOST_CHARACTERS = 500;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Bytes of an answer to a list of addresses; null: it is no sitemap, or larger than we read. Only `loc` elements count, so a
 * document type or an entity of its own changes nothing.
 */
export function readSitemap(body: Uint8Array): Sitemap | null {
  if (body.length > MOST_BYTES) return null;
  const text = new TextDecoder().decode(body);
  const root = /<(?:[\w-]+:)?(urlset|sitemapindex)\b/.exec(text)?.[1];
  if (root === undefined) return null;
  const urls = locations(text, root === 'urlset' ? MOST_URLS : MOST_SITEMAPS);
  return root === 'urlset' ? { kind: 'pages', urls } : { kind: 'index', sitemaps: urls };
}

function locations(text: string, most: number): readonly string[] {
  const found = new Set<string>();
  for (const [, inner = ''] of text.matchAll(/<loc>([^<]{1,600}|<!\[CDATA\[[^\]]{1,600}\]\]>)<\/loc>/g)) {
    if (found.size >= most) break;
    const url = inner.replace(/^<!\[CDATA\[|\]\]>$/g, '').trim();
    if (url.length <= MOST_CHARACTERS)
      found.add(url.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? ''));
  }
  return [...found];
}
