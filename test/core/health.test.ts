import { describe, expect, it } from 'vitest';
import { judgeHealth, type Health } from '../../src/core/health/health.ts';
import { readPage } from '../../src/core/read/read-page.ts';
import { bytes, page, URL_OF_PAGE } from './pages.ts';

interface Case {
  readonly html?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly from?: string;
  readonly to?: string;
  readonly last?: number;
}

function health({
  html = page('<h1>Plans</h1>'),
  status = 200,
  headers = {},
  from = URL_OF_PAGE,
  to = from,
  last,
}: Case): Health {
  const body = bytes(html);
  const hops = from === to ? [] : [{ url: from, status: 301, location: to }];
  return judgeHealth({
    answer: { status, finalUrl: to, hops: [...hops, { url: to, status, location: null }], headers, body },
    reading: readPage({ body, contentType: 'text/html', url: to, scope: null }),
    last: last === undefined ? null : { textLength: last },
  });
}

const said = (found: Health): string => (found.health === 'page' ? 'page' : `${found.health}: ${found.kind}`);
const notice = (title: string, text: string): string =>
  `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`;

describe('statuses', () => {
  it.each([
    [200, 'page'],
    [203, 'page'],
    [202, 'blocked: bot wall'],
    [204, 'failed: empty'],
    [205, 'failed: empty'],
    [206, 'failed: partial'],
    [300, 'failed: status'],
    [400, 'failed: client error'],
    [401, 'blocked: login'],
    [402, 'blocked: payment'],
    [403, 'blocked: forbidden'],
    [404, 'gone: not found'],
    [410, 'gone: removed'],
    [429, 'blocked: rate limit'],
    [451, 'blocked: legal'],
    [500, 'failed: server error'],
    [503, 'failed: server error'],
  ])('%i is %s', (status, expected) => {
    expect(said(health({ status }))).toBe(expected);
  });
});

describe('bot walls (faults 2 and 3)', () => {
  it.each([
    ['a header of Cloudflare', { headers: { 'cf-mitigated': 'challenge' } }],
    ['a header of AWS', { headers: { 'x-amzn-waf-action': 'captcha' }, status: 405 }],
    ['a header of Vercel', { headers: { 'x-vercel-mitigated': 'deny' }, status: 403 }],
    [
      '200 with "Just a moment"',
      { html: notice('Just a moment...', 'Checking your browser before you go on.') },
    ],
    ['200 with characters to enter', { html: notice('Check', 'Enter the characters you see below') }],
    ['200 with a script of a wall', { html: '<script>window._cf_chl_opt={}</script><p>One second</p>' }],
    ['200 with a puzzle', { html: '<div id="px-captcha"></div><p>Hold the button</p>' }],
    ['a proof of work', { html: notice('Please wait', "Making sure you're not a bot!") }],
  ])('%s', (_, given) => {
    expect(said(health(given))).toBe('blocked: bot wall');
  });

  it.each([
    [
      'a challenge script in a full page',
      { html: page('<h1>Plans</h1><script src="/cdn-cgi/challenge-platform/x.js"></script>') },
    ],
    [
      'documentation about access',
      { html: page('<h1>Errors</h1><p>The API answers "access denied" when the key is wrong.</p>') },
    ],
    [
      'a captcha in a form of a full page',
      { html: page('<h1>Contact</h1><form><p>Complete the captcha to send</p></form>') },
    ],
  ])('not %s', (_, given) => {
    expect(said(health(given))).toBe('page');
  });
});

describe('errors that a wall sends', () => {
  it.each<[string, Case, string]>([
    [
      '403 of Cloudflare',
      { status: 403, headers: { server: 'cloudflare' }, html: '<h1>No</h1>' },
      'blocked: bot wall',
    ],
    ['403 of Akamai', { status: 403, headers: { server: 'AkamaiGHost' }, html: 'No' }, 'blocked: bot wall'],
    [
      '503 with a script of a wall',
      { status: 503, html: '<script>window._cf_chl_opt={}</script>' },
      'blocked: bot wall',
    ],
    [
      '404 behind Cloudflare: the page is gone',
      { status: 404, headers: { server: 'cloudflare' } },
      'gone: not found',
    ],
    [
      '503 of the origin with a long page',
      { status: 503, headers: { server: 'cloudflare' }, html: page('<p>x</p>'.repeat(3000)) },
      'failed: server error',
    ],
  ])('%s', (_, given, expected) => {
    expect(said(health(given))).toBe(expected);
  });
});

describe('where redirects end', () => {
  it.each([
    ['/pricing', '/pricing/', 'page'],
    ['/pricing', '/Pricing', 'page'],
    ['/pricing', '/pricing/index.html', 'page'],
    ['/pricing', '/de/pricing', 'page'],
    ['/pricing', '/login?next=/pricing', 'blocked: login'],
    ['/pricing', '/users/sign_in', 'blocked: login'],
    ['/pricing', '/plans', 'gone: moved'],
    ['/pricing', '/', 'gone: moved'],
    ['/login', '/login/', 'page'],
  ])('%s -> %s is %s', (from, to, expected) => {
    expect(said(health({ from: `https://rival.example${from}`, to: `https://rival.example${to}` }))).toBe(
      expected,
    );
  });

  it.each([
    ['http://rival.example/pricing', 'https://www.rival.example/pricing', 'page'],
    ['https://rival.example/pricing', 'https://accounts.rival.example/x', 'blocked: login'],
    ['https://rival.example/pricing', 'https://consent.portal.example/m?continue=x', 'blocked: consent'],
    ['https://rival.example/pricing', 'https://buyer.example/pricing', 'gone: moved'],
  ])('%s -> %s is %s', (from, to, expected) => {
    expect(said(health({ from, to }))).toBe(expected);
  });
});

