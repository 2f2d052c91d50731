import type { Difference } from '../difference.ts';
import { some } from './finding.ts';
import type { Finding } from './finding.ts';
import type { Some } from '../telling.ts';
import { isRepurposed } from './rewritten.ts';
import { folded, quotable, shorten, wordsOf } from './plain.ts';
import { inFrame, inMenu, textOf, wordsWithout } from './scene.ts';
import type { Scene } from './scene.ts';

/** Menu entries that changed at once: from here on it is one event, "menu rebuilt" (measured on real pages). */
const REBUILT_ENTRIES = 14;
const CHANGED_HEADINGS = 5;
const RENAMED_PLACES = 3;

/** What the pair is as a whole: a redesign, a rebuilt menu, a rename that runs through the page. */
export function findShapes(scene: Scene): Finding[] {
  return [redesign(scene), rename(scene), rebuiltMenu(scene)].filter((finding) => finding !== null);
}

/**
 * The page has another purpose: nothing that was on it is there, and its heading speaks of something else (fault 38). A home
 * page that is written anew is still the home page.
 */
export function findOtherPurpose(scene: Scene): Finding | null {
  const { before, after, page } = scene.question;
  if (page.kind === 'home' || !isRepurposed({ before: before.blocks, after: after.blocks })) return null;
  const own = scene.differences.filter((one) => !inFrame(one.place));
  const differences = some([...own].sort((a, b) => height(a) - height(b)));
  if (!differences || !differences.some(({ place }) => ['h1', 'title'].includes(place.role))) return null;
  const now = differences.find((one) => one.after !== null && ['h1', 'title'].includes(one.place.role));
  const text = now === undefined ? '' : textOf(now);
  const shown = quotable(text);
  return {
    kind: 'positioning.message',
    tags: [],
    severity: 'high',
    reasons: ['nothing of the page is left and its heading speaks of something else: high'],
    parts: ['page changed its purpose', shown ? `, now "${shorten(text, 24)}"` : ''],
    sentence: `Nothing that stood on this page is left${shown ? `; it now opens with “${shorten(text, 80)}”` : ''}.`,
    numbers: [],
    differences,
  };
}

/** More than half of the main blocks gone, or five headings of a home page changed. */
export function isRedesign(scene: Scene): boolean {
  if (scene.legalPage || !['home', 'other'].includes(scene.question.page.kind)) return false;
  const texts = new Set(scene.after.blocks.map((block) => block.text));
  const main = scene.before.blocks.filter((block) => !inFrame(block));
  const gone = main.filter((block) => !texts.has(block.text)).length;
  const headings = scene.differences.filter((one) => /^h[1-3]$/.test(one.place.role) && !inFrame(one.place));
  const fewHeadings =
    scene.question.page.kind !== 'home' || new Set(headings.map(textOf)).size < CHANGED_HEADINGS;
  return (main.length >= 8 && gone > main.length / 2) || !fewHeadings;
}

function redesign(scene: Scene): Finding | null {
  const headings = scene.differences.filter((one) => !inFrame(one.place));
  const differences = some([...headings].sort((a, b) => height(a) - height(b)));
  if (!differences || !isRedesign(scene)) return null;
  if (!differences.some(({ place }) => /^(?:h[1-3]|title)$/.test(place.role))) return newEntries(differences);
  const now = differences.find((one) => one.after !== null && ['h1', 'h2', 'title'].includes(one.place.role));
  const [said, sentence] = now && quotable(textOf(now)) ? newHeading(now) : ['', '.'];
  return {
    kind: 'positioning.message',
    tags: [],
    severity: 'high',
    reasons: ['most of the page or five of its headings changed: high'],
    parts: ['page rewritten', said],
    sentence: `Most of the page reads differently${sentence}`,
    numbers: [],
    differences,
  };
}

/** A heading of the second rank is not what the page opens with: the one above it may stand as before. */
function newHeading(now: Difference): [line: string, sentence: string] {
  const text = textOf(now);
  const [line, sentence] =
    now.place.role === 'h2' ? ['now with', 'it now has'] : ['headline now', 'it now opens with'];
  return [`, ${line} "${shorten(text, 36)}"`, `; ${sentence} “${shorten(text, 80)}”.`];
}

