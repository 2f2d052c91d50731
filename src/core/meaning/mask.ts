import { locateValues } from '../facts/find-values.ts';
import { locateMoney } from '../facts/has-money.ts';
import { folded } from './plain.ts';

const NUMBER = /\p{Sc}?\s?\d+(?:[.,'’\u00A0\u202F ]\d+)*\s?(?:%|\p{Sc}|[kKmM](?![\p{L}]))?/gu;
const UNBOUNDED = /(?<!\p{L})(?:unlimited|unbegrenzt\p{L}*|illimité\p{L}*|ilimitad\p{L}*)(?!\p{L})|∞/giu;

/** The skeleton of a text: case folded, every number with its currency or percent sign is `#`. */
export function skeletonOf(text: string): string {
  return folded(text).replace(NUMBER, ' # ').replace(UNBOUNDED, ' # ').replace(/\s+/gu, ' ').trim();
}

/** Words that say how a number counts, not what it is the number of. */
const MEASURE =
  /(?<![\p{L}])(per|each|every|for|billed|pro(?= (?:monat|jahr|tag|nutzer|benutzer|platz))|par|por|a|an|the|and|only|just|nur|from|starting|at|ab|à|partir|de|dès|desde|month|months|monthly|mo|monat|monatlich|mois|mes|al|year|years|yearly|annually|yr|jahr|jährlich|ans?|año|user|users|seat|seats|nutzer|utilisateur|usuario|usd|eur|euro|euros|gbp|chf|up|to|bis|jusqu|price|pay|cost|costs|preis|prix|precio|prezzo|prijs)(?![\p{L}])/giu;

/** Does a text name anything beside numbers and measures? "$29 / month" does not, "Pro: $29" does. */
export function namesSomething(text: string): boolean {
  return /\p{L}{2}/u.test(skeletonOf(text).replace(MEASURE, ' '));
}

/** The skeleton with only typed values masked: "RS 1000" and "RS 2000" are two names, not one with a number. */
export function typedSkeletonOf(text: string): string {
  const values = locateValues(text);
  const cut = values.map(({ from }, at) => text.slice(values[at - 1]?.to ?? 0, from));
  return folded([...cut, text.slice(values.at(-1)?.to ?? 0)].join(' # '));
}

/** "Price: $29" under each plan: the word says what kind of number it is, and the plan above whose. */
const PRICE_WORD =
  /^(?:(?:the|our|your|you|total|list|new|current|regular|full|base|monthly|yearly|annual|der|le|el)\s+)*(?:prices?|pricing|pay|costs?|fees?|rates?|amount|total|subscription|preis|kosten|gebühr|prix|tarif|coût|precio|coste?|prezzo|prijs|preço)$/iu;

/**
 * The words in front of a value, when they can be a label: at most six, and not only measures. Without a value: in front
 * of the first amount of money, else of the first number.
 */
export function leadOf(text: string, value?: string): string | null {
  const money = locateMoney(text)[0]?.from ?? -1;
  const at = value === undefined ? (money >= 0 ? money : text.search(/\d|∞/u)) : text.indexOf(value);
  if (at <= 0) return null;
  const words = text
    .slice(0, at)
    .replace(
      /(?:\s*\([^)]*|[\s:–—|,(-]+|(?<!\p{L})(?:was|statt|instead of|au lieu de|from|ab|dès|desde|only|nur|at|for|is|now|costs?|kostet|coûte|cuesta|(?:now )?priced at|(?:start|begin)(?:s|ing)? (?:at|from)|starting at)(?!\p{L}))+$/giu,
      '',
    )
    .trim();
  // What stands in front of the second price is the first one, not a name: "Was $99", "$49/mo (min.".
  if (locateValues(words).some(({ value: found }) => found.type === 'money')) return null;
  if (/^(?:it|we|you|they|this|that|these|es|sie|wir|das|il|elle|nous|vous|esto)$/iu.test(words)) return null;
  if (PRICE_WORD.test(words)) return null;
  if (words.split(/\s+/u).length > 6 || !namesSomething(words)) return null;
  return words;
}

/** Words of a button ("See options", "Buy now"): they name what to do, not what something costs. */
export function isCall(text: string): boolean {
  return /^(?:see|view|buy|get|start|save|choose|learn|try|contact|order|select|optional|more|details|mehr|jetzt|voir|ver)(?!\p{L})/iu.test(
    text,
  );
}

/**
 * Numbering at the start of a heading or clause, and references to sections: one new clause renumbers eighty. A number that
 * has no point behind or in it ("990 RUB", "14 Tage") numbers nothing, except in front of a legal heading.
 * @param bare whether the text stands where "2 Liability" can be a numbered heading
 */
export function withoutNumbering(text: string, bare: boolean): string {
  const front =
    /^\s*(?:(?:section|article|artikel|clause|§)\s*(?:\d+|[ivx]+|[a-z])(?:\.\d+)*[.)]?|(?:\d+|[ivx]+|[a-z])(?:\.\d+)*[.)]|\d+(?:\.\d+)+|(\d+|[ivx]+))\s+(?=\p{L})/iu.exec(
      text,
    );
  const numbers = front !== null && (front[1] === undefined || bare) && locateValues(text)[0]?.from !== 0;
  return (numbers ? text.slice(front[0].length) : text).replace(
    /(?<!\p{L})(section|sections|article|artikel|clause|clauses|ziffer|§)\s*\d+(?:\.\d+)*/giu,
    '$1',
  );
}
