import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FetchPage, makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import type { AnsweredPage } from '../../src/core/http/answer.ts';
import { LOOPBACK, openSite } from '../support/loopback.ts';
import { type Given, VALIDATOR_CASES } from '../support/validator-cases.ts';

// P3, P4: the same lives through the wire: what the server wrote comes back to it byte for byte, or not at all.

function fetcher(): FetchPage {
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  return makeFetchPage(guard, { userAgent: 'Sightline-Test/1' });
}

const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function headersOf({ etag, modified }: Given): Record<string, string | string[]> {
  return {
    ...(etag !== undefined && { etag }),
    ...(modified !== undefined && { 'last-modified': modified }),
  };
}

describe('rows 23 to 28', () => {
  test.each(VALIDATOR_CASES)('$what', async ({ first, sends, second }) => {
    const conditions: (string | undefined)[][] = [];
    const answers = [first, second];
    const site = await openSite((request: IncomingMessage, response: ServerResponse) => {
      const { 'if-none-match': tag, 'if-modified-since': date } = request.headers;
      conditions.push([tag, date]);
      const given = answers.shift() ?? {};
      const status = 'status' in given ? (given.status as number) : 200;
      response.writeHead(status, headersOf(given)).end(status === 304 ? '' : '<p>page</p>');
    });
    const visit = fetcher();
    const url = `${site.url}/`;
    const one = (await visit({ url, conditional: null, fresh: false })) as AnsweredPage;
    const { etag, lastModified } = one;
    const two = await visit({ url, conditional: { url, etag, lastModified }, fresh: false });
    expect(two).toMatchObject({
      answered: true,
      status: second.status,
      requests: 1,
      conditionalSent: sends !== 'nothing',
    });
    const tag = sends === 'tag' || sends === 'both' ? single(first.etag) : undefined;
    const date = sends === 'date' || sends === 'both' ? single(first.modified) : undefined;
    expect(conditions).toEqual([
      [undefined, undefined],
      [tag, date],
    ]);
  });
});

test('row 29: validators beside Expires: 0, no-store and Pragma are kept and sent all the same', async () => {
  const stale = { expires: '0', pragma: 'no-cache', 'cache-control': 'no-store, max-age=0' };
  const site = await openSite((request, response) => {
    const status = request.headers['if-none-match'] === '"a"' ? 304 : 200;
    response.writeHead(status, { etag: '"a"', ...stale }).end();
  });
  const visit = fetcher();
  const url = `${site.url}/`;
  const one = (await visit({ url, conditional: null, fresh: false })) as AnsweredPage;
  const two = await visit({ url, conditional: { url, etag: one.etag, lastModified: null }, fresh: false });
  expect(two).toMatchObject({ status: 304, conditionalSent: true });
});

test('row 30: whatever Vary names, two visits ask with the same headers, and their digest says so', async () => {
  const site = await openSite((_, response) => {
    response
      .writeHead(200, { vary: 'User-Agent, Accept, Accept-Language, Accept-Encoding, Cookie' })
      .end('page');
  });
  const visit = fetcher();
  const url = `${site.url}/`;
  const one = (await visit({ url, conditional: null, fresh: false })) as AnsweredPage;
  const two = (await visit({ url, conditional: null, fresh: false })) as AnsweredPage;
  expect(site.requests[1]?.headers).toEqual(site.requests[0]?.headers);
  expect(two.requestDigest).toBe(one.requestDigest);
});
