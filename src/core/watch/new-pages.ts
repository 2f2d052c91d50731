import type { Block, Region } from '../block.ts';
import { isTrackingParameter, pageKey } from '../address/page-key.ts';
import { pageKindOf } from './page-kind.ts';
import { siteOf } from '../address/site.ts';
import type { PageKind } from '../telling.ts';

/** Where an address was seen. */
export type FoundIn = 'menu' | 'footer' | 'page' | 'sitemap';

export interface FoundLink {
  readonly url: string;
  readonly in: FoundIn;
}

/** One place that a look reads: the stored version of a watched page, or a sitemap. */
export interface Source {
  /** Nothing was ever read there: what it shows is its baseline. */
  readonly first: boolean;
  readonly links: readonly FoundLink[];
  /** Since when it has shown them. */
  readonly since: Date;
}

export interface NewPagesQuestion {
  readonly site: string;
  readonly sources: readonly Source[];
  /** Keys that earlier looks remember; `waiting` ones were new and had no room in the week's offers. */
  readonly remembered: ReadonlyMap<string, 'known' | 'waiting' | 'offered'>;
  /** Keys (newPageKey) of the pages that somebody watches. */
  readonly watched: ReadonlySet<string>;
}

/** An address worth watching. */
export interface Candidate {
  readonly key: string;
  readonly url: string;
  readonly kind: PageKind | 'comparison';
  readonly in: FoundIn;
  readonly since: Date;
}

export interface NewPages {
  /** To be told, in this order. */
  readonly offer: readonly Candidate[];
  /** New, and left for a later week. */
  readonly wait: readonly Candidate[];
  /** Seen, and no news: of a first look, or watched already. */
  readonly note: readonly Candidate[];
}

const MOST_OFFERS = 3;
/** What a look remembers of one site; a menu has a hundred links, a sitemap may have more. */
const MOST_CANDIDATES = 2000;

/** What a founder would want to know first. */
const RANKS: readonly Candidate['kind'][] = [
  'pricing',
  'comparison',
  'home',
  'other',
  'changelog',
  'legal',
  'careers',
  'docs',
  'blog',
];

/**
 * Which addresses of a site are offered as new pages: worth watching, watched by nobody, seen in a source that did not show
 * them at an earlier look, never offered before; three at most, the rest waits for the next look that still shows them.
 */
export function decideNewPages({ site, sources, remembered, watched }: NewPagesQuestion): NewPages {
  const shown = sources.map((source) => ({ ...source, pages: worthWatching(source, site) }));
  // In a source that was read before they are new there, though another source may have had them all the time.
  const appeared = new Set(
    shown.filter(({ first }) => !first).flatMap(({ pages }) => pages.map(({ key }) => key)),
  );
  const fresh = eachOnce(shown.flatMap(({ pages }) => pages)).filter(
    ({ key }) => (remembered.get(key) ?? 'waiting') === 'waiting',
  );
  const isNews = ({ key }: Candidate): boolean =>
    !watched.has(key) && (remembered.has(key) || appeared.has(key));
  const news = fresh.filter(isNews).toSorted((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind));
  return {
    offer: news.slice(0, MOST_OFFERS),
    wait: news.slice(MOST_OFFERS),
    note: fresh.filter((one) => !isNews(one)),
  };
}

/** Each address as the first source that shows it has it: a menu before a sitemap. */
function eachOnce(all: readonly Candidate[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const one of all) if (!found.has(one.key) && found.size < MOST_CANDIDATES) found.set(one.key, one);
  return [...found.values()];
}

/** The path is asked first: a sitemap may list fifty thousand posts, and whose site an address is costs the most. */
function worthWatching({ links, since }: Source, site: string): readonly Candidate[] {
  return links.flatMap((link) => {
    const url = URL.parse(link.url);
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    url.hash = '';
    for (const name of [...url.searchParams.keys()].filter(isTrackingParameter))
      url.searchParams.delete(name);
    const kind = kindWorthWatching(url, link.in);
    if (kind === null || siteOf(url.href) !== site) return [];
    return [{ key: newPageKey(url.href), url: url.href, kind, in: link.in, since }];
  });
}

