import { expect, onTestFinished, test } from 'vitest';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { HTTP_ROWS } from '../support/http-rows.ts';
import { say } from '../support/http-rows/row.ts';
import { LOOPBACK, openSite } from '../support/loopback.ts';

// Every row of the reference on HTTP in which a server misbehaves, as the adapter sees it: a value of one kind, never a throw,
// and the next visit over the same connections is none the worse.

test.each(HTTP_ROWS)('row $row: $what: $gets', async ({ answer, gets, slow, also }) => {
  let good = false;
  const site = await openSite((request, response) => {
    const path = request.url ?? '/';
    const asked = { path, headers: request.headers };
    if (good) say(200, {}, 'good')(asked, response);
    else if (also !== undefined && path.startsWith(also.path)) say(200, {}, also.html)(asked, response);
    else answer(asked, response);
  });
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  const hurried = makeFetchPage(guard, { userAgent: 'Sightline-Test/1', ...(slow && { within: 60 }) });
  const url = `${site.url}/pricing`;
  for (const fresh of [false, true]) {
    const got = await hurried({ url, conditional: null, fresh });
    expect(got.answered ? got.status : got.failure).toBe(gets);
    expect(got.requests).toBeLessThanOrEqual(11);
  }
  good = true;
  const calm = makeFetchPage(guard, { userAgent: 'Sightline-Test/1' });
  const after = await calm({ url, conditional: null, fresh: false });
  expect(after.answered && Buffer.from(after.body).toString()).toBe('good');
});
