import { markWords, type Mark, type Marked } from '../diff/mark-words.ts';
import type { Place } from '../block.ts';
import type { Quote } from '../telling.ts';
import { clip, endWithin, oneLine, startWithin } from './inert.ts';

/** One side of a quote, ready to be drawn: their words, those that differ marked. */
export interface ExcerptLine {
  readonly side: 'before' | 'after';
  readonly marks: readonly Mark[];
  /** The cells of a table row, joined with " | " as the reader joins them. */
  readonly isRow: boolean;
}

/** Quotes that stand under the same headings share a box. */
export interface Hunk {
  /** "Pricing › Plans › Team" */
  readonly path: string;
  readonly lines: readonly ExcerptLine[];
}

export interface Excerpt {
  readonly hunks: readonly Hunk[];
  /** Quotes of the event that are not shown here. */
  readonly left: number;
}

const MOST_QUOTES = 3;
const MOST_CHARACTERS = 200;
/** Unchanged text that is kept on each side of changed words when a quote has to be shortened. */
const CONTEXT = 40;
/** Characters of a long text in which words are compared. */
const STRETCH = 3_000;

/**
 * What a message shows of the evidence (PRODUCT 3): at most three quotes (or `most`) of at most 200 characters a side, verbatim
 * but for "…" where unchanged words were left out, so that the words that changed are always in sight.
 */
export function excerptOf(quotes: readonly Quote[], most = MOST_QUOTES): Excerpt {
  const shown = quotes.slice(0, most);
  const hunks: Hunk[] = [];
  for (const quote of shown) {
    const path = placeName(quote.place);
    const lines = linesOf(quote);
    const last = hunks.at(-1);
    if (last?.path === path) hunks[hunks.length - 1] = { path, lines: [...last.lines, ...lines] };
    else hunks.push({ path, lines });
  }
  return { hunks, left: quotes.length - shown.length };
}

/** Both sides of one quote; a text that stood on one side only is one line without marks. */
export function linesOf({ place, before, after }: Quote): readonly ExcerptLine[] {
  const isRow = place.role === 'row';
  const alone = (side: ExcerptLine['side'], text: string): ExcerptLine => ({
    side,
    isRow,
    marks: shorten([{ text: oneLine(text), changed: false }]),
  });
  if (before === null) return after === null ? [] : [alone('after', after)];
  if (after === null) return [alone('before', before)];
  const marked = marksNear(oneLine(before), oneLine(after));
  const plain = isSalad(marked.before) || isSalad(marked.after);
  const draw = (marks: readonly Mark[]) => shorten(plain ? marks.map(unmarked) : marks);
  return [
    { side: 'before', isRow, marks: draw(marked.before) },
    { side: 'after', isRow, marks: draw(marked.after) },
  ];
}

/**
 * The marks of two texts around their first difference. A message shows 200 characters; marking all words of two long
 * texts costs seconds. The end of the stretch is dropped again: there, two texts of unequal length are cut unequally.
 */
function marksNear(before: string, after: string): Marked {
  if (Math.max(before.length, after.length) <= STRETCH) return markWords(before, after);
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const start = Math.max(0, same - MOST_CHARACTERS);
  const stretch = (text: string) => text.slice(start, start + STRETCH).toWellFormed();
  const marked = markWords(stretch(before), stretch(after));
  const whole = (text: string) => text.length - start <= STRETCH;
  if (whole(before) && whole(after)) return marked;
  return { before: withoutEnd(marked.before), after: withoutEnd(marked.after) };
}

function withoutEnd(marks: readonly Mark[]): Mark[] {
  let room = lengthOf(marks) - 2 * MOST_CHARACTERS;
  return marks.flatMap((mark) => {
    const text = mark.text.slice(0, Math.max(0, room));
    room -= mark.text.length;
    return text === '' ? [] : [{ ...mark, text: text.toWellFormed() }];
  });
}

/** Where a quote stands, in words: its headings, with the region in front where it is not the body of the page. */
export function placeName(place: Place): string {
  if (place.role === 'title') return 'Title of the page';
  if (place.role === 'meta') return 'Description of the page';
  const region = REGIONS[place.region];
  const path = place.headings
    .map((heading) => clip(oneLine(heading), 60))
    .filter((heading) => heading !== '');
  const names = region === undefined ? path : [region, ...path];
  return names.length === 0 ? 'Top of the page' : keepEnd(names).join(' › ');
}

const REGIONS: Partial<Record<Place['region'], string>> = {
  nav: 'Menu',
  footer: 'Footer',
  aside: 'Side column',
  dialog: 'Dialog',
  consent: 'Consent notice',
  chat: 'Chat window',
};

/** The nearest headings tell most: drop outer ones until the path fits on two lines of a phone. */
function keepEnd(names: readonly string[]): readonly string[] {
  let kept = names;
  while (kept.length > 1 && kept.join(' › ').length > 100) kept = kept.slice(1);
  return kept.length === names.length ? names : ['…', ...kept];
}

/** Marks that cover most of a long text, or are strewn over it, hide more than they show: then two plain texts. */
function isSalad(marks: readonly Mark[]): boolean {
  const length = lengthOf(marks);
  const changed = marks.filter((mark) => mark.changed);
  return lengthOf(changed) > 0.6 * length && (changed.length > 2 || length > 80);
}

function lengthOf(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => sum + mark.text.length, 0);
}

function unmarked(mark: Mark): Mark {
  return { text: mark.text, changed: false };
}

/** At most 200 characters: unchanged stretches give way first, then the end. */
function shorten(marks: readonly Mark[]): readonly Mark[] {
  if (lengthOf(marks) <= MOST_CHARACTERS) return marks;
  const folded = marks.some((mark) => mark.changed) ? marks.map(foldUnchanged) : marks;
  const kept: Mark[] = [];
  let room = MOST_CHARACTERS;
  for (const mark of folded) {
    if (mark.text.length > room) {
      kept.push({ ...mark, text: room > 1 ? clip(mark.text, room) : '…' });
      break;
    }
    kept.push(mark);
    room -= mark.text.length;
  }
  return kept;
}

function foldUnchanged(mark: Mark, index: number, all: readonly Mark[]): Mark {
  if (mark.changed || mark.text.length <= 2 * CONTEXT + 3) return mark;
  const head = index === 0 ? '' : fromSpace(startWithin(mark.text, CONTEXT), 'last');
  const tail = index === all.length - 1 ? '' : fromSpace(endWithin(mark.text, CONTEXT), 'first');
  return { text: `${head}…${tail}`, changed: false };
}

/** Cuts at a whole word, where there is one: half a number is another number. */
function fromSpace(text: string, which: 'first' | 'last'): string {
  if (which === 'first') return text.slice(Math.max(0, text.indexOf(' ')));
  const space = text.lastIndexOf(' ');
  return space < 0 ? text : text.slice(0, space + 1);
}