it.each([
  '404',
  'Error 404',
  '404 - Page not found',
  'Oops! The page you are looking for could not be found.',
  'Sorry, this page does not exist',
  "We can't find that page",
  'Diese Seite wurde nicht gefunden',
  'Page introuvable',
  'Página no encontrada',
])('"%s" as a heading says that the page was not found', (heading) => {
  expect(said(health({ html: page(`<h1>${heading}</h1>`) }))).toBe('gone: soft 404');
});

describe('what stands in the text (faults 2, 4)', () => {
  it.each<[string, Case, string]>([
    ['nothing', { html: '' }, 'failed: empty'],
    ['a title and nothing else', { html: '<title>Rival</title>' }, 'failed: empty'],
    [
      'a login form and little else',
      { html: notice('Rival', 'Log in to go on <input type=password placeholder=Password>') },
      'blocked: login',
    ],
    [
      'a login that only words ask for',
      { html: notice('Rival', 'Log in with your name and password') },
      'blocked: login',
    ],
    ['a soft 404', { html: notice('Page not found', 'Sorry.') }, 'gone: soft 404'],
    [
      'a soft 404 of some length where a longer page stood',
      {
        html: page(`<h1>404</h1>${'<p>You may like one of our other pages instead.</p>'.repeat(40)}`),
        last: 9000,
      },
      'gone: soft 404',
    ],
    [
      'a page of scripts that asks for JavaScript',
      { html: '<script src=/app.js></script><p>Please enable JavaScript to go on.</p>' },
      'failed: shell',
    ],
    [
      'a soft 404 in German',
      { html: '<h1>Seite nicht gefunden</h1><p>Leider ist hier nichts.</p>' },
      'gone: soft 404',
    ],
    ['a soft 404 dressed as a page', { html: page('<h1>404</h1>'), last: 9000 }, 'gone: soft 404'],
    [
      'maintenance',
      { html: notice('Rival', 'We are down for maintenance. Be right back!') },
      'failed: maintenance',
    ],
    [
      'Wartung',
      { html: notice('Rival', 'Wegen Wartungsarbeiten ist die Seite nicht erreichbar.') },
      'failed: maintenance',
    ],
    [
      'a parked domain',
      { html: notice('rival.example', 'This domain is for sale. Make an offer.') },
      'gone: parked',
    ],
    [
      'an error of the server in 200',
      { html: '<p>Fatal error: Uncaught Exception in /var/www/x.php</p>' },
      'failed: server error',
    ],
    [
      'a database that is down',
      { html: notice('Error', 'Error establishing a database connection') },
      'failed: server error',
    ],
    [
      'a redirect stub',
      { html: notice('Rival', 'You are being redirected. Click here if nothing happens.') },
      'failed: redirect stub',
    ],
    [
      'a shell',
      { html: `<div id=root></div><script>${'x'.repeat(60_000)}</script><p>Rival</p>` },
      'failed: shell',
    ],
    [
      'a page that asks for JavaScript',
      {
        html: '<div id="app"></div><noscript>You need to enable JavaScript to run this app.</noscript><p>Rival</p>',
      },
      'failed: shell',
    ],
    ['a stump of a page', { html: '<p>Rival</p>', last: 3000 }, 'failed: collapsed'],
    [
      'a third of a page',
      { html: `<p>${'Some text of it. '.repeat(50)}</p>`, last: 9000 },
      'failed: collapsed',
    ],
  ])('%s', (_, given, expected) => {
    expect(said(health(given))).toBe(expected);
  });

  it.each<[string, Case]>([
    ['a short page', { html: notice('Jobs', 'We are hiring. Write to us.') }],
    ['a short page on JavaScript', { html: notice('Lesson 3', 'Please enable JavaScript to go on.') }],
    ['a product called 404', { html: page('<h1>404 Boards</h1>'), last: 900 }],
    ['an article on errors', { html: page('<h1>How we handle pages that were not found</h1>'), last: 1000 }],
    [
      'a small login form in the header of a full page',
      { html: page('<header>Log in <input type=password placeholder=Password></header><h1>Plans</h1>') },
    ],
    [
      'a relaunch that is much shorter',
      { html: page(`<h1>New</h1>${'<p>A fresh and short claim on one page.</p>'.repeat(60)}`), last: 42_000 },
    ],
    ['a short page that was always short', { html: notice('Jobs', 'We are hiring. Write to us.'), last: 40 }],
  ])('not %s', (_, given) => {
    expect(said(health(given))).toBe('page');
  });

  it('a body that is no text is unreadable, with the reason', () => {
    const answer = { status: 200, finalUrl: URL_OF_PAGE, hops: [], headers: {}, body: bytes('%PDF') };
    const reading = readPage({
      body: bytes('%PDF'),
      contentType: 'application/pdf',
      url: URL_OF_PAGE,
      scope: null,
    });
    expect(judgeHealth({ answer, reading, last: null })).toEqual({
      health: 'failed',
      kind: 'unreadable',
      reason: 'no text: application/pdf',
    });
  });
});
