import { expect, test } from 'vitest';
import { nameOfSite, siteOf } from '../../src/core/address/site.ts';

test.each([
  ['https://rival.com/pricing', 'rival.com', 'Rival'],
  ['https://www.docs.rival.co.uk', 'rival.co.uk', 'Rival'],
  ['https://rival.com.:8443/', 'rival.com', 'Rival'],
  ['http://localhost:3000/a', 'localhost:3000', 'Localhost'],
  ['http://127.0.0.1:8080/a', '127.0.0.1:8080', '127.0.0.1'],
  ['http://[::1]/', '[::1]', '[::1]'],
])('%s belongs to %s, a first name for it is %s', (url, site, name) => {
  expect(siteOf(url)).toBe(site);
  expect(nameOfSite(url)).toBe(name);
});

test('P8: two firms on one hoster are two sites, or the news of one would be joined to the other', () => {
  const [one, other] = ['https://acme.github.io/pricing', 'https://birch.github.io/pricing'];
  expect([siteOf(one), siteOf(other)]).toEqual(['acme.github.io', 'birch.github.io']);
  expect(nameOfSite(one)).toBe('Acme');
});

test('P8: the pages of one firm are one site, whatever the host', () => {
  const hosts = ['www', 'docs', 'blog.eu'].map((sub) => siteOf(`https://${sub}.rival.com/`));
  expect(new Set(hosts)).toEqual(new Set(['rival.com']));
});
