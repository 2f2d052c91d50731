import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sideFaults } from '../../../src/core/meaning/sides.ts';
import type { TwoSides } from '../../../src/core/meaning/sides.ts';
import { evidenceOf, unsupported } from '../../../src/core/meaning/claims.ts';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { verifyTelling } from '../../../src/core/meaning/verify.ts';
import type { Question } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

const SIDES: TwoSides = {
  before: 'Pro costs $49 per month \n Own Keeper',
  after: 'Pro costs $4.50 per month, Free for pups \n Night Watch',
  blocksBefore: new Set(['Own Keeper', 'Bones']),
  blocksAfter: new Set(['Night Watch', 'Bones']),
};

describe('P9 on its side: gone is only what stood before, new only what stands now', () => {
  test.each([
    'gone: $49 per month',
    'Pro was $49 and is now $4.50',
    'Own Keeper dropped',
    'Own Keeper plan removed',
    'The page no longer says “Own Keeper”.',
    'Night Watch added',
    'The page now says: “Night Watch”.',
    'Pro now "Free for pups", was $49',
    'Pro is gone',
    'nothing of the kind was $99',
    'Now in one place: Pro costs…',
    'A line of ours that was cut…',
  ])('holds: %s', (said) => {
    expect(sideFaults(said, SIDES)).toEqual([]);
  });
  test.each([
    ['gone: Free', 'not gone'],
    ['gone: $4.50 per month', 'not gone'],
    ['Pro was $4.50', 'not gone'],
    ['Night Watch dropped', 'not gone'],
    ['Night Watch plan removed', 'not gone'],
    ['The page no longer says: “Night Watch”.', 'not gone'],
    ['The page no longer says: “Bones”.', 'not gone'],
    ['Pro is now $49', 'not new'],
    ['new: $49 per month', 'not new'],
    ['Own Keeper added', 'not new'],
    ['The page now says: “Own Keeper”.', 'not new'],
    ['The page now says: “Bones”.', 'not new'],
  ])('does not hold: %s', (said, why) => {
    expect(sideFaults(said, SIDES).join()).toContain(why);
  });
});

test("a model's headline that calls the new text gone falls back on the rules", () => {
  const question = questionOf({
    before: ['# Dogs', '## Pack', '$49 per month'],
    after: ['# Dogs', '## Pack', 'Free'],
  });
  const draft = {
    kind: null,
    tags: [],
    severity: null,
    severityQuote: null,
    matters: true,
    headline: 'gone: Free, once $49',
    summary: 'Pack is now $49 and no longer “Free”.',
    ourRead: null,
    action: null,
    quotes: [],
  };
  expect(verifyTelling(draft, question)).toMatchObject({ ok: false });
  expect(tellByRules(question).headline).toBe('Pack now Free, was $49 per month');
});

const TEXT = fc.constantFrom(
  '$49 per month',
  '$59 per month',
  'R$ 99 por mês',
  'Free',
  '$NaN per month',
  'Contact us',
  'Custom',
  'from $49 per month',
  'Save 20% this week',
  '30% off with code BONE30',
  '14-day free trial',
  '30-day free trial',
  'Own keeper',
  'Night watch',
  '5 seats',
  '3 seats',
  '10 GB',
  'Kennels 24/7',
  '2.9% + 30¢ per transaction',
  '2 months free',
  '10 Hütten',
  'Was $99, now $49 per month',
  'API v1 is removed on June 30, 2027',
);
const PAGE = fc
  .array(fc.tuple(fc.constantFrom('Solo', 'Pack', 'Herd'), fc.array(TEXT, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((cards) => [
    '# Dogs',
    ...cards.flatMap(([title, texts]) => [`## ${title}`, ...texts.map((text) => `* ${text}`)]),
  ]);

/** What the words of rules claim of each side, read from their own shapes and not by the code under test. */
const PAST = [
  /^gone: (.+?)(?: per \w+)?(?:, and \w+ more)?(?:; also .*)?$/u,
  /, was “?"?([^"”(;]+?)"?(?: \(.*)?(?:, and \w+ more)?(?:; also .*)?$/u,
  /^(.+) dropped from/u,
  /no longer (?:says|offers): “(.+?)…?”/u,
  /^“(.+?)…?” is no longer in/u,
  /^It said “(.+?)…?” and/u,
];
const PRESENT = [
  /^new: (.+?)(?: per \w+)?(?:, and \w+ more)?(?:; also .*)?$/u,
  /^(.+) added to/u,
  /now (?:says|offers): “(.+?)…?”/u,
  /^“(.+?)…?” is new in/u,
  /and now says “(.+?)…?”/u,
];

/** Does the claim stand there, as it is or behind the name of what it is the price of? */
function stands(question: Question, side: 'before' | 'after', claim: string): boolean {
  const whole = claim.replace(/^"|"$/gu, '');
  const texts = question[side].blocks.map(({ text }) => text);
  const named = texts
    .filter((name) => whole.startsWith(`${name} `))
    .map((name) => whole.slice(name.length + 1));
  return [whole, ...named].some((words) => texts.some((text) => text.includes(words)));
}

test('the rules never say that what stands there is gone, nor that what stood there is new', () => {
  fc.assert(
    fc.property(PAGE, PAGE, fc.constantFrom('pricing', 'home', 'other'), (before, after, kind) => {
      if (before.join('\n') === after.join('\n')) return;
      const question = questionOf({ before, after, kind: kind as 'pricing' });
      const { headline, summary, numbers } = tellByRules(question);
      const evidence = evidenceOf(question, numbers);
      for (const said of [headline, summary]) {
        expect({ said, faults: sideFaults(said, evidence.sides) }).toEqual({ said, faults: [] });
        for (const shape of PAST) {
          const claim = shape.exec(said)?.[1];
          if (claim !== undefined)
            expect({ said, stood: stands(question, 'before', claim) }).toEqual({ said, stood: true });
        }
        for (const shape of PRESENT) {
          const claim = shape.exec(said)?.[1];
          if (claim !== undefined)
            expect({ said, stands: stands(question, 'after', claim) }).toEqual({ said, stands: true });
        }
      }
      expect(unsupported(summary, evidence).filter((fault) => fault.includes('is not on the page'))).toEqual(
        [],
      );
    }),
    { numRuns: 1500, seed: 7 },
  );
});
