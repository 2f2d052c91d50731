import { describe, expect, it } from 'vitest';
import { findValues } from '../../src/core/facts/find-values.ts';
import { monthNames } from '../../src/core/facts/tongues.ts';
import { isChosen } from '../../src/core/facts/number.ts';

const types = (text: string): string[] => findValues(text).map((value) => value.type);

it.each([
  '3 hours ago',
  'vor 3 Stunden',
  'il y a 3 heures',
  'hace 3 horas',
  '3 ore fa',
  'un’ora fa',
  '3 uur geleden',
  'há 3 horas',
  '3 godziny temu',
  'godzinę temu',
  'för 3 timmar sedan',
  '3 timmar sedan',
  'for 3 timer siden',
  '3 dager siden',
  '3 tuntia sitten',
  'před 3 hodinami',
  'pred 3 hodinami',
  '3 órával ezelőtt',
  'acum 3 ore',
  'acum 20 de ore',
  '3 saat önce',
  '3 часа назад',
  '5 часов назад',
  '3 години тому',
  'πριν από 3 ώρες',
  '3 時間前',
  '3時間前',
  '3小时前',
  '3 小時前',
  '3시간 전',
  'قبل 3 ساعات',
  'לפני 3 שעות',
  'yesterday',
  'вчера',
  'i går',
  '昨日',
  'wczoraj',
])('%s is so long ago', (text) => {
  expect(types(text)).toEqual(['relative time']);
});

it.each(['キャンセルは3日前まで無料', '3일 전까지 취소', 'إلغاء قبل 3 أيام من الموعد', 'He told a fable'])(
  '%s says nothing of when something was',
  (text) => {
    expect(types(text)).not.toContain('relative time');
  },
);

describe('dates by name', () => {
  it.each([
    ['11 March 2026', '2026-03-11'],
    ['11. März 2026', '2026-03-11'],
    ['11 mars 2026', '2026-03-11'],
    ['11 de marzo de 2026', '2026-03-11'],
    ['11 marzo 2026', '2026-03-11'],
    ['11 maart 2026', '2026-03-11'],
    ['11 de março de 2026', '2026-03-11'],
    ['11 marca 2026', '2026-03-11'],
    ['11 mars 2026', '2026-03-11'],
    ['11. marts 2026', '2026-03-11'],
    ['11. maaliskuuta 2026', '2026-03-11'],
    ['11. března 2026', '2026-03-11'],
    ['11. februára 2026', '2026-02-11'],
    ['2026. március 11.', '2026-03-11'],
    ['11 martie 2026', '2026-03-11'],
    ['11 Mart 2026', '2026-03-11'],
    ['11 марта 2026', '2026-03-11'],
    ['11 березня 2026', '2026-03-11'],
    ['11 Μαρτίου 2026', '2026-03-11'],
    ['2026年3月11日', '2026-03-11'],
    ['2026년 3월 11일', '2026-03-11'],
    ['11 مارس 2026', '2026-03-11'],
    ['11 במרץ 2026', '2026-03-11'],
    ['11 mar. 2026', '2026-03-11'],
    ['2026.03.11', '2026-03-11'],
    ['11. 3. 2026', '2026-03-11'],
    ['2026年3月', '2026-03-01'],
    ['marzec 2026', '2026-03-01'],
  ])('%s', (text, iso) => {
    expect(findValues(text)).toMatchObject([{ type: 'date', iso, role: 'other' }]);
  });

  it.each([
    ['Oferta ważna do 31 marca 2026', 'end'],
    ['Nabídka platí do 31. března 2026', 'end'],
    ['Offerta valida fino al 31 marzo 2026', 'end'],
    ['Geldig tot 31 maart 2026', 'end'],
    ['Válido até 31 de março de 2026', 'end'],
    ['Gäller till 31 mars 2026', 'end'],
    ['Voimassa 31. maaliskuuta 2026 saakka', 'end'],
    ['2026. március 31-ig', 'end'],
    ['Valabil până la 31 martie 2026', 'end'],
    ["31 Mart 2026'ya kadar", 'end'],
    ['Акция действует до 31 марта 2026', 'end'],
    ['Έως 31 Μαρτίου 2026', 'end'],
    ['3月31日まで', 'end'],
    ['3월 31일까지', 'end'],
    ['عرض حتى 31 مارس 2026', 'end'],
    ['בתוקף עד 31 במרץ 2026', 'end'],
    ['Nowy cennik od 1 kwietnia 2026', 'effective'],
    ['Nya priser från 1 april 2026', 'effective'],
    ['4月1日より新料金', 'effective'],
    ['Новые цены с 1 апреля 2026', 'effective'],
  ])('%s: %s', (text, role) => {
    expect(findValues(text)).toContainEqual(expect.objectContaining({ type: 'date', role }));
  });

  it.each(['5 led lights', 'v2024.12.01x', '3 sex', '2026年', 'Step 1. 2. Next'])('%s is no date', (text) => {
    expect(types(text).filter((type) => type === 'date')).toEqual([]);
  });
});

