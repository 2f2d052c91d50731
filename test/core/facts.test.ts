import { describe, expect, it } from 'vitest';
import { isFact, type TypedValue } from '../../src/core/fact.ts';
import { findValues } from '../../src/core/facts/find-values.ts';
import { parseNumber } from '../../src/core/facts/number.ts';
import { sameValue } from '../../src/core/facts/same-value.ts';

const only = (text: string): TypedValue => {
  const values = findValues(text);
  if (values.length !== 1 || values[0] === undefined) throw new Error(`${text}: ${JSON.stringify(values)}`);
  return values[0];
};

it.each([
  ['29', 29],
  ['1,099', 1099],
  ['1.099', 1099],
  ['1,234,567', 1234567],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['36 982,92', 36982.92],
  ["12'500", 12500],
  ['29,90', 29.9],
  ['0.002', 0.002],
  ['0.125', 0.125],
  ['10k', 10000],
  ['2.5M', 2500000],
  ['2,000+', 2000],
  ['2,5 Mio.', 2500000],
  ['none', null],
  ['9'.repeat(400), null],
])('the number %s is %s', (text, value) => {
  expect(parseNumber(text)).toBe(value);
});

it('a quote keeps the digits that the page wrote', () => {
  expect(only('月額１２，０００円').text).toBe('１２，０００円');
  expect(only('５０ＧＢ')).toEqual({ type: 'quantity', text: '５０ＧＢ', value: 50, unit: 'gb' });
});

it.each(['SAP S/4', 'RS 1000', '5元素', '6 ft', '5 Ft', 'a 5', 'RUBY 3'])('%s is no money', (text) => {
  expect(findValues(text).filter((value) => value.type === 'money')).toEqual([]);
});

it.each<[string, string]>([
  ['2.9% + 30¢ per transaction', 'fee'],
  ['2,9 % + 0,30 €', 'fee'],
  ['5% transaction fee', 'fee'],
  ['20% off all fees', 'discount'],
  ['99.9% uptime', 'other'],
])('the percentage of %s is a %s', (text, role) => {
  expect(findValues(text).find((value) => value.type === 'percent')).toMatchObject({ role });
});

it.each<[string, number, string]>([
  ['2 months free', 60, 'free'],
  ['14 Tage kostenlos', 14, 'free'],
  ['14 jours offerts', 14, 'free'],
  ['30 dias grátis', 30, 'free'],
  ['14 Tage kostenlos testen', 14, 'trial'],
  ['Free plan, 5 days of logs', 5, 'retention'],
])('%s lasts %i days, as %s', (text, days, role) => {
  expect(findValues(text).find((value) => value.type === 'duration')).toMatchObject({ days, role });
});

