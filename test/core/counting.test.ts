import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/block.ts';
import { block, diff, read, rulesFor } from './pages.ts';

/** Numbers that moved by themselves, in many languages, and numbers with the same look that somebody moved. */
const TABLE: Record<string, { explains: [string, string][]; leaves: [string, string][] }> = {
  counter: {
    explains: [
      ['312 corsi disponibili questa settimana', '309 corsi disponibili questa settimana'],
      ['23 restaurantes en las últimas 24 horas', '31 restaurantes en las últimas 24 horas'],
      ['오늘 47개 매장이 가입했어요', '오늘 18개 매장이 가입했어요'],
      ['1 846 302 nadanych przesyłek', '1 851 940 nadanych przesyłek'],
      ["1'846'302 Pakete", "1'851'940 Pakete"],
      ['1.846.302 pacchi', '1.851.940 pacchi'],
      ['4,9 (218 recensioni)', '4,9 (221 recensioni)'],
      ['97 hodnocení', '98 hodnocení'],
      ['214 отзывов', '221 отзыв'],
      ['7,204 views', '9,118 views'],
      ['Сейчас на сайте: 214 посетителей', 'Сейчас на сайте: 187 посетителей'],
      ['Şu anda 128 kişi bu sayfayı inceliyor', 'Şu anda 96 kişi bu sayfayı inceliyor'],
      ['14 persone stanno guardando questa pagina', '9 persone stanno guardando questa pagina'],
      ['現在12人が閲覧中', '現在31人が閲覧中'],
      ['64 seats left of 120', '51 seats left of 120'],
      ['Trusted by 2,024 teams. Pro includes 50 GB.', 'Trusted by 2,030 teams. Pro includes 50 GB.'],
      ['Pro includes 50 GB. Trusted by 2,024 teams.', 'Pro includes 50 GB. Trusted by 2,030 teams.'],
      ['Trusted by 2,024 teams, from $9 a month', 'Trusted by 2,030 teams, from $9 a month'],
      ['Join 12,400 teams and get 50 GB', 'Join 12,512 teams and get 50 GB'],
      ['Pro costs $9 per month. 47 shops joined today.', 'Pro costs $9 per month. 18 shops joined today.'],
      ['Pro kostet 9 € pro Monat. 12.403 Kunden!', 'Pro kostet 9 € pro Monat. 12.431 Kunden!'],
      ['31 people are viewing this page. Pro: 50 GB.', '39 people are viewing this page. Pro: 50 GB.'],
      ['Nur noch 12 Plätze frei', 'Nur noch 9 Plätze frei'],
      ['1 fan. 31 people are viewing this page', '2 fans. 39 people are viewing this page'],
      ['Trusted by 2,024 teams with 31,317 boards', 'Trusted by 2,031 teams with 31,462 boards'],
    ],
    leaves: [
      ['300 corsi disponibili', '400 corsi disponibili'],
      ['Trusted by 2,024 teams. Pro includes 50 GB.', 'Trusted by 2,030 teams. Pro includes 40 GB.'],
      ['31 people are viewing this page. Pro: 50 GB.', '39 people are viewing this page. Pro: 40 GB.'],
      ['Trusted by 2,024 teams. Pro costs $9.', 'Trusted by 2,024 teams. Pro costs $12.'],
      ['Pro includes 12,400 members. Vault of 50 GB.', 'Pro includes 12,500 members. Vault of 50 GB.'],
      ['For approx. 12,403 rows per month. Nice.', 'For approx. 12,431 rows per month. Nice.'],
      ['Trusted by 2,024 teams. 50 seats.', 'Trusted by 3,024 teams. 50 seats.'],
      ['Post 5 jobs today', 'Post 10 jobs today'],
      ['5 000 zamówień miesięcznie', '5 200 zamówień miesięcznie'],
      ['do 5 000 zamówień', 'do 5 400 zamówień'],
      ['Up to 218 reviews', 'Up to 221 reviews'],
      ['10,000 views', '20,000 views'],
      ['4,9 (218 recensioni)', '4,9 (418 recensioni)'],
      ['Available in 38 countries', 'Available in 41 countries'],
      ['Tel. 555 123 for help', 'Tel. 555 124 for help'],
      ['31 messages today', '47 messages today'],
      ['31 places for €47 today', '47 places for €31 today'],
      ['3 dagar kvar att testa gratis', '9 dagar kvar att testa gratis'],
      ['5 Nutzer', '6 Nutzer'],
      ['12 ay taahhütle, 4 hat', '24 ay taahhütle, 4 hat'],
    ],
  },
  countdown: {
    explains: [
      [
        'Kampanyanın bitmesine 2 gün 07 saat 18 dakika kaldı!',
        'Kampanyanın bitmesine 1 gün 22 saat 03 dakika kaldı!',
      ],
      ['Zbývá 2 dny 4 hodiny', 'Zbývá 1 den 3 hodiny'],
      ['あと2日4時間', 'あと1日9時間'],
      ['Next intake closes in 19 days', 'Next intake closes in 16 days'],
      ['14 May 2026 is 64 days away', '14 May 2026 is 61 days away'],
      ['Noch 19 Tage', 'Noch 16 Tage'],
      ['Plus que 19 jours', 'Plus que 16 jours'],
      ['До конца акции 19 дней', 'До конца акции 16 дней'],
    ],
    leaves: [
      ['Closes in 30 days', 'Closes in 14 days'],
      ['The trial ends in 19 days', 'The trial ends in 11 days'],
      ['Next intake closes in 16 days', 'Next intake closes in 19 days'],
      ['We answer within 4 h 30 min', 'We answer within 2 h 15 min'],
      ['Okres wypowiedzenia: zostało 19 dni', 'Okres wypowiedzenia: zostało 16 dni'],
      ['Delivery in 19 days', 'Delivery in 16 days'],
    ],
  },
  'passing time': {
    explains: [
      ['Giulia R. 3 giorni fa', 'Giulia R. 4 giorni fa'],
      ['för 2 timmar sedan', 'för 1 dag sedan'],
      ['Ostatnia opinia: 12 minut temu', 'Ostatnia opinia: 3 godziny temu'],
      ['最終更新：2026年3月9日 14:02', '最終更新：2026年3月11日 09:15'],
      ['Aktualizováno: středa 11. března 2026', 'Aktualizováno: pátek 13. března 2026'],
      ['Updated over 3 months ago', 'Updated this week'],
      ['Last updated on Feb 3, 2025 by imoen', 'Last updated on Mar 12, 2025 by tkowalski'],
      ['© 2024 Acme. Page last updated 2 December 2024.', '© 2025 Acme. Page last updated 2 January 2025.'],
    ],
    leaves: [
      ['Oferta ważna do 31.03.2026', 'Oferta ważna do 30.04.2026'],
      ['Akce platí do 31. března 2026', 'Akce platí do 30. dubna 2026'],
      ['Kurs startar 11 mars 2026', 'Kurs startar 13 mars 2026'],
      ['キャンペーンは3月31日まで', 'キャンペーンは4月30日まで'],
      ['Новые цены с 1 апреля 2026', 'Новые цены с 1 мая 2026'],
      ['© 2024 Acme. Updated 2 May 2024.', '© 2025 Bolt. Updated 2 May 2025.'],
    ],
  },
};

