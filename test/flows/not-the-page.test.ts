import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pricingPage } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

// A rival's page that came in part, unready, or as another: for one visit, for both reads of one, or for good.

let v: Visits;
beforeEach(async () => {
  v = await watch('/pricing');
});
afterEach(async () => v.close());

const PAGE = pricingPage();

const GERMAN: readonly (readonly [string, string])[] = [
  ['Plans for every crew', 'Tarife für jede Kolonne'],
  [
    'Start small and grow when your work does. All plans include maps, offline use and exports.',
    'Fangen Sie klein an. Alle Tarife sind mit Karten und auf dem Feld auch ohne Netz zu nutzen.',
  ],
  ['$29 per month', '29 $ pro Monat'],
  ['$99 per month', '99 $ pro Monat'],
  ['Can I change later?', 'Kann ich wechseln?'],
  [
    'Yes. You can move between plans at any time from the billing page, and we settle the rest.',
    'Ja. Sie wechseln auf der Seite für Rechnungen, und wir rechnen den Rest mit Ihnen ab.',
  ],
  ['Do you offer invoices?', 'Gibt es Rechnungen?'],
];

function german(page: string): string {
  return GERMAN.reduce((text, [from, to]) => text.replaceAll(from, to), page);
}

/** Visits of six hours apart, each with both its reads, that show these pages in turn. */
async function play(...pages: readonly string[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const html of pages) {
    v.site.set('/pricing', { html });
    outcomes.push((await v.check()).outcome);
    v.pass(6);
  }
  return outcomes;
}

describe('another language', () => {
  test('for one visit, both reads, tells nothing', async () => {
    await play(PAGE, german(PAGE), PAGE, PAGE, PAGE, PAGE, PAGE, PAGE);
    expect(await v.headlines()).toEqual([]);
  });

  test('for good is told when it has stood a day', async () => {
    await play(PAGE, german(PAGE), german(PAGE));
    expect(await v.headlines()).toEqual([]);
    await play(german(PAGE), german(PAGE), german(PAGE), german(PAGE));
    expect(await v.headlines()).not.toEqual([]);
  });
});

const TAGLESS = PAGE.replaceAll(/<\/?(?:html|head|body)[^>]*>/g, '');
const SHARES = [0.3, 0.5, 0.8, 0.95];

describe.each([
  ['with closing tags', PAGE],
  ['without', TAGLESS],
])('P5: a page %s that is cut', (_, whole) => {
  const textAt = (share: number): string => whole.slice(0, Math.floor(share * whole.length));

  test.each(SHARES)('at %f of it, for two visits, tells nothing', async (share) => {
    const part = textAt(share);
    const outcomes = await play(whole, part, part, whole, whole, whole, whole, whole, whole);
    expect(outcomes).toEqual(['first', 'failed', 'failed', ...Array.from({ length: 6 }, () => 'unchanged')]);
    expect(await v.headlines()).toEqual([]);
  });
});

test.each(SHARES)('P5: a first reading cut at %f, both reads, is replaced in silence', async (share) => {
  const part = PAGE.slice(0, Math.floor(share * PAGE.length));
  await play(part, PAGE, PAGE, PAGE, PAGE, PAGE, PAGE, PAGE);
  expect(await v.headlines()).toEqual([]);
});

test('a page that lost its end for good is believed after a day, and what it lost is told', async () => {
  const part = PAGE.slice(0, PAGE.indexOf('<h2>Questions'));
  await play(PAGE, part, part, part, part, part, part, part, part, part, part, part, part);
  expect((await v.headlines()).join()).toMatch(/^Questions dropped/);
});

const CONSENT = `<html><head><title>Before you continue</title></head><body><h1>Before you continue to Birchline</h1>
  <p>We use cookies and data to deliver our services and to protect them. If you accept, we also use them to learn.</p>
  <button>Accept all</button><button>Reject all</button></body></html>`;

describe.each([
  ['without prices', PAGE.replaceAll(/\$\d+ per month/g, '')],
  ['that loads', PAGE.replaceAll(/\$\d+ per month/g, 'Loading…')],
  ['with dashes', PAGE.replaceAll(/\$\d+/g, '$--')],
  ['with NaN', PAGE.replaceAll(/\$\d+/g, '$NaN')],
  ['as a template', PAGE.replaceAll(/\$\d+/g, '{{ plan.price }}')],
  ['behind a consent page', CONSENT],
  [
    'behind a gate in German',
    '<html><title>Birchline</title><h1>Sind Sie schon volljährig?</h1><p>Bitte bestätigen Sie das.</p>',
  ],
])('P5: a page %s', (_, broken) => {
  test('for two visits, both reads, tells nothing', async () => {
    await play(PAGE, broken, broken, PAGE, PAGE, PAGE, PAGE, PAGE, PAGE);
    expect(await v.headlines()).toEqual([]);
  });

  test('at one read of two tells nothing', async () => {
    await play(PAGE);
    let answers = 0;
    v.site.set('/pricing', (_request, response) => {
      answers += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(answers % 2 === 1 ? broken : PAGE);
    });
    for (let n = 0; n < 6; n += 1) {
      await v.check();
      v.pass(6);
    }
    expect(await v.headlines()).toEqual([]);
  });
});

test('P9: prices that are hidden for good are told when they have been gone a day', async () => {
  const hidden = PAGE.replaceAll(/\$\d+ per month/g, '');
  await play(PAGE, hidden, hidden, hidden, hidden);
  expect(await v.headlines()).toEqual([]);
  await play(hidden, hidden, hidden);
  expect((await v.headlines()).join()).toMatch(/gone: \$/);
  await play(PAGE, PAGE);
  expect((await v.headlines()).join()).toMatch(/back/);
});

test('P9: prices that are all asked for from now on are told at once', async () => {
  await play(PAGE, PAGE.replaceAll(/\$\d+ per month/g, 'Contact sales'));
  expect((await v.headlines()).join()).toMatch(/\$29/);
});
