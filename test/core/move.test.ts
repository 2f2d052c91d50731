import { describe, expect, it } from 'vitest';
import { judgeHealth } from '../../src/core/health/health.ts';
import { goneBy, isSamePage, redirectElsewhere } from '../../src/core/watch/move.ts';
import { readPage } from '../../src/core/read/read-page.ts';
import { bytes, page } from './pages.ts';

const SITE = 'https://rival.example';
const absolute = (path: string): string => new URL(path, SITE).href;

/** "/pricing 301 /plans 302 /de/plans": the way of one answer. */
function way(steps: string) {
  const [first = '', ...rest] = steps.split(' ');
  const urls = [first, ...rest.filter((_, at) => at % 2 === 1)].map(absolute);
  const statuses = rest.filter((_, at) => at % 2 === 0).map(Number);
  const hops = urls.map((url, at) => ({
    url,
    status: statuses[at] ?? 200,
    location: urls[at + 1] ?? null,
  }));
  return { hops, finalUrl: urls.at(-1) ?? '' };
}

describe('names of one page', () => {
  it.each([
    ['/pricing', '/pricing/'],
    ['/pricing', '/Pricing'],
    ['/pricing', '/pricing/index.html'],
    ['/pricing/index.php', '/pricing'],
    ['/pricing', '/de/pricing'],
    ['/en-us/pricing', '/de/pricing'],
    ['/de', '/'],
    ['/en/pricing', '/pricing'],
    ['/', '/en'],
    ['/', '/index.html'],
    ['/caf%C3%A9', '/café'],
    ['/pricing#team', '/pricing'],
    ['http://rival.example/pricing', 'https://www.rival.example/pricing'],
    ['https://www.rival.example', 'http://rival.example/'],
  ])('%s and %s', (one, other) => {
    expect(isSamePage(absolute(one), absolute(other))).toBe(true);
    expect(isSamePage(absolute(other), absolute(one))).toBe(true);
  });

  it.each([
    ['/pricing', '/plans'],
    ['/pricing', '/'],
    ['/pricing', '/pricing/enterprise'],
    ['/docs/pricing', '/pricing'],
    ['https://rival.example/pricing', 'https://buyer.example/pricing'],
    ['https://rival.example/pricing', 'https://docs.rival.example/pricing'],
    ['/ai', '/'],
  ])('but not %s and %s', (one, other) => {
    expect(isSamePage(absolute(one), absolute(other))).toBe(false);
  });
});

describe('where redirects lead', () => {
  it.each([
    ['/pricing', null],
    ['/pricing 301 /pricing/', null],
    ['/pricing 302 /de/pricing', null],
    ['/pricing 302 /check-cookies 302 /pricing/', null],
    ['/pricing 301 /plans', 'moved to /plans'],
    ['/pricing 308 /plans', 'moved to /plans'],
    ['/pricing 302 /plans', 'elsewhere, /plans'],
    ['/pricing 303 /plans', 'elsewhere, /plans'],
    ['/pricing 307 /plans', 'elsewhere, /plans'],
    ['/pricing 301 /plans 308 /packages', 'moved to /packages'],
    ['/pricing 301 /plans 302 /packages', 'elsewhere, /packages'],
    ['/pricing 302 /gate 301 /plans', 'elsewhere, /plans'],
    // What the site chooses for the visitor is no part of the new name; what it settles for good is.
    ['/pricing 302 /de/pricing 301 /de/plans', 'moved to /de/plans'],
    ['/pricing 301 /plans 302 /de/plans', 'moved to /plans'],
    ['/pricing 301 /plans 301 /plans/', 'moved to /plans/'],
    ['/pricing 301 /plans 301 /plans/ 302 /de/plans/', 'moved to /plans/'],
    ['http://rival.example/pricing 301 https://rival.example/pricing 301 /plans', 'moved to /plans'],
    // Each step may be a choice of language; from end to end a product is gone.
    ['/ai 301 /en 301 /', 'moved to /'],
    ['/ai 302 /en 302 /', 'elsewhere, /'],
    ['/pricing 301 https://buyer.example/rival', 'moved to https://buyer.example/rival'],
  ])('%s: %s', (steps, expected) => {
    const redirect = redirectElsewhere(way(steps));
    const gone = redirect && goneBy(redirect).gone;
    const words =
      gone?.as === 'moved'
        ? `moved to ${gone.to}`
        : gone?.as === 'elsewhere'
          ? `elsewhere, ${gone.to}`
          : null;
    expect(words?.replace(SITE, '') ?? null).toBe(expected);
  });

  it('a way whose last answer is not among its hops ends where the answer came from', () => {
    const hops = [{ url: absolute('/pricing'), status: 301, location: '/plans' }];
    expect(redirectElsewhere({ hops, finalUrl: absolute('/plans') })).toEqual({
      to: absolute('/plans'),
      lasting: true,
      statuses: [301],
    });
  });

  it('words say whether it is for good', () => {
    const reasons = ['/pricing 301 /plans', '/pricing 302 /plans'].map((steps) => {
      const redirect = redirectElsewhere(way(steps));
      return redirect && goneBy(redirect).reason;
    });
    expect(reasons).toEqual([
      `the page has moved for good to ${SITE}/plans (301)`,
      `the page leads to ${SITE}/plans for now, by a temporary redirect (302)`,
    ]);
  });

  it.each(['/pricing 301 /pricing/', '/pricing 301 /plans', '/pricing 302 /', '/pricing 301 /de/pricing'])(
    'health and moves agree on %s',
    (steps) => {
      const body = bytes(page('<h1>Plans</h1>'));
      const { hops, finalUrl } = way(steps);
      const reading = readPage({ body, contentType: 'text/html', url: finalUrl, scope: null });
      const health = judgeHealth({
        answer: { status: 200, finalUrl, hops, headers: {}, body },
        reading,
        last: null,
      });
      expect(health.health !== 'page' && health.kind === 'moved').toBe(
        redirectElsewhere(way(steps)) !== null,
      );
    },
  );
});
