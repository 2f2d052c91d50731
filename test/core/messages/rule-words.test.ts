import { describe, expect, test } from 'vitest';
import { kindsWords, ruleLines, whySentence } from '../../../src/core/messages/rule-words.ts';
import { HOUSE_RULES, type Rule, type Rules } from '../../../src/core/routing.ts';
import { familyOf, KINDS } from '../../../src/core/telling.ts';

const CHANNELS = [
  { id: 1, label: 'email', takesDigest: true },
  { id: 2, label: '#rivals', takesDigest: false },
];
const rule = (over: Partial<Rule>): Rule => ({ ...HOUSE_RULES[0], ...over });
const words = (rules: Rules, days: readonly number[] = [1, 2, 3, 4, 5, 6, 7], of: string | null = 'Acme') =>
  ruleLines(rules, { of, channels: CHANNELS, days }).join('; ');

describe('rules in the words of a founder', () => {
  test('prices at once, the rest on Tuesdays', () => {
    const rules: Rules = [
      rule({ kinds: ['pricing'], pace: 'at once' }),
      rule({ pace: 'digest', channels: [1] }),
    ];
    expect(words(rules, [2])).toBe(
      'price changes of Acme: email and #rivals at once; the rest: the digest on Tuesdays',
    );
  });
  test.each([
    [
      HOUSE_RULES,
      'all changes of Acme: email and #rivals at once from high, below that the digest every day (email), #rivals when it falls due',
    ],
    [
      [rule({ channels: [1] })],
      'all changes of Acme: email at once from high, below that the digest every day',
    ],
    [
      [rule({ channels: [2] })],
      'all changes of Acme: #rivals at once from high, below that #rivals when it falls due',
    ],
    [
      [rule({ least: 'high' })],
      'all changes of Acme from high on: email and #rivals at once; nothing else is told',
    ],
    [
      [rule({ kinds: ['legal', 'pricing.plan'] })],
      /^legal changes and changes of plans of Acme: .*; nothing else is told$/,
    ],
    [[rule({ channels: [9] })], 'all changes of Acme: nowhere'],
    [
      [rule({ pace: 'digest' })],
      'all changes of Acme: the digest every day (email), #rivals when it falls due',
    ],
  ] as const)('%j', (rules, said) => {
    if (typeof said === 'string') expect(words(rules)).toBe(said);
    else expect(words(rules)).toMatch(said);
  });
  test('of everything, no name is said', () => {
    expect(words([rule({ pace: 'at once' })], [1], null)).toBe('all changes: email and #rivals at once');
  });
});

test('every kind and every family has words', () => {
  for (const kind of [...KINDS, ...KINDS.map(familyOf)])
    expect(kindsWords([kind]), kind).not.toBe(`changes of ${kind}`);
});

describe('why an alert came', () => {
  test.each([
    [rule({}), true, 'critical', 'You asked to be told at once from high.'],
    [rule({ least: 'critical' }), true, 'critical', 'You asked to be told at once from critical.'],
    [rule({ pace: 'at once' }), true, 'low', 'You asked to be told at once from low.'],
    [
      rule({ kinds: ['pricing'], pace: 'at once' }),
      true,
      'low',
      'You asked to be told of price changes at once from low.',
    ],
    [
      rule({ least: 'medium' }),
      false,
      'medium',
      'This channel has no digest: each change from medium comes by itself.',
    ],
    [rule({}), false, 'high', 'You asked to be told at once from high.'],
    [
      rule({ pace: 'digest' }),
      false,
      'high',
      'This channel has no digest: each change from low comes by itself.',
    ],
  ] as const)('%j', (...[by, takesDigest, severity, why]) => {
    expect(whySentence(by, { takesDigest, severity })).toBe(why);
  });
});
