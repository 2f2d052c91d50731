import type { TypedValue } from '../fact.ts';
import { eitherCase } from './either-case.ts';
import { factorOf, MAGNITUDE } from './magnitude.ts';
import { NUMBER, valueOf } from './number.ts';
import { findAll, type Finder, type Scan } from './scan.ts';

type Money = Extract<TypedValue, { type: 'money' }>;

const ISO =
  'USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SGD|HKD|TWD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|UAH|INR|CNY|RMB|KRW|THB|ILS|ZAR|BRL|MXN|BGN|ISK|AED|SAR|EGP|IDR|MYR|VND|CLP|KZT';
/** Codes that are words or names in small letters. */
const WORDLIKE = 'TRY|RON|COP|ARS';
/**
 * Signs of either side. Letters that are also words or names are read in one case only ("RS 1000" and "SAP S/4" name products),
 * and "S/" wants a space or two digits behind it.
 */
const SIGN = `(?:US|CA|AU|NZ|HK|SG|NT|MX|R|A|C|S)?\\$|[€£¥₹₨₽₩₪₺₴₫₱₦฿₸]|\\b(?:${ISO}|(?-i:${WORDLIKE}))\\b`;
const IN_FRONT = `${SIGN}|(?-i:Rs\\.?|Rp\\.?|[Kk]r\\.?|S/\\.?(?=\\s\\d|\\d{2}))`;
const NAMED =
  'eur[oó]s?(?:a|t)?(?![\\p{L}])|dollars?\\b|cents?\\b|¢|pounds?\\b|pesos\\b|francs?\\b|franken\\b|kr\\b|kron(?:or|er)\\b|zł(?:ot\\p{L}+)?|Kč|korun[ay]?(?![\\p{L}])|CHF\\b|Fr\\.|lei(?![\\p{L}])|(?-i:TL)(?![\\p{L}])|lira(?![\\p{L}])|руб(?:\\.|л\\p{L}+)?|(?-i:р\\.)|грн\\.?|грив\\p{L}+|евро|євро|ευρώ|лв\\.?|円|원|元(?![素年旦件])|ドル|ユーロ|美元|欧元|달러|유로|ש["״]ח|שקל(?:ים)?|ر\\.س|د\\.إ|ريال|درهم|جنيه(?:ًا)?|دولار|يورو|forint(?![\\p{L}])|(?<=\\d{3}\\s?|[óiln]\\s)(?-i:Ft)(?![\\p{L}])';
/** A letter in front makes a sign or number part of a word, but not in scripts that set no spaces: 月額980円. */
const NO_WORD = '(?<!(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}])\\p{L})(?<![\\d.,])';
/** "49,- €", "CHF 12.–": nothing behind the point. */
const DASH = '(?:[.,][-–—]{1,2})?';
const PATTERN = new RegExp(
  eitherCase(
    `${NO_WORD}(?:(${IN_FRONT})\\s?(${NUMBER}|\\.\\d{1,8})${DASH}(?:\\s?(${MAGNITUDE}))?|(${NUMBER})${DASH}(?:\\s?(${MAGNITUDE}|[km](?=[€£$])|md(?=€)|万|萬|만)(?:\\s?(?:de |d['’]|di |of )?)?)?\\s?(?:(${SIGN})|(${NAMED})))`,
  ),
  'gu',
);
/** From here on nobody pays it for a plan: it was raised, earned or fined. */
const BEYOND_PRICES = 1_000_000;

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
  hk$: 'HKD',
  sg$: 'SGD',
  s$: 'SGD',
  nt$: 'TWD',
  mx$: 'MXN',
  r$: 'BRL',
  '₹': 'INR',
  rs: 'INR',
  'rs.': 'INR',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  'fr.': 'CHF',
  '₽': 'RUB',
  円: 'JPY',
  元: 'CNY',
  rmb: 'CNY',
  원: 'KRW',
  '₩': 'KRW',
  'kr.': 'kr',
  's/.': 's/',
};

/** Names of currencies by their beginning, whatever the ending. */
const NAMES: readonly (readonly [string, string])[] = [
  ['руб', 'RUB'],
  ['р.', 'RUB'],
  ['гр', 'UAH'],
  ['₴', 'UAH'],
  ['евро', 'EUR'],
  ['євро', 'EUR'],
  ['ευρώ', 'EUR'],
  ['euró', 'EUR'],
  ['euroa', 'EUR'],
  ['ユーロ', 'EUR'],
  ['유로', 'EUR'],
  ['złot', 'PLN'],
  ['korun', 'CZK'],
  ['tl', 'TRY'],
  ['₺', 'TRY'],
  ['lira', 'TRY'],
  ['forint', 'HUF'],
  ['лв', 'BGN'],
  ['₪', 'ILS'],
  ['ש', 'ILS'],
  ['שק', 'ILS'],
];

