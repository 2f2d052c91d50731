import { describe, expect, test } from 'vitest';
import { raiseUrgency } from '../../../src/core/meaning/raise-urgency.ts';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import type { PageKind } from '../../../src/core/telling.ts';
import { some } from '../../../src/core/meaning/finding.ts';
import { questionOf } from '../../support/question-of.ts';

// Fault 38: everything that was watched is gone, the address answers with another page.

const lines = (words: string): string[] =>
  words.split(' ').map((word) => `${word} for every kennel of the valley`);
const OLD = lines('Beds Bowls Leads Toys Vets Walks Baths Brushes Crates Doors');
const NEW = lines('Chairs Tables Lamps Hoses Pots Rakes Spades Seeds Gloves Gates').map((line) =>
  line.replace('kennel', 'garden'),
);

function asked(was: string, is: string, kind: PageKind = 'other') {
  return questionOf({ before: [was, ...OLD], after: [is, ...NEW], kind });
}

describe('the words for a page with another purpose', () => {
  test.each<[string, string, string, PageKind, string]>([
    [
      'its new heading',
      '# Kennels',
      '# Garden chairs',
      'pricing',
      'page changed its purpose, now "Garden chairs"',
    ],
    [
      'no heading that can be quoted',
      '# Kennels',
      '# www.chairs.example',
      'other',
      'page changed its purpose',
    ],
    [
      'a home page is written anew',
      '# Kennels',
      '# Garden chairs',
      'home',
      'page rewritten, headline now "Garden chairs"',
    ],
    [
      'its new title',
      'title: Kennels',
      'title: Garden chairs',
      'docs',
      'page changed its purpose, now "Garden chairs"',
    ],
  ])('%s', (...[, was, is, kind, headline]) => {
    expect(tellByRules(asked(was, is, kind)).headline).toBe(headline);
  });

  test('a rest whose heading was told before is told by its own words', () => {
    const question = asked('# Kennels', '# Garden chairs');
    const rest = some(question.differences.filter(({ place }) => place.role !== 'h1'));
    if (rest === null) throw new Error('nothing differs');
    expect(tellByRules({ ...question, differences: rest }).headline).not.toContain('purpose');
  });
});

test('all that differs waits for three reads, but for what a rule explains', () => {
  const { before, after, differences, page } = asked('# Kennels', '# Garden chairs');
  const slip = { noise: 'cosmetic', rule: 'slip', reason: 'a slip' } as const;
  const [first, ...rest] = differences;
  const raised = raiseUrgency([{ ...first, labels: [slip] }, ...rest], {
    before: before.blocks,
    after: after.blocks,
    page,
  });
  expect(raised.map(({ urgency }) => urgency?.by ?? null)).toEqual([null, ...rest.map(() => 'heading')]);
});
