import type { TypedValue } from '../fact.ts';
import { NUMBER, valueOf } from './number.ts';
import { findAll, type Finder, type Scan } from './scan.ts';

type Duration = Extract<TypedValue, { type: 'duration' }>;

const PERCENT = new RegExp(
  `(?<![\\p{L}\\d.,])-?(${NUMBER})\\s?(?:%|percent\\b|prozent\\b|pour cent\\b|por ciento\\b)`,
  'giu',
);
const DISCOUNT =
  /(?<![\p{L}])(?:off|discount|save|saving|rabatt|sparen?|spar|reduziert|günstiger|remise|réduction|économi\w+|descuento|ahorr\w+|dto|coupon|voucher|sale)(?![\p{L}])/u;

/** A share of each payment: money is added to it, or the words say what it is taken from. */
const FEE =
  /^\s*\+\s*(?:\p{Sc}|\d)|^[^,]*(?<![\p{L}])(?:fees?|commissions?|per (?:successful |card )?(?:transaction|charge|payment)|gebühr(?:en)?|provision|pro transaktion|de frais|de comisión|por transacción)(?![\p{L}])/u;

/** A sign before the number (-20%), or words of discount or of a fee around it. */
export const findPercents: Finder = (scan) =>
  findAll(scan, PERCENT, (hit) => {
    const [text, digits = ''] = hit;
    const { before, behind } = scan.around(hit.index, hit.index + text.length);
    const discount = text.startsWith('-') || DISCOUNT.test(before) || DISCOUNT.test(behind);
    const value = valueOf(digits, undefined);
    return { type: 'percent', text, value, role: discount ? 'discount' : FEE.test(behind) ? 'fee' : 'other' };
  });

const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^(?:hours?|stunden?|heures?|horas?)$/, 1 / 24],
  [/^(?:days?|tage?n?|jours?|d[íi]as?)$/, 1],
  [/^(?:weeks?|wochen?|semaines?|semanas?)$/, 7],
  [/^(?:months?|monate?n?|mois|mes(?:es)?|mês)$/, 30],
  [/^(?:years?|jahre?n?|ans?|années?|a[ñn]os?)$/, 365],
];
const DURATION =
  /(?<![\p{L}\d.,])(?:\w+ \()?(\d{1,4})\)?[\s-]*((?:calendar |business |working )?)(hours?|stunden?|heures?|horas?|days?|tagen?|tage|jours?|d[íi]as?|weeks?|wochen?|semaines?|semanas?|months?|monaten?|monate|mois|mes(?:es)?|mês|years?|jahren?|jahre|ans|années?|a[ñn]os?)(?![\p{L}])/giu;
const ROLES: readonly (readonly [RegExp, Duration['role']])[] = [
  [/trial|\btest|kostenlos test|probe|essai|prueba|free for|try/, 'trial'],
  [/refund|money.?back|geld.?zurück|rückgabe|widerruf|rembours|reembolso|return/, 'refund'],
  [/notice|kündig|préavis|preaviso/, 'notice'],
  [/retention|retain|history|backup|logs?\b|aufbewahr|conserv/, 'retention'],
];

/** "2 months free", "14 jours offerts". */
const FREE = /^\s*(?:for )?(?:free|kostenlos|gratis|offerts?|gratuits?|grátis)(?![\p{L}])/u;

export const findDurations: Finder = (scan) =>
  findAll(scan, DURATION, (hit) => {
    const [text, count, , unit = ''] = hit;
    const days = Number(count) * (DAYS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1] ?? 1);
    const { before, behind } = scan.around(hit.index, hit.index + text.length, 40);
    const near = [behind, before, text.toLowerCase()];
    const named = ROLES.find(([words]) => near.some((part) => words.test(part)))?.[1];
    const role = named ?? (FREE.test(behind) ? 'free' : 'other');
    return { type: 'duration', text, days, role };
  });

/** Nouns that pages count in public. */
export const COUNTED =
  'users?|teams?|customers?|companies|businesses|downloads?|developers?|organi[sz]ations?|creators?|members?|people|stars?|followers?|subscribers?|installs?|reviews?|ratings?|visitors?|views?|viewing|likes?|forks?|nutzer|kunden|unternehmen|entwickler|clients?|utilisateurs?|entreprises?|usuarios?|clientes?|empresas?';
const COUNTER = new RegExp(
  `(?:(?:over|more than|trusted by|join|über|mehr als|plus de|más de)\\s+)?(?<![\\p{L}\\d.,])(${NUMBER})\\s?(k|m)?(\\+)?\\s+(?:(?:happy|active|registered|other|paying|zufriedene|aktive)\\s+)?(${COUNTED})(?![\\p{L}])`,
  'giu',
);
const COUNTS =
  /over|more than|trusted|join|über|mehr als|plus de|más de|viewing|stars?|followers|downloads|installs|reviews|visitors|views|likes|forks/i;

/**
 * People and companies that a page boasts of. "10 users" in a plan is a limit: a counter says "over", carries a "+", is of
 * a kind that no plan limits, or is too large to be one.
 */
export const findCounters: Finder = (scan) =>
  findAll(scan, COUNTER, ([text, digits = '', scale, plus, unit = '']) => {
    const value = valueOf(digits, scale);
    const boasts = plus !== undefined || COUNTS.test(text) || value > 20_000;
    return boasts ? { type: 'counter', text, value, unit: unit.toLowerCase() } : null;
  });

const UNITS =
  'gb|tb|mb|kb|gib|tib|mib|ghz|mhz|v?cpus?|v?cores?|kerne?n?|cœurs?|núcleos?|seats?|users?|members?|editors?|viewers?|agents?|projects?|workspaces?|sites?|websites?|domains?|pages?|checks?|monitors?|strings?|words?|contacts?|e-?mails?|messages?|requests?|calls?|credits?|tokens?|events?|runs?|builds?|minutes?|databases?|servers?|machines?|hosts?|nodes?|devices?|environments?|languages?|integrations?|channels?|files?|uploads?|posts?|accounts?|profiles?|licen[cs]es?|boards?|teams?|nutzer|benutzer|projekte?|seiten|geräte|lizenzen|postfächer|stunden|projets?|utilisateurs?|appareils?|projetos?|proyectos?|usu[aá]rios?|dispositivos?';
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\d.,])(?:(${NUMBER})(?:\\s?([kKM])(?![\\p{L}]))?\\+?(?:\\s?(?:-|–|to|bis|à)\\s?${NUMBER})?|(unlimited|unbegrenzte?n?|unbeschränkte?|illimités?|ilimitad[oa]s?|∞))(?:[\\s-]+(?:\\p{L}+\\s+)?(${UNITS})|([kmgt]i?b))(?![\\p{L}])`,
  'giu',
);

export const findQuantities: Finder = (scan: Scan) =>
  findAll(scan, QUANTITY, ([text, digits = '', scale, unlimited, unit, joined = '']) => {
    const value = unlimited === undefined ? valueOf(digits, scale) : 'unlimited';
    return { type: 'quantity', text, value, unit: (unit ?? joined).toLowerCase() };
  });
