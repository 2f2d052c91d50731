import { describe, expect, test } from 'vitest';
import {
  chooseValidators,
  validatorsToKeep,
  vouch,
  type StoredValidators,
  type ValidatorQuestion,
} from '../../src/core/http/validators.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const DAYS = 24 * 3_600_000;
const STORED: StoredValidators = {
  url: 'https://rival.example/pricing/',
  etag: 'W/"a"',
  lastModified: 'Thu, 19 Mar 2026 08:00:00 GMT',
  requestDigest: 'd1',
  vouchesFor: 7,
};
const ASKED: ValidatorQuestion = {
  freshest: STORED,
  suspectedVersionId: null,
  independent: null,
  requestDigest: 'd1',
  lastFullReadAt: new Date(+NOW - DAYS),
  notModifiedSince: 3,
  now: NOW,
};

describe('P3: which validators a visit sends', () => {
  test('those of the freshest row, byte for byte, to the URL that gave them, with the version they vouch for', () => {
    const { url, etag, lastModified } = STORED;
    expect(chooseValidators(ASKED)).toEqual({
      send: { url, etag, lastModified },
      vouchesFor: 7,
      fresh: false,
      reason: 'validators sent',
    });
  });

  const nothing: readonly (readonly [string, Partial<ValidatorQuestion>, string])[] = [
    ['a page never seen', { freshest: null }, 'no validators known'],
    [
      'a wall brought them',
      { freshest: { ...STORED, vouchesFor: null } },
      'the freshest validators vouch for nothing',
    ],
    [
      'their version is suspected',
      { suspectedVersionId: 7 },
      'the freshest validators vouch for a version that is only suspected',
    ],
    ['our headers changed', { requestDigest: 'd2' }, 'our request headers have changed'],
    [
      'a row from before digests',
      { freshest: { ...STORED, requestDigest: null } },
      'our request headers have changed',
    ],
    ['fifty 304s', { notModifiedSince: 50 }, '50 answers of 304 since the last full read'],
    ['seven days', { lastFullReadAt: new Date(+NOW - 7 * DAYS) }, '7 days since the last full read'],
    ['a full read that nobody remembers', { lastFullReadAt: null }, '7 days since the last full read'],
  ];
  test.each(nothing)('none after %s', (_, over, reason) => {
    expect(chooseValidators({ ...ASKED, ...over })).toEqual({
      send: null,
      vouchesFor: null,
      fresh: false,
      reason,
    });
  });

  test.each([
    ['another version is suspected', { suspectedVersionId: 8 }],
    ['49 answers of 304', { notModifiedSince: 49 }],
    ['a moment less than seven days', { lastFullReadAt: new Date(+NOW - 7 * DAYS + 1) }],
    ['only Last-Modified is known', { freshest: { ...STORED, etag: null } }],
  ])('they are still sent when %s', (_, over) => {
    expect(chooseValidators({ ...ASKED, ...over }).send).not.toBeNull();
  });

  test('P7: an independent read sends none, over a connection of its own, whatever they vouch for', () => {
    const independent = 'the second read of a suspicion';
    expect(chooseValidators({ ...ASKED, independent })).toEqual({
      send: null,
      vouchesFor: null,
      fresh: true,
      reason: independent,
    });
  });
});

describe('P3: which validators a row keeps', () => {
  const sent = { etag: '"a"', lastModified: 'Mon' };
  test.each([
    ['a 200 keeps its own', 200, true, '"a"', null, sent, ['"a"', null]],
    ['a 304 without any repeats what was sent', 304, true, null, null, sent, ['"a"', 'Mon']],
    ['a 304 with the ETag alone freshens both', 304, true, '"a"', null, sent, ['"a"', 'Mon']],
    ['a 304 that is dated anew is known by its ETag', 304, true, '"a"', 'Tue', sent, ['"a"', 'Mon']],
    ['a 304 with the date alone repeats it', 304, true, null, 'Mon', sent, ['"a"', 'Mon']],
    ['a 304 with another date and no ETag is another', 304, true, null, 'Tue', sent, [null, 'Tue']],
    ['a 304 with another ETag is another', 304, true, '"b"', null, sent, ['"b"', null]],
    ['a weak twin repeats the tag that was sent', 304, true, 'W/"a"', null, sent, ['"a"', 'Mon']],
    [
      'a first ETag beside a date that was sent is another',
      304,
      true,
      '"a"',
      'Mon',
      { etag: null, lastModified: 'Mon' },
      ['"a"', 'Mon'],
    ],
    ['a 304 of a URL that nothing was sent to keeps its own', 304, false, null, 'Tue', sent, [null, 'Tue']],
    ['an unasked 304 keeps its own', 304, true, '"z"', null, null, ['"z"', null]],
  ] as const)('%s', (...[, status, conditionalSent, etag, lastModified, given, [keptEtag, keptDate]]) => {
    const kept = validatorsToKeep({ status, conditionalSent, etag, lastModified }, given);
    expect(kept).toEqual({ etag: keptEtag, lastModified: keptDate });
  });
});

describe('P3: what validators vouch for', () => {
  test.each([
    ['a first 200 vouches for what it showed', 5, null, false, 5],
    ['the same again, the same version', 5, { vouchesFor: 5 }, false, 5],
    ['the same with another text: caught lying', 6, { vouchesFor: 5 }, false, null],
    ['caught lying once, caught for good', 5, { vouchesFor: null }, false, null],
    ['a wall with a new validator', null, null, false, null],
    ['a wall that repeats one that vouches', null, { vouchesFor: 5 }, false, 5],
    ['a wall that repeats one that lied', null, { vouchesFor: null }, false, null],
    ['a 304 that repeats what vouches', 5, { vouchesFor: 5 }, true, 5],
    ['a 304 with an ETag never seen', 5, null, true, null],
    ['a 304 with the ETag of another version', 5, { vouchesFor: 4 }, true, null],
    ['a failed 304 that repeats one that vouches', null, { vouchesFor: 5 }, true, 5],
  ] as const)('%s', (...[, sighted, earlier, notModified, vouches]) => {
    expect(vouch(sighted, earlier, notModified)).toBe(vouches);
  });
});