describe.each(Object.entries(TABLE))('%s', (rule, { explains, leaves }) => {
  it.each(explains)('explains %j -> %j', (before, after) => {
    expect(rulesFor(before, after)).toContain(rule);
  });

  it.each(leaves)('leaves %j -> %j told', (before, after) => {
    expect(rulesFor(before, after)).toEqual([]);
  });
});

const rulesOf = (before: readonly Block[], after: readonly Block[]): string[] => [
  ...new Set(diff(before, after).flatMap((d) => d.labels.map((label) => label.rule))),
];
const cards = (text: (at: number) => string, price = ''): Block[] =>
  ['Mini', 'Mid', 'Big', 'Family', 'Firm', 'Giant'].flatMap((name, at) => [
    block(name, { role: 'h3', headings: ['Lines'] }),
    block(`${text(at)}${price}`, { headings: ['Lines', name] }),
  ]);
const table = (values: readonly (number | string)[], more = ''): readonly Block[] =>
  read(
    `<h2>Zahlen</h2><table>${values.map((value, at) => `<tr><td>Posten ${at}<td>${value}</tr>`).join('')}</table>${more}`,
  ).blocks;

describe('statistics never swallow a term, a unit, money or what an offer holds', () => {
  const [old, fresh] = [
    [61, 72, 83, 94, 95, 36],
    [62, 79, 99, 97, 99, 44],
  ];

  it.each<[string, readonly Block[], readonly Block[]]>([
    ['a contract term in every card', cards(() => '12 ay taahhütle'), cards(() => '24 ay taahhütle')],
    ['a notice period', cards(() => 'Kündigungsfrist 4 Wochen'), cards(() => 'Kündigungsfrist 8 Wochen')],
    ['one number in every card', cards(() => 'Hat: 4'), cards(() => 'Hat: 7')],
    ['a limit with a unit', table(old.map((n) => `${n} GB`)), table(fresh.map((n) => `${n} GB`))],
    ['money in any currency', table(old.map((n) => `${n} zł`)), table(fresh.map((n) => `${n} zł`))],
    ['chosen numbers', table([10, 50, 100, 250, 500, 20]), table([20, 100, 200, 500, 1000, 50])],
    ['the same step everywhere', table([61, 61, 61, 61, 61, 36]), table([72, 72, 72, 72, 72, 44])],
    [
      'a table on a page that sells',
      table(old, '<h2>Pro</h2><p>9 zł</p><p>99 Kč</p>'),
      table(fresh, '<h2>Pro</h2><p>9 zł</p><p>99 Kč</p>'),
    ],
  ])('%s', (_, before, after) => {
    expect(rulesOf(before, after)).toEqual([]);
  });

  it('a price in its own section', () => {
    const priced = '<p>ab 9 €</p>';
    expect(rulesOf(table(old, priced), table(fresh, priced))).toEqual([]);
  });

  it('but how well each of several parts ran is one, each under its own heading', () => {
    const ran = (shares: readonly number[]) => cards((at) => `${shares[at]}% uptime`);
    expect(
      rulesOf(
        ran([99.98, 99.96, 99.91, 99.87, 99.76, 99.99]),
        ran([99.97, 99.95, 99.92, 99.86, 99.71, 99.96]),
      ),
    ).toEqual(['statistics']);
  });

  it('but a table that counts is still one', () => {
    expect(rulesOf(table(old), table(fresh))).toEqual(['statistics']);
  });
});

