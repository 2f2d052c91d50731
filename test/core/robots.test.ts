import { describe, expect, test } from 'vitest';
import type { AnsweredPage, PageAnswer } from '../../src/core/http/answer.ts';
import { afterAnswer, isFresh, judgeRobots, robotsUrl, type RobotsFile } from '../../src/core/http/robots.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const DAY = 24 * 3600;
const later = (seconds: number): Date => new Date(+NOW + seconds * 1000);
const PAGE = 'https://acme.example/pricing';
const SHUT = 'User-agent: *\nDisallow: /';
const OPEN = 'User-agent: *\nDisallow:';

function answered(status: number, text = '', over: Partial<AnsweredPage> = {}): PageAnswer {
  const finalUrl = 'https://acme.example/robots.txt';
  const hop = { url: finalUrl, status, location: null };
  return {
    answered: true,
    status,
    finalUrl,
    hops: [hop],
    headers: {},
    etag: null,
    lastModified: null,
    contentType: 'text/plain',
    body: Buffer.from(text),
    bytesHash: '',
    wireBytes: text.length,
    requests: 1,
    ms: 1,
    requestDigest: '',
    conditionalSent: false,
    ...over,
  };
}
const silent = (failure: 'connect' | 'redirects' | 'too large'): PageAnswer => ({
  answered: false,
  failure,
  reason: `no answer (${failure})`,
  hops: [],
  requests: 1,
  ms: 1,
});
const learn = (before: RobotsFile | null, answer: PageAnswer, now = NOW): RobotsFile =>
  afterAnswer(before, answer, { token: 'Sightline', now });
const ask = (file: RobotsFile, now = NOW): string =>
  judgeRobots(file, { url: PAGE, token: 'Sightline', now }).verdict;

test('it stands at the root of scheme, host and port', () => {
  expect(robotsUrl('http://acme.example:8080/a/b?c#d')).toBe('http://acme.example:8080/robots.txt');
});

describe('what an answer says (RFC 9309 2.3.1), of an origin that was never asked', () => {
  const hops = (count: number) =>
    Array.from({ length: count }, () => ({ url: PAGE, status: 301, location: '/' }));
  test.each([
    ['200 with rules: they hold', answered(200, SHUT), 'disallowed'],
    ['200 without', answered(200, ''), 'allowed'],
    ['404: everything may be fetched', answered(404, SHUT), 'allowed'],
    ['401', answered(401, SHUT), 'allowed'],
    ['403', answered(403, SHUT), 'allowed'],
    ['410', answered(410, SHUT), 'allowed'],
    ['300, a redirect to nowhere', answered(300, SHUT), 'allowed'],
    ['500: nothing may', answered(500, OPEN), 'unknown'],
    ['503', answered(503, OPEN), 'unknown'],
    ['a 304 that nobody asked for', answered(304), 'unknown'],
    ['no answer at all', silent('connect'), 'unknown'],
    ['an answer without end', silent('too large'), 'unknown'],
    ['five redirects', answered(200, SHUT, { hops: hops(6) }), 'disallowed'],
    ['six redirects: as if there were none', answered(200, SHUT, { hops: hops(7) }), 'allowed'],
    ['redirects in a circle: as if there were none', silent('redirects'), 'allowed'],
  ] as const)('%s', (_, answer, verdict) => {
    expect(ask(learn(null, answer))).toBe(verdict);
  });

  test('the reason says what robots.txt answered', () => {
    expect(judgeRobots(learn(null, answered(503)), { url: PAGE, token: 'Sightline', now: NOW })).toEqual({
      verdict: 'unknown',
      reason:
        'robots.txt cannot be read (it answers 503), so no page of the site is asked for until it can be',
    });
  });
});

describe('while it cannot be reached', () => {
  const good = learn(null, answered(200, SHUT, { etag: '"r"' }));
  const open = learn(null, answered(200, OPEN));

  test.each([
    ['the last good copy holds: closed', good, 29 * DAY, 'disallowed'],
    ['the last good copy holds: open', open, 29 * DAY, 'allowed'],
    ['after 30 days it is as if there were none (2.3.1.4)', good, 30 * DAY, 'allowed'],
    ['without a copy nothing may be fetched', null, 29 * DAY, 'unknown'],
    ['for 30 days', null, 30 * DAY, 'allowed'],
  ] as const)('%s', (...[, before, seconds, verdict]) => {
    const first = learn(before, answered(503), NOW);
    const again = learn(first, silent('connect'), later(seconds));
    expect(again.unreachable?.since).toEqual(NOW);
    expect(ask(again, later(seconds))).toBe(verdict);
  });

  test('an answer ends it, also one that there is none', () => {
    const down = learn(good, answered(503));
    expect(learn(down, answered(200, OPEN), later(60))).toMatchObject({ unreachable: null, rules: OPEN });
    expect(ask(learn(down, answered(404), later(60)))).toBe('allowed');
  });

  test('its validators are kept, and a 304 brings the copy back', () => {
    const down = learn(good, answered(503));
    expect(down.conditional).toEqual({
      url: 'https://acme.example/robots.txt',
      etag: '"r"',
      lastModified: null,
    });
    const back = learn(down, answered(304, '', { conditionalSent: true }), later(60));
    expect(back).toMatchObject({ rules: SHUT, unreachable: null, answeredAt: later(60), status: 304 });
    expect(back.conditional).toEqual(good.conditional);
  });
});

test.each([
  ['an answer holds for a day', answered(200, OPEN), DAY - 1, true],
  ['no longer', answered(200, OPEN), DAY, false],
  ['by a clock that was ahead a day too', answered(200, OPEN), -DAY, false],
  ['no answer is asked for again after five minutes', answered(503), 299, true],
  ['not before', answered(503), 300, false],
])('%s', (...[, answer, seconds, fresh]) => {
  expect(isFresh(learn(null, answer), later(seconds))).toBe(fresh);
});
