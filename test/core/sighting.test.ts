import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeSighting, type SightingQuestion } from '../../src/core/sight/sighting.ts';
import { difference } from '../support/page-memory.ts';

const PRICE = difference('$29', '$39');
const MENU = difference(null, 'Wallet');
const CLOCK = difference('10:01', '10:02');
const FOREIGN = difference(null, 'Brieftasche', {
  labels: [{ noise: 'variant', rule: 'other language', reason: 'the page came in another language' }],
});

const DIFFERS: SightingQuestion = {
  baseline: { seenTwice: true },
  seenBefore: 'never',
  sightsBaseline: false,
  suspicion: null,
  differences: [PRICE],
  allVolatile: false,
  allInVolatilePlaces: false,
  agreesMostly: true,
};
const suspicion = { sighted: false, ripe: true, keys: new Set([PRICE.key]) };

describe('the one table behind all verdicts', () => {
  test.each([
    ['P1: without a baseline there is nothing to compare', { baseline: null, differences: [] }, 'first'],
    ['the baseline', { sightsBaseline: true, differences: [] }, 'unchanged'],
    ['P7: a reading that differs is only suspected', {}, 'suspected'],
    ['P7: the same again is believed', { suspicion: { ...suspicion, sighted: true } }, 'changed'],
    ['P7: the baseline again is held', { sightsBaseline: true, suspicion, differences: [] }, 'held'],
    [
      'P7: moments after the first read is no second one',
      { suspicion: { ...suspicion, sighted: true, ripe: false } },
      'suspected',
    ],
    [
      'the baseline again is believed at any time',
      { sightsBaseline: true, suspicion: { ...suspicion, ripe: false } },
      'held',
    ],
    ['volatile places alone are noise', { allVolatile: true, allInVolatilePlaces: true }, 'noise'],
    ['the baseline but for volatile places ends a suspicion', { allVolatile: true, suspicion }, 'held'],
    ['a first reading that nothing confirmed is replaced', { baseline: { seenTwice: false } }, 'first'],
    [
      'a first reading whose rest was seen twice stays',
      { baseline: { seenTwice: false }, allInVolatilePlaces: true },
      'noise',
    ],
    [
      'half a page confirms nothing, whatever is volatile',
      { baseline: { seenTwice: false }, allVolatile: true, allInVolatilePlaces: true, agreesMostly: false },
      'first',
    ],
    [
      'a confirmed baseline is not left for volatile places with new texts',
      { allInVolatilePlaces: true },
      'suspected',
    ],
    ['three texts that share nothing', { differences: [MENU], suspicion }, 'held'],
    [
      'three texts of which the last is in another language',
      { differences: [PRICE, FOREIGN], suspicion },
      'held',
    ],
    [
      'a third text that was seen before, since the baseline was',
      { differences: [MENU], suspicion, seenBefore: 'since the baseline' },
      'changed',
    ],
    [
      'a third text that was seen before the baseline came again',
      { differences: [MENU], suspicion, seenBefore: 'earlier' },
      'held',
    ],
    ['a known text that no suspicion precedes', { seenBefore: 'since the baseline' }, 'suspected'],
    ['three texts that share a difference', { differences: [PRICE, MENU], suspicion }, 'changed'],
  ] as const)('%s', (_, over, outcome) => {
    expect(judgeSighting({ ...DIFFERS, ...over }).outcome).toBe(outcome);
  });

  test('P7: of a third text only what both reads showed is believed', () => {
    const verdict = judgeSighting({ ...DIFFERS, differences: [PRICE, MENU, CLOCK], suspicion });
    expect(verdict).toEqual({
      outcome: 'changed',
      reason: 'two reads share 1 of 3 differences',
      believed: new Set([PRICE.key]),
    });
  });

  test.each([
    ['never', false],
    ['earlier', true],
    ['since the baseline', true],
  ] as const)('P7: a first reading that was seen %s was seen twice: %s', (seenBefore, seenTwice) => {
    const verdict = judgeSighting({ ...DIFFERS, baseline: { seenTwice: false }, seenBefore });
    expect(verdict).toMatchObject({ outcome: 'first', seenTwice });
  });

  test('P7: two equal reads are believed whole', () => {
    const seen = { ...suspicion, sighted: true };
    expect(judgeSighting({ ...DIFFERS, suspicion: seen })).toMatchObject({ believed: null });
  });

  test.each([
    ['the baseline itself', { sightsBaseline: true, differences: [] }, 'baseline'],
    ['the baseline but for volatile places', { allVolatile: true }, 'baseline'],
    ['a third text', { differences: [MENU] }, 'a third text'],
  ] as const)('what was held says what it showed: %s', (_, over, showed) => {
    expect(judgeSighting({ ...DIFFERS, suspicion, ...over })).toMatchObject({ outcome: 'held', showed });
  });
});

const question = fc.record<SightingQuestion>({
  baseline: fc.option(fc.record({ seenTwice: fc.boolean() })),
  sightsBaseline: fc.boolean(),
  seenBefore: fc.constantFrom('never', 'earlier', 'since the baseline'),
  suspicion: fc.option(
    fc.record({
      sighted: fc.boolean(),
      ripe: fc.boolean(),
      keys: fc.subarray([PRICE, MENU, CLOCK]).map((all) => new Set(all.map((d) => d.key))),
    }),
  ),
  differences: fc.subarray([PRICE, MENU, CLOCK]),
  allVolatile: fc.boolean(),
  allInVolatilePlaces: fc.boolean(),
  agreesMostly: fc.boolean(),
});

test('P7: nothing is believed on one reading, and every verdict says why', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const verdict = judgeSighting(asked);
      expect(verdict.reason).not.toBe('');
      if (verdict.outcome !== 'changed') return;
      expect(asked.suspicion?.ripe).toBe(true);
      const shared = asked.differences.filter((d) => asked.suspicion?.keys.has(d.key));
      if (verdict.believed === null)
        expect(asked.suspicion?.sighted === true || asked.seenBefore === 'since the baseline').toBe(true);
      else expect(verdict.believed).toEqual(new Set(shared.map((d) => d.key)));
    }),
  );
});
