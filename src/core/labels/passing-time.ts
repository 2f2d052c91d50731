import { locateValues } from '../facts/find-values.ts';
import { loneText, type Rule, textsOf } from './rule.ts';

/** Words that make a date a term of something: those are always told. */
const TERMS =
  /\b(?:effective|effect|valid|until|through|expires?|expir\w+|ends?|ending|deadline|starts?|starting|from|available|launch\w*|releas\w+|by|before|after|since|gültig|wirksam|in kraft|bis|ab|endet|läuft|vigueur|jusqu\w*|jusqu'au|à partir|avant|vigente|hasta|desde|partir|version|discontinu\w+|sunset|retire\w*|coming|due|planned|expected|scheduled|next|join|webinar|event|conference|regist\w*|clos\w*|open\w*|apply|application\w*|submi\w*|begin\w*|arriv\w*|nächste\w*|kommt|geplant|prochain\w*|próxim\w*)(?![\p{L}])/iu;
const UPDATED =
  /\b(?:last )?(?:updated?|modified|checked|generated|refreshed|aktualisiert|stand|mis à jour|actualizad[oa])\b/i;

/**
 * Only dates, clocks or relative times differ, and no word says that something begins or ends with them. A date of effect
 * or of an end is a fact and stays one; "updated today" and "vor 3 Stunden" are the page telling its own time (fault 11).
 */
export const passingTime: Rule = {
  name: 'passing time',
  noise: 'date',
  reason: 'only a time, a relative time or a date that begins and ends nothing differs',
  comparesValues: true,
  explains: (considered) => {
    const lone = loneText(considered);
    if (lone !== null) return isTimeAlone(lone);
    return considered.difference.kind === 'edited' && isSameButForTimes(textsOf(considered));
  },
};

function isSameButForTimes(texts: readonly string[]): boolean {
  const masked = texts.map(withoutTimes);
  if (masked[0] !== masked[1] || masked[0] === undefined) return false;
  const dated = texts.some((text) => locateValues(text).some(({ value }) => value.type === 'date'));
  return !dated || UPDATED.test(masked[0]) || !TERMS.test(masked[0]);
}

/** "3 hours ago" that became "yesterday" shares no word with it: the two come and go as blocks of their own. */
function isTimeAlone(text: string): boolean {
  const masked = withoutTimes(text);
  const around = masked.replace(/\b(?:posted|published|on|at|am|le|el|um)\b/gi, '').replace(UPDATED, '');
  return masked.includes('#') && !/[\p{L}\d]/u.test(around);
}

const TIMES = new Set(['clock', 'relative time', 'date']);

function withoutTimes(text: string): string {
  const times = locateValues(text).filter(({ value }) => TIMES.has(value.type) && !isTerm(value));
  let rest = text;
  for (const { from, to } of times.toReversed()) rest = `${rest.slice(0, from)}#${rest.slice(to)}`;
  return rest.replace(/\s+/g, ' ');
}

function isTerm(value: { type: string; role?: string }): boolean {
  return value.type === 'date' && value.role !== 'other';
}
