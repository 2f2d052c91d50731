import { matchKeys } from '../diff/match.ts';
import { wordsOf } from '../diff/tokens.ts';
import { type Difference, partOf } from '../difference.ts';
import { isFact } from '../fact.ts';
import { findValues, locateValues } from '../facts/find-values.ts';
import { sameValue } from '../facts/same-value.ts';

/**
 * Do two reads show the same news at one place, though something beside it ticks (P7)? "Joined by 1,003 teams. Pro costs
 * $49" that reads 1,013 and $59, then 1,014 and $59, has shown the price twice, and no count twice.
 * @param one a difference between the baseline and a first read
 * @param other one between the same baseline and a second read
 */
export function agrees(one: Difference, other: Difference): boolean {
  if (one.key === other.key) return true;
  if (one.after === null || other.after === null || one.before !== other.before) return false;
  if (partOf(one.kind) !== partOf(other.kind) || one.kind === 'link' || one.kind === 'moved') return false;
  if (one.place.headings.at(-1) !== other.place.headings.at(-1)) return false;
  return one.before === null
    ? sharesNews(one.after, other.after)
    : sharesEdit(one.before, one.after, other.after);
}

/** Of the differences of a second read, the keys of those that a first read showed as well. */
export function sharedKeys(first: readonly Difference[], second: readonly Difference[]): ReadonlySet<string> {
  const alike = Map.groupBy(first, (d) => d.before);
  const keys = new Set(first.map((d) => d.key));
  const shared = second.filter(
    (d) => keys.has(d.key) || (alike.get(d.before) ?? []).some((one) => agrees(one, d)),
  );
  return new Set(shared.map((d) => d.key));
}

/** A text that came with a tick in it: a sentence that both reads show word for word, or a fact. */
function sharesNews(one: string, other: string): boolean {
  const sentences = new Set(sentencesOf(one));
  if (sentencesOf(other).some((sentence) => sentences.has(sentence))) return true;
  const facts = findValues(one).filter(isFact);
  return findValues(other).some((value) => isFact(value) && facts.some((fact) => sameValue(fact, value)));
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => wordsOf(sentence).length >= 2);
}

/**
 * Whether two edits of one text have an exchange of words in common. Either all they do not share is ticking, or what
 * they share is a typed fact: where words alternate as well, sharing some of them proves nothing.
 */
export function sharesEdit(before: string, one: string, other: string): boolean {
  const [old, first, second] = masked(steadyWords(before), steadyWords(one), steadyWords(other));
  const [seen, again] = [exchanges(old, first), exchanges(old, second)];
  const shared = again.filter(
    (exchange) => !onlyTicks(exchange) && seen.some((earlier) => sameExchange(earlier, exchange)),
  );
  if (shared.length === 0) return false;
  return (shared.length === again.length && shared.length === seen.length) || shared.some(exchangesFact);
}

/** Values that tick by themselves, whatever they stood at. */
const TICKING = new Set(['clock', 'relative time', 'counter']);

/** A text without what ticks in it. */
export function steady(text: string): string {
  let rest = text;
  for (const { from, to, value } of locateValues(text).toReversed()) {
    if (TICKING.has(value.type)) rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
  }
  return rest;
}

function steadyWords(text: string): string[] {
  return wordsOf(steady(text));
}

const MAY_TICK = /\d|^(?:mon|tue|wed|thu|fri|sat|sun)(?:\p{L}*day)?$/u;
const TICK = '#';

/** Numbers and weekdays that differ between the two reads are ticks, and so is what stood before in their place. */
function masked(old: string[], first: string[], second: string[]): [string[], string[], string[]] {
  const matches = matchKeys(first, second);
  const mask = (words: string[], kept: ReadonlySet<number>): string[] =>
    words.map((word, at) => (!kept.has(at) && MAY_TICK.test(word) ? TICK : word));
  const [one, other] = [
    mask(first, new Set(matches.map(([at]) => at))),
    mask(second, new Set(matches.map(([, at]) => at))),
  ];
  const standing = new Set([...first, ...second]);
  return [old.map((word) => (MAY_TICK.test(word) && !standing.has(word) ? TICK : word)), one, other];
}

/** A run of words that gave way to another, and where. */
interface Exchange {
  readonly at: number;
  readonly gone: string;
  readonly come: string;
}

function exchanges(before: readonly string[], after: readonly string[]): Exchange[] {
  const found: Exchange[] = [];
  let [a, b] = [0, 0];
  for (const [i, j] of [...matchKeys(before, after), [before.length, after.length] as const]) {
    if (a < i || b < j)
      found.push({ at: a, gone: before.slice(a, i).join(' '), come: after.slice(b, j).join(' ') });
    [a, b] = [i + 1, j + 1];
  }
  return found;
}

function sameExchange(one: Exchange, other: Exchange): boolean {
  return one.at === other.at && one.gone === other.gone && one.come === other.come;
}

function onlyTicks({ come }: Exchange): boolean {
  return come !== '' && come.split(' ').every((word) => word === TICK);
}

function exchangesFact({ gone, come }: Exchange): boolean {
  return findValues(gone).some(isFact) || findValues(come).some(isFact);
}
