import type { PageKind } from '../telling.ts';

/** Path words, in several languages, that say what a page is. The first row that fits wins. */
const BY_PATH: readonly (readonly [PageKind, RegExp])[] = [
  ['pricing', /\b(pricing|prices?|plans?|preise|tarife?|tarifs|precios|prezzi|prijzen|editions)\b/],
  ['changelog', /\b(changelog|release-?notes|releases|whats-?new|updates|neuerungen|nouveautes)\b/],
  ['careers', /\b(careers?|jobs|karriere|stellen|emplois|recrutement|empleo|vacatures|join-us)\b/],
  [
    'legal',
    /\b(terms|privacy|legal|dpa|sla|imprint|impressum|agb|datenschutz|cgu|cgv|mentions-legales|cookies?|subprocessors?)\b/,
  ],
  ['docs', /\b(docs?|documentation|api|reference|developers?|help|guide|manual)\b/],
  ['blog', /\b(blog|news|press|articles?|presse|actualites|noticias)\b/],
];

const NAMES: Record<PageKind, string> = {
  home: 'Home',
  pricing: 'Pricing',
  changelog: 'Changelog',
  docs: 'Docs',
  careers: 'Careers',
  legal: 'Legal',
  blog: 'Blog',
  other: 'Page',
};

/** What kind of page an address leads to, by its host and path alone; `other` when neither says so. */
export function pageKindOf(url: string): PageKind {
  const { hostname, pathname } = new URL(url);
  const path = pathname
    .toLowerCase()
    .replace(/\.[a-z]{2,5}$/, '')
    .replaceAll('_', '-');
  const found = BY_PATH.find(([, words]) => words.test(path));
  if (found !== undefined) return found[0];
  if (/^(docs|developers?|help|api)\./.test(hostname)) return 'docs';
  if (/^(blog|news)\./.test(hostname)) return 'blog';
  if (/^(careers|jobs)\./.test(hostname)) return 'careers';
  return /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/.test(path) ? 'home' : 'other';
}

/** What we call a page in a sentence: "Pricing", or the last part of its path where the kind says nothing. */
export function pageNameOf(url: string, kind: PageKind): string {
  if (kind !== 'other') return NAMES[kind];
  const last = decode(new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '');
  const words = last
    .replace(/\.[a-z]{2,5}$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
    .slice(0, 40);
  return words === '' ? NAMES.other : words.slice(0, 1).toUpperCase() + words.slice(1);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
