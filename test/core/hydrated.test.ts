import { describe, expect, test } from 'vitest';
import { readPage } from '../../src/core/read/read-page.ts';
import { bytes, judge, read, URL_OF_PAGE } from './pages.ts';

const facts = (html: string): string[] =>
  read(html)
    .blocks.filter(({ role }) => role === 'data')
    .map(({ text }) => text);

const PLANS = {
  plans: [{ name: 'Pro', price: { monthly: 29, currency: 'USD' }, seats: 5, createdAt: 1_700_000_000_000 }],
};
const next = (data: object): string =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script>`;

describe('what a page hands to its own scripts', () => {
  test.each<[string, string, string[]]>([
    [
      '__NEXT_DATA__',
      next({ props: { pageProps: PLANS }, buildId: 'x1' }),
      ['Pro: price.monthly 29', 'Pro: plans.seats 5'],
    ],
    [
      'an assignment to a window global',
      `<script>window.__INITIAL_STATE__ = ${JSON.stringify(PLANS)};</script>`,
      ['Pro: price.monthly 29', 'Pro: plans.seats 5'],
    ],
    [
      'a window global by its name in brackets',
      `<script>window["__remixContext"]={"a":{"title":"Team","annualPrice":"$490"}};run()</script>`,
      ['Team: a.annualPrice $490'],
    ],
    [
      'the stream of an app router',
      `<script>self.__next_f.push([1,"5:{\\"name\\":\\"Pro\\",\\"amount\\":29}\\n6:I[\\"x\\"]\\n"])</script>`,
      ['Pro: amount 29'],
    ],
    ['a stream that says nothing', '<script>self.__next_f.push([0])</script>', []],
    ['a price of nothing in particular', next({ price: 29 }), ['price 29']],
    ['a program', '<script>var price = {monthly: 29}; window.price = 30;</script>', []],
    ['data that is broken', '<script type="application/json">{"price": 29,</script>', []],
    [
      'times, ids and settings',
      next({ price_id: 'p_1234567', priceUpdatedAt: '2026-01-01', rateLimit: 30, pageLimit: 20 }),
      [],
    ],
    ['an address', next({ priceImage: 'https://rival.example/29.png' }), []],
  ])('%s', (...[, html, expected]) => {
    expect(facts(`<p>Plans</p>${html}`)).toEqual(expected.toSorted());
  });

  test('a catalogue is cut, and a deep or wide tree ends', () => {
    const many = { items: Array.from({ length: 900 }, (_, at) => ({ name: `Lamp ${at}`, price: at })) };
    expect(facts(`<p>Lamps</p>${next(many)}`)).toHaveLength(200);
    const wide = { items: Array.from({ length: 200_000 }, () => 0), z: [{ price: 29 }] };
    expect(facts(`<p>Lamps</p>${next({ a: { price: 19 }, ...wide })}`)).toEqual(['z.price 29']);
    const deep = `<script type="application/json">${'['.repeat(5000)}${']'.repeat(5000)}</script>`;
    expect(facts(`<p>Lamps</p>${deep}`)).toEqual([]);
  });

  test('is no text: a shell with much data is still a shell', () => {
    const body = bytes(`<div id="root"></div>${next(PLANS)}`);
    const reading = readPage({ body, contentType: 'text/html', url: URL_OF_PAGE, scope: null });
    expect(reading).toMatchObject({ ok: true, textLength: 0 });
  });
});

describe('a second witness for the ledger', () => {
  const page = (price: string, data: number): string =>
    `<h3>Pro</h3><p>${price}</p>${next({ plans: [{ name: 'Pro', price: data }] })}`;

  test('a price that only the data shows is in the ledger, with its reason', () => {
    const verdict = judge(page('$29', 29), page('$29', 39));
    expect(verdict).toMatchObject({
      verdict: 'noise',
      differences: [
        { kind: 'data', before: 'Pro: plans.price 29', after: 'Pro: plans.price 39', urgency: null },
      ],
    });
    expect(verdict.reasons[0]).toContain('only the data behind the page');
  });

  test('a price that the text shows is told by the text, once', () => {
    const verdict = judge(page('$29', 29), page('$39', 39));
    expect(verdict.verdict).toBe('tell');
    expect(verdict.differences.filter(({ labels }) => labels.length === 0).map(({ kind }) => kind)).toEqual([
      'edited',
    ]);
  });

  test('data in another order says the same', () => {
    const plans = [
      { name: 'Pro', price: 29 },
      { name: 'Team', price: 49 },
    ];
    expect(
      judge(`<p>Plans</p>${next({ plans })}`, `<p>Plans</p>${next({ plans: plans.toReversed() })}`).verdict,
    ).toBe('same');
  });
});
