import { describe, expect, test } from 'vitest';
import {
  decideNewPages,
  linksOf,
  newPageHeadline,
  newPageKey,
  newPageSeverity,
  type FoundIn,
  type NewPagesQuestion,
  type Source,
} from '../../src/core/watch/new-pages.ts';
import { readPage } from '../../src/core/read/read-page.ts';
import { bytes } from './pages.ts';

const SITE = 'https://rival.example';
const SINCE = new Date('2026-03-09T08:00:00Z');
const absolute = (path: string): string => new URL(path, SITE).href;
const keyOf = (path: string): string => newPageKey(absolute(path));

function source(paths: readonly string[], { first = false, foundIn = 'menu' as FoundIn } = {}): Source {
  return { first, since: SINCE, links: paths.map((path) => ({ url: absolute(path), in: foundIn })) };
}

function decide(over: Partial<NewPagesQuestion>) {
  const question = {
    site: 'rival.example',
    sources: [],
    remembered: new Map(),
    watched: new Set<string>(),
    ...over,
  };
  const { offer, wait, note } = decideNewPages(question);
  const paths = (all: typeof offer): readonly string[] => all.map(({ url }) => url.replace(SITE, ''));
  return { offer: paths(offer), wait: paths(wait), note: paths(note) };
}

const remembered = (state: 'known' | 'waiting' | 'offered', ...paths: readonly string[]) =>
  new Map(paths.map((path) => [keyOf(path), state] as const));

describe('B: worth watching', () => {
  test.each<[string, FoundIn, boolean]>([
    ['/pricing', 'sitemap', true],
    ['/de/preise', 'footer', true],
    ['/pricing/enterprise', 'page', true],
    ['/changelog', 'footer', true],
    ['/changelog/v2-3', 'sitemap', false],
    ['/docs', 'menu', true],
    ['/docs/api/errors', 'menu', false],
    ['/careers', 'footer', true],
    ['/careers/engineer', 'sitemap', false],
    ['/legal/terms', 'footer', true],
    ['/blog', 'menu', true],
    ['/blog/how-we-grew', 'sitemap', false],
    ['/vs/acme', 'sitemap', true],
    ['/compare/acme-vs-rival', 'page', true],
    ['/alternatives', 'footer', true],
    ['/acme-alternative', 'sitemap', true],
    ['/enterprise', 'menu', true],
    ['/enterprise', 'sitemap', false],
    ['/product/maps', 'menu', true],
    ['/product/maps/offline/tiles', 'menu', false],
    ['/enterprise', 'footer', false],
    ['/ai', 'menu', true],
    ['/login', 'menu', false],
    ['/signup', 'menu', false],
    ['/search?q=x', 'menu', false],
    ['/brochure.pdf', 'menu', false],
    ['/pricing?utm_source=menu', 'menu', true],
    ['mailto:sales@rival.example', 'menu', false],
    ['https://docs.rival.example/', 'menu', true],
    ['https://other.example/pricing', 'menu', false],
    ['#top', 'menu', false],
  ])('%s in the %s: %s', (path, foundIn, worth) => {
    expect(
      decide({ sources: [source([path], { foundIn })], remembered: remembered('known', '/') }).offer.length >
        0,
    ).toBe(worth);
  });
});

