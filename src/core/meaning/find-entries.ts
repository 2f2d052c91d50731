import type { Difference } from '../difference.ts';
import type { Some } from '../telling.ts';
import { wordsFor } from './entry.ts';
import { ordered, rank } from './finding.ts';
import type { Finding } from './finding.ts';
import { kindOf } from './kind-of.ts';
import type { Grade } from './kind-of.ts';
import { swapOf } from './instead.ts';
import { andMore, countWord, folded, quotable, shorten } from './plain.ts';
import { textOf } from './scene.ts';
import type { Scene } from './scene.ts';

/** What is told as one: a difference, or a text that left with the one that took its place. */
interface Entry {
  /** The difference as it is worded: for a pair, an edit that has both texts. */
  readonly seen: Difference;
  readonly told: Some<Difference>;
  readonly grade: Grade;
}

/** Every difference that no other rule took, grouped by kind and by whether it came, left or was edited. */
export function findEntries(scene: Scene, left: readonly Difference[]): Finding[] {
  const groups = new Map<string, Some<Entry>>();
  for (const entry of entriesOf(scene, left)) {
    const key = `${entry.grade.kind} ${wayOf(entry.seen)}`;
    const known = groups.get(key);
    const graver = known && rank(known[0].grade.severity) >= rank(entry.grade.severity);
    groups.set(key, graver ? [...known, entry] : [entry, ...(known ?? [])]);
  }
  return [...groups.values()].map((entries) => entryFinding(scene, entries));
}

function entriesOf(scene: Scene, left: readonly Difference[]): Entry[] {
  const paired = new Set<Difference>();
  return left.flatMap((difference): Entry[] => {
    if (paired.has(difference)) return [];
    const swap = replaces(scene) ? swapOf(scene, difference) : null;
    if (
      swap === null ||
      swap.differences.length === 1 ||
      !swap.differences.every((one) => left.includes(one))
    )
      return [{ seen: difference, told: [difference], grade: kindOf(scene, difference) }];
    const { before, after, differences } = swap;
    for (const one of differences) paired.add(one);
    const seen: Difference = { ...differences[0], kind: 'edited', before, after };
    const grade = differences
      .map((one) => kindOf(scene, one))
      .reduce((a, b) => (rank(b.severity) > rank(a.severity) ? b : a), kindOf(scene, seen));
    return [{ seen, told: differences, grade }];
  });
}

/** In a list of news an entry that comes takes no other's place. */
function replaces({ question }: Scene): boolean {
  return !['changelog', 'blog'].includes(question.page.kind);
}

/** A headline that left and one that came are one piece of news. */
function wayOf({ before, after, place }: Difference): string {
  if (place.role === 'h1' || place.role === 'title') return place.role;
  return before === null ? 'added' : after === null ? 'removed' : 'edited';
}

/** From this many others on, a list of news is told by how many came. */
const FEW = 2;

function isNews({ question }: Scene, seen: Difference): boolean {
  return question.page.kind === 'blog' && wayOf(seen) === 'added';
}

/** "Seven new entries: …": on a page of news the count comes first, for no entry is the news of the day. */
function listWords(seen: Difference, count: number): Pick<Finding, 'parts' | 'sentence'> {
  const text = textOf(seen);
  const [many, such] = quotable(text)
    ? [`: "${shorten(text, 40)}"`, `, such as “${shorten(text, 80)}”`]
    : ['', ''];
  const said = countWord(count);
  return {
    parts: [`${said} new entries`, many],
    sentence: `The page has ${said} new entries${such}.`,
  };
}

function entryFinding(scene: Scene, all: Some<Entry>): Finding {
  const entries = ordered(all, (a, b) => Number(a.seen.after === null) - Number(b.seen.after === null));
  const [{ seen, told }, ...rest] = entries;
  const { kind, severity, reason } = all[0].grade;
  const words = wordsFor(scene, seen);
  const texts = all.map((entry) => entry.seen);
  const counted = wayOf(seen) === 'h1' ? texts.filter((one) => one.after !== null) : texts;
  const others = new Set(counted.map((one) => folded(textOf(one)))).size - 1;
  const wordsOfOne: Pick<Finding, 'parts' | 'sentence'> = {
    parts: [words.line, words.place, andMore(others)],
    sentence: words.sentence,
  };
  return {
    kind,
    tags: [],
    severity,
    reasons: [reason],
    ...(isNews(scene, seen) && others >= FEW ? listWords(seen, others + 1) : wordsOfOne),
    numbers: [],
    differences: [...told, ...rest.flatMap((entry) => entry.told)],
  };
}
