import { describe, expect, test } from 'vitest';
import {
  HOUSE_RULES,
  rank,
  routeEvent,
  wantsNotice,
  wishOf,
  type Mute,
  type Routable,
  type Rule,
  type Rules,
  type Subscription,
  type Wish,
} from '../../src/core/routing.ts';
import { SEVERITIES } from '../../src/core/telling.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const LATER = new Date(+NOW + 1);
const WISH: Subscription = {
  id: 1,
  accountId: 1,
  competitorId: 1,
  url: 'https://rival.example/pricing',
  competitor: 'Rival',
  timeZone: 'UTC',
  rules: HOUSE_RULES,
  mutedUntil: null,
  watchWords: [],
  ownProducts: [],
  instruction: null,
  afterCheckId: 10,
};
const EVENT: Routable = { kind: 'pricing.price', tags: ['promotion'], severity: 'high', checkId: 11 };

const rule = (over: Partial<Rule>): Rule => ({ ...HOUSE_RULES[0], ...over });
const receiver = (over: Partial<{ id: number; takesDigest: boolean; mutes: readonly Mute[] }> = {}) => ({
  id: 1,
  takesDigest: true,
  mutes: [],
  ...over,
});
const road = (
  event: Partial<Routable>,
  wish: Partial<Subscription>,
  { aside = false, ...to }: Parameters<typeof receiver>[0] & { aside?: boolean } = {},
): string => {
  const taken = routeEvent(
    { ...EVENT, ...event },
    { ...WISH, ...wish },
    { receiver: receiver(to), now: NOW, aside },
  );
  return taken.road === 'silent' ? taken.reason : taken.road;
};

describe('P7: severity chooses only the road', () => {
  test.each([
    ['critical', true, 'alert'],
    ['high', true, 'alert'],
    ['medium', true, 'digest'],
    ['low', true, 'digest'],
    ['medium', false, 'alert'],
    ['low', false, 'alert'],
  ] as const)('%s to a channel that takes digests (%s): %s', (severity, takesDigest, taken) => {
    expect(road({ severity }, {}, { takesDigest })).toBe(taken);
  });
});

describe('what a subscription does not want is silent, with its reason', () => {
  test.each([
    ['an event of the check it began with', { afterCheckId: 11 }, 'older than the subscription'],
    ['an older event', { afterCheckId: 99 }, 'older than the subscription'],
    ['muted', { mutedUntil: LATER }, 'muted'],
    ['below its floor', { rules: [rule({ least: 'critical' })] }, 'below critical'],
    ['another family', { rules: [rule({ kinds: ['legal'] })] }, 'not a kind that was asked for'],
    [
      'another kind of the family',
      { rules: [rule({ kinds: ['pricing.plan'] })] },
      'not a kind that was asked for',
    ],
    [
      'a name that only begins alike',
      { rules: [rule({ kinds: ['pricing.pri'] })] },
      'not a kind that was asked for',
    ],
    ['no kind at all', { rules: [rule({ kinds: [] })] }, 'not a kind that was asked for'],
    ['sent elsewhere', { rules: [rule({ channels: [2] })] }, 'goes to other channels'],
  ] as const)('%s', (_, over, reason) => {
    expect(road({}, over)).toBe(reason);
  });

  test.each([
    ['the very kind', { rules: [rule({ kinds: ['pricing.price'] })] }],
    ['its family', { rules: [rule({ kinds: ['pricing'] })] }],
    ['a tag', { rules: [rule({ kinds: ['promotion'] })] }],
    ['its own severity as floor', { rules: [rule({ least: 'high' })] }],
    ['a mute that has run out', { mutedUntil: NOW }],
    ['a named channel', { rules: [rule({ channels: [2, 1] })] }],
  ] as const)('it wants %s', (_, over) => {
    expect(road({}, over)).toBe('alert');
  });
});

describe('the first rule that fits decides', () => {
  const RULES: Rules = [
    rule({ kinds: ['pricing'], pace: 'at once', channels: [1, 2] }),
    rule({ kinds: ['legal'], least: 'high', pace: 'digest' }),
    rule({ pace: 'digest', channels: [1] }),
  ];
  test.for([
    ['a low price change', { severity: 'low' }, { id: 1 }, 'alert'],
    ['a low price change', { severity: 'low' }, { id: 2, takesDigest: false }, 'alert'],
    ['a price change', {}, { id: 3 }, 'goes to other channels'],
    ['a grave legal change', { kind: 'legal', tags: [], severity: 'critical' }, { id: 3 }, 'digest'],
    [
      'a light legal change',
      { kind: 'legal', tags: [], severity: 'low' },
      { id: 3 },
      'goes to other channels',
    ],
    ['the rest, however grave', { kind: 'security', tags: [], severity: 'critical' }, { id: 1 }, 'digest'],
    ['the rest', { kind: 'security', tags: [] }, { id: 2, takesDigest: false }, 'goes to other channels'],
    [
      'the rest, where no digest is taken',
      { kind: 'security', tags: [] },
      { id: 1, takesDigest: false },
      'alert',
    ],
  ] as const)('%s %o to %o: %s', ([, event, to, taken]) => {
    expect(road(event, { rules: RULES }, to)).toBe(taken);
  });

  test('below every floor the reason names the lowest', () => {
    const rules: Rules = [rule({ least: 'critical' }), rule({ least: 'high' })];
    expect(road({ severity: 'low' }, { rules })).toBe('below high');
  });
});