describe('money', () => {
  it.each<[string, number, string, string | null, string | null]>([
    ['$29/mo', 29, '$', 'month', null],
    ['29 €', 29, 'EUR', null, null],
    ['€29,90', 29.9, 'EUR', null, null],
    ['US$ 1,200', 1200, 'USD', null, null],
    ['£9.99 per month', 9.99, 'GBP', 'month', null],
    ['51,99 Euro / Monat', 51.99, 'EUR', 'month', null],
    ['€ 1,099 Yearly', 1099, 'EUR', 'year', null],
    ['$75,000 /year /region', 75000, '$', 'year', 'region'],
    ['$5 / per server per month', 5, '$', 'month', 'server'],
    ['€36 982,92', 36982.92, 'EUR', null, null],
    ['9 € pro Nutzer im Monat', 9, 'EUR', 'month', 'nutzer'],
    ['12 € par utilisateur par mois', 12, 'EUR', 'month', 'utilisateur'],
    ['15 € al mes', 15, 'EUR', 'month', null],
    ['USD 40 a year', 40, 'USD', 'year', null],
    ['$0.002', 0.002, '$', null, null],
    ['$10 /hour', 10, '$', 'hour', null],
    ['$199 one-time', 199, '$', 'once', null],
    ['CHF 12.–', 12, 'CHF', null, null],
    ['120 kr', 120, 'kr', null, null],
    ['kr. 120,- per month', 120, 'kr', 'month', null],
    ['49,- €', 49, 'EUR', null, null],
    ['$.99 per call', 0.99, '$', null, null],
    ['$.005', 0.005, '$', null, null],
    ['30¢ per transaction', 0.3, 'cent', null, 'transaction'],
    ['A$ 49', 49, 'AUD', null, null],
    ['C$49', 49, 'CAD', null, null],
    ['NZ$49', 49, 'NZD', null, null],
    ['HK$ 388', 388, 'HKD', null, null],
    ['S$49', 49, 'SGD', null, null],
    ['NT$ 300', 300, 'TWD', null, null],
    ['R$ 99 por mês', 99, 'BRL', 'month', null],
    ['S/ 99 al mes', 99, 'S/', 'month', null],
    ['Rs. 1,299 per month', 1299, 'INR', 'month', null],
    ['₹999/mo', 999, 'INR', 'month', null],
    ['1190 RUB per month', 1190, 'RUB', 'month', null],
    ['990 ₽ в месяц', 990, 'RUB', 'month', null],
    ['990 руб.', 990, 'RUB', null, null],
    ['59 zł / miesiąc', 59, 'PLN', 'month', null],
    ['12 000 Kč', 12000, 'CZK', null, null],
    ['49 lei pe lună', 49, 'RON', 'month', null],
    ['4 900 Ft', 4900, 'HUF', null, null],
    ['月額980円', 980, 'JPY', 'month', null],
    ['月額１２，０００円', 12000, 'JPY', 'month', null],
    ['3万円', 30000, 'JPY', null, null],
    ['年額 9,800円', 9800, 'JPY', 'year', null],
    ['￥９８０', 980, '¥', null, null],
    ['每月 99 元', 99, 'CNY', 'month', null],
    ['월 9,900원', 9900, 'KRW', 'month', null],
    ['₩9,900', 9900, 'KRW', null, null],
    ['٤٩ €', 49, 'EUR', null, null],
    ['۹۹٫۵۰ €', 99.5, 'EUR', null, null],
  ])('%s', (...[text, amount, currency, period, unit]) => {
    expect(only(text)).toMatchObject({ type: 'money', amount, currency, period, unit, role: 'price' });
  });

  it('cents are hundredths', () => {
    expect(only('42 Cent')).toMatchObject({ amount: 0.42, currency: 'cent' });
  });

  it.each([
    ['statt 1,99 €', 'old price'],
    ['was $49', 'old price'],
    ['au lieu de 30 €', 'old price'],
    ['Save $20', 'discount'],
    ['20 Euro Rabatt', 'discount'],
    ['$10 off', 'discount'],
    ['share capital of 10,000 €', 'other'],
    ['Mindestbestellwert 20 €', 'other'],
    ['liability up to $500', 'other'],
    ['only $9', 'price'],
  ])('%s is %s', (text, role) => {
    expect(only(text)).toMatchObject({ type: 'money', role });
  });

  it.each(['1450 Page Mill Road', 'ES2024', 'A4 paper', 'chapter 3'])('%s is none', (text) => {
    expect(findValues(text).filter((value) => value.type === 'money')).toEqual([]);
  });
});

it.each<[string, Partial<TypedValue>]>([
  ['50% off', { type: 'percent', value: 50, role: 'discount' }],
  ['-20 %', { type: 'percent', value: 20, role: 'discount' }],
  ['32 % Rabatt', { type: 'percent', value: 32, role: 'discount' }],
  ['Économisez 15 %', { type: 'percent', value: 15, role: 'discount' }],
  ['99.9% uptime', { type: 'percent', value: 99.9, role: 'other' }],
  ['14-day free trial', { type: 'duration', days: 14, role: 'trial' }],
  ['30 Tage Geld-zurück', { type: 'duration', days: 30, role: 'refund' }],
  ['thirty (30) days notice', { type: 'duration', days: 30, role: 'notice' }],
  ['90 days of history', { type: 'duration', days: 90, role: 'retention' }],
  ['12 mois', { type: 'duration', days: 360, role: 'other' }],
  ['up to 10 projects', { type: 'quantity', value: 10, unit: 'projects' }],
  ['Unlimited projects', { type: 'quantity', value: 'unlimited', unit: 'projects' }],
  ['500 GB', { type: 'quantity', value: 500, unit: 'gb' }],
  ['10k strings', { type: 'quantity', value: 10000, unit: 'strings' }],
  ['16 vCores', { type: 'quantity', value: 16, unit: 'vcores' }],
  ['16 dedizierte Kerne', { type: 'quantity', value: 16, unit: 'kerne' }],
  ['5 users', { type: 'quantity', value: 5, unit: 'users' }],
  ['unbegrenzte Nutzer', { type: 'quantity', value: 'unlimited', unit: 'nutzer' }],
  ['Trusted by 2,000+ teams', { type: 'counter', value: 2000, unit: 'teams' }],
  ['über 50.000 Kunden', { type: 'counter', value: 50000, unit: 'kunden' }],
  ['1.2k stars', { type: 'counter', value: 1200, unit: 'stars' }],
  ['v2.3.3', { type: 'version' }],
  ['2.0 RC', { type: 'version' }],
  ['version 4', { type: 'version' }],
  ['Model ABC-5.1', { type: 'version', text: 'ABC-5.1' }],
  ['code SPRING24', { type: 'code', text: 'SPRING24' }],
  ['Gutschein: HERBST5', { type: 'code', text: 'HERBST5' }],
  ['3 hours ago', { type: 'relative time' }],
  ['vor 3 Stunden', { type: 'relative time' }],
  ['il y a 2 jours', { type: 'relative time' }],
  ['hace una semana', { type: 'relative time' }],
  ['10:42:07', { type: 'clock' }],
  ['© 2019-2024 Rival', { type: 'copyright year', text: '2019-2024' }],
  ['2019-2024 © Rival', { type: 'copyright year', text: '2019-2024' }],
])('%s', (text, expected) => {
  expect(only(text)).toMatchObject(expected);
});

