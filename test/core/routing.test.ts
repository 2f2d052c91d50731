import { describe, expect, test } from 'vitest';
import { isMuted, rank, routeEvent, type Routable, type Subscription } from '../../src/core/routing.ts';
import { SEVERITIES } from '../../src/core/telling.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const MAIL = { takesDigest: true, now: NOW };
const WISH: Subscription = {
  id: 1,
  accountId: 1,
  url: 'https://rival.example/pricing',
  competitor: 'Rival',
  timeZone: 'UTC',
  least: 'low',
  kinds: null,
  mutedUntil: null,
  afterCheckId: 10,
};
const EVENT: Routable = { kind: 'pricing.price', tags: ['promotion'], severity: 'high', checkId: 11 };

describe('P7: severity chooses only the road', () => {
  test.each([
    ['critical', true, 'alert'],
    ['high', true, 'alert'],
    ['medium', true, 'digest'],
    ['low', true, 'digest'],
    ['medium', false, 'alert'],
    ['low', false, 'alert'],
  ] as const)('%s to a channel that takes digests (%s): %s', (severity, takesDigest, road) => {
    expect(routeEvent({ ...EVENT, severity }, WISH, { takesDigest, now: NOW })).toEqual({ road });
  });
});

describe('what a subscription does not want is silent, with its reason', () => {
  test.each([
    ['an event of the check it began with', { afterCheckId: 11 }, 'older than the subscription'],
    ['an older event', { afterCheckId: 99 }, 'older than the subscription'],
    ['muted', { mutedUntil: new Date(+NOW + 1) }, 'muted'],
    ['below its floor', { least: 'critical' }, 'below critical'],
    ['another family', { kinds: ['legal'] }, 'not a kind that was asked for'],
    ['another kind of the family', { kinds: ['pricing.plan'] }, 'not a kind that was asked for'],
    ['a name that only begins alike', { kinds: ['pricing.pri'] }, 'not a kind that was asked for'],
    ['no kind at all', { kinds: [] }, 'not a kind that was asked for'],
  ] as const)('%s', (_, over, reason) => {
    expect(routeEvent(EVENT, { ...WISH, ...over }, MAIL)).toEqual({ road: 'silent', reason });
  });

  test.each([
    ['the very kind', { kinds: ['pricing.price'] }],
    ['its family', { kinds: ['pricing'] }],
    ['a tag', { kinds: ['promotion'] }],
    ['its own severity as floor', { least: 'high' }],
    ['a mute that has run out', { mutedUntil: NOW }],
  ] as const)('it wants %s', (_, over) => {
    expect(routeEvent(EVENT, { ...WISH, ...over }, MAIL)).toEqual({ road: 'alert' });
  });
});

test('severities rank from low to critical', () => {
  expect(SEVERITIES.map(rank)).toEqual([0, 1, 2, 3]);
});

test('a mute ends at its time, to the millisecond', () => {
  expect([0, 1].map((ms) => isMuted({ mutedUntil: new Date(+NOW + ms) }, NOW))).toEqual([false, true]);
  expect(isMuted({ mutedUntil: null }, NOW)).toBe(false);
});