describe('a number in front of a heading', () => {
  const heads = (...texts: string[]): Block[] => texts.map((text) => block(text, { role: 'h2' }));

  it('is its numbering where headings are numbered', () => {
    const before = heads('1 Scope of it', '2 Fees of it', '3 Liability of us');
    const after = heads('1 Scope of it', '2 Data of yours', '3 Fees of it', '4 Liability of us');
    const labels = diff(before, after).filter((d) => d.kind === 'edited' && d.labels.length > 0);
    expect(labels.every((d) => d.labels[0]?.rule === 'cross-reference')).toBe(true);
  });

  it.each([
    ['12 Filialen im Land', '24 Filialen im Land'],
    ['12 months of contract', '24 months of contract'],
  ])('is a number where they are not: %s', (before, after) => {
    expect(rulesFor(before, after, { role: 'h2' })).toEqual([]);
  });
});

describe('counts that come and go with the entries of a list', () => {
  it('a count that left and a count that came', () => {
    expect(rulesOf([block('8,931 views')], [block('first'), block('9,002 views')])).toEqual(['counter']);
  });

  it('not a count that comes alone, nor one that somebody chose', () => {
    expect(rulesOf([], [block('9,002 views')])).toEqual([]);
    expect(rulesOf([block('8,000 views')], [block('10,000 views')])).toEqual([]);
  });
});

it('what a priced card holds is no counter, however little it moved', () => {
  const card = (text: string): Block[] => [
    block('Sklep', { role: 'h3' }),
    block('99 zł', { headings: ['Sklep'] }),
    block(text, { headings: ['Sklep'] }),
  ];
  expect(rulesOf(card('5 000 przesyłek'), card('5 400 przesyłek'))).toEqual([]);
  expect(rulesOf(card('5 012 przesyłek'), card('5 031 przesyłek'))).toEqual(['counter']);
});
