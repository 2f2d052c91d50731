import { describe, expect, test } from 'vitest';
import { crawlDelayS, productToken, robotsText, ruleFor } from '../../src/core/http/robots-rules.ts';

const SITE = 'https://acme.example';

/** "no: rule", "yes: rule", or "yes" where no rule speaks of the path. */
function verdict(rules: string, path: string, token = 'Sightline'): string {
  const rule = ruleFor(rules, SITE + path, token);
  return rule === null ? 'yes' : `${rule.allows ? 'yes' : 'no'}: ${rule.words}`;
}

describe('which rule decides, and where it stands', () => {
  test.each([
    [
      'the rule is shown as it stands there, with its line and its group',
      '# hello\n\nUser-agent: *\nDisallow: /private # keep out',
      '/private/x',
      'no: Disallow: /private, line 4, for User-agent: *',
    ],
    ['nothing is said of other paths', 'User-agent: *\nDisallow: /private', '/pricing', 'yes'],
    ['an empty file', '', '/pricing', 'yes'],
    ['a page of HTML in its place', '<!doctype html><p>Disallow: /</p>', '/pricing', 'yes'],
    ['an empty Disallow allows', 'User-agent: *\nDisallow:', '/pricing', 'yes'],
    [
      'the longest match wins, wherever it stands',
      'User-agent: *\nAllow: /docs/open\nDisallow: /docs',
      '/docs/open/1',
      'yes: Allow: /docs/open, line 2, for User-agent: *',
    ],
    [
      'of equally long ones Allow wins',
      'User-agent: *\nDisallow: /a\nAllow: /a',
      '/a',
      'yes: Allow: /a, line 3, for User-agent: *',
    ],
    [
      'our own group stands alone, in any case, with or without a version',
      'User-agent: *\nDisallow: /\n\nUser-agent: SIGHTLINE/2.0\nDisallow: /admin',
      '/pricing',
      'yes',
    ],
    [
      'and keeps us out by our name',
      'User-agent: *\nAllow: /\n\nUser-agent: sightline\nDisallow: /pricing',
      '/pricing',
      'no: Disallow: /pricing, line 5, for User-agent: sightline',
    ],
    [
      'two groups of one agent are one (RFC 9309 2.2.1)',
      'User-agent: sightline\nDisallow: /a\n\nUser-agent: other\nDisallow: /\n\nUser-agent: sightline\nDisallow: /b',
      '/b',
      'no: Disallow: /b, line 8, for User-agent: sightline',
    ],
    [
      'a group of several agents names ours',
      'User-agent: other\nUser-agent: Sightline\nDisallow: /x',
      '/x',
      'no: Disallow: /x, line 3, for User-agent: Sightline',
    ],
    [
      'records of no group do not end the list of agents (2.2.4)',
      'User-agent: *\nCrawl-delay: 3\nSitemap: https://acme.example/s.xml\nUser-agent: other\nDisallow: /x',
      '/x',
      'no: Disallow: /x, line 5, for User-agent: *',
    ],
    [
      '* stands for any text, $ for the end',
      'User-agent: *\nDisallow: /*.pdf$',
      '/files/a.pdf',
      'no: Disallow: /*.pdf$, line 2, for User-agent: *',
    ],
    ['and not past the end', 'User-agent: *\nDisallow: /*.pdf$', '/files/a.pdf?x=1', 'yes'],
    [
      'a query counts',
      'User-agent: *\nDisallow: /*?sort=',
      '/list?sort=up',
      'no: Disallow: /*?sort=, line 2, for User-agent: *',
    ],
    [
      'octets that need no encoding are compared without (2.2.2)',
      'User-agent: *\nDisallow: /%7Ejoe/',
      '/~joe/x',
      'no: Disallow: /%7Ejoe/, line 2, for User-agent: *',
    ],
    [
      'and the other way round',
      'User-agent: *\nDisallow: /~joe/',
      '/%7ejoe/x',
      'no: Disallow: /~joe/, line 2, for User-agent: *',
    ],
    [
      'letters beyond ASCII are compared encoded',
      'User-agent: *\nDisallow: /größe',
      '/gr%c3%b6%c3%9fe/1',
      'no: Disallow: /größe, line 2, for User-agent: *',
    ],
    ['an encoded slash is no slash', 'User-agent: *\nDisallow: /a/b', '/a%2Fb', 'yes'],
    [
      'a byte order mark and lines of old Macs',
      '\uFEFFUser-agent: *\rDisallow: /x',
      '/x',
      'no: Disallow: /x, line 2, for User-agent: *',
    ],
    ['a path is compared in its own case', 'User-agent: *\nDisallow: /Private', '/private', 'yes'],
    ["rules before any agent are nobody's", 'Disallow: /\nUser-agent: other\nDisallow: /', '/x', 'yes'],
    ['robots.txt itself may always be read', 'User-agent: *\nDisallow: /', '/robots.txt', 'yes'],
    ['an agent called like a part of every object', 'User-agent: constructor\nDisallow: /', '/x', 'yes'],
  ])('%s', (...[, rules, path, expected]) => {
    expect(verdict(rules, path)).toBe(expected);
  });

  test('a rule shown is cut to what a person reads', () => {
    const words = verdict(`User-agent: *\nDisallow: /${'*'.repeat(5000)}`, '/x');
    expect(words).toBe(`no: Disallow: /${'*'.repeat(189)}, line 2, for User-agent: *`);
  });
});

describe('the text that is kept', () => {
  test('500 KiB of it, without the line that was torn, and without NUL', () => {
    const line = `Disallow: /${'x'.repeat(88)}\n`;
    const text = robotsText(Buffer.from(`User-agent: *\n\0${line.repeat(6000)}`));
    expect(text.length).toBeLessThanOrEqual(500 * 1024);
    expect(text.length).toBeGreaterThan(499 * 1024);
    expect(text.endsWith(line)).toBe(true);
    expect(text).not.toContain('\0');
    expect(robotsText(Buffer.from('User-agent: *'))).toBe('User-agent: *');
  });
});

test.each([
  ['none', 'User-agent: *\nDisallow: /x', 0],
  ['as the site asks', 'User-agent: *\nCrawl-delay: 7.5 # s', 7.5],
  ['at most a minute', 'User-agent: *\nCrawl-delay: 86400', 60],
  ['no number', 'User-agent: *\nCrawl-delay: soon', 0],
  ['less than nothing', 'User-agent: *\nCrawl-delay: -3', 0],
  ['for us alone', 'User-agent: *\nCrawl-delay: 1\n\nUser-agent: Sightline\nCrawl-delay: 20', 20],
  ['for somebody else', 'User-agent: other\nCrawl-delay: 20', 0],
])('Crawl-delay, %s', (_, rules, seconds) => {
  expect(crawlDelayS(rules, 'Sightline')).toBe(seconds);
});

test.each([
  ['Sightline/0.1 (page change monitor; +https://me.example)', 'Sightline'],
  ['Acme-Watch/2', 'Acme-Watch'],
  ['Mozilla/5.0 (compatible; AcmeBot/1.0; +https://acme.example)', 'AcmeBot'],
  ['123', 'Sightline'],
])('the product of %j is %s', (userAgent, token) => {
  expect(productToken(userAgent)).toBe(token);
});
