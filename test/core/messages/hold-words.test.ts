import { describe, expect, test } from 'vitest';
import { asSentence, holdLines, untilWords, type NamedMute } from '../../../src/core/messages/hold-words.ts';
import { zoneOf } from '../../../src/core/messages/local-time.ts';
import { HOUSE_RULES, type Wish } from '../../../src/core/routing.ts';

const NOW = new Date('2026-12-01T09:00:00Z');
const ZONE = zoneOf('Europe/Berlin');
const TELLER = {
  of: 'Acme',
  channels: [{ id: 1, label: 'email', takesDigest: true }],
  days: [1, 2, 3, 4, 5, 6, 7],
  zone: ZONE,
  now: NOW,
  hasModel: false,
};
const RULE = 'all changes of Acme: email at once from high, below that the digest every day';
const lines = (
  over: Partial<Wish>,
  more: { mutes?: readonly NamedMute[]; pages?: number; hasModel?: boolean } = {},
) => {
  const { mutes = [], pages = 1, hasModel = false } = more;
  const wish = { mutedUntil: null, watchWords: [], instruction: null, ...over, rules: HOUSE_RULES };
  return holdLines({ wish, mutes, pages }, { ...TELLER, hasModel });
};
const mute = (over: Partial<NamedMute>): NamedMute => ({
  label: 'email',
  url: 'https://acme.test/pricing',
  kind: null,
  until: null,
  ...over,
});

describe('what holds says all that keeps news back', () => {
  test('a mute stands first, in the reader’s time', () => {
    const [first, second] = lines({ mutedUntil: new Date('2026-12-04T23:00:00Z') });
    expect(first).toBe('muted until 5 Dec: until then nothing is told, whatever else stands here');
    expect(second).toBe(RULE);
  });
  test('a mute that is over is not said', () => {
    expect(lines({ mutedUntil: new Date('2026-11-30T00:00:00Z') })).toEqual([RULE]);
  });
  test.each([
    [mute({}), 1, 'email has unsubscribed from this page'],
    [mute({}), 2, 'email has unsubscribed from https://acme.test/pricing'],
    [mute({ until: new Date('2026-12-08T08:20:00Z') }), 1, 'email has snoozed this page until 8 Dec 09:20'],
    [mute({ kind: 'pricing.price' }), 1, 'email hears no changes of a price of this page'],
  ] as const)('a button of a message: %j of %i pages', (one, pages, said) => {
    expect(lines({}, { mutes: [one], pages })).toEqual([RULE, said]);
  });
  test('one click on all pages is one line', () => {
    const mutes = [mute({}), mute({ url: 'https://acme.test/' })];
    expect(lines({}, { mutes, pages: 2 }).at(-1)).toBe('email has unsubscribed from these 2 pages');
    expect(lines({}, { mutes, pages: 3 }).at(-1)).toBe(
      'email has unsubscribed from https://acme.test/pricing and https://acme.test/',
    );
  });
  test('watch words and the instruction are shown, and that it needs a model', () => {
    const said = lines({ watchWords: ['figma', 'map layer'], instruction: 'Only the API.' });
    expect(said.slice(1)).toEqual([
      'watch words, which make news one step graver: figma, map layer',
      'instruction: “Only the API.” (it needs a model and none is set, so it chooses nothing: set OPENAI_API_KEY)',
    ]);
    expect(lines({ instruction: 'Only the API.' }, { hasModel: true }).at(-1)).toBe(
      'instruction: “Only the API.”',
    );
  });
});

test.each([
  ['2026-12-04T23:00:00Z', '5 Dec'],
  ['2026-12-05T08:30:00Z', '5 Dec 09:30'],
  ['2027-01-01T23:00:00Z', '2 Jan 2027'],
])('a mute until %s ends %s in Berlin', (until, words) => {
  expect(untilWords(new Date(until), ZONE, NOW)).toBe(words);
});

test('a sentence begins with a capital, but an address keeps its letters', () => {
  expect(asSentence('muted until 5 Dec')).toBe('Muted until 5 Dec.');
  expect(asSentence('a@acme.test has unsubscribed from this page')).toBe(
    'a@acme.test has unsubscribed from this page.',
  );
});
