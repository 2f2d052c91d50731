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
