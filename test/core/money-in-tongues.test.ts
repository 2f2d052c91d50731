import { describe, expect, it } from 'vitest';
import type { TypedValue } from '../../src/core/fact.ts';
import { findValues } from '../../src/core/facts/find-values.ts';
import { hasMoney } from '../../src/core/facts/has-money.ts';
import { tellByRules } from '../../src/core/meaning/tell-by-rules.ts';
import { findUnready } from '../../src/core/health/unready.ts';
import { questionOf } from '../support/question-of.ts';
import { block, rulesFor } from './pages.ts';

const money = (text: string): TypedValue | undefined =>
  findValues(text).find((value) => value.type === 'money');

it.each<[string, number, string]>([
  ['$90 million', 90e6, '$'],
  ['$1.5M', 1.5e6, '$'],
  ['£1.2bn', 1.2e9, 'GBP'],
  ['€12 Mio.', 12e6, 'EUR'],
  ['2 Mrd. €', 2e9, 'EUR'],
  ['10 M€', 10e6, 'EUR'],
  ["10 millions d'euros", 10e6, 'EUR'],
  ['5 milliards d’euros', 5e9, 'EUR'],
  ['1.500 milioni di euro', 1500e6, 'EUR'],
  ['10 milhões de euros', 10e6, 'EUR'],
  ['R$ 5 bilhões', 5e9, 'BRL'],
  ['100 mln zł', 100e6, 'PLN'],
  ['2 miliardy Kč', 2e9, 'CZK'],
  ['500 milyon TL', 500e6, 'TRY'],
  ['90 млн рублей', 90e6, 'RUB'],
  ['5億円', 500e6, 'JPY'],
  ['3 亿元', 300e6, 'CNY'],
  ['12 million dollars', 12e6, 'USD'],
])('%s carries its magnitude, and is no price', (text, amount, currency) => {
  expect(money(text)).toMatchObject({ amount, currency, role: 'other' });
});

it.each<[string, number, string, string | null]>([
  ['$10k', 10_000, '$', null],
  ['3万円', 30_000, 'JPY', null],
  ['5 tys. zł', 5000, 'PLN', null],
  ['99 TL / ay', 99, 'TRY', 'month'],
  ['₺99 yıllık', 99, 'TRY', 'year'],
  ['99 kr/mån', 99, 'kr', 'month'],
  ['99 kr. pr. måned', 99, 'kr', null],
  ['49 zł miesięcznie', 49, 'PLN', 'month'],
  ['490 Kč měsíčně', 490, 'CZK', 'month'],
  ['1 200 Ft/hó', 1200, 'HUF', 'month'],
  ['49 lei pe lună', 49, 'RON', 'month'],
  ['1 400 грн на місяць', 1400, 'UAH', 'month'],
  ['990 ₽ в год', 990, 'RUB', 'year'],
  ['49 ₪ לחודש', 49, 'ILS', 'month'],
  ['29 € al mese', 29, 'EUR', 'month'],
  ['29 € per maand', 29, 'EUR', 'month'],
  ['29 € kuukaudessa', 29, 'EUR', 'month'],
  ['29 € το μήνα', 29, 'EUR', 'month'],
  ['29 евро', 29, 'EUR', null],
  ['99 ريال', 99, 'ريال', null],
])('%s is a price', (...[text, amount, currency, period]) => {
  expect(money(text)).toMatchObject({ amount, currency, period, role: 'price' });
});

it.each(['try 14 days', 'Ron 5', 'a b 5', '5 basic', 'PHP 8.3', '29 apps', 'no digits'])(
  '%s is no money',
  (text) => {
    expect(hasMoney(text)).toBe(false);
  },
);

it('"an" names a year only behind "par" or a slash', () => {
  expect(money('$29 an app')).toMatchObject({ period: null });
  expect(money('29 € par an')).toMatchObject({ period: 'year' });
});

it('the period written otherwise is the same wording; another period is not', () => {
  expect(rulesFor('$49/mo', '$49 per month')).toContain('same wording');
  expect(rulesFor('$49 / user / yr', '$49 per user per year')).toContain('same wording');
  expect(rulesFor('$49/mo', '$49 per year')).toEqual([]);
  expect(rulesFor('$49/mo', '$59 per month')).toEqual([]);
});

describe('a price in any currency is one wherever prices are looked for', () => {
  it.each(['zł', 'kr', 'Kč', 'TL', 'lei', 'Ft', '円'])('a plan that costs so many %s', (sign) => {
    const amount = sign === 'Ft' ? '9 900' : '99';
    const before = ['title: Plany', '# Plany', '## Start', `${amount} ${sign}`, '* e-mail'];
    const after = [...before, '## Sklep', `${amount.replaceAll('9', '5')} ${sign}`, '* telefon'];
    expect(tellByRules(questionOf({ before, after })).kind).toBe('pricing.plan');
  });

  it.each([
    ['99 zł', '-- zł'],
    ['99 kr/mån', 'kr/mån'],
    ['990 ₽', 'Загрузка…'],
    ['980円', '読み込み中'],
  ])('and its place is known to be empty: %s -> %s', (price, nothing) => {
    const cards = (text: string) =>
      ['Skiff', 'Sloop', 'Cutter'].flatMap((name) => [block(name, { role: 'h3' }), block(text)]);
    expect(findUnready(cards(price), cards(nothing))).toEqual({ visible: true });
  });
});

it.each([
  'We raised $12 million in our series A',
  'We raised 12 million in our series A',
  'Rival lève 12 M€',
])('%s is news of the company', (text) => {
  const before = ['# Blog', 'An entry'];
  expect(tellByRules(questionOf({ before, after: [...before, text] })).kind).toBe('company.corporate');
});
