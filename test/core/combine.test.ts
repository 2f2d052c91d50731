import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/core/block.ts';
import { combineDifferences } from '../../src/core/pending/combine.ts';
import { diffBlocks } from '../../src/core/diff/diff-blocks.ts';
import type { Difference } from '../../src/core/difference.ts';
import { blocksOf } from '../support/question-of.ts';
import { difference } from '../support/page-memory.ts';

function only(before: readonly Block[], after: readonly Block[]): Difference {
  const [found, ...rest] = diffBlocks(before, after);
  if (found === undefined || rest.length > 0) throw new Error('one difference was expected');
  return found;
}

/** A page through three texts, and what the two steps amount to. */
function steps(...pages: readonly (readonly string[])[]) {
  const [first = [], second = [], third = []] = pages.map(blocksOf);
  const texts = { before: second, after: third };
  const combined = combineDifferences(only(first, second), only(second, third), texts);
  return { combined, direct: () => only(first, third) };
}

describe('P8: an edit of an edit is the edit from the first text to the last', () => {
  test.each([
    [
      'a sentence',
      ['# Plans', 'We answer within a day.'],
      ['# Plans', 'We answer within ten hours.'],
      ['# Plans', 'We answer within two hours.'],
    ],
    [
      'a bare price under its plan',
      ['# Plans', '## Pro', '$29'],
      ['# Plans', '## Pro', '$39'],
      ['# Plans', '## Pro', '$49'],
    ],
    [
      'an addition that was edited',
      ['# Plans'],
      ['# Plans', 'Talk to our sales team today.'],
      ['# Plans', 'Talk to our friendly sales team today.'],
    ],
    [
      'an edit that was removed',
      ['# Plans', 'We answer within a day.'],
      ['# Plans', 'We answer within ten hours.'],
      ['# Plans'],
    ],
    [
      'a title',
      ['title: Help desk for teams'],
      ['title: Help desk for small teams'],
      ['title: Help desk for large teams'],
    ],
  ])('%s', (_, ...pages) => {
    const { combined, direct } = steps(...pages);
    const { kind, before, after, key, inverseKey } = direct();
    expect(combined).toMatchObject({ kind, before, after, key, inverseKey });
  });
});

test('P8: undoing a merged price of one plan has its inverse key, and that of another plan has not', () => {
  const { combined } = steps(['## Pro', '$29'], ['## Pro', '$39'], ['## Pro', '$49']);
  expect(only(blocksOf(['## Pro', '$49']), blocksOf(['## Pro', '$29'])).key).toBe(combined.inverseKey);
  expect(only(blocksOf(['## Team', '$49']), blocksOf(['## Team', '$29'])).key).not.toBe(combined.inverseKey);
});

test('P7: the rules judge the whole anew, its urgency and its typed values too', () => {
  const first = difference('Ask us', 'Ask our team');
  const later = difference('Ask our team', '$49 per month');
  const combined = combineDifferences(first, later, { before: [], after: [] });
  expect(combined.urgency?.by).toBe('fact');
  expect(combined.valuesAfter.map((value) => value.text)).toContain('$49');
});

test('P6: an edit that came back to the same words, set otherwise, gets the label that says so', () => {
  const { combined } = steps(['Seats: 10 of 20'], ['Seats: 12 of 20'], ['Seats – 10 of 20']);
  expect(combined.labels.map((label) => label.noise)).toContain('typographic');
});

test.each([
  ['moved and then edited is edited', 'moved', 'edited', 'Chat', 'Chat', 'Chat for all', 'edited'],
  ['moved and then removed is removed', 'moved', 'removed', 'Chat', 'Chat', null, 'removed'],
  ['a title that is gone stays a matter of the title', 'title', 'title', 'Help', 'Desk', null, 'title'],
  ['a description that came stays one', 'meta', 'meta', null, 'Help', 'Desk', 'meta'],
  ['an address stays one', 'link', 'link', '/a-1.zip', '/a-2.zip', '/a-3.zip', 'link'],
] as const)('%s', (...[, kind, laterKind, before, between, after, expected]) => {
  const first = difference(before, between, { kind });
  const later = difference(between, after, { kind: laterKind });
  const combined = combineDifferences(first, later, { before: [], after: [] });
  expect(combined).toMatchObject({ kind: expected, before, after, place: later.place });
});
