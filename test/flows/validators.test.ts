import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshestValidators } from '../../src/store/checks.ts';
import { pricingPage, withPrice } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

let v: Visits;
beforeEach(async () => {
  v = await watch('/pricing');
});
afterEach(async () => v.close());

const PAGE = pricingPage();
const MODIFIED = 'Mon, 02 Mar 2026 05:00:00 GMT';

/** A server that answers 304 to any validator, with the header fields given; 200 with its own otherwise. */
function serve(full: Record<string, string>, notModified: Record<string, string>, path = '/pricing'): void {
  v.site.set(path, (request, response: ServerResponse) => {
    const asked = request.headers['if-none-match'] ?? request.headers['if-modified-since'];
    if (asked !== undefined) response.writeHead(304, notModified).end();
    else response.writeHead(200, { 'content-type': 'text/html', ...full }).end(PAGE);
  });
}

async function witnesses(visits: number): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    v.pass(6);
    seen.push((await v.check()).witness);
  }
  return seen;
}

test('P3: a 304 that leaves Last-Modified out freshens what was sent, and the next visit is free too', async () => {
  serve({ etag: '"a"', 'last-modified': MODIFIED }, { etag: '"a"' });
  await v.check();
  expect(await witnesses(4)).toEqual(['304', '304', '304', '304']);
  expect(await freshestValidators(v.db, v.page.id)).toMatchObject({ etag: '"a"', lastModified: MODIFIED });
});

test('P3: a server that dates every answer anew is believed by its ETag', async () => {
  serve(
    { etag: '"a"', 'last-modified': MODIFIED },
    { etag: '"a"', 'last-modified': 'Mon, 02 Mar 2026 09:00:00 GMT' },
  );
  await v.check();
  expect(await witnesses(3)).toEqual(['304', '304', '304']);
});

test('P3: another ETag on a 304 costs one full read; it then vouches like any other', async () => {
  serve({ etag: '"a"' }, { etag: '"b"' });
  await v.check();
  expect(await witnesses(1)).toEqual(['304']);
  expect(await freshestValidators(v.db, v.page.id)).toMatchObject({ etag: '"b"', vouchesFor: null });
  serve({ etag: '"b"' }, { etag: '"b"' });
  expect(await witnesses(3)).toEqual(['bytes', '304', '304']);
});

test('P3: an ETag that came with two texts is never sent again, however fresh its date', async () => {
  serve({ etag: '"same"', 'last-modified': MODIFIED }, { etag: '"same"' });
  await v.check();
  const dearer = pricingPage(withPrice('Pro', '$39 per month'));
  const headers = {
    'content-type': 'text/html',
    etag: '"same"',
    'last-modified': 'Mon, 02 Mar 2026 09:00:00 GMT',
  };
  v.site.set('/pricing', (_, response) => response.writeHead(200, headers).end(dearer));
  v.pass(6);
  expect((await v.check()).outcome).toBe('changed');
  v.site.take();
  await witnesses(2);
  expect(v.site.take()).toEqual(['/pricing', '/pricing']);
});

test('P3: an unasked 304 behind a redirect to another address is no sighting', async () => {
  serve({ etag: '"a"' }, { etag: '"a"' });
  await v.check();
  v.site.set('/pricing', { redirect: '/pricing/' });
  v.site.set('/pricing/', (_, response) => response.writeHead(304).end());
  v.pass(6);
  expect(await v.check()).toMatchObject({ outcome: 'failed', reason: 'a 304 that nobody asked for, twice' });
});
