import { adviceFor } from './advice.ts';
import type { NoticeKind, PageKind, Severity } from '../telling.ts';

/** Notices that a visit may bring; `page.new` comes from a look at the site. */
export type VisitNotice = Exclude<NoticeKind, 'page.new'>;

/** What a notice is decided from: this visit, and what was told of the watch last. */
export interface NoticeQuestion {
  /**
   * `seen`: the page was read. `unread`: it failed, was blocked, or leads elsewhere for now. `gone`: 404, 410 and the like.
   * `moved`: another page answers for good.
   */
  readonly visit: 'seen' | 'unread' | 'gone' | 'moved';
  /** The kind of trouble, for what to try. */
  readonly trouble: string;
  readonly reason: string;
  /** Where a page that moved is now. */
  readonly movedTo: string | null;
  readonly streak: Streak;
  /** When the page could no longer be read, whatever the cause. */
  readonly unreadSince: Date;
  /** The newest notice of this page. */
  readonly last: VisitNotice | null;
  readonly pageKind: PageKind;
  readonly now: Date;
}

/** Visits in a row that ended like this one, this one included. */
export interface Streak {
  readonly length: number;
  /** How many of them were answered 410 Gone. */
  readonly removed: number;
  /** When the first of them was. */
  readonly since: Date;
}

export interface NoticeDraft {
  readonly kind: VisitNotice;
  readonly severity: Severity;
  readonly headline: string;
  /** What the reader may try; null where there is nothing to mend. */
  readonly advice: string | null;
  /** Where the page is now; null but for a move. */
  readonly address: string | null;
  readonly since: Date;
}

const DAY = 24 * 3_600_000;
/** Notices that the next good read answers. */
const OPEN: ReadonlySet<VisitNotice> = new Set(['page.unreadable', 'page.gone', 'page.moved']);

/**
 * One notice when a page stops being readable, one when it is back (P12), never more while the state lasts, however it fails.
 * Unreadable for 24 hours; gone after two 410s, or three misses over 24 hours; moved after three permanent redirects to one
 * other page over 24 hours (http.md). A page on its way to "gone" or "moved" is not called unreadable first: that would be all
 * that is ever said of it.
 */
export function decideNotice(question: NoticeQuestion): NoticeDraft | null {
  const { visit, last } = question;
  const open = last !== null && OPEN.has(last);
  if (visit === 'seen') return open ? backAgain(question, last) : null;
  if (open) return null;
  if (visit === 'gone' && isGone(question)) return gone(question);
  if (visit === 'moved' && isLasting(question.streak, question.now)) return moved(question);
  return isUnreadable(question) ? unreadable(question) : null;
}

function isGone({ streak, now }: NoticeQuestion): boolean {
  return streak.removed >= 2 || isLasting(streak, now);
}

function isLasting({ length, since }: Streak, now: Date): boolean {
  return length >= 3 && +now - +since >= DAY;
}

/** A page that is missing at one visit and leads elsewhere at the next would be on its way for ever: two days are enough. */
function isUnreadable({ visit, streak, unreadSince, now }: NoticeQuestion): boolean {
  const unread = +now - +unreadSince;
  if (visit === 'unread') return unread >= DAY;
  return streak.since > unreadSince && unread >= 2 * DAY;
}

function gone(question: NoticeQuestion): NoticeDraft {
  const headline = `The page is gone (${question.reason})`;
  return draft(question, 'page.gone', {
    headline,
    since: question.streak.since,
    advice: adviceFor(question.trouble),
  });
}

function moved(question: NoticeQuestion): NoticeDraft {
  const { streak, movedTo } = question;
  const headline = `The page has moved to ${movedTo ?? 'another address'}`;
  const draftOfMove = draft(question, 'page.moved', {
    headline,
    since: streak.since,
    advice: adviceFor('moved'),
  });
  return { ...draftOfMove, address: movedTo };
}

function unreadable(question: NoticeQuestion): NoticeDraft {
  const headline = `We cannot read the page (${question.reason})`;
  const advice = adviceFor(question.trouble);
  return draft(question, 'page.unreadable', { headline, since: question.unreadSince, advice });
}

function backAgain(question: NoticeQuestion, last: VisitNotice): NoticeDraft {
  const said = { since: question.now, advice: null };
  return last === 'page.unreadable'
    ? draft(question, 'page.readable', { ...said, headline: 'We can read the page again' })
    : draft(question, 'page.back', { ...said, headline: 'The page is back' });
}

function draft(
  { pageKind }: NoticeQuestion,
  kind: VisitNotice,
  said: Pick<NoticeDraft, 'headline' | 'since' | 'advice'>,
): NoticeDraft {
  const severity = pageKind === 'pricing' || pageKind === 'home' ? 'high' : 'medium';
  return { ...said, kind, severity, headline: said.headline.slice(0, 200), address: null };
}
