import type { NoticeKind, PageKind, Severity } from './telling.ts';

/** What a notice is decided from: this visit, and what was told of the watch last. */
export interface NoticeQuestion {
  /** `seen`: the page was read. `unread`: it failed or was blocked. `gone`: 404, 410. `moved`: another page answers. */
  readonly visit: 'seen' | 'unread' | 'gone' | 'moved';
  readonly status: number | null;
  readonly reason: string;
  /** Visits in a row that ended like this one, this one included, and when the first of them was. */
  readonly streak: { readonly length: number; readonly since: Date };
  /** When the page could no longer be read, whatever the cause. */
  readonly unreadSince: Date;
  /** The newest notice of this page. */
  readonly last: NoticeKind | null;
  readonly pageKind: PageKind;
  readonly now: Date;
}

export interface NoticeDraft {
  readonly kind: NoticeKind;
  readonly severity: Severity;
  readonly headline: string;
  readonly since: Date;
}

const DAY = 24 * 3_600_000;
/** Notices that the next good read answers. */
const OPEN: ReadonlySet<NoticeKind> = new Set(['page.unreadable', 'page.gone', 'page.moved']);

/**
 * One notice when a page stops being readable, one when it is back (P12), never more while the state lasts.
 * Unreadable for 24 hours; gone after two 410s, or three 404s over 24 hours; moved after three redirects in a row to
 * another page (http.md). A page on its way to "gone" or "moved" is not called unreadable first: that would be all that
 * is ever said of it.
 */
export function decideNotice(question: NoticeQuestion): NoticeDraft | null {
  const { visit, last, streak, reason, now, unreadSince } = question;
  const open = last !== null && OPEN.has(last);
  if (visit === 'seen') return open ? backAgain(question, last) : null;
  if (open) return null;
  if (visit === 'gone') {
    if (!isGone(question)) return null;
    return draft(question, 'page.gone', { headline: `The page is gone (${reason})`, since: streak.since });
  }
  if (visit === 'moved') {
    if (streak.length < 3) return null;
    return draft(question, 'page.moved', { headline: `The page has moved (${reason})`, since: streak.since });
  }
  if (+now - +unreadSince < DAY) return null;
  return draft(question, 'page.unreadable', {
    headline: `We cannot read the page (${reason})`,
    since: unreadSince,
  });
}

function isGone({ status, streak, now }: NoticeQuestion): boolean {
  if (status === 410) return streak.length >= 2;
  return streak.length >= 3 && +now - +streak.since >= DAY;
}

function backAgain(question: NoticeQuestion, last: NoticeKind): NoticeDraft {
  const readable = last === 'page.unreadable';
  return readable
    ? draft(question, 'page.readable', { headline: 'We can read the page again', since: question.now })
    : draft(question, 'page.back', { headline: 'The page is back', since: question.now });
}

function draft(
  question: NoticeQuestion,
  kind: NoticeKind,
  said: { headline: string; since: Date },
): NoticeDraft {
  const first = question.pageKind === 'pricing' || question.pageKind === 'home';
  return {
    kind,
    severity: first ? 'high' : 'medium',
    headline: said.headline.slice(0, 200),
    since: said.since,
  };
}
