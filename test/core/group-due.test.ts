import { expect, test } from 'vitest';
import { groupDue } from '../../src/core/pending/group-due.ts';

const due = (id: number, reversesId: number | null = null, alternates = false) => ({
  id,
  reversesId,
  alternates,
});
const shape = (groups: ReturnType<typeof groupDue>) =>
  groups.map(({ differences, returns, reversesEventId }) => [
    differences.map((d) => d.id),
    returns,
    reversesEventId,
  ]);

test('what fell due together is one event', () => {
  expect(shape(groupDue([due(1), due(2), due(3)], new Map()))).toEqual([[[1, 2, 3], null, null]]);
});

test('nothing due, nothing told', () => {
  expect(groupDue([], new Map())).toEqual([]);
});

test('P8: a reversal is linked to its event, so it shares none with news or with other reversals', () => {
  const reversed = new Map([
    [11, 100],
    [12, 100],
    [13, 200],
  ]);
  const all = [due(1), due(2, 11), due(3, 13), due(4, 12), due(5)];
  expect(shape(groupDue(all, reversed))).toEqual([
    [[1, 5], null, null],
    [[2, 4], 'reversal', 100],
    [[3], 'reversal', 200],
  ]);
});

test('P8: what keeps alternating is told as that, apart from a plain reversal of the same event', () => {
  const reversed = new Map([
    [11, 100],
    [12, 100],
  ]);
  expect(shape(groupDue([due(1, 11), due(2, 12, true)], reversed))).toEqual([
    [[1], 'reversal', 100],
    [[2], 'alternation', 100],
  ]);
});

test('a reversal of what no event tells is news', () => {
  expect(shape(groupDue([due(1, 11), due(2)], new Map()))).toEqual([[[1, 2], null, null]]);
});
