import { markWords, type Mark } from '../../core/diff/mark-words.ts';
import { linesOf, placeName, type ExcerptLine } from '../../core/messages/excerpt.ts';
import { oneLine, webAddress } from '../../core/messages/inert.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { severityWord } from '../../core/messages/wording.ts';
import type { Quote, Severity } from '../../core/telling.ts';

/** One to four bars and the word: severity sits in no colour alone. */
export function severityMark(severity: Severity, chip = false): Markup {
  return markup`<span class="severity${chip ? ' is-chip' : ''}" data-severity="${severity}"><svg viewBox="0 0 16 12" aria-hidden="true" focusable="false"><rect x="0" y="8" width="3" height="4"/><rect x="4.3" y="5.5" width="3" height="6.5"/><rect x="8.6" y="3" width="3" height="9"/><rect x="12.9" y="0" width="3" height="12"/></svg>${severityWord(severity)}</span>`;
}

type Side = ExcerptLine['side'];

/** A text that left or came: struck through or underlined, and said aloud. */
export function changedText(side: Side, text: string): Markup {
  return side === 'before'
    ? markup`<del><span class="sr">removed: </span>${text}</del>`
    : markup`<ins><span class="sr">added: </span>${text}</ins>`;
}

function words(side: Side, marks: readonly Mark[]): Markup[] {
  return marks.map(({ text, changed }) => (changed ? changedText(side, text) : markup`${text}`));
}

/** A quote on one line, for lists. A side without its other is marked whole. */
export function inlineQuote(quote: Quote): Markup {
  const lines = linesOf(quote);
  const drawn = lines.map(({ side, marks }) => {
    const plain = lines.length === 1 || !marks.some(({ changed }) => changed);
    return plain ? [changedText(side, marks.map(({ text }) => text).join(''))] : words(side, marks);
  });
  const [first, second] = drawn;
  return markup`<span class="theirs">${first ?? ''}${second === undefined ? '' : markup` <span class="arrow">→</span> `}${second ?? ''}</span>`;
}

/** The quote that stands for an event in a list: a text that left and the one that came to its place are one. */
export function leadQuote([first, second]: readonly [Quote, ...Quote[]]): Quote {
  if (second === undefined || placeName(first.place) !== placeName(second.place)) return first;
  if (first.after === null && second.before === null) return { ...first, after: second.after };
  return first.before === null && second.after === null ? { ...first, before: second.before } : first;
}

/** Quotes under the headings they stand under, before with − and after with +. */
export function hunks(quotes: readonly Quote[]): Markup[] {
  const groups = Map.groupBy(quotes, ({ place }) => placeName(place));
  return [...groups].map(([path, group]) => {
    const lines = group.map((quote) => [linesOf(quote).map(hunkLine), wholeText(quote)]);
    return markup`<div class="hunk"><h3 class="hunk-head">${path}</h3><div class="hunk-body">${lines.flat(2)}</div></div>`;
  });
}

function hunkLine({ side, marks }: Pick<ExcerptLine, 'side' | 'marks'>): Markup {
  return markup`<p class="line is-${side}"><span class="theirs"><span class="sr">${side}: </span>${words(side, marks)}</span></p>`;
}

/** Beyond this many characters words are not marked in the whole text: comparing all of them takes seconds. */
const MOST_MARKED = 6_000;

/** Both sides in full where the quote above had to be shortened; null where it shows them whole. */
function wholeText(quote: Quote): Markup | null {
  const shown = linesOf(quote).map(({ marks }) => marks.map(({ text }) => text).join(''));
  const [before, after] = [oneLine(quote.before ?? ''), oneLine(quote.after ?? '')];
  if ([before, after].filter((text) => text !== '').join('\n') === shown.join('\n')) return null;
  const marked = Math.max(before.length, after.length) <= MOST_MARKED && before !== '' && after !== '';
  const plain = (text: string): Mark[] => (text === '' ? [] : [{ text, changed: false }]);
  const sides = marked ? markWords(before, after) : { before: plain(before), after: plain(after) };
  const lines = (['before', 'after'] as const)
    .filter((side) => sides[side].length > 0)
    .map((side) => hunkLine({ side, marks: sides[side] }));
  return markup`<details class="whole"><summary>The whole text</summary>${lines}</details>`;
}

/** A link to an address that others gave: only http and https become links, all else stays text. */
export function outsideLink(url: string): Markup {
  const address = webAddress(url);
  return address === null
    ? markup`<span class="machine">${url}</span>`
    : markup`<a class="machine" href="${address}" rel="noreferrer noopener">${url}</a>`;
}
