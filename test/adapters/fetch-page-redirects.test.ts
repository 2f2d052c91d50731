import { describe, expect, test } from 'vitest';
import { NOT_PUBLIC } from '../../src/core/address/address.ts';
import { openSite } from '../support/loopback.ts';
import { always, answered, PAGE, raw, visit } from '../support/visit-page.ts';

describe('redirects', () => {
  const kinds: [what: string, status: number, location: (url: string) => string, asked: string][] = [
    ['absolute', 301, (url) => `${url}/there`, '/there'],
    ['relative', 302, () => 'there?x=1', '/there?x=1'],
    ['query only', 303, () => '?x=1', '/here?x=1'],
    ['without a scheme', 307, (url) => `${url.replace('http:', '')}/there`, '/there'],
    ['in UTF-8', 308, () => Buffer.from('/préis').toString('latin1'), '/pr%C3%A9is'],
  ];
  test.each(kinds)('%s (%i) are followed', async (...[, status, location, asked]) => {
    const site = await openSite((request, response) => {
      if (request.url === '/here') response.writeHead(status, { location: location(site.url) }).end();
      else response.end(PAGE);
    });
    expect(answered(await visit(`${site.url}/here`))).toMatchObject({
      status: 200,
      finalUrl: `${site.url}${asked}`,
    });
    expect(site.requests.map(({ url, method }) => [method, url])).toEqual([
      ['GET', '/here'],
      ['GET', asked],
    ]);
  });

  test('over one kept connection, whose redirect bodies are read', async () => {
    const site = await openSite((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/a' }).end('moved '.repeat(1000));
      else response.end(PAGE);
    });
    await visit(site.url);
    expect(site.sockets).toHaveLength(1);
  });

  test('ten are followed, an eleventh is not', async () => {
    const site = await openSite((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end(PAGE);
    });
    expect(await visit(`${site.url}/10`)).toMatchObject({ answered: true, requests: 11 });
    const eleven = await visit(`${site.url}/11`);
    expect(eleven).toMatchObject({ answered: false, failure: 'redirects', requests: 11 });
    expect(eleven.hops).toHaveLength(11);
  });

  test('in a circle end where they began', async () => {
    const site = await openSite(
      (request, response) =>
        void response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a#x' }).end(),
    );
    expect(await visit(`${site.url}/a`)).toMatchObject({ failure: 'redirects', requests: 2 });
  });

  const nowhere: [location: string | string[], failure: string][] = [
    ['', 'redirects'],
    ['http:example.com', 'redirects'],
    ['///example.com', 'redirects'],
    ['http://exa%00mple.com/', 'redirects'],
    ['/\\example.com/', 'redirects'],
    [['/a', '/b'], 'redirects'],
    ['javascript:alert(1)', 'refused'],
    ['file:///etc/hosts', 'refused'],
    ['http://user@127.0.0.1/', 'refused'],
    ['http://10.0.0.1/', 'refused'],
    ['//169.254.169.254/', 'refused'],
    ['https://[::1]/', 'refused'],
  ];
  test.each(nowhere)('to %j: %s', async (location, failure) => {
    const site = await openSite(always(302, { location }));
    expect(await visit(site.url)).toMatchObject({ answered: false, failure, requests: 1 });
    expect(site.requests).toHaveLength(1);
  });

  test('without a Location are answers', async () => {
    const site = await openSite(always(302, {}, 'nowhere'));
    expect(answered(await visit(site.url))).toMatchObject({
      status: 302,
      hops: [{ status: 302, location: null }],
    });
  });

  test('whose Location is folded over two lines are no valid HTTP', async () => {
    const site = await raw('HTTP/1.1 302 Found\r\nLocation: /a\r\n b\r\nContent-Length: 0\r\n\r\n');
    expect(await visit(site.url)).toMatchObject({ answered: false, failure: 'protocol' });
  });

  test('refusals read alike, at the first hop and at a later one', async () => {
    const site = await openSite(always(302, { location: 'http://10.0.0.1/' }));
    const refused = { answered: false, failure: 'refused', reason: NOT_PUBLIC };
    expect(await visit('http://10.0.0.1/')).toMatchObject({ ...refused, hops: [], requests: 0 });
    expect(await visit('what is this')).toMatchObject({ ...refused, hops: [], requests: 0 });
    expect(await visit(site.url)).toMatchObject({ ...refused, hops: [{ status: 302 }] });
  });

  test.each(['meta', 'header'])('that only the page asks for are not followed: %s', async (where) => {
    const refresh = '0; url=/there';
    const page = `<meta http-equiv="refresh" content="${refresh}"><script>location = '/there'</script>`;
    const site = await openSite(always(200, where === 'header' ? { refresh } : {}, page));
    expect(answered(await visit(site.url))).toMatchObject({ status: 200, finalUrl: `${site.url}/` });
    expect(site.requests).toHaveLength(1);
  });
});
