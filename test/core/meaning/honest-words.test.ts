import { describe, expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import type { PageKind, Question, Telling } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

/** The telling of one text of a card that became another. */
function edited(before: string, after: string, kind: PageKind = 'pricing'): Telling {
  const page = (text: string): string[] => [
    '# Kennels',
    'A bed for each dog.',
    '## Business',
    text,
    'Ask us.',
  ];
  return tellByRules(questionOf({ before: page(before), after: page(after), kind }));
}

describe('a number in front of a text is no numbering', () => {
  test.each<[string, string, string]>([
    ['10 Hütten', '20 Hütten', '10 Hütten is now 20 Hütten'],
    ['14 Näpfe gefüllt', '41 Näpfe gefüllt', '14 Näpfe gefüllt is now 41 Näpfe gefüllt'],
    ['990 RUB', '1190 RUB', 'Business 990 RUB -> 1190 RUB (+20%)'],
    ['10 projetos', '20 projetos', '10 projetos -> 20 projetos in Business'],
  ])('%s, then %s', (before, after, headline) => {
    expect(edited(before, after).headline).toBe(headline);
  });
  test('a clause under another number is told by its words, and low', () => {
    expect(edited('3. Bones for all', '4. Bones for all')).toMatchObject({
      headline: '3. Bones for all is now 4. Bones for all',
      severity: 'low',
    });
  });
});

describe("a headline keeps the currency's sign as the page writes it", () => {
  test.each<[string, string, string]>([
    ['R$ 99 por mês', 'R$ 109 por mês', 'Business R$ 99 -> R$ 109 per month (+10%)'],
    ['A$49 per month', 'A$59 per month', 'Business A$49 -> A$59 per month (+20%)'],
    ['49 kr per month', '59 kr per month', 'Business 49 kr -> 59 kr per month (+20%)'],
    ['9,900원', '12,900원', 'Business 9,900원 -> 12,900원 (+30%)'],
    ['$10k per year', '$12k per year', 'Business $10k -> $12k per year (+20%)'],
  ])('%s, then %s', (before, after, headline) => {
    const telling = edited(before, after);
    expect(telling.headline).toBe(headline);
    expect(telling.numbers).toMatchObject([
      { from: expect.stringMatching(/\D/u), to: expect.stringMatching(/\D/u) },
    ]);
  });
});

describe('what took the place of a text is told with it', () => {
  const card = (...items: string[]): string[] => [
    '# Kennels',
    '## Pack',
    '$90 per month',
    ...items.map((item) => `* ${item}`),
    '## Lone dog',
    'Ask us.',
  ];
  const told = (before: string[], after: string[], kind: PageKind = 'pricing'): Telling =>
    tellByRules(questionOf({ before, after, kind }));

  test('in a list of a card', () => {
    const telling = told(card('Beds', 'Own keeper', 'Bones'), card('Beds', 'Weekly grooming', 'Bones'));
    expect(telling.headline).toBe('Own keeper is now Weekly grooming');
    expect(telling.summary).toBe('It said “Own keeper” and now says “Weekly grooming”.');
    expect(
      telling.quotes
        .flatMap(({ before, after }) => [before, after])
        .filter(Boolean)
        .sort(),
    ).toEqual(['Own keeper', 'Weekly grooming']);
  });
  test.each([
    ['Coming soon', 'Available now'],
    ['Keepers 24/7', 'Keepers 9 to 5'],
  ])('in a text of its own: %s, then %s', (before, after) => {
    expect(edited(before, after).headline).toBe(`${before} is now ${after}`);
  });
  test('not where two left and one came: nobody can say which it took the place of', () => {
    const telling = told(
      card('Beds', 'Own keeper', 'Night watch', 'Bones'),
      card('Beds', 'Weekly grooming', 'Bones'),
    );
    expect(telling.headline).not.toContain('is now');
  });
  test('not between two entries of a list of news', () => {
    const telling = told(
      ['# News', '* Beds for all dogs', '* Old tale'],
      ['# News', '* Grooming by robots', '* Old tale'],
      'blog',
    );
    expect(telling.headline).not.toContain('is now');
  });
});

describe('a price where words stood, or words where a price stood: each with its side', () => {
  test.each<[string, string, string, string]>([
    ['$49 per month', 'Free', 'Business now Free, was $49 per month', 'critical'],
    ['Free', '$5 per month', 'Business now $5 per month, was Free', 'critical'],
    ['Custom', '$499 per month', 'Business now $499 per month, was Custom', 'high'],
    ['$49 per month', '$NaN per month', 'Business now $NaN per month, was $49 per month', 'medium'],
    ['49 kr', 'On a lead', 'Business now On a lead, was 49 kr', 'medium'],
  ])('%s, then %s', (...[before, after, headline, severity]) => {
    const telling = edited(before, after);
    expect(telling).toMatchObject({ headline, severity, kind: 'pricing.price' });
    expect(telling.summary).toBe(`Business said “${before}” and now says “${after}”.`);
  });
  test('all of a page are one piece of news, with all their numbers', () => {
    const page = (a: string, b: string): string[] => ['# P', '## Solo', a, '## Pack', b];
    const telling = tellByRules(questionOf({ before: page('$9', '$90'), after: page('Ask Rex', 'Free') }));
    expect(telling.headline).toBe('Pack now Free, was $90, and one more');
    expect(telling.numbers).toMatchObject([
      { what: 'Pack', from: '$90', to: null },
      { what: 'Solo', from: '$9', to: null },
    ]);
  });
  test.each<[Question['returns'], string]>([
    ['reversal', 'Business is back to Free, was $49'],
    ['alternation', 'Business keeps alternating between $49 and Free'],
  ])('in a %s', (returns, headline) => {
    const page = (text: string): string[] => ['# Kennels', '## Business', text];
    expect(tellByRules(questionOf({ before: page('$49'), after: page('Free'), returns })).headline).toBe(
      headline,
    );
  });
  test('a heading that only one of them stood under names neither', () => {
    const telling = tellByRules(
      questionOf({
        before: ['# Kennels', '## Old', '$49 a month', '## More', 'Ask.'],
        after: ['# Kennels', '## New', 'Free', '## More', 'Ask.'],
      }),
    );
    expect(telling.headline).not.toMatch(/^(?:Old|New) now/u);
  });
  test('a text with a price of its own names no other', () => {
    const before = [
      '# Dogs',
      '## Herd',
      '* Was $99, now $49 per month',
      '* $49 per month',
      '## Solo',
      '* 10 Hütten',
    ];
    const after = ['# Dogs', '## Herd', '* Was $99, now $49 per month', '* 5 seats', '* R$ 99 por mês'];
    const { headline } = tellByRules(questionOf({ before, after }));
    expect(headline).toMatch(/^price now 5 seats, was \$49 per month/u);
  });
  test('a text that still stands elsewhere is not gone from the page', () => {
    const cards = (pack: string): string[] => [
      '# P',
      '## Solo',
      'Now only $9 a month',
      '## Pack',
      pack,
      'Ask us.',
    ];
    const long = 'Write a letter to the keeper of all the dogs in town';
    const telling = tellByRules(questionOf({ before: cards('Now only $9 a month'), after: cards(long) }));
    expect(`${telling.headline} ${telling.summary}`).not.toMatch(/The page no longer says|gone: Now only/u);
  });
});

describe('what stands in front of a number is a name only if it is one', () => {
  test.each<[string, string, string]>([
    ['Was $99, now $49 per month', 'Was $99, now $59 per month', 'Business $49 -> $59 per month (+20%)'],
    ['Was $99 $49 per month', 'Was $99 $59 per month', 'Business $49 -> $59 per month (+20%)'],
    ['$49/mo (min. 5 seats)', '$49/mo (min. 3 seats)', '5 seats -> 3 seats in Business'],
    ['Team (at least 5 seats)', 'Team (at least 3 seats)', '5 seats -> 3 seats in Team'],
  ])('%s, then %s', (before, after, headline) => {
    expect(edited(before, after).headline).toBe(headline);
  });
});

describe('terms and limits that are money', () => {
  test.each<[string, string, string, string]>([
    ['2 months free', '1 month free', 'free time 2 months -> 1 month', 'pricing.terms'],
    [
      '2.9% + 30¢ per transaction',
      '3.2% + 30¢ per transaction',
      'Business fee 2.9% -> 3.2%',
      'pricing.price',
    ],
    ['1 GB', '1 TB', '1 GB -> 1 TB in Business', 'pricing.limit'],
    ['1 GiB', '512 MiB', '1 GiB -> 512 MiB in Business', 'pricing.limit'],
  ])('%s, then %s', (...[before, after, headline, kind]) => {
    expect(edited(before, after)).toMatchObject({ headline, kind });
  });
  test.each<[Question['returns'], string]>([
    ['reversal', 'Business fee is back to 3%, was 2.9%'],
    ['alternation', 'Business fee keeps alternating between 2.9% and 3%'],
  ])('a fee in a %s', (returns, headline) => {
    const page = (text: string): string[] => ['# Kennels', '## Business', text];
    const telling = tellByRules(
      questionOf({ before: page('2.9% per transaction'), after: page('3% per transaction'), returns }),
    );
    expect(telling.headline).toBe(headline);
  });
});

describe('a copy is neither new nor gone', () => {
  const page = (...texts: string[]): string[] => [
    '# Kennels',
    '## Pack',
    ...texts.map((text) => `* ${text}`),
    '## Solo',
    'Ask.',
  ];
  const told = (before: string[], after: string[]): string => {
    const { headline, summary } = tellByRules(questionOf({ before: page(...before), after: page(...after) }));
    return `${headline} | ${summary}`;
  };
  test.each<[string, string[], string[], string]>([
    [
      'a text less',
      ['Night watch', 'Night watch', 'Bowls'],
      ['Night watch', 'Bowls'],
      'Night watch shown once less in Pack | “Night watch” is shown once less in Pack.',
    ],
    [
      'a text more',
      ['Night watch', 'Bowls'],
      ['Night watch', 'Bowls', 'Night watch'],
      'Night watch shown once more in Pack | “Night watch” is shown once more in Pack.',
    ],
    [
      'a price less',
      ['$9 a night', 'Bowls', '$9 a night'],
      ['$9 a night', 'Bowls'],
      'Pack $9 shown once less | “$9 a night” is shown once less.',
    ],
  ])('%s', (...[, before, after, line]) => {
    expect(told(before, after)).toBe(line);
  });
  test('a price that stands under a heading of its own is new in one place, also where that place cannot be named', () => {
    const before = ['# Rates', '## Pack', '$9 a night', '## see kennel.example', 'Bowls'];
    const { summary } = tellByRules(questionOf({ before, after: [...before, '$9 a night'] }));
    expect(summary).toBe('One place of the page now says: “$9 a night”.');
  });
  test('an offer that loses a copy has not ended', () => {
    const offer = '30% off with code BONE30';
    expect(told([offer, 'Bowls', offer], [offer, 'Bowls'])).not.toMatch(/ended|no longer/u);
  });
  test('an offer that an edit took away has ended, and the new text is not called an offer', () => {
    expect(told(['Save 20% on all bowls'], ['See all of our bowls'])).toMatch(
      /Save 20% on all bowls" ended \| The page no longer offers/u,
    );
  });
});
