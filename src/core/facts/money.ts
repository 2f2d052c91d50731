import type { TypedValue } from '../fact.ts';
import { NUMBER, valueOf } from './number.ts';
import { findAll, type Finder, type Scan } from './scan.ts';

type Money = Extract<TypedValue, { type: 'money' }>;

const SIGN =
  '(?:US|CA|AU|NZ|HK|R|A|C)?\\$|[€£¥₹₽₩₪₺₴฿]|\\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|INR|BRL|MXN)\\b';
const NAMED = 'euros?\\b|dollars?\\b|cents?\\b|pounds?\\b|kr\\b|zł|Kč|CHF\\b|Fr\\.';
const PATTERN = new RegExp(
  `(?<![\\p{L}\\d.,])(?:(${SIGN})\\s?(${NUMBER})(?:\\s?([kKmM])(?![\\p{L}]))?|(${NUMBER})\\s?(?:(${SIGN})|(${NAMED})))`,
  'giu',
);

const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  us$: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  au$: 'AUD',
  a$: 'AUD',
  nz$: 'NZD',
  r$: 'BRL',
  '₹': 'INR',
  zł: 'PLN',
  kč: 'CZK',
  'fr.': 'CHF',
};

const PERIODS: readonly (readonly [RegExp, NonNullable<Money['period']>])[] = [
  [/\b(?:hourly|hours?|hr|h|stunde|heure|hora)\b/, 'hour'],
  [/\b(?:daily|day|tag|jour|día)\b/, 'day'],
  [/\b(?:weekly|week|wk|woche|semaine|semana)\b/, 'week'],
  [/\b(?:monthly|months?|mo|mth|monat(?:lich)?|mtl|mois|mensuel(?:le)?|mes|mensual)\b/, 'month'],
  [
    /\b(?:yearly|annual(?:ly)?|annum|years?|yr|jahr|jährlich|jährl|année|annuel(?:le)?|año|anual|p\.?a)(?![\p{L}])|(?:par|\/)\s*an(?![\p{L}])/u,
    'year',
  ],
  [/\b(?:once|one-time|einmalig|unique|único)\b/, 'once'],
];

const UNIT =
  /(?:\/|per|pro|je|par|por|a|each)\s?(user|seat|member|agent|editor|server|machine|host|node|site|domain|project|region|device|employee|contact|gb|tb|request|transaction|nutzer|benutzer|platz|arbeitsplatz|utilisateur|siège|usuario|licence|license|lizenz)s?\b/;

const OLD =
  /\b(?:was|statt|instead of|au lieu de|antes|en lugar de|regular(?:ly)?|previously|formerly|bisher|ehemals|rrp|uvp)\s*:?\s*(?:(?:ab|from|only|nur)\s*)?$/;
const DISCOUNT_BEFORE =
  /(?<![\p{L}])(?:save|sparen?|spare|économisez|ahorra|discount of|rabatt von|remise de|descuento de)\s*(?:up to|bis zu|jusqu'à|hasta)?\s*$/u;
const DISCOUNT_BEHIND =
  /^\s*-?\s*(?:off|discount|rabatt|remise|descuento|gutschein|voucher|credit|guthaben|ersparnis|de réduction)/;
const NO_PRICE =
  /capital|stammkapital|capital social|\bfines?\b|liab|haftung|penalt|mindestbestellwert|minimum order|damages|exceed|raised|funding|revenue|insur/;

export const findMoney: Finder = (scan) => findAll(scan, PATTERN, (hit) => readMoney(scan, hit));

function readMoney(scan: Scan, hit: RegExpExecArray): Money {
  const [text, sign, amountBehind, scale, amountBefore = '', signBehind, name = ''] = hit;
  const written = sign ?? signBehind ?? name;
  const number = valueOf(amountBehind ?? amountBefore, scale);
  const cents = /^cents?$/i.test(written);
  const { before, behind } = scan.around(hit.index, hit.index + text.length);
  return {
    type: 'money',
    text,
    amount: cents ? number / 100 : number,
    currency: cents ? 'cent' : currencyOf(written),
    period: periodOf(behind),
    unit: UNIT.exec(behind)?.[1] ?? null,
    role: roleOf(before, behind),
  };
}

function currencyOf(written: string): string {
  const low = written.toLowerCase();
  return CURRENCIES[low] ?? (/^[a-z]{3}$/.test(low) ? low.toUpperCase() : written);
}

/** The period stands behind the amount, joined to it by a slash or a small word: "/mo", " a month", " per user / month". */
function periodOf(behind: string): Money['period'] {
  const near =
    /^\s*(?:\*|¹)?\s*(?:\/\s*|(?:per|pro|je|a|an|al|por|par|each|every|im|user|seat|server|member|machine|region|site|nutzer|utilisateur|usuario|excl\.?|\+|,|\(|zzgl\.?|mwst\.?|ht|vat|billed)(?![\p{L}])\s*)*([\p{L}.-]+)/u.exec(
      behind,
    );
  if (near?.[1] === undefined) return null;
  const phrase = near[0];
  return PERIODS.find(([pattern]) => pattern.test(phrase))?.[1] ?? null;
}

function roleOf(before: string, behind: string): Money['role'] {
  if (OLD.test(before)) return 'old price';
  if (DISCOUNT_BEFORE.test(before) || DISCOUNT_BEHIND.test(behind)) return 'discount';
  return NO_PRICE.test(before) || NO_PRICE.test(behind) ? 'other' : 'price';
}