const PERIODS: readonly (readonly [RegExp, NonNullable<Money['period']>])[] = [
  [
    /(?<!\p{L})(?:hourly|hours?|hr|h|stunde|heure|hora|ora|uur|timme|tunti|hodin[auy]?|godzin\p{L}+|óra|oră|saat|час|годину|ώρα)(?!\p{L})|時間|小时|시간|ساعة|שעה/u,
    'hour',
  ],
  [
    /(?<!\p{L})(?:daily|day|tag|jour|día|giorno|dia|dag|päivä|deň|dzień|zi|gün|день|ημέρα)(?!\p{L})|日|天|يوم|יום/u,
    'day',
  ],
  [
    /(?<!\p{L})(?:weekly|week|wk|woche|semaine|semana|settimana|vecka|uge|uke|viikko|týden|týždeň|tydzień|hét|săptămână|hafta|неделю|тиждень|εβδομάδα)(?!\p{L})/u,
    'week',
  ],
  [
    /(?<!\p{L})(?:monthly|months?|mo|mth|monat(?:lich)?|mtl|mois|mensuel(?:le)?|mes|mensual|mês|mensal|mese|mensile|maand(?:elijks)?|mnd|mån(?:ad(?:en)?)?|måned(?:en)?|md|kk|kuukausi|kuukaudessa|mies(?:iąc\p{L}*|ięcznie)?|měs(?:íc\p{L}*|íčně)?|mesiac|mesačne|hó(?:nap)?|havonta|lun[ăa]|lunar|ay(?:lık)?|μήνα)(?!\p{L})|мес|міс|月|월|شهر|חודש/u,
    'month',
  ],
  [
    /(?<!\p{L})(?:yearly|annual(?:ly)?|annum|years?|yr|jahr|jährlich|jährl|année|annuel(?:le)?|año|anual|ano|anno|annuo|jaar|år|vuosi|vuodessa|rok|rocznie|ročně|ročne|év|évente|yıl(?:lık)?|год|рік|έτος|χρόνο|p\.?a)(?!\p{L})|(?:par|pe|\/)\s*an(?!\p{L})|\/\s*[年년]|سنة|שנה/u,
    'year',
  ],
  [
    /(?<!\p{L})(?:once|one-time|einmalig|unique|único|una tantum|eenmalig|jednorazowo|jednorázově)(?!\p{L})/u,
    'once',
  ],
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
  const [text, sign, amountBehind, scaleBehind, amountBefore = '', scaleBefore, signBehind, name = ''] = hit;
  const written = sign ?? signBehind ?? name;
  const digits = (amountBehind ?? amountBefore).replace(/^(?=\.)/, '0');
  const factor = factorOf(scaleBehind ?? scaleBefore);
  // "2.5M" is 2500000, not 2500000.0000000005.
  const number = Math.round(valueOf(digits, undefined) * factor * 1e8) / 1e8;
  const cents = /^(?:cents?|¢)$/i.test(written);
  const { before, behind } = scan.around(hit.index, hit.index + text.length);
  return {
    type: 'money',
    text,
    amount: cents ? number / 100 : number,
    currency: cents ? 'cent' : currencyOf(written),
    period: periodOf(behind) ?? periodBefore(before),
    unit: UNIT.exec(behind)?.[1] ?? null,
    role: factor >= BEYOND_PRICES ? 'other' : roleOf(before, behind),
  };
}

/** 月額980円, 每月 99 元: here the period stands in front. */
function periodBefore(before: string): Money['period'] {
  if (/(?:月額|月额|每月|월)\s*$/.test(before)) return 'month';
  return /(?:年額|年额|每年|연)\s*$/.test(before) ? 'year' : null;
}

function currencyOf(written: string): string {
  const low = written.toLowerCase();
  const named = NAMES.find(([start]) => low.startsWith(start))?.[1];
  if (named !== undefined) return named;
  return CURRENCIES[low] ?? (/^[a-z]{3}$/.test(low) ? low.toUpperCase() : written);
}

/** The period stands behind the amount, joined to it by a slash or a small word: "/mo", " a month", " per user / month". */
function periodOf(behind: string): Money['period'] {
  const near =
    /^\s*(?:\*|¹)?\s*(?:\/\s*|(?:per|pro|je|a|an|al|por|par|each|every|im|pe|za|na|w|i|om|в|на|το|τον|ανά|user|seat|server|member|machine|region|site|nutzer|utilisateur|usuario|excl\.?|\+|,|\(|zzgl\.?|mwst\.?|ht|vat|billed)(?![\p{L}])\s*)*([\p{L}.-]+)/u.exec(
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
