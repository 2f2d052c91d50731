import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listEvents } from '../../src/store/events.ts';
import { ledger } from '../../src/store/ledger.ts';
import { pricingPage } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

// Texts in which one thing ticks at every answer, and another really changes.

let v: Visits;
beforeEach(async () => {
  v = await watch('/pricing');
});
afterEach(async () => v.close());

/** Visits of six hours apart, second reads included, to a page that is another at every answer. */
async function visits(times: number, text: (answer: number) => string): Promise<void> {
  let answers = 0;
  v.site.set('/pricing', (_, response) => {
    answers += 1;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(pricingPage(undefined, `<h2>Why us</h2><p>${text(answers)}</p>`));
  });
  for (let n = 0; n < times; n += 1) {
    await v.check();
    v.pass(6);
  }
}

async function quotes(): Promise<readonly string[]> {
  return (await listEvents(v.db)).flatMap((event) => event.quotes.map((q) => `${q.before} -> ${q.after}`));
}

describe.each([
  ['a count', (n: number) => `Joined by ${1000 + n} teams.`],
  ['a large count', (n: number) => `Over ${(12_000 + 7 * n).toLocaleString('en')} happy customers.`],
  ['a clock', (n: number) => `As of 10:${10 + n}:0${n % 10}.`],
  ['a relative time', (n: number) => `Checked ${n + 2} minutes ago.`],
  ['a date and time', (n: number) => `${new Date(1_800_000_000_000 + n * 77_777_000).toUTCString()}.`],
  [
    'a word that alternates',
    (n: number) => `Loved ${['by many', 'at sea', 'in the hills', 'on farms'][n % 4]}.`,
  ],
])('beside %s', (_, tick) => {
  test('P9: a price that changes is told once, by quotes of the page', async () => {
    await visits(3, (n) => `${tick(n)} Pro costs $49 a month.`);
    expect(await v.headlines()).toEqual([]);
    await visits(6, (n) => `${tick(n + 20)} Pro costs $59 a month.`);
    const told = await quotes();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/\$49.* -> .*\$59/);
    expect((await v.headlines()).join()).toMatch(/\$59/);
    const lines = await ledger(v.db, null);
    expect(lines.filter((line) => /\$49/.test(line.before.join()) && /\$59/.test(line.after.join()))).toEqual(
      [],
    );
  });
});

test('a sentence that changes beside a count is told when it has stood a day', async () => {
  await visits(3, (n) => `Joined by ${1000 + n} teams. Answers come within a day.`);
  await visits(8, (n) => `Joined by ${1020 + n} teams. Nobody answers on Sundays.`);
  expect((await quotes()).join()).toMatch(/within a day.* -> .*Sundays/);
});

test('what only ticks is never told', async () => {
  await visits(12, (n) => `Joined by ${1000 + n} teams. Pro costs $49 a month.`);
  expect(await v.headlines()).toEqual([]);
});

describe('prices that alternate at each answer', () => {
  const PAIR = { old: ['$45', '$49'], fresh: ['$55', '$59'] } as const;
  const either = (pair: readonly string[]) => (n: number) => `Pro costs ${pair[n % 2]} a month.`;

  test('P9: both dearer is told, though no two reads agree', async () => {
    await visits(4, either(PAIR.old));
    const quiet = await quotes();
    await visits(3, either(PAIR.fresh));
    expect(quiet).toEqual([]);
    expect((await quotes()).join()).toMatch(/\$4[59].* -> .*\$5[59]/);
  });

  test('a ticker of prices is never told', async () => {
    await visits(12, (n) => `One ounce costs $${1800 + 7 * n} today.`);
    expect(await quotes()).toEqual([]);
  });
});
