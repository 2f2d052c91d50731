import { expect, test } from 'vitest';
import type { Difference } from '../../src/core/difference.ts';
import { findValues } from '../../src/core/facts/find-values.ts';
import type { PendingDifference } from '../../src/core/pending/pending.ts';
import { rebuildPending } from '../../src/core/pending/rebuild.ts';
import { difference } from '../support/page-memory.ts';

// P13: what waits is rebuilt after a change of our reader.

const AT = new Date('2026-03-02');

function found(before: string | null, after: string | null): Difference {
  const [valuesBefore, valuesAfter] = [before, after].map((text) => (text === null ? [] : findValues(text)));
  return difference(before, after, { valuesBefore: valuesBefore ?? [], valuesAfter: valuesAfter ?? [] });
}

function waits(before: string | null, after: string | null): PendingDifference {
  const waiting = { dueAt: AT, beganAt: AT, confirmed: true, reversesId: null, alternates: false };
  return { ...found(before, after), id: 5, changeId: 1, ...waiting };
}

function rebuilt(
  pending: PendingDifference,
  { ofChange = [], sinceChange = ofChange }: { ofChange?: Difference[]; sinceChange?: Difference[] },
) {
  const recorded = new Set([pending.key]);
  return rebuildPending({ pending: [pending], ofChange, sinceChange, recorded }).map((move) =>
    move.to === 'merge' ? `merge: ${move.difference.before} -> ${move.difference.after}` : move.to,
  );
}

test.each<[string, PendingDifference, Parameters<typeof rebuilt>[1], string[]]>([
  ['found again', waits(null, 'We moved.'), { ofChange: [found(null, 'We moved.')] }, []],
  [
    'found only in the text that stands now, after an edit',
    waits(null, 'We moved to Turku.'),
    { ofChange: [], sinceChange: [found(null, 'We moved to Turku.')] },
    [],
  ],
  ['not found', waits(null, 'We moved.'), {}, ['withdraw']],
  [
    'not found, and something else is',
    waits(null, 'We moved.'),
    { ofChange: [found(null, 'All plans have a phone line.')] },
    ['withdraw', 'noise'],
  ],
  [
    'cut otherwise: the same price in a longer line',
    waits('$29', '$39'),
    { ofChange: [found('Pro is $29', 'Pro is $39')] },
    ['merge: Pro is $29 -> Pro is $39'],
  ],
  [
    'another price',
    waits('$29', '$39'),
    { ofChange: [found('Pro is $29', 'Pro is $49')] },
    ['withdraw', 'noise'],
  ],
  [
    'cut otherwise: a sentence that is now part of its paragraph',
    waits(null, 'We moved to Turku.'),
    { ofChange: [found(null, 'We moved to Turku. Come and see us.')] },
    ['merge: null -> We moved to Turku. Come and see us.'],
  ],
  [
    'a text that left instead of one that came',
    waits(null, 'We moved to Turku.'),
    { ofChange: [found('We moved to Turku.', null)] },
    ['withdraw', 'noise'],
  ],
  [
    'a text without letters says nothing of another',
    waits(null, '…'),
    { ofChange: [found(null, 'We moved to Turku.')] },
    ['withdraw', 'noise'],
  ],
])('%s', (...[, pending, seen, expected]) => {
  expect(rebuilt(pending, seen)).toEqual(expected);
});

test('the new form keeps its due time, its first change and what it reverses', () => {
  const pending = { ...waits('$29', '$39'), reversesId: 3 };
  const [move] = rebuildPending({
    pending: [pending],
    ofChange: [found('Pro is $29', 'Pro is $39')],
    sinceChange: [],
    recorded: new Set([pending.key]),
  });
  expect(move).toMatchObject({ to: 'merge', id: 5, dueAt: AT, reversesId: 3, confirmed: true });
});
