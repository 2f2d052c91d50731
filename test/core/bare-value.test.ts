import { expect, test } from 'vitest';
import { diffBlocks } from '../../src/core/diff/diff-blocks.ts';
import { isBareValue } from '../../src/core/diff/values.ts';
import { questionOf } from '../support/question-of.ts';

test.each([
  ['$29', true],
  ['€17 a month', true],
  ['from $19 per month', true],
  ['USD 29', true],
  ['10 GB', true],
  ['Unlimited', true],
  ['✓', true],
  ['Pro $49 per month', false],
  ['Top 10 reasons to switch', false],
  ['Ten projects', false],
  ['We answer within 2 hours, on weekdays and on Saturdays', false],
])('"%s" says how much and not of what: %s', (text, bare) => {
  expect(isBareValue(text)).toBe(bare);
});

test('a plan called Free is a label: its price stands under it, not beside the heading above', () => {
  const cards = ['# Prices', '## Plans', '### Free', '$0 per month', '### Pro', '$29 per month'];
  const { before, after } = questionOf({ before: cards, after: cards.toSpliced(2, 2) });
  const price = diffBlocks(before.blocks, after.blocks).find((d) => d.before === '$0 per month');
  expect(price?.place.headings).toEqual(['Prices', 'Plans', 'Free']);
});
