import { expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { questionOf } from '../../support/question-of.ts';

/** The word in front says that it is a price; the plan above says whose. */
test.each([
  'Price $? per user per month',
  'Price: $? per month',
  'Pay $? per month',
  'Monthly price: $?',
  'Cost $? / month',
  'Preis: $? pro Monat',
  'Prix : $? par mois',
  'Precio: $? al mes',
])('“%s” under two plans moves under its own', (shape) => {
  const cards = (pro: number): string[] => [
    '# Pricing',
    ...[
      ['Starter', 9],
      ['Pro', pro],
    ].flatMap(([name, price]) => [`## ${name}`, shape.replace('?', String(price)), `Maps for ${name}`]),
  ];
  const told = tellByRules(questionOf({ before: cards(29), after: cards(39) }));
  expect(told).toMatchObject({ kind: 'pricing.price', severity: 'critical' });
  expect(told.headline).toContain('Pro $29 -> $39');
  expect(told.numbers).toMatchObject([{ what: 'Pro', from: '$29', to: '$39', percent: 34 }]);
});

test('a word of price that goes is no plan that goes', () => {
  const cards = (price: string): string[] => ['# Pricing', '## Starter', '$9 per month', '## Pro', price];
  const told = tellByRules(
    questionOf({ before: cards('Price $39 per user per month'), after: cards('$59 per user per month') }),
  );
  expect(told.headline).not.toContain('removed');
  expect(told).toMatchObject({ kind: 'pricing.price', severity: 'critical' });
  expect(told.headline).toContain('$39 -> $59');
});
