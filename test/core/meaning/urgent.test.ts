import { expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { urgentByMeaning } from '../../../src/core/meaning/urgent.ts';
import { questionOf } from '../../support/question-of.ts';

const URGENT: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['a free plan is gone', ['# P', '## Free', '$0', '## Pro', '$9'], ['# P', '## Pro', '$9']],
  ['a free trial is gone', ['# P', 'Start a free trial'], ['# P']],
  ['a free trial is new', ['# P'], ['# P', 'Start a free trial']],
  ['words of an end are new', ['# P'], ['# P', 'The old API will be removed in May.']],
  ['news of the company itself', ['# P'], ['# P', 'Acme was acquired by Brightbone.']],
  ['a security incident is named', ['# P'], ['# P', 'There was a data breach.']],
  ['the chief executive changes', ['# P'], ['# P', 'Ines Falk joins as CEO']],
  [
    'a feature moved between plans',
    ['# P', '| Plan | A | B', '| SSO | ✓ | ✓'],
    ['# P', '| Plan | A | B', '| SSO | – | ✓'],
  ],
  ['a limit moved: 10 projects', ['# P', '## Pro', '10 projects'], ['# P', '## Pro', '6 projects']],
];

test.each(URGENT)('%s, and the whole event is an alert', (reason, before, after) => {
  const question = questionOf({ before, after });
  expect(question.differences.map((one) => urgentByMeaning(one)?.reason)).toContain(reason);
  expect(['high', 'critical']).toContain(tellByRules(question).severity);
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['a new product', ['# P'], ['# P', 'Bowls for cats']],
  ['a menu entry', ['nav> [A](/a)', '# P'], ['nav> [A](/a)', 'nav> [B](/b)', '# P']],
  ['the end of a notice about an end', ['# P', 'The old API will be removed in May.'], ['# P']],
  [
    'a long article with such a word in it',
    ['# P'],
    ['# P', `${'A word about dogs and their ways. '.repeat(12)} It will be removed.`],
  ],
])('%s can wait a day', (_name, before, after) => {
  expect(questionOf({ before, after, kind: 'home' }).differences.map(urgentByMeaning)).toEqual(
    expect.not.arrayContaining([expect.anything()]),
  );
});
