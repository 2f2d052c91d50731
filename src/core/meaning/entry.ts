import type { Difference } from '../difference.ts';
import { plain, quotable, shorten, wordsOf } from './plain.ts';
import { headingOf, isRepeated, inMenu, textOf } from './scene.ts';
import type { Scene } from './scene.ts';

export interface Words {
  readonly line: string;
  /** " to the menu", " from Integrations": the first that a long headline drops. */
  readonly place: string;
  readonly sentence: string;
}

/** The words for one difference that no typed fact explains: added, dropped, edited, in the page's own words. */
export function wordsFor(scene: Scene, difference: Difference): Words {
  if (difference.place.role === 'title' || difference.place.role === 'h1')
    return headlineWords(scene, difference);
  const { before, after } = difference;
  const version = scene.question.page.kind === 'changelog' ? versionNamed(difference) : null;
  if (version !== null) {
    return { line: `${version} released`, place: '', sentence: `The changelog now lists ${version}.` };
  }
  if (difference.kind === 'link') return linkWords(scene, difference);
  if (before === null || after === null) return oneSided(scene, difference);
  return difference.kind === 'moved' ? moved(scene, difference) : edited(scene, difference, [before, after]);
}

/** A new version of a changelog: a typed one, or the bare number that its heading begins with. */
function versionNamed(difference: Difference): string | null {
  const { before, place, valuesAfter } = difference;
  const heading = /^h[1-6]$/.test(place.role);
  const typed = valuesAfter.find((value) => value.type === 'version')?.text;
  if (typed !== undefined && (heading || opensWith(textOf(difference), typed))) return typed.trim();
  if (before !== null || !heading) return null;
  return /^v?\d+(?:\.\d+)+\b/u.exec(textOf(difference))?.[0] ?? null;
}

/** "Version 2.4 is out", but not "The v1 API is removed": a version that a sentence speaks of is not what was released. */
function opensWith(text: string, version: string): boolean {
  const lead = text.slice(0, text.indexOf(version));
  return /^[^\p{L}\p{N}]*(?:(?:version|releases?|released|new|introducing|announcing|neu|nouveau)[^\p{L}\p{N}]*)*$/iu.test(
    lead,
  );
}

/** Addresses stay in the quotes: a line of ours names where the link stands, not where it leads. */
function linkWords(scene: Scene, difference: Difference): Words {
  const place = placeName(scene, difference);
  return {
    line: 'a link leads elsewhere',
    place: `, in ${place}`,
    sentence: `A link in ${place} leads to another address.`,
  };
}

function placeName(scene: Scene, difference: Difference): string {
  if (difference.place.region === 'footer') return 'the footer';
  const heading = headingOf(scene, difference);
  if (heading !== null && quotable(heading) && heading.length <= 40 && heading !== textOf(difference))
    return heading;
  return inMenu(scene, difference) ? 'the menu' : 'the page';
}

/** A short text as it is, a long one in quotation marks; a text that may not stand in our line is described. */
function called(text: string, most: number): string {
  if (!quotable(text)) return 'a text';
  return wordsOf(text).length <= 5 ? shorten(text, most) : `"${shorten(text, most)}"`;
}

function oneSided(scene: Scene, difference: Difference): Words {
  const text = textOf(difference);
  const [what, place] = [called(text, text.length <= 52 ? 52 : 44), placeName(scene, difference)];
  const full = quotable(text) ? `“${shorten(text, 110)}”` : 'A text';
  const added = difference.before === null;
  const { returns } = scene.question;
  if (returns === 'alternation') {
    return {
      line: `${what} keeps alternating between shown and gone`,
      place: '',
      sentence: `${full} keeps alternating between shown and gone.`,
    };
  }
  if (isRepeated(scene, difference)) {
    const once = `shown once ${added ? 'more' : 'less'}`;
    return { line: `${what} ${once}`, place: ` in ${place}`, sentence: `${full} is ${once} in ${place}.` };
  }
  const line = added ? (returns ? 'is back' : 'added') : returns ? 'is gone again' : 'dropped';
  const sentence = added
    ? `${full} ${returns ? 'is back' : 'is new'} in ${place}.`
    : `${full} is ${returns ? 'gone again' : 'no longer'} in ${place}.`;
  const join = added ? (returns ? 'in' : 'to') : 'from';
  return { line: `${what} ${line}`, place: ` ${join} ${place}`, sentence };
}

