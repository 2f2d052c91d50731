import { describe, expect, test } from 'vitest';
import { decideNotice, type NoticeQuestion } from '../../src/core/notice.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../src/core/telling.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const ago = (hours: number): Date => new Date(+NOW - hours * 3_600_000);
const ASKED: NoticeQuestion = {
  visit: 'unread',
  status: 503,
  reason: 'the server is down',
  streak: { length: 1, since: NOW },
  unreadSince: NOW,
  last: null,
  pageKind: 'docs',
  now: NOW,
};
const decide = (over: Partial<NoticeQuestion>) => decideNotice({ ...ASKED, ...over });
const streak = (length: number, hours: number) => ({ length, since: ago(hours) });

describe('P12: when a page stops being readable', () => {
  test.each([
    ['a failure says nothing', {}, null],
    ['23 hours of failures say nothing', { unreadSince: ago(23) }, null],
    ['24 hours of failures', { unreadSince: ago(24) }, 'page.unreadable'],
    ['one 410', { visit: 'gone', status: 410 }, null],
    ['two 410s', { visit: 'gone', status: 410, streak: streak(2, 1) }, 'page.gone'],
    ['three 404s within a day', { visit: 'gone', status: 404, streak: streak(3, 23) }, null],
    [
      'two 404s over a day are on their way to "gone"',
      { visit: 'gone', status: 404, streak: streak(2, 24), unreadSince: ago(24) },
      null,
    ],
    ['three 404s over a day', { visit: 'gone', status: 404, streak: streak(3, 24) }, 'page.gone'],
    [
      'two redirects to another page',
      { visit: 'moved', status: 200, streak: streak(2, 30), unreadSince: ago(30) },
      null,
    ],
    ['three redirects to another page', { visit: 'moved', status: 200, streak: streak(3, 12) }, 'page.moved'],
  ] as const)('%s', (_, over, kind) => {
    expect(decide(over)?.kind ?? null).toBe(kind);
  });

  test('it says why, and since when it could not be read', () => {
    expect(decide({ unreadSince: ago(30) })).toEqual({
      kind: 'page.unreadable',
      severity: 'medium',
      headline: 'We cannot read the page (the server is down)',
      since: ago(30),
    });
    const gone = {
      visit: 'gone',
      status: 410,
      reason: '410 Gone',
      streak: streak(2, 9),
      unreadSince: ago(30),
    } as const;
    expect(decide(gone)).toMatchObject({ headline: 'The page is gone (410 Gone)', since: ago(9) });
    const moved = {
      visit: 'moved',
      reason: 'to /plans',
      streak: streak(3, 9),
      unreadSince: ago(30),
    } as const;
    expect(decide(moved)).toMatchObject({ headline: 'The page has moved (to /plans)', since: ago(9) });
  });

  test('a long reason is cut, the notice is not lost', () => {
    expect(decide({ unreadSince: ago(30), reason: 'x'.repeat(500) })?.headline).toHaveLength(200);
  });
});

describe('P12: one notice a state', () => {
  const bad = [
    { visit: 'unread', unreadSince: ago(300) },
    { visit: 'gone', status: 410, streak: streak(9, 300) },
    { visit: 'moved', streak: streak(9, 300) },
  ] as const;
  const open: readonly NoticeKind[] = ['page.unreadable', 'page.gone', 'page.moved'];
  const closed = NOTICE_KINDS.filter((kind) => !open.includes(kind));

  test.each(open.flatMap((last) => bad.map((visit) => [last, visit.visit, visit] as const)))(
    'after %s, %s says nothing more',
    (last, _, visit) => {
      expect(decide({ ...visit, last })).toBeNull();
    },
  );

  test.each(closed.flatMap((last) => bad.map((visit) => [last, visit.visit, visit] as const)))(
    'after %s a new state is told (%s)',
    (last, _, visit) => {
      expect(decide({ ...visit, last })).not.toBeNull();
    },
  );

  test.each([
    ['page.unreadable', 'page.readable', 'We can read the page again'],
    ['page.gone', 'page.back', 'The page is back'],
    ['page.moved', 'page.back', 'The page is back'],
  ] as const)('a good read after %s is told as %s', (last, kind, headline) => {
    expect(decide({ visit: 'seen', last })).toMatchObject({ kind, headline, since: NOW });
  });

  test.each([null, ...closed])('a good read after %s is no news', (last) => {
    expect(decide({ visit: 'seen', last })).toBeNull();
  });
});

test.each([
  ['pricing', 'high'],
  ['home', 'high'],
  ['blog', 'medium'],
] as const)('a %s page that cannot be read is %s', (pageKind, severity) => {
  expect(decide({ pageKind, unreadSince: ago(24) })?.severity).toBe(severity);
});
