import {
  decideNewPages,
  linksOf,
  newPageHeadline,
  newPageKey,
  newPageSeverity,
  type Candidate,
  type NewPages,
  type Source,
} from '../core/watch/new-pages.ts';
import type { PageAnswer } from '../core/http/answer.ts';
import { redirectElsewhere } from '../core/watch/move.ts';
import { readSitemap } from '../core/watch/sitemap.ts';
import {
  claimLook,
  noteSource,
  rememberAddress,
  rememberedAddresses,
  sitesToLookAt,
  sourcesOf,
  watchedPagesOf,
  type FoundState,
  type KnownSource,
  type SitePage,
} from '../store/discoveries.ts';
import { beginLook, endLook } from '../store/hosts.ts';
import { addNotice } from '../store/notices.ts';
import { latestVersion, readVersion } from '../store/versions.ts';
import { askRobots, leaveOf, needsRobots } from './robots.ts';
import type { Database, World } from './world.ts';

export interface Discovered {
  readonly site: string;
  readonly requests: number;
  /** Addresses offered as new pages. */
  readonly offered: readonly string[];
}

/** Each minute brings another few: a start with hundreds of sites is no burst. */
const MOST_SITES = 5;

/** Looks for new pages at the sites whose week is over. A look that fails is the site's look of this week all the same. */
export async function discoverPages(db: Database, world: World): Promise<readonly Discovered[]> {
  const done: Discovered[] = [];
  for (const site of await sitesToLookAt(db, world.now(), MOST_SITES)) {
    const [first, ...others] = await watchedPagesOf(db, site);
    const { hostGapMs } = world.settings;
    if (first === undefined || (await beginLook(db, first.host, hostGapMs)) > 0) continue;
    try {
      if (await claimLook(db, site, world.now()))
        done.push(await lookAt(db, world, { site, pages: [first, ...others] }));
    } finally {
      await endLook(db, first.host, hostGapMs);
    }
  }
  return done;
}

interface Look {
  readonly site: string;
  readonly pages: readonly [SitePage, ...SitePage[]];
}

/** Menus cost no request, the sitemap costs one: what both show, decided together, is one commit. */
async function lookAt(db: Database, world: World, look: Look): Promise<Discovered> {
  const { site, pages } = look;
  const known = new Map((await sourcesOf(db, site)).map((source) => [source.name, source]));
  const menus = await Promise.all(pages.map(async (page) => readMenu(db, page, known)));
  const sitemap = await readSiteMap(db, world, { look, known });
  const read = [...menus, sitemap.read].filter((one) => one !== null);
  const news = decideNewPages({
    site,
    sources: read.map(({ source }) => source),
    remembered: await rememberedAddresses(db, site),
    watched: new Set(pages.map(({ url }) => newPageKey(url))),
  });
  const names = [
    ...read.map(({ name }) => ({ name, triedAt: world.now(), readAt: world.now() })),
    ...sitemap.noted,
  ];
  await db.transaction().execute(async (tx) => record(tx, world, { look, news, names }));
  return { site, requests: sitemap.requests, offered: news.offer.map(({ url }) => url) };
}

interface ReadSource {
  readonly name: string;
  readonly source: Source;
}

type Known = ReadonlyMap<string, KnownSource>;

/** The links of the version that a page stands at; null: it was never read. */
async function readMenu(db: Database, page: SitePage, known: Known): Promise<ReadSource | null> {
  const latest = await latestVersion(db, page.id);
  if (latest === null) return null;
  const { blocks, firstSeenAt } = await readVersion(db, latest.id);
  const name = `page ${page.id}`;
  const first = known.get(name)?.readAt == null;
  return { name, source: { first, since: firstSeenAt, links: linksOf(blocks) } };
}

interface SiteMapRead {
  readonly read: ReadSource | null;
  readonly noted: readonly KnownSource[];
  readonly requests: number;
}

/** One request: the sitemap, or the part of it that was not asked for longest. An index only names its parts. */
async function readSiteMap(
  db: Database,
  world: World,
  { look: { pages }, known }: { look: Look; known: Known },
): Promise<SiteMapRead> {
  const root = new URL('/sitemap.xml', pages[0].url).href;
  const name = nextSitemap(root, known);
  const now = world.now();
  const answer = await askSitemap(db, world, { url: name, host: pages[0].host });
  const { requests } = answer;
  const good = answer.answered && answer.status === 200 && redirectElsewhere(answer) === null;
  const sitemap = good ? readSitemap(answer.body) : null;
  const tried = { name, triedAt: now, readAt: null };
  if (sitemap === null) return { read: null, noted: [tried], requests };
  if (sitemap.kind === 'index') {
    const parts = name === root ? sitemap.sitemaps.filter((url) => isOfHost(url, pages[0].host)) : [];
    const noted = parts.slice(0, MOST_PARTS).map((url) => ({ name: url, triedAt: null, readAt: null }));
    return { read: null, noted: [tried, ...noted], requests };
  }
  const links = sitemap.urls.map((url) => ({ url, in: 'sitemap' }) as const);
  const first = known.get(name)?.readAt == null;
  return { read: { name, source: { first, since: now, links } }, noted: [], requests };
}

/** With one request a week, more parts than this would come round less than twice a year. */
const MOST_PARTS = 20;

/** Parts that were never tried come first, then whatever was tried longest ago, the sitemap itself included. */
function nextSitemap(root: string, known: Known): string {
  const sitemaps = [...known.values()].filter(({ name }) => !name.startsWith('page '));
  if (!known.has(root)) return root;
  const [next] = sitemaps.toSorted((a, b) => +(a.triedAt ?? 0) - +(b.triedAt ?? 0));
  return next?.name ?? root;
}

/** The turn is that of one host: parts of a sitemap elsewhere are not asked for. */
function isOfHost(url: string, host: string): boolean {
  return URL.canParse(url) && /^https?:/.test(url) && new URL(url).host === host;
}

/** A sitemap is asked for like a page: only where robots.txt lets us, and not while the host is to be left alone. */
async function askSitemap(
  db: Database,
  world: World,
  place: { readonly url: string; readonly host: string },
): Promise<PageAnswer> {
  if (await needsRobots(db, world, place)) await askRobots(db, world, place);
  const { keptOut, barred } = await leaveOf(db, world, { ...place, despiteRobots: false });
  return keptOut ?? world.fetchPage({ url: place.url, conditional: null, fresh: false, barred });
}

async function record(
  tx: Database,
  world: World,
  { look, news, names }: { look: Look; news: NewPages; names: readonly KnownSource[] },
): Promise<void> {
  const { site, pages } = look;
  const now = world.now();
  for (const source of names) await noteSource(tx, site, source);
  const remember = async (all: readonly Candidate[], state: FoundState): Promise<void> => {
    for (const { key, url } of all) await rememberAddress(tx, site, { key, url, state, now });
  };
  await remember(news.note, 'known');
  await remember(news.wait, 'waiting');
  await remember(news.offer, 'offered');
  for (const one of news.offer) {
    const headline = newPageHeadline(one, pages[0].url);
    const severity = newPageSeverity(one.kind);
    const advice = `Watch it: npm run -s sightline -- add ${one.url}`;
    const notice = {
      kind: 'page.new',
      severity,
      headline,
      advice,
      address: one.url,
      since: one.since,
    } as const;
    await addNotice(tx, pages[0].id, { notice, now });
  }
}
