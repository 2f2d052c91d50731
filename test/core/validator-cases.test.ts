import { expect, test } from 'vitest';
import type { Conditional } from '../../src/core/http/answer.ts';
import { conditionalHeaders, dateValidator, entityTag } from '../../src/core/http/request-headers.ts';
import {
  chooseValidators,
  type EarlierVoucher,
  type StoredValidators,
  validatorsToKeep,
  vouch,
} from '../../src/core/http/validators.ts';
import { type Given, VALIDATOR_CASES, type ValidatorCase } from '../support/validator-cases.ts';

// P3: the decisions about validators, put together as a check puts them, over sixty lives of a pair.

const URL_OF_PAGE = 'https://rival.example/pricing';
const NOW = new Date('2026-03-20T12:00:00Z');
const DAY_MS = 24 * 3_600_000;

type Pair = Pick<Conditional, 'etag' | 'lastModified'>;

const received = ({ etag, modified }: Given): Pair => ({
  etag: entityTag(etag),
  lastModified: dateValidator(modified),
});

/** A row that carries no validator is no freshest row. */
function stored(pair: Pair, vouchesFor: number | null): StoredValidators | null {
  const carries = pair.etag !== null || pair.lastModified !== null;
  return carries ? { url: URL_OF_PAGE, ...pair, requestDigest: 'd', vouchesFor } : null;
}

function choice(freshest: StoredValidators | null): Conditional | null {
  return chooseValidators({
    freshest,
    suspectedVersionId: null,
    independent: null,
    requestDigest: 'd',
    lastFullReadAt: new Date(+NOW - DAY_MS),
    notModifiedSince: 0,
    now: NOW,
  }).send;
}

function sendsOf(send: Conditional | null): ValidatorCase['sends'] {
  const names = Object.keys(conditionalHeaders(send, new URL(URL_OF_PAGE)));
  if (names.length === 2) return 'both';
  return names[0] === 'if-none-match' ? 'tag' : names[0] === 'if-modified-since' ? 'date' : 'nothing';
}

/** As the store finds it: equal by the tag, by the date where there is no tag. */
function earlierOf(before: Pair, now: Pair): EarlierVoucher {
  const equal =
    now.etag === null
      ? before.etag === null && before.lastModified !== null && before.lastModified === now.lastModified
      : before.etag === now.etag;
  return equal ? { vouchesFor: 1 } : null;
}

test('there are sixty of them, and no two alike', () => {
  expect(VALIDATOR_CASES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(VALIDATOR_CASES.map(({ what }) => what)).size).toBe(VALIDATOR_CASES.length);
});

test.each(VALIDATOR_CASES)('$what', ({ first, sends, second, vouches, sendsNext }) => {
  const before = received(first);
  const send = choice(stored(before, 1));
  expect(sendsOf(send)).toBe(sends);
  const conditionalSent = sendsOf(send) !== 'nothing';
  const { status, shows = null } = second;
  const kept = validatorsToKeep({ status, ...received(second), conditionalSent }, send);
  const sighted = status === 304 ? 1 : shows;
  const vouchesFor = vouch(sighted, earlierOf(before, kept), status === 304);
  expect(vouchesFor).toBe(vouches);
  expect(sendsOf(choice(stored(kept, vouchesFor)))).toBe(sendsNext);
});
