import { sites } from '../support/corpus.ts';
import { eventsIn, play } from './play.ts';

export interface SiteScores {
  /** Per site: changes of its pages, and the messages that they came to: the same change on two pages is told once. */
  readonly bySite: Readonly<Record<string, { readonly changes: number; readonly events: number }>>;
}

/** Plays several pages of one site together: most of what changes on one changes on all, and is one event (P8). */
export async function scoreSites(progress: (text: string) => void): Promise<SiteScores> {
  const bySite: Record<string, { changes: number; events: number }> = {};
  for (const site of sites()) {
    progress(`playing ${site.name}`);
    const { told, changes } = await play(site.pages, progress);
    bySite[site.name] = { changes, events: eventsIn(told) };
  }
  return { bySite };
}
