import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeFetchPage, type FetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard, type Guard } from '../../src/adapters/guard.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { HTTP_ROWS } from '../support/http-rows.ts';
import { type HttpRow, PAGE } from '../support/http-rows/row.ts';
import { LOOPBACK } from '../support/loopback.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// Every row of the reference on HTTP in which a server misbehaves, as a founder sees it: no alert, and the version before is
// still the baseline. What changed behind the misbehaviour is told once, as a change of what stood before it.

let desk: Desk;
let guard: Guard;
let hurried = false;
const USER_AGENT = 'Sightline test';

beforeAll(async () => {
  guard = openGuard({ allowNet: LOOPBACK });
  const calm = makeFetchPage(guard, { userAgent: USER_AGENT });
  const hasty = makeFetchPage(guard, { userAgent: USER_AGENT, within: 80 });
  const fetchPage: FetchPage = async (request) => (hurried ? hasty : calm)(request);
  desk = await openDesk({ fetchPage });
});
afterAll(async () => {
  await guard.close();
  await desk.close();
});
beforeEach(() => desk.nextTest());

const DEARER = pricingPage(withPrice('Pro', '$39 per month'));

test.each(HTTP_ROWS)('row $row: $what: $outcome', async ({ answer, gets, outcome, slow, also }: HttpRow) => {
  const page = await desk.watch(`/p${desk.site.seen.length}`);
  await page.settle(PAGE);
  if (also !== undefined) desk.site.set(also.path, { html: also.html });
  page.set(answer);
  hurried = slow === true;
  for (let visit = 0; visit < 2; visit += 1) {
    expect((await page.check()).outcome).toBe(outcome);
    desk.pass(6);
  }
  hurried = false;
  page.set({ html: DEARER });
  expect((await page.check()).outcome).toBe('changed');
  const told = await page.events();
  expect(told.map(({ headline }) => headline)).toEqual([expect.stringMatching(/\$29.*\$39/)]);
  // A 410 is believed at its second time (row 37); nothing else here has lasted long enough for a notice.
  expect(await page.notices()).toEqual(gets === 410 ? ['page.gone', 'page.back'] : []);
});

test.each([
  [
    'JSON with NUL and half a character in its texts',
    'application/json',
    '{"plans":[{"name":"Pro\\u0000","price":"$29 \\ud800"}]}',
  ],
  ['text with NUL', 'text/plain', `Pro\0 costs $29 a month.\n\n${'A line of text. '.repeat(20)}`],
  ['HTML with half a character as a number', 'text/html', PAGE.replaceAll('$29', '$29 &#xD800;&#0;')],
])('row 47: %s is read and stored', async (...[, type, body]) => {
  const page = await desk.watch(`/p${desk.site.seen.length}`);
  page.set((_, response) => void response.writeHead(200, { 'content-type': type }).end(body));
  expect((await page.check()).outcome).toBe('first');
  desk.pass(6);
  page.set(
    (_, response) => void response.writeHead(200, { 'content-type': type }).end(body.replace('$29', '$39')),
  );
  expect((await page.check()).outcome).toBe('changed');
  expect(await page.events()).toHaveLength(1);
});
