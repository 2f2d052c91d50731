import type { Label } from '../core/difference.ts';
import type { Face } from '../core/sight/faces.ts';
import type { Focus } from '../core/pending/focus.ts';
import type { Account } from '../store/accounts.ts';
import type { Page } from '../store/pages.ts';
import { labelsSince, openDifferences, withdrawnSince, type DifferenceStory } from '../store/story.ts';
import { volatilePlaces, type VolatilePlace } from '../store/volatile-places.ts';
import { newestChecks, sightingsOf } from '../store/watched-pages.ts';
import { bringsNews } from './brings-news.ts';
import { pageFaces } from './page-faces.ts';
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
}

const DAY = 24 * 3_600_000;
const LOOKS_BACK_MS = 30 * DAY;
const MOST_WITHDRAWN = 20;
const MOST_CHECKS = 90;

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
  return { focus: page.focus, newsPage, faces: found?.faces ?? [], pending, withdrawn, explained, volatile };
}
