import zlib from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { requestDigest, varyingHeaders } from '../../src/core/http/request-headers.ts';
import { LOOPBACK, openRaw, openSite } from '../support/loopback.ts';
import { always, answered, PAGE, sha256, textOf, USER_AGENT, visit } from '../support/visit-page.ts';

describe('a page that answers', () => {
  test('comes back whole, with all that was measured', async () => {
    const site = await openSite(
      always(200, { 'content-type': 'text/html', etag: '"a1"', 'x-one': ['1', '2'] }, PAGE),
    );
    const answer = answered(await visit(`${site.url}/plans#team`));
    expect(answer).toMatchObject({
      status: 200,
      finalUrl: `${site.url}/plans`,
      hops: [{ url: `${site.url}/plans`, status: 200, location: null }],
      contentType: 'text/html',
      etag: '"a1"',
      lastModified: null,
      bytesHash: sha256(PAGE),
      wireBytes: PAGE.length,
      requests: 1,
      conditionalSent: false,
      requestDigest: requestDigest(varyingHeaders(USER_AGENT)),
    });
    expect(answer.headers['x-one']).toBe('1, 2');
    expect(Buffer.from(answer.body).toString()).toBe(PAGE);
    expect(answer.ms).toBeGreaterThanOrEqual(0);
  });

  test('was asked with the headers that its digest speaks of, and with no others that vary', async () => {
    const site = await openSite(always(200, {}, PAGE));
    await visit(site.url);
    const ours = { host: site.url.replace('http://', ''), connection: 'keep-alive' };
    expect(site.requests[0]?.headers).toEqual({ ...varyingHeaders(USER_AGENT), ...ours });
  });

  test('at an odd address is asked for exactly there', async () => {
    const site = await openSite(always(200, {}, PAGE));
    expect(answered(await visit(`${site.url}/a|b/?q=[x]|{y}&z='`)).status).toBe(200);
    expect(site.requests[0]?.url).toBe("/a|b/?q=[x]|{y}&z='".replace("'", '%27'));
  });

  test.each([204, 205, 206, 404, 410, 429, 500, 503])('with status %i is an answer too', async (status) => {
    const site = await openSite(always(status, { 'retry-after': '120' }));
    expect(answered(await visit(site.url))).toMatchObject({
      status,
      headers: { 'retry-after': '120' },
      wireBytes: 0,
    });
  });

  test('with an error status may have any body: what cannot be read is empty', async () => {
    const cut = await openSite(
      always(503, { 'content-encoding': 'gzip', 'retry-after': '60' }, zlib.gzipSync(PAGE).subarray(0, 20)),
    );
    expect(answered(await visit(cut.url))).toMatchObject({
      status: 503,
      wireBytes: 0,
      body: new Uint8Array(),
    });
    const wall = await openSite(always(403, {}, 'Prove that you are human'));
    expect(textOf(await visit(wall.url))).toBe('Prove that you are human');
  });
});

