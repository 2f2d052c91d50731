import { expect, test } from 'vitest';
import { raiseUrgency } from '../../../src/core/meaning/raise-urgency.ts';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import type { PageKind, Question } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

const raised = ({ before, after, differences, page }: Question) =>
  raiseUrgency(differences, { before: before.blocks, after: after.blocks, page });

const GRAVE: readonly (readonly [string, PageKind, readonly string[], readonly string[]])[] = [
  [
    'a free plan that goes',
    'pricing',
    ['# P', '## Free', '$0', '* 3 dogs', '## Pro', '$9'],
    ['# P', '## Pro', '$9'],
  ],
  ['a free trial that goes', 'pricing', ['# P', 'Start a free trial'], ['# P', 'Start']],
  ['an end', 'docs', ['# P'], ['# P', 'The old API will be removed in May.']],
  ['the end of the company', 'home', ['# P'], ['# P', 'Acme was acquired by Brightbone.']],
  ['a security incident', 'home', ['# P'], ['# P', 'There was a data breach.']],
  ['another chief executive', 'home', ['# P'], ['# P', 'Ines Falk joins as CEO']],
  [
    'a feature that left a plan',
    'pricing',
    ['# P', '| Plan | A | B', '| SSO | ✓ | ✓'],
    ['# P', '| Plan | A | B', '| SSO | – | ✓'],
  ],
  ['a limit that moved', 'pricing', ['# P', '## Pro', '10 projects'], ['# P', '## Pro', '6 projects']],
];

test.each(GRAVE)(
  '%s cannot wait a day: every difference of it falls due at once, and it is an alert',
  (...[, kind, before, after]) => {
    const question = questionOf({ before, after, kind });
    expect(raised(question).filter((difference) => difference.urgency === null)).toEqual([]);
    expect(['high', 'critical']).toContain(tellByRules(question).severity);
  },
);

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['a new product', ['# P'], ['# P', 'Bowls for cats']],
  ['a menu entry', ['nav> [A](/a)', '# P'], ['nav> [A](/a)', 'nav> [B](/b)', '# P']],
  ['the end of a notice about an end', ['# P', 'The old API will be removed in May.'], ['# P']],
  [
    'another word for a trial that stays',
    ['# P', 'Start the free trial now'],
    ['# P', 'Begin the free trial now'],
  ],
  ['a headline, which has a rule of its own', ['# Beds'], ['# Bowls']],
])('%s can wait', (_what, before, after) => {
  expect(
    raised(questionOf({ before, after, kind: 'home' })).map((difference) => difference.urgency),
  ).not.toContainEqual(expect.objectContaining({ by: 'fact' }));
});

test('what rules have explained, and what is urgent by itself, is left as it is', () => {
  const question = questionOf({
    before: ['# P', '## Free', '$0', '* 3 dogs', '## Pro', '$9'],
    after: ['# P', '## Pro', '$9'],
  });
  const explained = { noise: 'volatile', rule: 'second read', reason: 'not shown again' } as const;
  const all = question.differences.map((difference) => ({ ...difference, labels: [explained] }));
  const texts = { before: question.before.blocks, after: question.after.blocks, page: question.page };
  expect(raiseUrgency(all, texts)).toEqual(all);
  const own = { by: 'fact', reason: 'a price in the changed words' } as const;
  const urgent = question.differences.map((difference) => ({ ...difference, urgency: own }));
  expect(raiseUrgency(urgent, texts)).toEqual(urgent);
});
