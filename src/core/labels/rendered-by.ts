import { locateValues } from '../facts/find-values.ts';
import { oneOf, WEEKDAYS } from '../facts/tongues.ts';
import { type Rule, textsOf } from './rule.ts';

/** A server says that it made the page, and how long it took. */
const RENDERED =
  /(?<!\p{L})(?:(?:page|site)? ?(?:rendered|generated|served|executed|processed) (?:in|by|on)|(?:seite )?(?:generiert|erzeugt|erstellt) in|page générée|générée? en|generad[ao] en|generat[ao] in|gegenereerd in|gerad[ao] em|wygenerowan\p{L}+ w|genererad på|genereret på|generert på|luotu|vygenerován\p{L}* za|vygenerovan\p{L}+ za|generálva|generat[ăe]? în|oluşturul\p{L}+|oluşturma süresi|сгенерирован\p{L}+ за|згенерован\p{L}+ за|δημιουργήθηκε σε|query time|server time|serverzeit)(?!\p{L})|生成時間|生成时间|页面执行时间/iu;
const NUMBERS = /\d[\d.,'’ \u00a0\u202f]*/gu;
const HOST =
  /(?<!\p{L})(?:server|node|host|web|app|pod|srv|instance)[ :]*(?:[a-z]{1,12}[-_]?\d{1,4}|#)(?![\p{L}\d])/giu;

/** "Page generated in 0.04 s, server web07": only its numbers and the machine's name differ. */
export const renderedBy: Rule = {
  name: 'rendered by',
  noise: 'volatile',
  reason: 'a server tells how long it took, and which one it is',
  explains: (considered) => {
    if (considered.difference.kind !== 'edited') return false;
    const texts = textsOf(considered);
    const [before, after] = texts.map((text) => text.replace(HOST, '@').replace(NUMBERS, '#'));
    return texts.every((text) => RENDERED.test(text)) && before === after;
  },
};

/** Calendars that name a saint for each day. */
const NAME_DAY =
  /(?<!\p{L})(?:name ?day|namenstag|svátek (?:má|mají|slaví)|meniny (?:má|majú)|imieniny(?: obchodzi\p{L}*)?|névnap(?:ja)?|namnsdag|nimipäivä\p{L}*|γιορτάζ\p{L}+|sărbător\p{L}+|именины|іменини)(?!\p{L})\s*[:–-]?\s*/iu;
const WEEKDAY = new RegExp(`(?<!\\p{L})(?:${oneOf(WEEKDAYS)})(?!\\p{L}),?`, 'giu');
const NAMES = /^(?:\p{Lu}\p{L}+(?:,? (?:a |i |és |och |și )?)?){1,4}[.!]?$/u;

/** "Today is Friday 13 March, name day of Rosa": what day it is, and whose. */
export const nameDay: Rule = {
  name: 'name day',
  noise: 'date',
  reason: 'which day it is, and whose name the calendar gives it',
  comparesValues: true,
  explains: (considered) => {
    if (considered.difference.kind !== 'edited') return false;
    const [before, after] = textsOf(considered).map(dayless);
    return before !== null && before === after;
  },
};

function dayless(text: string): string | null {
  const [front = '', names] = text.split(NAME_DAY);
  if (names === undefined || !NAMES.test(names)) return null;
  const dates = locateValues(front).filter(({ value }) => value.type === 'date');
  let rest = front;
  for (const { from, to } of dates.toReversed()) rest = `${rest.slice(0, from)}#${rest.slice(to)}`;
  return rest.replace(WEEKDAY, '').replace(/\s+/g, ' ');
}