describe('validators', () => {
  const table: [
    what: string,
    headers: Record<string, string | string[]>,
    etag: string | null,
    modified: string | null,
  ][] = [
    ['weak', { etag: 'W/"a-gzip"' }, 'W/"a-gzip"', null],
    ['without quotes', { etag: 'a1' }, 'a1', null],
    ['empty', { etag: '' }, null, null],
    ['512 characters', { etag: 'x'.repeat(512) }, 'x'.repeat(512), null],
    ['513 characters', { etag: 'x'.repeat(513) }, null, null],
    ['beyond ASCII', { etag: '"é"' }, null, null],
    ['two of them', { etag: ['"a"', '"b"'] }, null, null],
    ['a date', { 'last-modified': 'Tue, 05 Mar 2024 10:00:00 GMT' }, null, 'Tue, 05 Mar 2024 10:00:00 GMT'],
    [
      'a date to come',
      { 'last-modified': 'Tue, 05 Mar 2999 10:00:00 GMT' },
      null,
      'Tue, 05 Mar 2999 10:00:00 GMT',
    ],
    ['no date', { 'last-modified': 'yesterday' }, null, null],
  ];
  test.each(table)('%s', async (...[, headers, etag, lastModified]) => {
    const site = await openSite(always(200, headers, PAGE));
    expect(answered(await visit(site.url))).toMatchObject({ etag, lastModified });
  });

  test('P4 /plans answers 301 to /plans/: the validators go to the hop that issued them, and bring a 304', async () => {
    const modified = 'Tue, 05 Mar 2024 10:00:00 GMT';
    const site = await openSite((request, response) => {
      if (request.url === '/plans') response.writeHead(301, { location: '/plans/' }).end('moved');
      else if (request.headers['if-none-match'] === 'W/"a|1"')
        response.writeHead(304, { etag: 'W/"a|1"' }).end();
      else response.writeHead(200, { etag: 'W/"a|1"', 'last-modified': modified }).end(PAGE);
    });
    const first = answered(await visit(`${site.url}/plans`));
    const { finalUrl, etag, lastModified } = first;
    const again = answered(
      await visit(`${site.url}/plans`, { conditional: { url: finalUrl, etag, lastModified } }),
    );
    expect(again).toMatchObject({
      status: 304,
      conditionalSent: true,
      wireBytes: 0,
      requests: 2,
      finalUrl: `${site.url}/plans/`,
    });
    expect(again.hops.map(({ status, location }) => [status, location])).toEqual([
      [301, '/plans/'],
      [304, null],
    ]);
    const [, , toRedirect, toPage] = site.requests.map(({ headers }) => headers);
    expect([toRedirect?.['if-none-match'], toRedirect?.['if-modified-since']]).toEqual([
      undefined,
      undefined,
    ]);
    expect([toPage?.['if-none-match'], toPage?.['if-modified-since']]).toEqual(['W/"a|1"', modified]);
  });

  test('a 304 that nobody asked for says so', async () => {
    const site = await openSite(always(304, { etag: '"a"' }));
    expect(answered(await visit(site.url))).toMatchObject({ status: 304, conditionalSent: false });
    const elsewhere = { url: `${site.url}/other`, etag: '"a"', lastModified: null };
    expect(answered(await visit(site.url, { conditional: elsewhere }))).toMatchObject({
      conditionalSent: false,
    });
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });

  test('a 304 that states the length of the page has no body', async () => {
    const site = await openRaw(
      (socket) => void socket.write('HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n'),
    );
    const conditional = { url: `${site.url}/`, etag: '"a"', lastModified: null };
    expect(answered(await visit(site.url, { conditional }))).toMatchObject({
      status: 304,
      wireBytes: 0,
      conditionalSent: true,
    });
  });

  test('a validator that would carry a header of its own is not sent', async () => {
    const site = await openSite(always(200, {}, PAGE));
    const conditional = { url: `${site.url}/`, etag: '"a"\r\nX-Evil: 1', lastModified: null };
    expect(answered(await visit(site.url, { conditional }))).toMatchObject({
      status: 200,
      conditionalSent: false,
    });
    expect(site.requests[0]?.headers).not.toHaveProperty('x-evil');
  });
});

describe('P7 a fresh read', () => {
  test('has a connection of its own and asks every cache to step aside', async () => {
    const site = await openSite(always(200, {}, PAGE));
    const guard = openGuard({ allowNet: LOOPBACK });
    onTestFinished(() => guard.close());
    const fetchPage = makeFetchPage(guard, { userAgent: USER_AGENT });
    const request = { url: site.url, conditional: null };
    await fetchPage({ ...request, fresh: false });
    await fetchPage({ ...request, fresh: false });
    const digest = answered(await fetchPage({ ...request, fresh: true })).requestDigest;
    await fetchPage({ ...request, fresh: false });
    expect(site.sockets).toHaveLength(2);
    expect(site.requests.map(({ headers }) => headers['cache-control'])).toEqual([
      undefined,
      undefined,
      'no-cache',
      undefined,
    ]);
    expect(digest).toBe(requestDigest(varyingHeaders(USER_AGENT)));
  });
});
