import { describe, expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { questionOf } from '../../support/question-of.ts';

type Lines = readonly string[];

interface Row {
  readonly is: string;
  readonly before: Lines;
  readonly after: Lines;
  readonly headline: string;
  /** What no line, sentence or number may say. */
  readonly not?: RegExp;
}

const TAGGED = [
  '# Plans',
  '## Starter',
  'For small crews',
  '$29/mo',
  '5 users',
  '## Pro',
  'For growing companies',
  '$79/mo',
  '10 users',
  '## Enterprise',
  'Without bounds',
  '$199/mo',
  '50 users',
];

const ON_TOP = [
  '# Plans',
  '$29',
  '## Starter',
  'For small crews',
  '$79',
  '## Pro',
  'For growing companies',
  '$199',
  '## Enterprise',
  'Without bounds',
];

const put = (lines: Lines, ...pairs: readonly (readonly [string, string])[]): string[] => {
  const by = new Map(pairs);
  return lines.map((line) => by.get(line) ?? line);
};

const edit = (lines: Lines, ...pairs: readonly (readonly [string, string])[]) => ({
  before: lines,
  after: put(lines, ...pairs),
});

const line = (before: string, after: string) => ({ before: ['# Plans', before], after: ['# Plans', after] });

const NAMES: readonly Row[] = [
  {
    is: 'a price below a tagline is of the card',
    ...edit(TAGGED, ['$79/mo', '$99/mo']),
    headline: 'Pro $79 -> $99 per month (+25%)',
    not: /growing/u,
  },
  {
    is: 'a tagline without "for"',
    ...edit(TAGGED, ['$199/mo', '$299/mo']),
    headline: 'Enterprise $199 -> $299 per month (+50%)',
    not: /bounds/u,
  },
  {
    is: 'a limit below a tagline is of the card',
    ...edit(TAGGED, ['10 users', '5 users']),
    headline: '10 users -> 5 users in Pro',
    not: /growing/u,
  },
  {
    is: 'a price and its tagline at once',
    ...edit(TAGGED, ['$79/mo', '$99/mo'], ['For growing companies', 'For big teams']),
    headline: 'Pro $79 -> $99 per month (+25%)',
  },
  {
    is: 'one card alone on its page',
    ...edit(['# Acme', '## Pro', 'For growing companies', '$79'], ['$79', '$99']),
    headline: 'Pro $79 -> $99 (+25%)',
    not: /growing/u,
  },
  {
    is: 'a list under one heading is named by its lines',
    ...edit(['# Deals', '## Our servers', 'Root S', '€9', 'Root M', '€19'], ['€19', '€29']),
    headline: 'Root M €19 -> €29 (+53%)',
  },
  {
    is: 'a heading over the plans names none',
    ...edit(['# Acme', '## Pricing', 'Team', '$29', '## Add-ons', 'Storage', '$5'], ['$29', '$39']),
    headline: 'Team $29 -> $39 (+34%)',
  },
  {
    is: 'without a heading the line is the name',
    ...edit(['# Plans', 'Starter', '$29', 'Pro', '$79'], ['$79', '$99']),
    headline: 'Pro $79 -> $99 (+25%)',
  },
  {
    is: 'a price above its name',
    ...edit(ON_TOP, ['$79', '$99']),
    headline: 'Pro $79 -> $99 (+25%)',
    not: /Starter|crews/u,
  },
  {
    is: 'the first price above its name',
    ...edit(ON_TOP, ['$29', '$39']),
    headline: 'Starter $29 -> $39 (+34%)',
  },
  {
    is: 'the last price above its name',
    ...edit(ON_TOP, ['$199', '$299']),
    headline: 'Enterprise $199 -> $299 (+50%)',
    not: /Pro|growing/u,
  },
  {
    is: 'a price above its name, beside plans without one',
    ...edit(
      [...ON_TOP, 'Talk', '## Huge', 'Big', 'Talk', '## Mega', 'Bigger', 'Talk', '## Giga', 'Biggest'],
      ['$199', '$299'],
    ),
    headline: 'Enterprise $199 -> $299 (+50%)',
    not: /Pro|growing/u,
  },
  {
    is: 'a text with words of its own is no price of the card above',
    before: [...TAGGED, 'Only 21 seats left at $99'],
    after: [...TAGGED, 'Only 12 seats left at $119'],
    headline: '$99 -> $119 (+20%)',
    not: /Enterprise/u,
  },
  {
    is: 'headings that changed places over their taglines and prices',
    ...edit(TAGGED, ['## Starter', '## Pro'], ['## Pro', '## Starter']),
    headline: 'Starter $29 -> $79 per month (+172%), and one more',
    not: /elsewhere/u,
  },
];

const REWORDED: readonly Row[] = [
  {
    is: 'two sentences of which one names the price',
    ...line('Start free. Plans from $19 per month.', 'Start free today. Plans from $25 per month.'),
    headline: 'Plans $19 -> $25 per month (+32%)',
  },
  {
    is: 'a sentence that begins otherwise',
    ...line('Business plan from $149 per month.', 'Our Business plan starts at $169 per month.'),
    headline: 'Business plan $149 -> $169 per month (+13%)',
  },
  {
    is: 'an article for another',
    ...line('The Team plan costs $29 per month.', 'Our Team plan costs $35 per month.'),
    headline: 'Team plan $29 -> $35 per month (+21%)',
  },
  {
    is: 'a reference in front that changes at every visit',
    ...line(
      'Quote ref YIR9M4MNPR - Business plan from $149 per month',
      'Quote ref KLQ2M8XXAB - Business plan from $169 per month',
    ),
    headline: 'Business plan $149 -> $169 per month (+13%)',
    not: /Quote/u,
  },
  {
    is: 'a text so other that no edit is seen',
    ...line(
      'Business plan from $149 per month.',
      'For larger crews there is Business, and it starts at $169 per month today.',
    ),
    headline: 'Business $149 -> $169 per month (+13%)',
  },
  {
    is: 'a sum whose abbreviation looks like the end of a sentence',
    ...line(
      'Das Team kostet 20 Mio. € im Jahr. Boards bleiben gratis.',
      'Das Team kostet 25 Mio. € im Jahr. Boards bleiben gratis.',
    ),
    headline: 'now says "Team kostet 25 Mio. €", under Plans',
  },
  {
    is: 'two products whose one name holds the other are two',
    ...line('Barn from $9 per month', 'Barn cleaning from $99 per month'),
    headline: 'Barn cleaning plan added ($99 per month)',
    not: /->/u,
  },
];

const EXTENDED: readonly Row[] = [
  {
    is: 'a text with a sentence more',
    ...line('Start free.', 'Start free. Now with an offline desktop app for field crews.'),
    headline: 'now says "Start free. Now with an offline desktop app…"',
  },
  {
    is: 'a text inside a longer one',
    ...line('Unlimited boards', 'All you ask for: unlimited boards, forms, timesheets and reports'),
    headline: 'now says "All you ask for: unlimited boards, forms…"',
  },
  {
    is: 'two texts that became one',
    before: ['# Plans', 'Unlimited boards for everybody in the barn', 'Offline forms'],
    after: ['# Plans', 'Unlimited boards for everybody in the barn, offline forms'],
    headline: 'now says "in the barn, offline forms", under Plans',
  },
];

describe.each([
  ['the name of a value', NAMES, /(?!)/u],
  ['a reworded price', REWORDED, /removed|no longer on the page/u],
  ['an extended text', EXTENDED, /dropped|no longer/u],
] as const)('%s', (_name, rows, never) => {
  test.each(rows)('$is', ({ before, after, headline, not = never }) => {
    const telling = tellByRules(questionOf({ before, after }));
    expect(telling.headline).toBe(headline);
    const said = [telling.headline, telling.summary, ...telling.numbers.map(({ what }) => what)].join('\n');
    expect(said).not.toMatch(not);
    expect(said).not.toMatch(never);
  });
});

test.each([
  ['Business plan from $149 per month.', 'Business plan removed'],
  ['Business: $149 per month', 'Business plan removed'],
  ['Free $0 per month', 'Free plan removed'],
])('a plan whose name stands nowhere any more is removed: %s', (gone, headline) => {
  const rest = ['# Plans', 'Solo: $19 per month'];
  expect(tellByRules(questionOf({ before: [...rest, gone], after: rest })).headline).toBe(headline);
});

test.each([
  ['Free $0 per month', 'Free support for every crew', 'Free plan removed'],
  ['Business plan from $149 per month.', 'For Businesses of any size', 'Business plan removed'],
])('a word that is no name does not keep a plan: %s beside %s', (gone, stays, headline) => {
  const rest = ['# Plans', 'Solo: $19 per month', stays];
  expect(tellByRules(questionOf({ before: [...rest, gone], after: rest })).headline).toBe(headline);
});

test.each(['Talk to us about Business', 'Our largest crews have Business, from $199 per month'])(
  'a plan that is still spoken of is not removed: %s',
  (stays) => {
    const rest = ['# Plans', 'Solo: $19 per month', stays];
    const before = [...rest, 'Business plan from $149 per month.'];
    expect(tellByRules(questionOf({ before, after: rest })).headline).not.toContain('removed');
  },
);
