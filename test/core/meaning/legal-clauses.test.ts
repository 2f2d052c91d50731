import { describe, expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import type { Telling } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

function terms(before: string[], after: string[]): Telling {
  const page = (clauses: string[]): string[] => [
    '# Terms of Service',
    'You may walk our dogs.',
    ...clauses,
    '## Last words',
    'We walk in Bonn.',
  ];
  return tellByRules(questionOf({ before: page(before), after: page(after), kind: 'legal' }));
}

describe('a few words that turn a clause weigh more than their number', () => {
  test.each<[string, string, string]>([
    ['You may leave at any time.', 'You may not leave at any time.', 'medium'],
    ['You may leave with a note.', 'You must leave with a note.', 'medium'],
    ["We don't keep your bones.", 'We keep your bones.', 'medium'],
    ['Der Hund darf bellen.', 'Der Hund darf nicht bellen.', 'medium'],
    ['We owe you the fees of 12 months.', 'We owe you the fees of 3 months.', 'medium'],
    ['A late fee of €5 is due.', 'A late fee of €50 is due.', 'medium'],
    ['We do not sell your data to cats.', 'We may sell your data to cats.', 'high'],
    ['We will not use it to train our models.', 'We will use it to train our models.', 'high'],
    ['We walk your dog each morning.', 'We walk your dog each evening.', 'low'],
    ['3. Bones are yours.', '4. Bones are yours, dog.', 'low'],
    ['See section 3 about bones.', 'See section 4 about all bones.', 'low'],
    ['In force since 1 March 2026, for all dogs.', 'In force since 1 May 2026, for most dogs.', 'low'],
  ])('%s, then %s: %s', (before, after, severity) => {
    expect(terms([before], [after])).toMatchObject({ kind: 'legal', severity });
  });
  test('both sides of the clause are said', () => {
    const telling = terms(['We do not sell your data to cats.'], ['We may sell your data to cats.']);
    expect(telling.headline).toBe('Terms of Service updated: "We may sell your"');
    expect(telling.summary).toBe('It said “We do not sell your” and now says “We may sell your”.');
    expect(telling.quotes[0]).toMatchObject({ before: 'We do not sell your data to cats.' });
  });
  test('a clause on sale that comes or leaves is high, whatever else is small', () => {
    expect(terms([], ['We may sell your data to cats.']).severity).toBe('high');
    expect(terms(['We never sell your data.'], []).severity).toBe('high');
  });
  test('a clause that came says nothing of a number that moved', () => {
    expect(terms([], ['A dog needs 3 bones.']).severity).toBe('low');
  });
  test('the clause that turned leads, whichever stands first', () => {
    const telling = terms(
      ['We walk in the morning, and sometimes in the evening.', 'You may leave.'],
      ['We walk in the evening, and sometimes in the night.', 'You may not leave.'],
    );
    expect(telling.headline).toBe('Terms of Service updated: "You may not leave."');
    expect(telling.quotes[0].after).toBe('You may not leave.');
  });
  test('words that only left are said to be gone', () => {
    const telling = terms(['You may leave, but not at night.'], ['You may leave, but at night.']);
    expect(telling.summary).toBe('No longer in the text: “leave, but not at night.”');
  });
  test('a rewritten clause is quoted as a whole', () => {
    const telling = terms(
      [
        'You may take one bone of any size that you find in the green box beside the door of our office in Bonn.',
      ],
      [
        'You must never take any bone, whatever its size or colour, out of a box that stands near a door in our town.',
      ],
    );
    expect(telling.severity).toBe('medium');
    expect(telling.summary).toMatch(/^The text now says: “You must never/u);
  });
});
