import { describe, expect, test } from 'vitest';
import { weigh } from '../../src/core/weigh.ts';
import { event } from './messages/invented.ts';

const quotes = (before: string | null, after: string | null) =>
  [{ place: { role: 'p', region: 'main', headings: [] }, before, after }] as const;
const weighed = (
  over: Parameters<typeof event>[0],
  words: { watchWords?: readonly string[]; ownProducts?: readonly string[] },
) =>
  weigh(event({ severity: 'medium', severityReasons: ['r'], headline: 'h', ...over }), {
    watchWords: [],
    ownProducts: [],
    ...words,
  });

describe('a watch word makes an event one step graver', () => {
  test.for([
    ['in the headline', { headline: 'SSO in every plan', quotes: quotes('a', 'b') }, ['sso'], 'high'],
    ['before', { quotes: quotes('SSO for all', 'gone') }, ['sso'], 'high'],
    ['after', { quotes: quotes(null, 'Now with SSO.') }, ['sso'], 'high'],
    [
      'in the page’s own case and spaces',
      { quotes: quotes(null, 'Single  Sign-On now') },
      ['single sign-on'],
      'high',
    ],
    ['not inside a word', { quotes: quotes(null, 'a rapid change') }, ['api'], 'medium'],
    ['beside a sign', { quotes: quotes(null, 'the API: v2') }, ['api'], 'high'],
    ['with a sign of its own', { quotes: quotes(null, 'C++ and more') }, ['c++'], 'high'],
    ['in a script without spaces', { quotes: quotes(null, '新しい料金プラン') }, ['料金'], 'high'],
    ['an empty word is none', { quotes: quotes(null, 'x') }, ['', '  '], 'medium'],
    ['once, however many occur', { quotes: quotes(null, 'sso and api') }, ['sso', 'api'], 'high'],
    ['never beyond critical', { severity: 'critical', quotes: quotes(null, 'sso') }, ['sso'], 'critical'],
  ] as const)('%s', ([, over, watchWords, severity]) => {
    expect(weighed(over, { watchWords }).severity).toBe(severity);
  });

  test('the reason is said after the event’s own', () => {
    expect(weighed({ quotes: quotes(null, 'sso') }, { watchWords: ['SSO'] }).reasons).toEqual([
      'r',
      'your watch word “SSO”: high',
    ]);
  });
});

describe('a comparison that names the account’s own product is critical', () => {
  test.for([
    ['it is named', 'positioning.comparison', 'Better than Tidewatch', 'critical'],
    ['another is named', 'positioning.comparison', 'Better than Marlow', 'medium'],
    ['it is named in news of another kind', 'content', 'Better than Tidewatch', 'medium'],
  ] as const)('%s', ([, kind, after, severity]) => {
    expect(weighed({ kind, quotes: quotes(null, after) }, { ownProducts: ['Tidewatch'] }).severity).toBe(
      severity,
    );
  });
});