describe('B: what is offered', () => {
  test.each<[string, Partial<NewPagesQuestion>, Partial<ReturnType<typeof decide>>]>([
    [
      'the first look is the baseline',
      { sources: [source(['/pricing', '/enterprise'], { first: true })] },
      { offer: [], wait: [], note: ['/pricing', '/enterprise'] },
    ],
    [
      'what a look adds is offered, what it knows is not',
      { sources: [source(['/pricing', '/enterprise'])], remembered: remembered('known', '/pricing') },
      { offer: ['/enterprise'], wait: [], note: [] },
    ],
    [
      'a page that is watched is only noted',
      { sources: [source(['/enterprise'])], watched: new Set([keyOf('/enterprise')]) },
      { offer: [], note: ['/enterprise'] },
    ],
    [
      'an address is offered once, though it goes and comes',
      { sources: [source(['/enterprise'])], remembered: remembered('offered', '/enterprise') },
      { offer: [], wait: [], note: [] },
    ],
    [
      'three at most, prices and comparisons first; the rest waits',
      { sources: [source(['/blog', '/docs', '/enterprise', '/vs/acme', '/pricing'])] },
      { offer: ['/pricing', '/vs/acme', '/enterprise'], wait: ['/docs', '/blog'] },
    ],
    [
      'what waited is offered when it is still there',
      { sources: [source(['/docs'])], remembered: remembered('waiting', '/docs', '/blog') },
      { offer: ['/docs'], wait: [] },
    ],
    [
      'a source that is read for the first time brings no news',
      {
        sources: [source(['/pricing']), source(['/docs', '/vs/acme'], { first: true })],
        remembered: remembered('known', '/pricing'),
      },
      { offer: [], note: ['/docs', '/vs/acme'] },
    ],
    [
      'but what an older source shows as well is news',
      { sources: [source(['/vs/acme']), source(['/vs/acme', '/docs'], { first: true })] },
      { offer: ['/vs/acme'], note: ['/docs'] },
    ],
    [
      'a page in another language is the page',
      {
        sources: [source(['/de/enterprise', '/fr-ca/enterprise', '/enterprise/'])],
        remembered: remembered('known', '/enterprise'),
      },
      { offer: [], note: [] },
    ],
    [
      'one address in menu and sitemap is one offer',
      { sources: [source(['/pricing']), source(['/pricing/'], { foundIn: 'sitemap' })] },
      { offer: ['/pricing'] },
    ],
    ['no source, no news', {}, { offer: [], wait: [], note: [] }],
  ])('%s', (_, question, expected) => {
    expect(decide(question)).toMatchObject(expected);
  });

  test('a site of fifty thousand addresses is remembered to 2,000', () => {
    const paths = Array.from({ length: 50_000 }, (_, n) =>
      n % 10 === 0 ? `/vs/rival-${n}` : `/blog/post-${n}`,
    );
    expect(decide({ sources: [source(paths, { first: true })] }).note).toHaveLength(2000);
  });
});

test('B: links are those of menu, header, footer and main, each with its place', () => {
  const html = `<title>t</title><header><a href="/h">h</a><nav><a href="/n">n</a></nav></header>
    <main><p>Text and <a href="/m">m</a></p></main><aside><a href="/a">a</a></aside>
    <div class="cookie-banner"><a href="/c">c</a></div><footer><p><a href="/f">f</a></p></footer>`;
  const reading = readPage({ body: bytes(html), contentType: 'text/html', url: SITE, scope: null });
  if (!reading.ok) throw new Error(reading.reason);
  expect(linksOf(reading.blocks).map(({ url, in: place }) => `${url.replace(SITE, '')} ${place}`)).toEqual([
    '/h menu',
    '/n menu',
    '/m page',
    '/f footer',
  ]);
});

test.each([
  ['/enterprise', 'menu', 'New page: /enterprise, in the menu'],
  ['/vs/acme', 'sitemap', 'New page: /vs/acme, in the sitemap'],
  ['https://docs.rival.example/', 'footer', 'New page: docs.rival.example/, in the footer'],
  ['/pricing', 'page', 'New page: /pricing, linked from a page that you watch'],
] as const)('B: %s in the %s is told as "%s"', (path, foundIn, headline) => {
  const candidate = { key: '', url: absolute(path), kind: 'other', in: foundIn, since: SINCE } as const;
  expect(newPageHeadline(candidate, `${SITE}/pricing`)).toBe(headline);
});

test('B: the home page in a language is the home page', () => {
  expect(keyOf('/de')).toBe(keyOf('/'));
});

test('B: prices and comparisons matter more than posts', () => {
  expect((['pricing', 'comparison', 'other', 'blog'] as const).map(newPageSeverity)).toEqual([
    'medium',
    'medium',
    'low',
    'low',
  ]);
});