function edited(scene: Scene, difference: Difference, texts: readonly [string, string]): Words {
  const [before, after] = [plain(texts[0]), plain(texts[1])];
  const { returns } = scene.question;
  const place = headingOf(scene, difference);
  const under = place !== null && quotable(place) && place.length <= 30 ? `, under ${place}` : '';
  if (!quotable(before) || !quotable(after))
    return {
      line: 'a text reads differently',
      place: under,
      sentence: 'A text reads differently; see the quotes.',
    };
  const sentence = `It said “${shorten(before, 60)}” and now says “${shorten(after, 60)}”.`;
  if (returns === 'alternation') {
    return {
      line: `keeps alternating between "${shorten(before, 16)}" and "${shorten(after, 16)}"`,
      place: '',
      sentence: `It keeps alternating between “${shorten(before, 60)}” and “${shorten(after, 60)}”.`,
    };
  }
  if (returns === 'reversal')
    return {
      line: `back to "${shorten(after, 46)}"`,
      place: '',
      sentence: `It is back to “${shorten(after, 100)}”.`,
    };
  if (before.length + after.length <= 52)
    return { line: `${openEnded(before)} is now ${openEnded(after)}`, place: '', sentence };
  const [from, to] = newPart(before, after);
  return { line: to === '' ? `no longer says "${from}"` : `now says "${to}"`, place: under, sentence };
}

/** Without the full stop that would end a sentence within ours. */
function openEnded(text: string): string {
  return text.replace(/(?<![.…])\.$/u, '');
}

/** The run of words that differs, with two words of the text on each side: "", when that side has nothing of its own. */
export function newPart(before: string, after: string): [string, string] {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end))
    end += 1;
  const part = (words: string[]): string => {
    if (words.length - end <= start) return '';
    return shorten(words.slice(Math.max(0, start - 2), words.length - Math.max(0, end - 2)).join(' '), 46);
  };
  return [part(left), part(right)];
}

function moved(scene: Scene, difference: Difference): Words {
  const what = called(textOf(difference), 44);
  return {
    line: `${what} stands elsewhere`,
    place: ` (${placeName(scene, difference)})`,
    sentence: `${what} now stands in ${placeName(scene, difference)}.`,
  };
}

function headlineWords(scene: Scene, difference: Difference): Words {
  const text = textOf(difference);
  const what = difference.place.role === 'title' ? 'page title' : 'headline';
  const said = quotable(text) ? `"${shorten(text, 40)}"` : 'another text';
  const full = quotable(text) ? `“${shorten(text, 100)}”` : 'another text';
  const { returns } = scene.question;
  const { after } = difference;
  if (returns === 'alternation')
    return {
      line: `${what} ${alternating(difference)}`,
      place: '',
      sentence: `The ${what} ${alternating(difference)}.`,
    };
  if (after === null)
    return { line: `${what} ${said} is gone`, place: '', sentence: `The ${what} ${full} is gone.` };
  const verb = returns === 'reversal' ? 'is back to' : 'now';
  return {
    line: `${what} ${verb} ${said}`,
    place: '',
    sentence: `The ${what} ${returns === 'reversal' ? 'is back to' : 'now reads'} ${full}.`,
  };
}

function alternating({ before, after }: Difference): string {
  if (after === null) return 'keeps alternating between shown and gone';
  const sides = before === null ? `, now ${brief(after)}` : ` between ${brief(before)} and ${brief(after)}`;
  return `keeps alternating${sides}`;
}

function brief(text: string): string {
  return quotable(text) ? `"${shorten(text, 14)}"` : 'another text';
}