describe('dates', () => {
  it.each([
    ['June 23, 2026', '2026-06-23', 'other'],
    ['16 August 2019', '2019-08-16', 'other'],
    ['November 13th 2025', '2025-11-13', 'other'],
    ['11.05.2026', '2026-05-11', 'other'],
    ['1. März 2026', '2026-03-01', 'other'],
    ['14 juillet 2026', '2026-07-14', 'other'],
    ['5 de mayo de 2026', '2026-05-05', 'other'],
    ['2026-02-01', '2026-02-01', 'other'],
    ['March 2026', '2026-03-01', 'other'],
    ['31/05/2025', '2025-05-31', 'other'],
    ['05/31/2025', '2025-05-31', 'other'],
    ['05/06/2025', null, 'other'],
    ['effective June 1, 2026', '2026-06-01', 'effective'],
    ['gültig ab 1. Juli 2026', '2026-07-01', 'effective'],
    ['offer ends June 1, 2026', '2026-06-01', 'end'],
    ['bis 24.11.', null, 'end'],
    ['will be discontinued on 1 May 2026', '2026-05-01', 'end'],
  ])('%s', (text, iso, role) => {
    expect(only(text)).toMatchObject({ type: 'date', iso, role });
  });

  it.each(['31.13.2026', '99/99/2025', 'May the best win'])('%s is none', (text) => {
    expect(findValues(text).filter((value) => value.type === 'date')).toEqual([]);
  });
});

describe('facts among values', () => {
  it.each(['$29', '50% off', 'v2.3.3', 'code SPRING24', 'ends June 1, 2026', '10 projects'])(
    '%s is one',
    (text) => {
      expect(isFact(only(text))).toBe(true);
    },
  );

  it.each(['3 hours ago', '10:42', '© 2026', 'June 1, 2026', 'over 2,000 teams'])('%s is none', (text) => {
    expect(isFact(only(text))).toBe(false);
  });
});

describe('equal values, however written', () => {
  it.each([
    ['$49', '$49.00'],
    ['1.099 €', '€ 1,099'],
    ['$10 per month', '$10/mo'],
    ['June 1, 2026', '1 June 2026'],
    ['11.05.2026', '2026-05-11'],
    ['50 % off', '50% off'],
    ['1,000 projects', '1k projects'],
  ])('%s = %s', (a, b) => {
    expect(sameValue(only(a), only(b))).toBe(true);
  });

  it.each([
    ['$49', '€49'],
    ['€17 a month', '€17 a year'],
    ['$5 per user', '$5 per server'],
    ['was $49', '$49'],
    ['10 projects', '10 seats'],
    ['v2.0.1', 'v2.0.2'],
    ['05/06/2025', '06/05/2025'],
    ['14-day trial', '14-day refund'],
  ])('%s is not %s', (a, b) => {
    expect(sameValue(only(a), only(b))).toBe(false);
  });
});

it.each([
  ['3 hours', 3 / 24],
  ['2 Stunden', 2 / 24],
  ['30 heures', 30 / 24],
  ['12 horas', 12 / 24],
  ['9 days', 9],
  ['9 Tage', 9],
  ['nach 9 Tagen', 9],
  ['9 jours', 9],
  ['9 días', 9],
  ['2 weeks', 14],
  ['2 Wochen', 14],
  ['2 semaines', 14],
  ['2 semanas', 14],
  ['3 months', 90],
  ['3 Monate', 90],
  ['seit 3 Monaten', 90],
  ['3 meses', 90],
  ['2 years', 730],
  ['2 Jahre', 730],
  ['in 2 Jahren', 730],
  ['2 ans', 730],
  ['2 années', 730],
  ['2 años', 730],
])('every unit of time has a length: %s', (text, days) => {
  expect(only(text)).toMatchObject({ type: 'duration', days });
});

it('no value is read twice from the same words, and all come in order', () => {
  const text = 'Pro $29/mo, 10 projects, 14-day trial, 20% off with code SPRING24 until June 1, 2026';
  expect(findValues(text).map((value) => value.type)).toEqual([
    'money',
    'quantity',
    'duration',
    'percent',
    'code',
    'date',
  ]);
});

it.each([
  'The v1 API is removed on June 30, 2027',
  'The old export will be switched off on June 30, 2027',
  'Webhooks stop working on June 30, 2027',
  'Die alte API wird abgeschaltet am 30.6.2027',
])('a day on which something ends: %s', (text) => {
  expect(findValues(text)).toContainEqual(expect.objectContaining({ type: 'date', role: 'end' }));
});
