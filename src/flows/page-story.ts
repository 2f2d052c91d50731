import type { Label } from '../core/difference.ts';
import type { Face } from '../core/sight/faces.ts';
import type { Focus } from '../core/pending/focus.ts';
import type { Account } from '../store/accounts.ts';
import { eventsOfAccount } from '../store/events.ts';
import type { Page } from '../store/pages.ts';
import { labelsSince, openDifferences, withdrawnSince, type DifferenceStory } from '../store/story.ts';
import { volatilePlaces, type VolatilePlace } from '../store/volatile-places.ts';
import { newestChecks, sightingsOf } from '../store/watched-pages.ts';
import { bringsNews } from './brings-news.ts';
import { pageFaces } from './page-faces.ts';
import { whatHolds } from './what-holds.ts';
import { whyUnsent } from './why-unsent.ts';
import type { Database, World } from './world.ts';

/** What is known of a page beside its newest check: why it is silent, and what it waits for. */
export interface PageStory {
  readonly focus: Focus;
  /** It brings news on most visits: its entries are one line a day. */
  readonly newsPage: boolean;
  readonly faces: readonly Face[];
  readonly pending: readonly DifferenceStory[];
  /** The last thirty days, newest first. */
  readonly withdrawn: readonly DifferenceStory[];
  /** Rules that explained differences in the last thirty days, and how many each. */
  readonly explained: readonly (Label & { readonly times: number })[];
  /** Places that differ between two reads moments apart. */
  readonly volatile: readonly VolatilePlace[];
  /** What is told of the page, how soon and where, a line each. */
  readonly told: readonly string[];
  /** Its newest events of the last thirty days that some channel holds no message about. */
  readonly unsent: readonly UnsentEvent[];
}

/** An event of the page, and the channels that hold no message about it. */
interface UnsentEvent {
  readonly event: number;
  readonly headline: string;
  readonly channels: readonly { readonly channel: number; readonly kind: string; readonly why: string }[];
}

const DAY = 24 * 3_600_000;
const LOOKS_BACK_MS = 30 * DAY;
const MOST_WITHDRAWN = 20;
const MOST_CHECKS = 90;
const MOST_EVENTS = 5;

/** The story of a page, for `explain`. */
export async function pageStory(
  db: Database,
  world: World,
  { account, page }: { account: Account; page: Page },
): Promise<PageStory> {
  const now = +world.now();
  const since = new Date(now - LOOKS_BACK_MS);
  const checks = await newestChecks(db, account.id, { pageId: page.id, most: MOST_CHECKS });
  const [newsPage, found, pending, withdrawn, explained, volatile] = await Promise.all([
    bringsNews(db, page, world.now()),
    pageFaces(db, sightingsOf(checks)),
    openDifferences(db, page.id),
    withdrawnSince(db, page.id, { since, most: MOST_WITHDRAWN }),
    labelsSince(db, page.id, since),
    volatilePlaces(db, page.id),
  ]);
  const holds = await whatHolds(db, world, { account, about: { url: page.url } });
  const told = holds.ok ? holds.held.lines : [];
  const unsent = await unsentEvents(db, world, { account, page, since });
  const faces = found?.faces ?? [];
  return { focus: page.focus, newsPage, faces, pending, withdrawn, explained, volatile, told, unsent };
}

async function unsentEvents(
  db: Database,
  world: World,
  { account, page, since }: { account: Account; page: Page; since: Date },
): Promise<readonly UnsentEvent[]> {
  const events = await eventsOfAccount(db, account.id, { pageId: page.id, since, most: MOST_EVENTS });
  const all = await Promise.all(
    events.map(async (one) => ({
      event: one.event.id,
      headline: one.event.headline,
      channels: (await whyUnsent(db, world, { account, one })).map(({ channel, why }) => ({
        channel: channel.id,
        kind: channel.kind,
        why,
      })),
    })),
  );
  return all.filter(({ channels }) => channels.length > 0);
}