it.each<[string, number, string]>([
  ['12 ay taahhütle', 360, 'other'],
  ['umowa na 24 miesiące', 720, 'other'],
  ['12-miesięczna umowa', 360, 'other'],
  ['smlouva na 24 měsíců', 720, 'other'],
  ['vincolo di 24 mesi', 720, 'other'],
  ['12 maanden', 360, 'other'],
  ['fidelização de 24 meses', 720, 'other'],
  ['bindningstid 24 månader', 720, 'other'],
  ['24 kuukauden sopimus', 720, 'other'],
  ['24 hónap hűségidő', 720, 'other'],
  ['contract pe 24 de luni', 720, 'other'],
  ['срок 24 месяца', 720, 'other'],
  ['договір на 24 місяці', 720, 'other'],
  ['συμβόλαιο 24 μηνών', 720, 'other'],
  ['最低契約期間24か月', 720, 'other'],
  ['合约期24个月', 720, 'other'],
  ['약정 24개월', 720, 'other'],
  ['24 חודשים', 720, 'other'],
  ['لمدة 12 شهرًا', 360, 'other'],
  ['okres wypowiedzenia 3 miesiące', 90, 'notice'],
  ['irtisanomisaika 3 kuukautta', 90, 'notice'],
  ['30日間の無料トライアル', 30, 'trial'],
  ['30 dní zdarma', 30, 'free'],
  ['14 dagars provperiod', 14, 'other'],
])('%s lasts %i days, as %s', (text, days, role) => {
  expect(findValues(text)).toContainEqual(expect.objectContaining({ type: 'duration', days, role }));
});

it.each(['2026年', '12 an', '1 time'])('%s is no length of time', (text) => {
  expect(types(text)).not.toContain('duration');
});

it.each([
  ['%20 indirim', 20],
  ['скидка 10 %', 10],
  ['30%オフ', 30],
  ['10 % zniżki', 10],
])('%s is a discount', (text, value) => {
  expect(findValues(text)).toContainEqual(
    expect.objectContaining({ type: 'percent', value, role: 'discount' }),
  );
});

it.each([1, 9, 10, 12, 24, 25, 50, 100, 125, 250, 1000, 1500, 12_000, 1024, 0.5])('%d is chosen', (value) => {
  expect(isChosen(value)).toBe(true);
});

it.each([11, 23, 47, 97, 214, 309, 311, 1851, 18_519])('%d added up', (value) => {
  expect(isChosen(value)).toBe(false);
});

it('no short name of a month is the long name of another', () => {
  const months = [...monthNames('long'), ...monthNames('short')];
  const byName = Map.groupBy(months, ([name]) => name);
  expect([...byName.values()].filter((same) => new Set(same.map(([, month]) => month)).size > 1)).toEqual([]);
});
