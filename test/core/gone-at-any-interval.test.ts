import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideNotice, type VisitNotice } from '../../src/core/watch/notice.ts';
import { nextCheckAt } from '../../src/core/watch/schedule.ts';

const START = Date.UTC(2026, 2, 2);
const DAY_S = 86_400;

interface Told {
  readonly kind: VisitNotice;
  readonly visit: number;
  readonly afterS: number;
}

/** A page that is missing from one visit on, visited as the schedule wants it, until ten visits after its notice. */
function play(everyS: number, visit: 'gone' | 'moved', removes: boolean): readonly Told[] {
  const told: Told[] = [];
  let now = new Date(START);
  for (let length = 1; told.length === 0 || length < told[0]!.visit + 10; length += 1) {
    const draft = decideNotice({
      visit,
      trouble: 'not found',
      reason: '',
      movedTo: 'https://rival.example/plans',
      streak: { length, removed: removes ? length : 0, since: new Date(START) },
      unreadSince: new Date(START),
      last: told.at(-1)?.kind ?? null,
      pageKind: 'pricing',
      now,
    });
    if (draft !== null) told.push({ kind: draft.kind, visit: length, afterS: (+now - START) / 1000 });
    const schedule = { confirmAfterS: 300, failures: length, retryAfterS: null, earliestDueAt: null };
    now = nextCheckAt({ ...schedule, outcome: 'gone', now, everyS });
  }
  return told;
}

const intervals = fc.integer({ min: 60, max: 90 * DAY_S });

test('A: a page that answers 404 is gone once, at the third visit over a day, whatever its interval', () => {
  fc.assert(
    fc.property(intervals, (everyS) => {
      const [told, ...more] = play(everyS, 'gone', false);
      expect(more).toEqual([]);
      expect(told?.kind).toBe('page.gone');
      expect(told?.visit).toBeGreaterThanOrEqual(3);
      expect(told?.afterS).toBeGreaterThanOrEqual(DAY_S);
      expect(told?.afterS).toBeLessThanOrEqual(DAY_S + 12 * 3600);
    }),
    { seed: 410, examples: [[60], [6 * 3600], [DAY_S], [7 * DAY_S], [90 * DAY_S]] },
  );
});

test('A: a page that answers 410 is gone once, at the second visit, whatever its interval', () => {
  fc.assert(
    fc.property(intervals, (everyS) => {
      expect(play(everyS, 'gone', true)).toMatchObject([{ kind: 'page.gone', visit: 2 }]);
    }),
    { seed: 410 },
  );
});

test('A: a page that moved for good is told once, after a day and at most half a day more', () => {
  fc.assert(
    fc.property(intervals, (everyS) => {
      const [told, ...more] = play(everyS, 'moved', false);
      expect(more).toEqual([]);
      expect(told?.kind).toBe('page.moved');
      expect(told?.afterS).toBeLessThanOrEqual(DAY_S + 12 * 3600);
    }),
    { seed: 301 },
  );
});
