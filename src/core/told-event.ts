import type { NoticeKind, Severity, Telling } from './telling.ts';

/** Last time the page was seen as before, first time it was seen changed: between the two it changed. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** An event as it was recorded: words, evidence, and when. It knows no account. */
export interface ToldEvent extends Telling {
  readonly id: number;
  readonly pageId: number;
  /** The page's URL as stored. */
  readonly url: string;
  readonly site: string;
  readonly window: Window;
  /** When the differences were believed (the second agreeing read). */
  readonly confirmedAt: Date;
  readonly toldAt: Date;
  readonly returns: 'reversal' | 'alternation' | null;
  readonly reversesEventId: number | null;
  /** When and why it was said to be wrong; null: it was not. */
  readonly corrected: Correction | null;
}

export interface Correction {
  readonly at: Date;
  /** In words of whoever corrected it. */
  readonly because: string;
}

/** A message about the watch itself: page unreadable, readable again, gone, moved, back; or a new page of the site. */
export interface Notice {
  readonly id: number;
  readonly pageId: number;
  readonly url: string;
  readonly kind: NoticeKind;
  readonly severity: Severity;
  readonly headline: string;
  /** What the reader may try; null where there is nothing to mend. */
  readonly advice: string | null;
  /** Where the page moved to, or the new page itself; null for the others. */
  readonly address: string | null;
  /** Since when the state that the notice speaks of holds. */
  readonly since: Date;
  readonly createdAt: Date;
}