/** Title and headings stand, the texts under them are others: a list of news has moved on, nobody has repositioned. */
function newEntries(differences: Some<Difference>): Finding {
  const added = differences.filter((one) => one.after !== null && quotable(textOf(one))).map(textOf);
  const [first, second] = added;
  const named = first === undefined ? '' : `: "${shorten(first, 40)}"`;
  const are = differences.every((one) => one.after === null) ? 'gone' : 'new';
  return {
    kind: 'content',
    tags: [],
    severity: 'low',
    reasons: [`most entries are ${are}, title and headings are as before: low`],
    parts: [`most entries are ${are}`, named],
    sentence:
      first === undefined
        ? `Most entries of the page are ${are}.`
        : `Most entries of the page are new, such as “${shorten(first, 60)}”${second === undefined ? '' : ` and “${shorten(second, 60)}”`}.`,
    numbers: [],
    differences,
  };
}

function height(difference: Difference): number {
  const order = ['h1', 'title', 'h2', 'meta', 'h3'].indexOf(difference.place.role);
  return (order < 0 ? 9 : order) + (difference.after === null ? 0.5 : 0);
}

/** One word or pair of words replaced in three places or more, or in the title: a product or the company has a new name. */
function rename(scene: Scene): Finding | null {
  const swaps = new Map<string, { from: string; to: string; differences: Difference[] }>();
  for (const difference of scene.differences) {
    const swap = swapIn(difference);
    if (!swap) continue;
    const key = `${folded(swap.from)}>${folded(swap.to)}`;
    const known = swaps.get(key) ?? { ...swap, differences: [] };
    swaps.set(key, { ...known, differences: [...known.differences, difference] });
  }
  const found = [...swaps.values()].find(
    ({ differences }) =>
      differences.length >= RENAMED_PLACES || differences.some((one) => one.place.role === 'title'),
  );
  const differences = found ? some(found.differences) : null;
  if (!found || !differences) return null;
  const severity = differences.some((one) => ['title', 'h1'].includes(one.place.role)) ? 'high' : 'medium';
  return {
    kind: 'positioning.message',
    tags: [],
    severity,
    reasons: [`a name replaced in the title or in ${RENAMED_PLACES} places: ${severity}`],
    parts: [renameLine(scene, found)],
    sentence: `Where the page said ${found.from}, it now says ${found.to}.`,
    numbers: [],
    differences,
  };
}

function renameLine(scene: Scene, { from, to }: { from: string; to: string }): string {
  if (scene.question.returns === 'alternation') return `keeps alternating between ${from} and ${to}`;
  return scene.question.returns === 'reversal' ? `${from} is back to ${to}` : `${from} is now ${to}`;
}

/** A capitalised name of one to three words that took another's place, with the rest of the text as it was. */
function swapIn(difference: Difference): { from: string; to: string } | null {
  const [before, after] = [wordsOf(difference.before ?? ''), wordsOf(difference.after ?? '')];
  if (before.length === 0 || after.length === 0) return null;
  const bare = (words: string[]): string => words.join(' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const [from, to] = [bare(wordsWithout(before, after)), bare(wordsWithout(after, before))];
  const named = (text: string): boolean =>
    /^\p{Lu}/u.test(text) && wordsOf(text).length <= 3 && quotable(text);
  const kept = before.length - wordsOf(from).length;
  if (!named(from) || !named(to) || /\d/u.test(from + to)) return null;
  return kept > 0 || inFrame(difference.place) ? { from, to } : null;
}

function rebuiltMenu(scene: Scene): Finding | null {
  const entries = scene.differences.filter(
    (difference) => inMenu(scene, difference) && difference.place.region !== 'footer',
  );
  const names = new Set(entries.map((one) => folded(textOf(one))));
  const differences = some([...entries].sort((a, b) => Number(b.after !== null) - Number(a.after !== null)));
  if (!differences || names.size < REBUILT_ENTRIES) return null;
  const came = differences.filter((one) => one.after !== null);
  const shown = [...new Set(came.map(textOf))].filter(quotable).slice(0, 2);
  return {
    kind: 'positioning.message',
    tags: [],
    severity: 'medium',
    reasons: [`${REBUILT_ENTRIES} or more menu entries changed, one event: medium`],
    parts: [
      'menu rebuilt',
      shown.length === 0 ? '' : ` (${shown.map((name) => shorten(name, 20)).join(', ')} …)`,
    ],
    sentence:
      shown.length === 0
        ? 'The menu was rebuilt.'
        : `The menu was rebuilt; it now names ${shown.map((name) => shorten(name, 40)).join(' and ')}.`,
    numbers: [],
    differences,
  };
}
