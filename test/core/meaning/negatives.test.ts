import { describe, expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import type { PageKind } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

interface Row {
  readonly is: string;
  readonly page: PageKind;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const told = ({ page, before, after }: Row) => tellByRules(questionOf({ before, after, kind: page }));

/** Each of these reads like a price that moved if values pair by place or likeness. */
const NO_PAIR: readonly Row[] = [
  {
    is: 'a new card on top of a deal list',
    page: 'home',
    before: ['# Deals', '## Root S', '€9.90 / month', 'details', '## Root M', '€19.90 / month', 'details'],
    after: ['# Deals', '## Web XS', '€0.99 / month', 'details', '## Root S', '€9.90 / month', 'details'],
  },
  {
    is: 'cards under one repeated title',
    page: 'home',
    before: ['# Deals', '## Details', 'Barn €9.90', '## Details', 'Shed €4.90'],
    after: ['# Deals', '## Details', 'Hutch €0.99', '## Details', 'Shed €4.90'],
  },
  {
    is: 'a table whose plans became sizes',
    page: 'pricing',
    before: ['# P', '| Plan | Basic | Medium', '| Price | $9 | $19'],
    after: ['# P', '| Plan | 10k | 40k', '| Price | $29 | $59'],
  },
  {
    is: 'two products whose names differ by a number',
    page: 'home',
    before: ['# Deals', 'RS 1000 G11', '8,83 € / month'],
    after: ['# Deals', 'RS 2000 G12', '16,50 € / month'],
  },
  {
    is: 'two products in one line each',
    page: 'home',
    before: ['# Deals', 'RS 1000 G11 8,83 Euro / Monat'],
    after: ['# Deals', 'RS 2000 G12 16,50 Euro / Monat'],
  },
  {
    is: 'a crossed-out price beside a new one',
    page: 'home',
    before: ['# D', '## Web XS', 'Soon'],
    after: ['# D', '## Web XS', 'statt 1,99 € / Monat', '0,99 € / Monat'],
  },
  {
    is: 'a button that moved to another price',
    page: 'pricing',
    before: ['# P', 'Buy now', '$19', 'Solo', '$29'],
    after: ['# P', 'Solo', '$29', 'Buy now', '$49'],
  },
];

describe('no move is told where two values share no label', () => {
  test.each(NO_PAIR)('$is', (row) => {
    const { headline, summary, numbers } = told(row);
    expect(headline).not.toContain('->');
    expect(`${headline} ${summary}`).not.toMatch(/[+-]\d+(?:\.\d+)?%/u);
    expect(numbers.filter((number) => number.from !== null && number.to !== null)).toEqual([]);
  });
});

test('half a page without its prices never says that a plan was removed', () => {
  const filler = Array.from(
    { length: 20 },
    (_, at) => `Sentence ${at} about kennels and the dogs that live in them.`,
  );
  const row: Row = {
    is: '',
    page: 'pricing',
    before: ['# P', '## Free', '$0', '## Pro', '$29', ...filler],
    after: ['# P'],
  };
  expect(told(row).headline).not.toContain('removed');
});

test('equal values written in another way are no move', () => {
  const { headline, numbers } = told({
    is: '',
    page: 'pricing',
    before: ['# P', '## Pro', '$49 per month for all'],
    after: ['# P', '## Pro', '$49.00 per month for everyone'],
  });
  expect(headline).not.toContain('->');
  expect(numbers).toEqual([]);
});

test('renumbered clauses are not told as new text: the new clause is', () => {
  const clause = (at: number, name: string): string => `## ${at}. ${name}`;
  const row: Row = {
    is: '',
    page: 'legal',
    before: ['# Terms of Service', clause(1, 'Use'), 'a', clause(2, 'Fees'), 'b', clause(3, 'Law'), 'c'],
    after: [
      '# Terms of Service',
      clause(1, 'Use'),
      'a',
      clause(2, 'Dogs'),
      'Dogs may enter.',
      clause(3, 'Fees'),
      'b',
      clause(4, 'Law'),
      'c',
    ],
  };
  const telling = told(row);
  expect(telling.summary).toContain('Dogs may enter.');
  expect(telling.quotes.map((quote) => quote.after)).toEqual(['Dogs may enter.', '2. Dogs']);
  expect(telling.severity).toBe('low');
});

test('nothing but other numbers before clauses is told as that, and low', () => {
  const telling = told({
    is: '',
    page: 'legal',
    before: ['# Terms of Service', '## 4. Fees for all', 'b'],
    after: ['# Terms of Service', '## 5. Fees for all', 'b'],
  });
  expect(telling).toMatchObject({
    headline: 'Terms of Service renumbered',
    severity: 'low',
    numbers: [],
  });
});

const QUIET: readonly (Row & { readonly kind: string })[] = [
  {
    is: 'a copyright line with the company',
    page: 'home',
    before: ['# A', 'footer> © 2026 Acme Ltd'],
    after: ['# A', 'footer> © 2026 Acme Kennels GmbH'],
    kind: 'legal',
  },
  {
    is: 'a telephone number',
    page: 'home',
    before: ['# A', '+49 (0) 40 637 90'],
    after: ['# A', '+49 (0) 30 486 25'],
    kind: 'content',
  },
  {
    is: 'a blog link in the footer',
    page: 'home',
    before: ['# A', 'footer> [Contact](/c)'],
    after: ['# A', 'footer> [Contact](/c)', 'footer> [Blog](/b)'],
    kind: 'content',
  },
  {
    is: 'a link that leads elsewhere',
    page: 'home',
    before: ['# A', '[Guide](/a)'],
    after: ['# A', '[Guide](/b)'],
    kind: 'content',
  },
  {
    is: 'a guide in a menu of documentation',
    page: 'docs',
    before: ['# Docs', '* Feeding'],
    after: ['# Docs', '* Feeding', '* Grooming'],
    kind: 'docs',
  },
];

test.each(QUIET)('$is is low', (row) => {
  const { kind, severity } = told(row);
  expect({ kind, severity }).toEqual({ kind: row.kind, severity: 'low' });
});

const MISLEADING: readonly (Row & { readonly not: string })[] = [
  {
    is: 'a founder who praises is no leader who joins',
    page: 'home',
    before: ['# A', 'Hello'],
    after: [
      '# A',
      'Hello',
      '“Our dogs have never slept so well in any kennel.” Jo Fink, CEO and founder of Barkery',
    ],
    not: 'company',
  },
  {
    is: 'the end of an obsolete thing is not loud',
    page: 'home',
    before: ['# A', 'Download 1.0 (obsolete)', 'Beds'],
    after: ['# A', 'Beds', 'Bowls for cats'],
    not: 'deprecation',
  },
  {
    is: 'the competitor is called like a word of a topic',
    page: 'home',
    before: ['# A', 'Hello'],
    after: ['# A', 'Hello', 'Windows for dogs in every size'],
    not: 'availability',
  },
  {
    is: 'a capital of a company is no price',
    page: 'legal',
    before: ['# Imprint', 'Share capital 25,000 €'],
    after: ['# Imprint', 'Share capital 50,000 €'],
    not: 'pricing',
  },
  {
    is: 'words of law in a consent text are of the page they stand on',
    page: 'home',
    before: ['# Beds', 'Soft.'],
    after: ['# Beds', 'Soft and warm.'],
    not: 'legal',
  },
];

test.each(MISLEADING)('$is', (row) => {
  const { kind, severity } = told(row);
  expect(kind.split('.')[0]).not.toBe(row.not);
  expect(['low', 'medium']).toContain(severity);
});

test('addresses, mentions and markup of a page never stand in our line', () => {
  for (const text of [
    'Pay at https://evil.example/login',
    'Hi <!channel> dogs',
    '<script>alert(1)</script>',
    '=HYPERLINK("x")',
    'write to a@b.example',
    '![s](x)',
  ]) {
    const { headline, summary } = told({
      is: '',
      page: 'home',
      before: ['# A', 'Hello'],
      after: ['# A', 'Hello', text],
    });
    expect(`${headline} ${summary}`).not.toMatch(/evil|channel|script|HYPERLINK|@|!\[/u);
    expect(headline).not.toMatch(/^Acme: /u);
  }
});

test('control and invisible characters of a page never reach our line', () => {
  const { headline, summary } = told({
    is: '',
    page: 'home',
    before: ['# A', 'x'],
    after: ['# Soft\u001b[31m be\u200Bds \u{E0041}now', 'x'],
  });
  // oxlint-disable-next-line no-control-regex
  expect(`${headline} ${summary}`).not.toMatch(/[\u0000-\u001F\u200B]|[\u{E0000}-\u{E007F}]/u);
});

test('a page of which most is gone has changed its purpose: one piece of news, not ten removals', () => {
  const row: Row = {
    is: '',
    page: 'other',
    before: [
      '# Kennels',
      ...Array.from({ length: 12 }, (_, at) => `Kennel ${'abcdefghijkl'[at]} sleeps many dogs`),
    ],
    after: ['# Garden chairs', 'Chairs for every lawn', 'Sit down'],
  };
  expect(told(row)).toMatchObject({
    headline: 'page changed its purpose, now "Garden chairs"',
    kind: 'positioning.message',
    severity: 'high',
  });
});

test('a rebuilt menu is one piece of news', () => {
  const menu = (names: string): string[] => names.split(' ').map((name) => `nav> [${name}](/${name})`);
  const before = [...menu('Beds Bowls Leads Toys Vets Walks Baths'), '# A'];
  const after = [...menu('Chew Nap Run Sit Stay Fetch Roll'), '# A'];
  expect(told({ is: '', page: 'home', before, after }).headline).toBe('menu rebuilt (Chew, Nap …)');
});

test('a front page whose entries are all others under the same title is content, not a new position', () => {
  const entries = (words: readonly string[]): string[] => ['title: Barn Courier', '# Barn Courier', ...words];
  const before = [
    'Hay is dear',
    'Rain at last',
    'Two barns sold',
    'A fair in May',
    'Goats win',
    'Wool is up',
    'Mill shut',
    'Old dog found',
  ];
  const after = [
    'Hay is cheap',
    'Snow in June',
    'Six barns burnt',
    'No fair this year',
    'Sheep win',
    'Wool falls',
    'Mill reopens',
    'Young dog lost',
  ];
  const telling = tellByRules(questionOf({ before: entries(before), after: entries(after), kind: 'home' }));
  expect(telling).toMatchObject({ kind: 'content', severity: 'low' });
  expect(telling.headline).toMatch(/^most entries are new/);
});

test.each([
  [['Hay is dear', 'Rain at last', 'Goats win'], 'three new entries: "Hay is dear"'],
  [['www.hay.example', 'www.rain.example', 'www.goats.example'], 'three new entries'],
  [['Hay is dear', 'Rain at last'], 'Hay is dear added to News, and one more'],
])('entries of a blog are told by their count: %j', (entries, headline) => {
  const telling = tellByRules(
    questionOf({ before: ['# News'], after: ['# News', ...entries], kind: 'blog' }),
  );
  expect(telling.headline).toBe(headline);
});
