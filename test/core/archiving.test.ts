import { describe, expect, test } from 'vitest';
import { asksNoArchive } from '../../src/core/http/archiving.ts';

function asks(header: string | null, html = '<p>Text</p>', status = 200): boolean | null {
  const headers: Record<string, string> = header === null ? {} : { 'x-robots-tag': header };
  return asksNoArchive({ headers, status, body: Buffer.from(html) }, 'Sightline');
}

describe('X-Robots-Tag', () => {
  test.each([
    ['noarchive', true],
    ['NoArchive', true],
    ['noindex, noarchive', true],
    ['noindex, nofollow', false],
    ['none', false],
    ['max-snippet: 20, noarchive', true],
    ['unavailable_after: 25 Jun 2026 15:00:00 PST, noarchive', true],
    ['sightline: noarchive', true],
    ['googlebot: noarchive', false],
    ['googlebot: noindex, noarchive', false],
    ['googlebot: noindex, sightline: nofollow, noarchive', true],
    ['*: noarchive', true],
    ['noarchived', false],
  ])('%j: %s', (header, expected) => {
    expect(asks(header)).toBe(expected);
  });

  test('a 304 can say so, and one that does not leaves what was known', () => {
    expect(asks('noarchive', '', 304)).toBe(true);
    expect(asks('noindex', '', 304)).toBeNull();
    expect(asks(null, '', 304)).toBeNull();
  });
});

describe('a meta tag', () => {
  test.each([
    ['for all robots', '<meta name="robots" content="noindex, NOARCHIVE">', true],
    ['in any case', '<META NAME=Robots CONTENT=noarchive>', true],
    ['for us', '<meta name="sightline" content="noarchive">', true],
    ['for another', '<meta name="googlebot" content="noarchive">', false],
    ['other directives', '<meta name="robots" content="noindex">', false],
    ['in a comment', '<!-- <meta name="robots" content="noarchive"> -->', false],
    ['in a text about it', '<p>Write noarchive into your robots tag.</p>', false],
    ['of another kind', '<meta name="description" content="noarchive">', false],
  ])('%s', (_, html, expected) => {
    expect(asks(null, `<!doctype html><head>${html}</head><body>Text</body>`)).toBe(expected);
  });

  test('in UTF-16', () => {
    const body = Buffer.from('\uFEFF<meta name="robots" content="noarchive">', 'utf16le');
    expect(asksNoArchive({ headers: {}, status: 200, body }, 'Sightline')).toBe(true);
  });
});
