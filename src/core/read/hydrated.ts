import type { Block } from '../block.ts';
import { fold } from './fold.ts';
import { parseJson } from './parse-json.ts';

/** Facts beyond this are a catalogue, not an offer. */
const MOST_FACTS = 200;
/** A page's data is a few MB at most; nesting and members beyond these bounds are not looked into. */
const MOST_NODES = 200_000;

/**
 * Prices, limits and terms in the data that a page hands to its own scripts (`__NEXT_DATA__`, `__NUXT__`, `__INITIAL_STATE__`,
 * Remix, Angular, the stream of Next's app router), each as one hidden block of role `data`: "Pro: monthlyPrice 29". A
 * second witness beside the text: they may change days before a person sees it, or confirm what the text says.
 */
export function readHydrated(scripts: readonly string[]): readonly Block[] {
  const facts = new Set<string>();
  for (const script of scripts)
    for (const root of rootsOf(script))
      for (const fact of factsIn(root, MOST_FACTS - facts.size)) facts.add(fact);
  return [...facts].toSorted().map((text) => ({
    role: 'data',
    region: 'none',
    text,
    headings: [],
    links: [],
    hidden: true,
  }));
}

/** Whether a script's tag or first words say that it carries data and not a program. */
export function carriesData(tag: string, opening: string): boolean {
  return (
    /\btype\s*=\s*["']?application\/json/i.test(tag) ||
    /^\s*(?:window|self|globalThis)\s*(?:\.\s*__\w+|\[\s*["']__\w+["']\s*\])/.test(opening)
  );
}

function rootsOf(script: string): unknown[] {
  const whole = parseJson(script);
  if (whole !== undefined) return [whole];
  const pushes = [...script.matchAll(/__next_f\.push\((\[[\s\S]*?\])\)\s*(?:;|$)/g)];
  if (pushes.length > 0) return pushes.flatMap(([, push = '']) => rowsOf(parseJson(push)));
  const [from, to] = [script.indexOf('=') + 1, Math.max(script.lastIndexOf('}'), script.lastIndexOf(']'))];
  const assigned = from === 0 ? undefined : parseJson(script.slice(from, to + 1));
  return assigned === undefined ? [] : [assigned];
}

/** A row of the stream is `1a:["$",…]`; those that are cut or no JSON say nothing. */
function rowsOf(push: unknown): unknown[] {
  if (!Array.isArray(push) || typeof push[1] !== 'string') return [];
  return push[1]
    .split('\n')
    .map((row) => parseJson(row.replace(/^[\da-f]+:/i, '')))
    .filter((row) => row !== undefined);
}

interface Open {
  readonly value: unknown;
  readonly key: string;
  readonly owner: string;
}

/** Names that say what a number is: a price, a limit, a term. Times, ids and counts of visitors are none. */
const TELLING =
  /price|amount|cost|(?:^|[_.-])fee|monthly|annual|yearly|discount|percent|quota|limit|seats|trial|credits/i;
const TECHNICAL =
  /(?:^|[_.-])id$|Id$|At$|_at$|time|stamp|hash|token|timeout|rate_?limit|max_?age|font|width|height|offset|page|index|order/i;

function factsIn(root: unknown, most: number): string[] {
  const facts: string[] = [];
  const open: Open[] = [{ value: root, key: '', owner: '' }];
  let nodes = 0;
  for (let next = open.pop(); next !== undefined && facts.length < most; next = open.pop()) {
    nodes += 1;
    if (nodes > MOST_NODES) break;
    const fact = factOf(next);
    if (fact !== null) facts.push(fact);
    for (const member of membersOf(next)) open.push(member);
  }
  return facts;
}

function membersOf({ value, key, owner }: Open): Open[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.map((item: unknown) => ({ value: item, key, owner }));
  const members = Object.entries(value);
  const name = nameOf(new Map(members)) ?? owner;
  return members.map(([member, inner]) => ({
    value: inner,
    key: typeof inner === 'object' || !isCurrency(member) ? qualified(key, member) : key,
    owner: name,
  }));
}

/** `{price: {monthly: 29}}` names its number twice; the last two names are enough. */
function qualified(key: string, member: string): string {
  return key === '' ? member : `${key.split('.').at(-1)}.${member}`;
}

function isCurrency(member: string): boolean {
  return /^currency(?:code)?$/i.test(member);
}

function nameOf(fields: ReadonlyMap<string, unknown>): string | null {
  for (const field of ['name', 'title', 'label', 'plan', 'slug']) {
    const word = fields.get(field);
    if (typeof word === 'string' && word !== '' && word.length <= 60) return word;
  }
  return null;
}

function factOf({ value, key, owner }: Open): string | null {
  if (!TELLING.test(key) || TECHNICAL.test(key)) return null;
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  if (written.length > 40 || !/\d/.test(written) || /^\d{9,}$|^[\da-f-]{16,}$|:\/\//i.test(written))
    return null;
  return fold(`${owner === '' ? '' : `${owner}: `}${key} ${written}`);
}