describe('what one channel has muted', () => {
  test.each([
    ['everything, for good', { kind: null, until: null }, 'muted'],
    ['everything, for a while', { kind: null, until: LATER }, 'muted'],
    ['everything, until now', { kind: null, until: NOW }, 'alert'],
    ['the kind', { kind: 'pricing.price', until: null }, 'muted'],
    ['the family', { kind: 'pricing', until: null }, 'muted'],
    ['another kind', { kind: 'pricing.plan', until: null }, 'alert'],
    ['a kind that is only its tag', { kind: 'promotion', until: null }, 'alert'],
  ] as const)('%s: %o is %s', (_, mute, taken) => {
    expect(road({}, {}, { mutes: [mute] })).toBe(taken);
  });

  test('nobody else is bound by it', () => {
    expect(road({}, {}, { id: 2, mutes: [] })).toBe('alert');
  });
});

test.each([
  [true, 'digest'],
  [false, 'outside the instruction'],
] as const)('outside the instruction, a channel with a digest (%s): %s', (takesDigest, taken) => {
  expect(road({ severity: 'critical' }, {}, { takesDigest, aside: true })).toBe(taken);
});

describe('a notice about the watch itself', () => {
  const notice = { kind: 'page.unreadable', severity: 'low' } as const;
  const wants = (wish: Partial<Subscription>, to: Parameters<typeof receiver>[0] = {}): boolean =>
    wantsNotice(notice, { ...WISH, ...wish }, { receiver: receiver(to), now: NOW });
  test.for([
    ['by the house', {}, {}, true],
    ['whatever its floor and pace', { rules: [rule({ least: 'critical', pace: 'digest' })] }, {}, true],
    ['where only news of some kind is asked for', { rules: [rule({ kinds: ['legal'] })] }, {}, true],
    ['sent elsewhere', { rules: [rule({ channels: [2] })] }, {}, false],
    [
      'sent elsewhere by a rule for notices',
      { rules: [rule({ kinds: ['page'], channels: [2] }), rule({})] },
      {},
      false,
    ],
    ['muted', { mutedUntil: LATER }, {}, false],
    ['on a channel that muted the page', {}, { mutes: [{ kind: null, until: null }] }, false],
    [
      'on a channel that muted such notices',
      {},
      { mutes: [{ kind: 'page.unreadable', until: null }] },
      false,
    ],
    ['on a channel that muted a kind of news', {}, { mutes: [{ kind: 'pricing', until: null }] }, true],
  ] as const)('%s', ([, wish, to, wanted]) => {
    expect(wants(wish, to)).toBe(wanted);
  });
});

describe('three levels make one wish', () => {
  const NONE: Wish = { rules: null, mutedUntil: null, watchWords: [], instruction: null };
  const own = (least: Rule['least']): Rules => [rule({ least })];
  test('nothing said anywhere is the rule of the house', () => {
    expect(wishOf(NONE, NONE, NONE).rules).toEqual(HOUSE_RULES);
  });
  test.for([
    ['the account', own('low'), null, null, 'low'],
    ['the competitor', own('low'), own('medium'), null, 'medium'],
    ['the page', own('low'), own('medium'), own('high'), 'high'],
    ['the page, beside the account', own('low'), null, own('high'), 'high'],
  ] as const)('the nearest rules hold: %s', ([, account, competitor, page, least]) => {
    const { rules } = wishOf(
      { ...NONE, rules: account },
      { ...NONE, rules: competitor },
      { ...NONE, rules: page },
    );
    expect(rules[0].least).toBe(least);
  });
  test('words add up, the latest mute holds, the nearest instruction holds', () => {
    const wish = wishOf(
      { ...NONE, watchWords: ['sso', 'api'], mutedUntil: NOW, instruction: 'prices' },
      { ...NONE, watchWords: ['api'], mutedUntil: LATER, instruction: 'limits' },
      { ...NONE, watchWords: ['gdpr'] },
    );
    expect(wish.watchWords.toSorted()).toEqual(['api', 'gdpr', 'sso']);
    expect(wish).toMatchObject({ mutedUntil: LATER, instruction: 'limits' });
  });
});

test('severities rank from low to critical', () => {
  expect(SEVERITIES.map(rank)).toEqual([0, 1, 2, 3]);
});
