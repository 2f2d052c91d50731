import { describe, expect, it } from 'vitest';
import { judgeHealth } from '../../src/core/health/health.ts';
import { evidenceFor } from '../../src/core/health/marks-seen.ts';
import { readPage } from '../../src/core/read/read-page.ts';
import { bytes, page, URL_OF_PAGE } from './pages.ts';

interface Case {
  readonly html?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly to?: string;
}

function evidence({ html = page('<h1>Plans</h1>'), status = 200, headers = {}, to = URL_OF_PAGE }: Case) {
  const body = bytes(html);
  const hops = [...(to === URL_OF_PAGE ? [] : [URL_OF_PAGE]), to].map((url, at, all) => ({
    url,
    status: at < all.length - 1 ? 301 : status,
    location: all[at + 1] ?? null,
  }));
  const answer = { status, finalUrl: to, hops, headers, body };
  const reading = readPage({ body, contentType: 'text/html', url: to, scope: null });
  const { decided, alsoSeen } = evidenceFor(judgeHealth({ answer, reading, last: null }), answer, reading);
  const words = (all: typeof decided): string => all.map(({ where, saw }) => `${where} ${saw}`).join('; ');
  return { decided: words(decided), alsoSeen: words(alsoSeen) };
}

const at = (path: string): string => new URL(path, URL_OF_PAGE).href;

describe('D: the marks that decided', () => {
  it.each<[string, Case, RegExp]>([
    ['a page', {}, /^status 200; length \d+ characters of text in \d+ of markup$/],
    ['a missing page', { status: 404 }, /^status 404$/],
    ['a removed page', { status: 410 }, /^status 410$/],
    ['a server in trouble', { status: 502, html: 'no' }, /^status 502$/],
    ['a login', { status: 401 }, /^status 401$/],
    [
      'a wall by its header',
      { headers: { 'cf-mitigated': 'challenge' }, status: 403, html: 'no' },
      /^header cf-mitigated: challenge \(Cloudflare\)$/,
    ],
    [
      'a wall by who refused',
      { headers: { server: 'cloudflare' }, status: 403, html: 'no' },
      /^header server: cloudflare \(Cloudflare\)$/,
    ],
    [
      'a wall by its markup',
      { html: '<script>window._cf_chl_opt={}</script><p>One second</p>' },
      /^markup _cf_chl_opt$/,
    ],
    [
      'a wall by its words',
      { html: '<title>x</title><p>Enter the characters you see below</p>' },
      /^text Enter the characters you see$/,
    ],
    ['a soft 404', { html: '<title>Page not found - Rival</title><p>Sorry.</p>' }, /^text Page not found$/],
    ['maintenance', { html: '<p>We are down for maintenance.</p>' }, /^text down for maintenance$/],
    ['a parked domain', { html: '<p>This domain is for sale.</p>' }, /^text This domain is for sale$/],
    [
      'a page for browsers',
      { html: '<div id=app></div><noscript>Please enable JavaScript</noscript><p>Rival</p>' },
      /^text enable JavaScript$/,
    ],
    [
      'a shell',
      { html: `<div id=root></div><script>${'x'.repeat(60_000)}</script><p>Rival</p>` },
      /^length 5 characters of text in \d+ of markup$/,
    ],
    ['another page', { to: at('/plans') }, /^address leads to \S+\/plans$/],
    [
      'a wall of consent',
      { to: 'https://consent.rival.example/ask' },
      /^address leads to https:\/\/consent\.rival\.example\/ask$/,
    ],
    ['a login behind a redirect', { to: at('/login') }, /^address leads to \S+\/login$/],
    [
      'a form for a password',
      { html: '<p>Log in <input type="password" placeholder="Password"></p>' },
      /^markup <input type="password" placeholder="Password">$/,
    ],
    ['nothing', { html: '' }, /^length 0 characters/],
  ])('of %s', (_, given, expected) => {
    expect(evidence(given).decided).toMatch(expected);
  });

  it('what is on a good page as well is said not to have been enough', () => {
    const html = page('<h1>Errors</h1><p>The API says "access denied".</p><input type=password>');
    expect(evidence({ html }).alsoSeen).toBe('markup <input type=password>; text access denied');
  });

  it('a verdict that no single mark carries is told by its reason', () => {
    expect(evidence({ status: 418 }).decided).toBe('status 418');
    const answer = { status: 200, finalUrl: URL_OF_PAGE, hops: [], headers: {}, body: bytes('x') };
    const reading = readPage({
      body: bytes('<p>x</p>'),
      contentType: 'text/html',
      url: URL_OF_PAGE,
      scope: null,
    });
    const collapsed = { health: 'failed', kind: 'collapsed', reason: 'the page came in part' } as const;
    expect(evidenceFor(collapsed, answer, reading).decided).toEqual([
      { kind: 'collapsed', where: 'text', saw: 'the page came in part' },
    ]);
  });

  it('what cannot be read is told by why', () => {
    const body = bytes('%PDF-1.4');
    const answer = { status: 200, finalUrl: URL_OF_PAGE, hops: [], headers: {}, body };
    const reading = readPage({ body, contentType: 'application/pdf', url: URL_OF_PAGE, scope: null });
    const unreadable = { health: 'failed', kind: 'unreadable', reason: 'no text' } as const;
    expect(evidenceFor(unreadable, answer, reading)).toEqual({
      decided: [{ kind: 'unreadable', where: 'text', saw: 'no text: application/pdf' }],
      alsoSeen: [],
    });
  });

  it('a mark is cut to 120 characters, and is one line', () => {
    const html = page(`<h1>Plans</h1><input\n type=password ${'x'.repeat(90)}>`);
    expect(evidence({ html }).alsoSeen.length).toBeLessThanOrEqual('markup '.length + 120);
    expect(evidence({ html }).alsoSeen).not.toContain('\n');
  });
});
