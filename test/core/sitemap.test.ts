import { describe, expect, test } from 'vitest';
import { readSitemap } from '../../src/core/watch/sitemap.ts';
import { bytes } from './pages.ts';

const urlset = (...entries: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
const read = (text: string) => readSitemap(bytes(text));
const entry = (url: string): string => `<url><loc>${url}</loc><lastmod>2026-03-01</lastmod></url>`;

describe('a sitemap', () => {
  test('lists its addresses once each, with entities and CDATA undone', () => {
    const text = urlset(
      entry('https://rival.example/a?x=1&amp;y=2'),
      entry('<![CDATA[https://rival.example/b]]>'),
      entry('\n  https://rival.example/c  '),
      entry('https://rival.example/c'),
    );
    expect(read(text)).toEqual({
      kind: 'pages',
      urls: ['https://rival.example/a?x=1&y=2', 'https://rival.example/b', 'https://rival.example/c'],
    });
  });

  test('dates in it decide nothing', () => {
    const dated = (date: string): string =>
      urlset(`<url><loc>https://rival.example/a</loc><lastmod>${date}</lastmod></url>`);
    expect(read(dated('2020-01-01'))).toEqual(read(dated('no date')));
  });

  test('of sitemaps names its parts', () => {
    const text = '<sitemapindex><sitemap><loc>https://rival.example/s1.xml</loc></sitemap></sitemapindex>';
    expect(read(text)).toEqual({ kind: 'index', sitemaps: ['https://rival.example/s1.xml'] });
  });

  test.each([
    ['a page that says that nothing is there', '<html><h1>Not found</h1></html>'],
    ['nothing', ''],
    ['JSON', '{"loc":"https://rival.example/"}'],
    ['one larger than 10 MB', urlset('<!-- -->'.repeat(1_400_000))],
  ])('is not %s', (_, text) => {
    expect(read(text)).toBeNull();
  });

  test('is read to 50,000 addresses, an index to 50 parts, and an address to 500 characters', () => {
    const many = Array.from({ length: 60_000 }, (_, n) => `<loc>https://r.example/${n}</loc>`);
    expect(read(urlset(...many))).toMatchObject({ urls: { length: 50_000 } });
    expect(read(`<sitemapindex>${many.slice(0, 80).join('')}</sitemapindex>`)).toMatchObject({
      sitemaps: { length: 50 },
    });
    expect(read(urlset(entry(`https://r.example/${'x'.repeat(500)}`)))).toEqual({ kind: 'pages', urls: [] });
  });

  test('with an entity of its own opens nothing', () => {
    const text = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${urlset(entry('https://rival.example/&e;'))}`;
    expect(read(text)).toEqual({ kind: 'pages', urls: ['https://rival.example/&e;'] });
  });

  test('is read in a time that grows with its length', () => {
    expect(read(urlset('<loc>'.repeat(500_000)))).toEqual({ kind: 'pages', urls: [] });
  });
});