/** Languages and countries that sites put in front of their paths. Not `ai`, `hr` or `my`, which are products. */
const LANGUAGE =
  /^\/(?:(?:ar|bg|cs|da|de|el|en|es|et|fi|fr|he|hi|hu|id|it|ja|jp|ko|kr|lt|lv|nb|nl|no|pl|pt|ro|ru|sk|sl|sv|th|tr|uk|vi|zh|us|gb|eu|au|ca|br|mx|ch|at)(?:[-_][a-z]{2,4})?|[a-z]{2}[-_][a-z]{2})(?=\/|$)/;

/** The page of an address, whatever its language: a page that is translated is no new page. */
export function newPageKey(address: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.toLowerCase().replace(LANGUAGE, '') || '/';
  url.hostname = url.hostname.replace(/^www\./, '');
  return pageKey(url.href);
}

const COMPARISON = /(?:^|[/-])(?:vs|versus|compare|comparison|alternatives?|switch-from)(?:[/-]|$)/;
/** Files, actions and pages of one visitor. */
const NO_PAGE =
  /\.(?:pdf|zip|png|jpe?g|svg|gif|webp|mp4|xml|json|ics|exe|dmg|txt)$|\/(?:log-?in|log-?out|sign-?in|sign-?up|register|account|cart|checkout|search|tag|tags|author|feed|rss|wp-(?:admin|content|login)[^/]*)(?:\/|$)/;
/** Parts of a path beyond the language. An entry of a blog or of the docs is no page to watch; its list is. */
const MOST_PARTS: Readonly<Record<PageKind | 'comparison', number>> = {
  home: 0,
  pricing: 2,
  comparison: 3,
  legal: 2,
  changelog: 1,
  careers: 1,
  docs: 1,
  blog: 1,
  other: 2,
};

/** What kind of page an address leads to, where that is one to watch; product pages are told by standing in a menu. */
function kindWorthWatching(url: URL, foundIn: FoundIn): Candidate['kind'] | null {
  const path = url.pathname.toLowerCase().replace(LANGUAGE, '');
  if (NO_PAGE.test(path) || url.search !== '') return null;
  const parts = path.split('/').filter((part) => part !== '').length;
  const kind = COMPARISON.test(path) ? 'comparison' : kindOf(url, parts);
  if (parts > MOST_PARTS[kind]) return null;
  return kind === 'other' && foundIn !== 'menu' ? null : kind;
}

/** Two letters are a language to `pageKindOf`; here those that are none are a name, such as /ai. */
function kindOf(url: URL, parts: number): PageKind {
  const kind = pageKindOf(url.href);
  return kind === 'home' && parts > 0 ? 'other' : kind;
}

const IN: Partial<Record<Region, FoundIn>> = { nav: 'menu', header: 'menu', footer: 'footer', main: 'page' };

/** The links of a stored version that may lead to pages of the site. */
export function linksOf(blocks: readonly Block[]): readonly FoundLink[] {
  return blocks.flatMap(({ region, links }) => {
    const foundIn = IN[region];
    return foundIn === undefined ? [] : links.map(({ href }) => ({ url: href, in: foundIn }));
  });
}

/** What is told of a new page: its path where its host is the watched one's, and where it was seen. */
export function newPageHeadline({ url, in: foundIn }: Candidate, beside: string): string {
  const page = new URL(url);
  const name = page.host === new URL(beside).host ? page.pathname : `${page.host}${page.pathname}`;
  return `New page: ${name.slice(0, 140)}, ${WHERE[foundIn]}`;
}

const WHERE: Readonly<Record<FoundIn, string>> = {
  menu: 'in the menu',
  footer: 'in the footer',
  page: 'linked from a page that you watch',
  sitemap: 'in the sitemap',
};

/** A new page of prices matters more than one of posts. */
export function newPageSeverity(kind: Candidate['kind']): 'low' | 'medium' {
  return kind === 'pricing' || kind === 'comparison' ? 'medium' : 'low';
}
