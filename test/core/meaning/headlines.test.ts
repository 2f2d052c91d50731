import { namedFact } from '../../../src/core/messages/wording.ts';
import { describe, expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import type { PageKind } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

const CARDS = [
  'title: Plans and prices',
  '# Plans for every kennel',
  '## Free',
  '$0',
  '* 3 dogs',
  '## Pro',
  '$29 per month',
  '* 10 projects',
  '* Photo sharing',
  '## Business',
  '$99 per month',
  '* Audit trail',
];
const TABLE = [
  '# Plans',
  '| Plan | Free | Pro | Team',
  '| Price | $0 | $29 | $49',
  '| Seats | 1 | 5 | 20',
  '| SSO | – | ✓ | ✓',
];

const swap = (lines: readonly string[], a: string, b: string): string[] =>
  lines.map((line) => line.replaceAll(a, '\u0000').replaceAll(b, a).replaceAll('\u0000', b));
const put = (lines: readonly string[], from: string, to: string): string[] =>
  lines.map((line) => line.replace(from, to));
const cut = (lines: readonly string[], from: number, to: number): string[] =>
  lines.filter((_, at) => at < from || at > to);

interface Row {
  readonly is: string;
  readonly page?: PageKind;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly headline: string;
  readonly kind: string;
  readonly severity: string;
}

const PRICES: readonly Row[] = [
  {
    is: 'a price under a card title',
    before: CARDS,
    after: put(CARDS, '$29', '$39'),
    headline: 'Pro $29 -> $39 per month (+34%)',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'two prices that changed places',
    before: CARDS,
    after: swap(CARDS, '$29', '$99'),
    headline: 'Pro $29 -> $99 per month (+241%), and one more',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'two prices that changed places in a table',
    before: TABLE,
    after: put(TABLE, '$29 | $49', '$49 | $29'),
    headline: 'Pro $29 -> $49 (+69%), and one more',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'a price with its digits turned',
    before: ['# P', 'Solo $19 per month'],
    after: ['# P', 'Solo $91 per month'],
    headline: 'Solo $19 -> $91 per month (+379%)',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'a price that lost its point',
    before: ['# P', 'Solo $19.00 a month'],
    after: ['# P', 'Solo $1900 a month'],
    headline: 'Solo $19.00 -> $1900 per month (+9900%)',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'one cent',
    page: 'home',
    before: ['# Angebote', 'Wurzel X8 51,99 Euro / Monat'],
    after: ['# Angebote', 'Wurzel X8 51,98 Euro / Monat'],
    headline: 'Wurzel X8 51,99 Euro -> 51,98 Euro per month (-0.02%)',
    kind: 'pricing.price',
    severity: 'low',
  },
  {
    is: 'a rise of five percent',
    before: ['# P', '## Solo', '€20 a month'],
    after: ['# P', '## Solo', '€21 a month'],
    headline: 'Solo €20 -> €21 per month (+5%)',
    kind: 'pricing.price',
    severity: 'medium',
  },
  {
    is: 'a price in the prose of a question',
    page: 'other',
    before: ['# Help', '## What does it cost?', 'A seat costs $8 per month, whatever your size.'],
    after: ['# Help', '## What does it cost?', 'A seat costs $9 per month, whatever your size.'],
    headline: 'What does it cost? $8 -> $9 per month (+13%)',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'a grid of plain elements',
    before: ['# P', 'Solo', '$19', 'Duo', '$29', 'Trio', '$39'],
    after: ['# P', 'Solo', '$19', 'Duo', '$35', 'Trio', '$39'],
    headline: 'Duo $29 -> $35 (+21%)',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'a table without header cells',
    before: ['# P', '| Solo | $19 | 3 seats', '| Duo | $29 | 5 seats'],
    after: ['# P', '| Solo | $19 | 3 seats', '| Duo | $35 | 5 seats'],
    headline: 'Duo $29 -> $35 (+21%)',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'the unit in the next block',
    before: ['# P', '## Solo', '$19', 'per user and month'],
    after: ['# P', '## Solo', '$25', 'per user and month'],
    headline: 'Solo $19 -> $25 (+32%)',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'a yearly total in brackets',
    before: ['# P', '## Solo', '$19 per month', '($228 per year)'],
    after: ['# P', '## Solo', '$25 per month', '($300 per year)'],
    headline: 'Solo $19 -> $25 per month (+32%), and one more',
    kind: 'pricing.price',
    severity: 'critical',
  },
  {
    is: 'a new price with nothing to compare it with',
    page: 'other',
    before: ['# Hosting', 'Write to us.'],
    after: ['# Hosting', 'Write to us.', 'For the largest herds in the far north we ask €7500'],
    headline: 'new: Hosting €7500',
    kind: 'pricing.price',
    severity: 'medium',
  },
  {
    is: 'a price that left with nothing in its place',
    page: 'other',
    before: ['# Hosting', 'Write to us.', 'For the far north we ask another €75 per year'],
    after: ['# Hosting', 'Write to us.'],
    headline: 'gone: For the far north we ask another €75 per year',
    kind: 'pricing.price',
    severity: 'medium',
  },
  {
    is: 'a price that went behind sales',
    before: CARDS,
    after: put(CARDS, '$99 per month', 'Contact sales'),
    headline: 'Business price now "Contact sales", was $99',
    kind: 'pricing.plan',
    severity: 'high',
  },
  {
    is: 'the same price with "from" in front',
    before: ['# P', '## Solo', '$19 per month'],
    after: ['# P', '## Solo', 'from $19 per month'],
    headline: 'Solo price now "from $19 per month", was "$19 per month"',
    kind: 'pricing.price',
    severity: 'medium',
  },
];

const BASES: readonly Row[] = [
  {
    is: 'per month in place of per year',
    before: ['# P', '## Solo', '€199 yearly'],
    after: ['# P', '## Solo', '€17 a month'],
    headline: 'Solo now shown per month (€17), was €199 per year',
    kind: 'pricing.terms',
    severity: 'low',
  },
  {
    is: 'another currency all over the page: the visitor is taken for one of another country',
    before: ['# P', '## Solo', '$29 per month', 'Two dogs eat for $5 a day.'],
    after: ['# P', '## Solo', '€27 per month', 'Two dogs eat for €5 a day.'],
    headline: 'Solo now shows €27, was $29 (other currency), and one more',
    kind: 'pricing.terms',
    severity: 'low',
  },
  {
    is: 'another currency for the only price',
    before: ['# P', '## Solo', '$29 per month'],
    after: ['# P', '## Solo', '€27 per month'],
    headline: 'Solo $29 -> €27 per month (other currency)',
    kind: 'pricing.price',
    severity: 'high',
  },
  {
    is: 'another currency for one of two prices',
    before: ['# P', '## Solo', '$29 per month', '## Pack', '$90 per month'],
    after: ['# P', '## Solo', '€27 per month', '## Pack', '$90 per month'],
    headline: 'Solo $29 -> €27 per month (other currency)',
    kind: 'pricing.price',
    severity: 'high',
  },
  {
    is: 'tax taken out, and a label says so',
    before: ['# P', 'All prices incl. VAT', '## Solo', '€24 per month', '## Duo', '€48 per month'],
    after: ['# P', 'All prices excl. VAT', '## Solo', '€20 per month', '## Duo', '€40 per month'],
    headline: 'Solo now shows €20, was €24 (tax basis), and one more',
    kind: 'pricing.terms',
    severity: 'low',
  },
  {
    is: 'the default of a toggle',
    before: [
      '# P',
      '## Solo',
      '$20',
      '## Duo',
      '$80',
      'Billed monthly: $20 or $80. Billed yearly: $16 or $64.',
    ],
    after: [
      '# P',
      '## Solo',
      '$16',
      '## Duo',
      '$64',
      'Billed monthly: $20 or $80. Billed yearly: $16 or $64.',
    ],
    headline: 'Solo now shows $16, was $20 (both stand on the page)',
    kind: 'pricing.terms',
    severity: 'low',
  },
];

const PLANS: readonly Row[] = [
  {
    is: 'the free plan removed',
    before: CARDS,
    after: cut(CARDS, 2, 4),
    headline: 'Free plan removed',
    kind: 'pricing.plan',
    severity: 'critical',
  },
  {
    is: 'the free column removed',
    before: TABLE,
    after: ['# Plans', '| Plan | Pro | Team', '| Price | $29 | $49', '| Seats | 5 | 20', '| SSO | ✓ | ✓'],
    headline: 'Free plan removed',
    kind: 'pricing.plan',
    severity: 'critical',
  },
  {
    is: 'a plan put on top of the list',
    before: CARDS,
    after: [...CARDS.slice(0, 2), '## Starter', '$9 per month', '* 5 projects', ...CARDS.slice(2)],
    headline: 'Starter plan added ($9 per month)',
    kind: 'pricing.plan',
    severity: 'high',
  },
  {
    is: 'a plan as one line',
    before: ['# P', 'Solo $19 per month', 'Duo $29 per month'],
    after: ['# P', 'Solo $19 per month', 'Duo $29 per month', 'Trio $39 per month'],
    headline: 'Trio plan added ($39 per month)',
    kind: 'pricing.plan',
    severity: 'high',
  },
  {
    is: 'a plan under another name',
    before: CARDS,
    after: put(CARDS, '## Business', '## Scale'),
    headline: 'Business plan is now Scale',
    kind: 'pricing.plan',
    severity: 'medium',
  },
  {
    is: 'a limit cut',
    before: CARDS,
    after: put(CARDS, '10 projects', '6 projects'),
    headline: '10 projects -> 6 projects in Pro',
    kind: 'pricing.limit',
    severity: 'critical',
  },
  {
    is: 'a plan that loses "unlimited"',
    before: ['# P', '## Free', '$0', '* Unlimited projects'],
    after: ['# P', '## Free', '$0', '* 10 projects'],
    headline: 'Unlimited projects -> 10 projects in Free',
    kind: 'pricing.limit',
    severity: 'critical',
  },
  {
    is: 'a bare cell of a table',
    before: TABLE,
    after: put(TABLE, '| Seats | 1 | 5 |', '| Seats | 1 | 3 |'),
    headline: 'Seats 5 -> 3 in Pro',
    kind: 'pricing.limit',
    severity: 'critical',
  },
  {
    is: 'a mark that left a plan',
    before: TABLE,
    after: put(TABLE, '| SSO | – | ✓ |', '| SSO | – | – |'),
    headline: 'SSO no longer included in Pro',
    kind: 'pricing.gate',
    severity: 'high',
  },
  {
    is: 'a feature that moved between plans',
    before: CARDS,
    after: [...CARDS.filter((line) => line !== '* Photo sharing'), '* Photo sharing'],
    headline: 'Photo sharing moves from Pro to Business',
    kind: 'pricing.gate',
    severity: 'high',
  },
  {
    is: '"included" that became "not included"',
    before: ['# P', '## Pro', '$9', 'Backups included'],
    after: ['# P', '## Pro', '$9', 'Backups not included'],
    headline: '"Backups not included"',
    kind: 'pricing.gate',
    severity: 'high',
  },
];

const TERMS: readonly Row[] = [
  {
    is: 'a shorter trial',
    before: ['# P', 'Start your 30-day free trial'],
    after: ['# P', 'Start your 14-day free trial'],
    headline: 'trial 30-day -> 14-day',
    kind: 'pricing.terms',
    severity: 'medium',
  },
  {
    is: 'a trial with its digits turned',
    before: ['# P', 'Free trial: 14 days'],
    after: ['# P', 'Free trial: 41 days'],
    headline: 'trial 14 days -> 41 days',
    kind: 'pricing.terms',
    severity: 'medium',
  },
  {
    is: 'a new trial',
    before: ['# P', 'Plans for all'],
    after: ['# P', 'Plans for all', '14-day free trial in every plan'],
    headline: '14-day free trial added',
    kind: 'pricing.terms',
    severity: 'high',
  },
  {
    is: 'a trial that is gone',
    before: ['# P', 'Plans for all', 'Start a free trial'],
    after: ['# P', 'Plans for all'],
    headline: 'free trial gone',
    kind: 'pricing.terms',
    severity: 'high',
  },
  {
    is: 'a refund in German',
    before: ['# Preise', 'Für alle'],
    after: ['# Preise', 'Für alle', 'Geld-zurück-Garantie: 30 Tage'],
    headline: '30 Tage Geld-zurück-Garantie added',
    kind: 'pricing.terms',
    severity: 'high',
  },
  {
    is: 'an annual discount',
    before: ['# P', '## Solo', '$19'],
    after: ['# P', 'Save 20% with yearly billing', '## Solo', '$19'],
    headline: 'Save 20% with yearly billing',
    kind: 'pricing.terms',
    severity: 'low',
  },
];

const OFFERS: readonly Row[] = [
  {
    is: 'a banner with code and end',
    page: 'home',
    before: ['# Kennels online'],
    after: [
      'header> Black Friday: 50% off annual plans with code FRIDAY50 until 30 November',
      '# Kennels online',
    ],
    headline: 'Black Friday, 50% off (FRIDAY50), until 30 November',
    kind: 'promotion',
    severity: 'high',
  },
  {
    is: 'an offer that ended',
    page: 'home',
    before: ['header> Spring sale: 20% off', '# Kennels online'],
    after: ['# Kennels online'],
    headline: '"Spring sale: 20% off" ended',
    kind: 'promotion',
    severity: 'low',
  },
  {
    is: 'an offer on a legal page',
    page: 'legal',
    before: ['# Terms of Service', 'You may use it.'],
    after: ['Black Friday: 40% off with code DOG40', '# Terms of Service', 'You may use it.'],
    headline: 'Black Friday: 40% off with code DOG40',
    kind: 'promotion',
    severity: 'high',
  },
  {
    is: 'a discount raised inside a sentence',
    page: 'home',
    before: ['# K', 'This week you save 20% on every kennel that you order from us'],
    after: ['# K', 'This week you save 35% on every kennel that you order from us'],
    headline: '35% off',
    kind: 'promotion',
    severity: 'high',
  },
  {
    is: 'a discount that reaches teachers',
    page: 'other',
    before: ['# P', 'We offer a 50% discount for students.'],
    after: ['# P', 'We offer a 50% discount for students and teachers.'],
    headline: 'We offer a 50% discount for students and teachers.',
    kind: 'promotion',
    severity: 'low',
  },
];

const WORDS: readonly Row[] = [
  {
    is: 'a headline',
    page: 'home',
    before: ['# Kennels for everyone', 'x'],
    after: ['# Dogs sleep better here', 'x'],
    headline: 'headline now "Dogs sleep better here"',
    kind: 'positioning.message',
    severity: 'high',
  },
  {
    is: 'a rename in the title alone',
    page: 'home',
    before: ['title: Acme Chat, for teams', '# A'],
    after: ['title: Acme Studio, for teams', '# A'],
    headline: 'Chat is now Studio',
    kind: 'positioning.message',
    severity: 'high',
  },
  {
    is: 'a product in the menu',
    page: 'home',
    before: ['nav> [Beds](/beds)', '# A'],
    after: ['nav> [Beds](/beds)', 'nav> [Leashes](/leashes)', '# A'],
    headline: 'Leashes added to the menu',
    kind: 'feature.launch',
    severity: 'medium',
  },
  {
    is: 'a menu entry under another name',
    page: 'home',
    before: ['nav> [Engage](/talk)', '# A'],
    after: ['nav> [Kindred](/talk)', '# A'],
    headline: 'Engage is now called Kindred',
    kind: 'positioning.message',
    severity: 'low',
  },
  {
    is: 'an entry that left alone',
    page: 'home',
    before: ['nav> [Beds](/beds)', 'nav> [Bowls](/bowls)', '# A'],
    after: ['nav> [Beds](/beds)', '# A'],
    headline: 'Bowls dropped from the menu',
    kind: 'deprecation',
    severity: 'low',
  },
  {
    is: 'a plan named only in the footer',
    page: 'home',
    before: ['# A', 'footer> [Contact](/c)'],
    after: ['# A', 'footer> [Contact](/c)', 'footer> [Kennel Max](/max)'],
    headline: 'Kennel Max added to the footer',
    kind: 'feature.launch',
    severity: 'medium',
  },
  {
    is: 'an audience in the menu',
    page: 'home',
    before: ['nav> [Beds](/beds)', '# A'],
    after: ['nav> [Beds](/beds)', 'nav> [Startups](/startups)', '# A'],
    headline: 'Startups added to the menu',
    kind: 'positioning.message',
    severity: 'low',
  },
  {
    is: 'an end with a date',
    page: 'docs',
    before: ['# API', 'Version 1 answers.'],
    after: ['# API', 'Version 1 answers.', 'Version 1 will stop answering on 30 June 2027.'],
    headline: '"Version 1 will stop answering on 30 June 2027." added to API',
    kind: 'deprecation',
    severity: 'high',
  },
  {
    is: 'an entry under integrations',
    page: 'home',
    before: ['# A', '## Integrations', '* Barkboard'],
    after: ['# A', '## Integrations', '* Barkboard', '* Wooflow'],
    headline: 'Wooflow added to Integrations',
    kind: 'integration',
    severity: 'low',
  },
  {
    is: 'a version on a changelog',
    page: 'changelog',
    before: ['# Changelog', '## v2.4.9'],
    after: ['# Changelog', '## v2.5.0', '## v2.4.9'],
    headline: 'v2.5.0 released',
    kind: 'feature.launch',
    severity: 'medium',
  },
  {
    is: 'the company was bought',
    page: 'home',
    before: ['# A', 'Hello'],
    after: ['# A', 'Hello', 'Acme has been acquired by Brightbone.'],
    headline: '"Acme has been acquired by Brightbone." added to A',
    kind: 'company.corporate',
    severity: 'critical',
  },
  {
    is: 'money raised',
    page: 'blog',
    before: ['# News', 'Hello'],
    after: ['# News', 'Hello', 'We raised $50M to build kennels.'],
    headline: '"We raised $50M to build kennels." added to News',
    kind: 'company.corporate',
    severity: 'critical',
  },
  {
    is: 'a new chief executive',
    page: 'home',
    before: ['# A', 'Hello'],
    after: ['# A', 'Hello', 'Ines Falk joins as chief executive.'],
    headline: '"Ines Falk joins as chief executive." added to A',
    kind: 'company.leadership',
    severity: 'high',
  },
  {
    is: 'a security incident',
    page: 'other',
    before: ['# Status', 'All well'],
    after: ['# Status', 'All well', 'A data breach touched two kennels.'],
    headline: '"A data breach touched two kennels." added to Status',
    kind: 'security',
    severity: 'high',
  },
  {
    is: 'a certificate',
    page: 'other',
    before: ['# Trust', 'All well'],
    after: ['# Trust', 'All well', 'We hold ISO 27001.'],
    headline: 'We hold ISO 27001. added to Trust',
    kind: 'security',
    severity: 'medium',
  },
  {
    is: 'sign-ups that closed',
    page: 'home',
    before: ['# A', 'Hello'],
    after: ['# A', 'Hello', 'New sign-ups are closed until spring.'],
    headline: '"New sign-ups are closed until spring." added to A',
    kind: 'availability',
    severity: 'high',
  },
  {
    is: 'a role that opened',
    page: 'careers',
    before: ['# Work here', '* Dog walker'],
    after: ['# Work here', '* Dog walker', '* Vet, Bonn'],
    headline: 'Vet, Bonn added to Work here',
    kind: 'hiring',
    severity: 'low',
  },
  {
    is: 'a post on the blog',
    page: 'blog',
    before: ['# Journal', '## On naps'],
    after: ['# Journal', '## On bones', '## On naps'],
    headline: 'On bones added to Journal',
    kind: 'content',
    severity: 'low',
  },
  {
    is: 'a comparison',
    page: 'home',
    before: ['# A', 'Hello'],
    after: ['# A', 'Hello', 'The best alternative to Kennelly'],
    headline: 'The best alternative to Kennelly added to A',
    kind: 'positioning.comparison',
    severity: 'medium',
  },
];

const LAW: readonly Row[] = [
  {
    is: 'one sentence of the terms',
    page: 'legal',
    before: ['# Terms of Service', 'You may use it.'],
    after: ['# Terms of Service', 'You may use it.', 'We keep data in Ireland.'],
    headline: 'Terms of Service updated',
    kind: 'legal',
    severity: 'low',
  },
  {
    is: 'an effective date alone',
    page: 'legal',
    before: ['# Terms of Service', 'Effective 23 June 2026', 'You may use it.'],
    after: ['# Terms of Service', 'Effective 26 June 2026', 'You may use it.'],
    headline: 'Terms of Service updated, effective 26 June 2026',
    kind: 'legal',
    severity: 'low',
  },
  {
    is: 'training on data',
    page: 'legal',
    before: ['# Terms of Service', 'You may use it.'],
    after: ['# Terms of Service', 'You may use it.', 'We use your photos to train our models.'],
    headline: 'Terms of Service updated',
    kind: 'legal',
    severity: 'high',
  },
  {
    is: 'a document in a menu',
    page: 'home',
    before: ['nav> [Beds](/beds)', '# A'],
    after: ['nav> [Beds](/beds)', 'nav> [Public API Terms](/terms/api)', '# A'],
    headline: 'Public API Terms added',
    kind: 'legal',
    severity: 'medium',
  },
  {
    is: 'a price inside a legal text',
    page: 'legal',
    before: ['# Terms of Service', 'A late fee of €5 is due.'],
    after: ['# Terms of Service', 'A late fee of €9 is due.'],
    headline: 'Terms of Service updated: "fee of €9 is due."',
    kind: 'legal',
    severity: 'medium',
  },
];

describe.each([
  ['prices', PRICES],
  ['bases', BASES],
  ['plans', PLANS],
  ['terms of price', TERMS],
  ['offers', OFFERS],
  ['words', WORDS],
  ['law', LAW],
])('headlines by rules: %s', (_name, rows) => {
  test.each(rows)('$is', ({ page = 'pricing', before, after, headline, kind, severity }) => {
    const telling = tellByRules(questionOf({ before, after, kind: page }));
    expect({ headline: telling.headline, kind: telling.kind, severity: telling.severity }).toEqual({
      headline,
      kind,
      severity,
    });
    expect(telling.writtenBy).toBe('rules');
    expect(telling.severityReasons.at(-1)).toContain(`: ${severity}`);
  });
});

test('a reversal says what it is back to, an alternation that it keeps alternating', () => {
  const asked = { before: put(CARDS, '$29', '$39'), after: CARDS };
  const back = tellByRules(questionOf({ ...asked, returns: 'reversal' }));
  expect(back.headline).toBe('Pro is back to $29 per month, was $39');
  expect(back.summary).toBe('Pro is back to $29 per month; it was $39.');
  const again = tellByRules(questionOf({ ...asked, returns: 'alternation' }));
  expect(again.headline).toBe('Pro keeps alternating between $39 and $29 per month');
});

test('a free plan that comes back is as loud as its end was', () => {
  const telling = tellByRules(questionOf({ before: cut(CARDS, 2, 4), after: CARDS, returns: 'reversal' }));
  expect(telling).toMatchObject({ headline: 'Free plan is back ($0)', severity: 'critical' });
});

test('words that alternate are told in one line with both', () => {
  const telling = tellByRules(
    questionOf({
      before: ['# A', 'Beds for dogs'],
      after: ['# A', 'Beds for cats'],
      kind: 'home',
      returns: 'alternation',
    }),
  );
  expect(telling.headline).toBe('keeps alternating between "Beds for dogs" and "Beds for cats"');
});

test('numbers, quotes and tags go with the words', () => {
  const telling = tellByRules(
    questionOf({ before: CARDS, after: put(put(CARDS, '$29', '$39'), '10 projects', '6 projects') }),
  );
  expect(telling.numbers).toEqual([
    { what: 'Pro', from: '$29', to: '$39', unit: null, period: 'month', percent: 34 },
    { what: 'Pro', from: '10 projects', to: '6 projects', unit: 'projects', period: null, percent: -40 },
  ]);
  expect(telling.quotes.map(({ before, after }) => [before, after])).toEqual([
    ['$29 per month', '$39 per month'],
    ['10 projects', '6 projects'],
  ]);
  expect(telling.tags).toEqual(['pricing.limit']);
  expect(telling.severity).toBe('critical');
});

test('the subject fits 70 characters whatever the page and the competitor are called', () => {
  const long = 'Extraordinarily Thorough Kennel Management Professional Edition';
  const lines = ['# P', `## ${long}`, '$29 per month'];
  const telling = tellByRules(
    questionOf({
      before: lines,
      after: put(lines, '$29', '$39'),
      competitor: 'The Very Long Kennel Company of Northern Europe',
    }),
  );
  const subject = namedFact(telling.headline, 'The Very Long Kennel Company of Northern Europe');
  expect(subject.length).toBeLessThanOrEqual(70);
  expect(subject).toMatch(/^The Very Long Kennel.*: .*\$29 -> \$39/u);
});

test('a new heading of a changelog is a release, also when it is a bare number', () => {
  const before = ['# Changelog', '## 2.3', 'Faster exports for large barns'];
  const after = ['# Changelog', '## 2.4', 'Answers can be signed by two people', ...before.slice(1)];
  expect(tellByRules(questionOf({ before, after, kind: 'changelog' })).headline).toMatch(/^2\.4 released/);
});

test('a merged edit, whose older text stands on neither page, is told by its own words', () => {
  const question = questionOf({
    before: ['nav> [Naps](/naps)', '# P', '## Pro', '$29 per month'],
    after: ['nav> [Sleep](/sleep)', '# P', '## Pro', '$39 per month'],
  });
  const [price, entry] = question.differences.toReversed();
  if (!price || !entry) throw new Error('two differences are expected');
  const merged = {
    ...question,
    differences: [
      { ...price, before: '$25 per month' },
      { ...entry, kind: 'edited', before: 'Rest', after: 'Sleep' },
    ],
  } as const;
  const telling = tellByRules(merged);
  expect(telling.quotes.map(({ before, after }) => [before, after])).toContainEqual([
    '$25 per month',
    '$39 per month',
  ]);
  expect(telling.headline).not.toContain('$29');
});

test('a label that only the newer page has, or that stands twice, names no older value', () => {
  const lines = (label: string, price: string): string[] => ['# P', label, price, 'Words', label, '$70'];
  expect(
    tellByRules(questionOf({ before: lines('Solo', '$5'), after: lines('Sole', '$6') })).numbers,
  ).not.toContainEqual(expect.objectContaining({ what: 'Sole', from: '$5' }));
});
