import { describe, expect, test } from 'vitest';
import { decideNotice, type NoticeQuestion, type VisitNotice } from '../../src/core/watch/notice.ts';
import { NOTICE_KINDS } from '../../src/core/telling.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const ago = (hours: number): Date => new Date(+NOW - hours * 3_600_000);
const ASKED: NoticeQuestion = {
  visit: 'unread',
  trouble: 'server error',
  reason: 'the server is down',
  movedTo: null,
  streak: { length: 1, removed: 0, since: NOW },
  unreadSince: NOW,
  last: null,
  pageKind: 'docs',
  now: NOW,
};
const decide = (over: Partial<NoticeQuestion>) => decideNotice({ ...ASKED, ...over });
const streak = (length: number, hours: number) => ({ length, removed: 0, since: ago(hours) });
/** Visits in a row of which some were answered 410. */
const removed = (times: number, hours: number, length = times) => ({
  length,
  removed: times,
  since: ago(hours),
});
const MOVED = { visit: 'moved', trouble: 'moved', movedTo: 'https://rival.example/plans' } as const;

describe('P12: when a page stops being readable', () => {
  test.each([
    ['a failure says nothing', {}, null],
    ['23 hours of failures say nothing', { unreadSince: ago(23) }, null],
    ['24 hours of failures', { unreadSince: ago(24) }, 'page.unreadable'],
    ['one 410', { visit: 'gone', streak: removed(1, 0) }, null],
    ['two 410s', { visit: 'gone', streak: removed(2, 1) }, 'page.gone'],
    ['two 410s with a 404 between them', { visit: 'gone', streak: removed(2, 1, 3) }, 'page.gone'],
    ['a 404, then a 410', { visit: 'gone', streak: removed(1, 12, 2) }, null],
    ['three 404s within a day', { visit: 'gone', streak: streak(3, 23) }, null],
    [
      'two 404s over a day are on their way to "gone"',
      { visit: 'gone', streak: streak(2, 24), unreadSince: ago(24) },
      null,
    ],
    ['two 404s over a month', { visit: 'gone', streak: streak(2, 720), unreadSince: ago(720) }, null],
    ['three 404s over a day', { visit: 'gone', streak: streak(3, 24) }, 'page.gone'],
    ['two redirects to another page', { ...MOVED, streak: streak(2, 30), unreadSince: ago(30) }, null],
    ['three redirects within a day', { ...MOVED, streak: streak(3, 23), unreadSince: ago(23) }, null],
    ['three redirects over a day', { ...MOVED, streak: streak(3, 24), unreadSince: ago(24) }, 'page.moved'],
    ['a temporary redirect for a day', { trouble: 'elsewhere', unreadSince: ago(24) }, 'page.unreadable'],
    [
      'missing now, elsewhere before, for less than two days',
      { visit: 'gone', streak: streak(1, 0), unreadSince: ago(47) },
      null,
    ],
    [
      'missing and moved in turns for two days is one state that cannot be read',
      { ...MOVED, streak: streak(1, 0), unreadSince: ago(48) },
      'page.unreadable',
    ],
  ] as const)('%s', (_, over, kind) => {
    expect(decide(over)?.kind ?? null).toBe(kind);
  });

  test('it says why, and since when it could not be read', () => {
    expect(decide({ unreadSince: ago(30) })).toEqual({
      kind: 'page.unreadable',
      severity: 'medium',
      headline: 'We cannot read the page (the server is down)',
      advice: 'Their server is in trouble. There is nothing to do: we keep looking.',
      address: null,
      since: ago(30),
    });
    const gone = {
      visit: 'gone',
      trouble: 'removed',
      reason: '410 Gone',
      streak: removed(2, 9),
      unreadSince: ago(30),
    } as const;
    expect(decide(gone)).toMatchObject({ headline: 'The page is gone (410 Gone)', since: ago(9) });
    const moved = { ...MOVED, streak: streak(3, 29), unreadSince: ago(30) };
    expect(decide(moved)).toMatchObject({
      headline: 'The page has moved to https://rival.example/plans',
      address: 'https://rival.example/plans',
      since: ago(29),
    });
    expect(decide({ ...moved, movedTo: null })).toMatchObject({
      headline: 'The page has moved to another address',
      address: null,
    });
  });

  test('a long reason is cut, the notice is not lost', () => {
    expect(decide({ unreadSince: ago(30), reason: 'x'.repeat(500) })?.headline).toHaveLength(200);
  });
});

describe('P12: one notice a state', () => {
  const bad = [
    { visit: 'unread', unreadSince: ago(300) },
    { visit: 'gone', streak: removed(9, 300) },
    { ...MOVED, streak: streak(9, 300) },
  ] as const;
  const open: readonly VisitNotice[] = ['page.unreadable', 'page.gone', 'page.moved'];
  const closed = NOTICE_KINDS.filter((kind) => kind !== 'page.new').filter((kind) => !open.includes(kind));

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
