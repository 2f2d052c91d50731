import type { Region } from '../block.ts';
import type { Difference, Label } from '../difference.ts';
import { isTerm } from '../labels/rule.ts';
import type { PageKind } from '../telling.ts';

/** How a page has behaved in the last seven days. */
export interface NewsRecord {
  /** Visits that saw the page, second reads not counted. */
  readonly visits: number;
  /** Visits that brought an entry which the page had not shown before. */
  readonly news: number;
}

export const NEWS_WINDOW_MS = 7 * 24 * 3_600_000;

const LEAST_NEWS = 4;

/** Where the entries of a list of news stand; menus and footers list other things. */
export const ENTRY_REGIONS: readonly Region[] = ['main', 'none', 'aside'];

/**
 * Does the page bring news on most visits (a blog, a front page)? Then its entries are told as one line a day, though they
 * have rolled off by then (PRODUCT 5). Prices and terms are no entries, however often they change.
 */
export function isNewsPage({ visits, news }: NewsRecord, kind: PageKind): boolean {
  return kind !== 'pricing' && kind !== 'legal' && news >= LEAST_NEWS && news * 2 > visits;
}

/** A front page of news is worded as the blog that it is: what leaves it as news comes has not ended. */
export function wordedAs(kind: PageKind, newsPage: boolean): PageKind {
  return newsPage && (kind === 'home' || kind === 'other') ? 'blog' : kind;
}

/** A text that came to or left the page's own part: on a page of news one of its entries. */
export function isEntry({ kind, place }: Difference): boolean {
  return (
    (kind === 'added' || kind === 'removed') && ENTRY_REGIONS.includes(place.region) && place.role !== 'h1'
  );
}

/**
 * Entries of a page of news wait for its daily line, whatever sums of money or end dates they speak of: those are the
 * world's, not the company's terms.
 */
export function calmEntries(differences: readonly Difference[]): readonly Difference[] {
  return differences.map((d) => (isEntry(d) ? { ...d, urgency: null } : d));
}

export const ROLLED_OFF: Label = {
  noise: 'roll-off',
  rule: 'roll-off',
  reason: 'an entry of this page of news rolled off it as others came',
};

/** May an entry that came before leave in silence? Not if it carries a term: an offer that ends is news. */
export function rollsOff(d: Difference): boolean {
  const terms = d.valuesBefore.filter(
    (value) => isTerm(value) && !(value.type === 'money' && value.role === 'other'),
  );
  return d.kind === 'removed' && isEntry(d) && terms.length === 0;
}
