import { NUMBER, valueOf } from './number.ts';
import { findAll, type Finder, type Scan } from './scan.ts';
import { DISCOUNT, FEE } from './words-of-amounts.ts';

const PERCENT = new RegExp(
  `(?<![\\p{L}\\d.,])-?(?:(${NUMBER})\\s?(?:[%٪]|percent\\b|prozent\\b|pour cent\\b|por ciento\\b|por cento\\b|per cento\\b|pro[cs]ent\\b|процент)|%\\s?(${NUMBER})(?!\\s?%))`,
  'giu',
);

/** A sign before the number (-20%), or words of discount or of a fee around it. Turkish sets the sign in front: %20. */
export const findPercents: Finder = (scan) =>
  findAll(scan, PERCENT, (hit) => {
    const [text, behindSign, inFront] = hit;
    const { before, behind } = scan.around(hit.index, hit.index + text.length);
    const discount = text.startsWith('-') || DISCOUNT.test(before) || DISCOUNT.test(behind);
    const value = valueOf(behindSign ?? inFront ?? '', undefined);
    return { type: 'percent', text, value, role: discount ? 'discount' : FEE.test(behind) ? 'fee' : 'other' };
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
