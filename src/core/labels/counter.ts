import { COUNTED } from '../facts/amounts.ts';
import { parseNumber } from '../facts/number.ts';
import { zip } from '../zip.ts';
import { type Considered, type Rule, textsOf } from './rule.ts';

const NUMBER = /\d[\d.,'’]*\d[kKmM]?\+?|\d[kKmM]?\+?/g;
/** What a visit counts itself: it moves because somebody, perhaps we, looked. */
const OWN_VISITS =
  /\b(?:viewing|watching|looking at|online (?:right )?now|currently online|queries|rendered in|generated in|executed in|gerade online|sehen sich|consultent|están viendo)\b|^(?:[\p{L}-]+ )?(?:visitors?|visits?|views|hits|besucher|aufrufe|visiteurs?|visites?|vues|visitas?|visitantes)(?: (?:today|heute|aujourd'hui|hoy))?\s*:\s*[\d.,'’ ]+$/iu;
/** A number with one of these beside it is a price, a share or a limit, however little it moved. */
const MEASURED =
  /[\p{Sc}%‰]|\b(?:eur|usd|gbp|chf|euros?|dollars?|cents?|[kmgt]i?b|ghz|cores?|seats?|days?|hours?|months?|years?|tage?n?|monate?n?|jahre?n?|jours?|mois|ans|días?|meses|minutes?|per|pro|par|limit|plan|max\w*|up to|bis zu|jusqu)\b/iu;
/** A count is written as one ("12,400", "2k+") or names what it counts; "75008" is a place, "030123" a phone. */
const COUNT = new RegExp(
  `\\d[.,'’ ]\\d{3}(?!\\d)|\\d ?[kKmM]?\\+|\\d[kKmM](?!\\p{L})|(?<!\\p{L})(?:${COUNTED})(?!\\p{L})`,
  'iu',
);
/** Under this a count that grows says nothing; from here on it is told under "customers". Product rule, PRODUCT 2. */
const SMALL_MOVE = 0.1;

export const counter: Rule = {
  name: 'counter',
  noise: 'counter',
  reason: 'only a running count moved, by less than a tenth',
  explains: (considered) => {
    if (considered.difference.kind !== 'edited') return false;
    const [before = '', after = ''] = textsOf(considered);
    if (before.replace(NUMBER, '#') !== after.replace(NUMBER, '#')) return false;
    if (OWN_VISITS.test(after)) return !isLimit(considered);
    return isProgress(considered) || movedLittle(before, after);
  },
};

/** "25,000 visits per month" is what a plan holds, not what a page counted. */
function isLimit({ valuesAfter }: Considered): boolean {
  return valuesAfter.some((value) => value.type === 'quantity' && !/quer|view/i.test(value.text));
}

/** "12/40 done": both numbers are the state of something that runs. */
function isProgress({ words }: Considered): boolean {
  return /^\d+\s*\/\s*\d+$/.test(words.before) && /^\d+\s*\/\s*\d+$/.test(words.after);
}

function movedLittle(before: string, after: string): boolean {
  if (MEASURED.test(after) || !COUNT.test(after)) return false;
  const numbers = (text: string): string[] => [...text.matchAll(NUMBER)].map(([number]) => number);
  const moved = zip(numbers(before), numbers(after)).filter(([old, fresh]) => old !== fresh);
  return (
    moved.length > 0 &&
    moved.every(
      ([old, fresh]) => !(isYear(old) && isYear(fresh)) && isSmallStep(parseNumber(old), parseNumber(fresh)),
    )
  );
}

function isSmallStep(old: number | null, fresh: number | null): boolean {
  if (old === null || fresh === null || Math.min(old, fresh) < 1000) return false;
  return Math.abs(fresh - old) / old < SMALL_MOVE;
}

/** 2024 -> 2025 is a year, not a count; counts of that size are written "2,024" or carry a "+". */
function isYear(text: string): boolean {
  return /^(?:19|20)\d{2}$/.test(text);
}
