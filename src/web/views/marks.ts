import { linesOf, type ExcerptLine } from '../../core/messages/excerpt.ts';
import { webAddress } from '../../core/messages/inert.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { placeName } from '../../core/messages/excerpt.ts';
import { severityWord } from '../../core/messages/wording.ts';
import type { Quote, Severity } from '../../core/telling.ts';

/** One to four bars and the word: severity sits in no colour alone. */
export function severityMark(severity: Severity, chip = false): Markup {
  return markup`<span class="severity${chip ? ' is-chip' : ''}" data-severity="${severity}"><svg viewBox="0 0 16 12" aria-hidden="true" focusable="false"><rect x="0" y="8" width="3" height="4"/><rect x="4.3" y="5.5" width="3" height="6.5"/><rect x="8.6" y="3" width="3" height="9"/><rect x="12.9" y="0" width="3" height="12"/></svg>${severityWord(severity)}</span>`;
}

/** One side of a quote in their voice, the words that differ marked. A side without its other is marked whole. */
function words({ side, marks }: ExcerptLine, alone: boolean): Markup[] {
  return marks.map(({ text, changed }) => {
    if (!changed && !alone) return markup`${text}`;
    return side === 'before'
      ? markup`<del><span class="sr">removed: </span>${text}</del>`
      : markup`<ins><span class="sr">added: </span>${text}</ins>`;
  });
}

/** A quote on one line, for lists. */
export function inlineQuote(quote: Quote): Markup {
  const lines = linesOf(quote);
  const drawn = lines.map((line) => words(line, lines.length === 1));
  const [first, second] = drawn;
  return markup`<span class="theirs">${first ?? ''}${second === undefined ? '' : markup` <span class="quiet">→</span> `}${second ?? ''}</span>`;
}

/** Quotes under the headings they stand under, before with − and after with +. */
export function hunks(quotes: readonly Quote[]): Markup[] {
  const groups = new Map<string, Quote[]>();
  for (const quote of quotes) {
    const path = placeName(quote.place);
    groups.set(path, [...(groups.get(path) ?? []), quote]);
  }
  return [...groups].map(
    ([path, group]) =>
      markup`<div class="hunk"><div class="hunk-head">${path === '' ? 'The page' : path}</div><div class="hunk-body">${group.flatMap(
        (quote) => linesOf(quote).map((line) => hunkLine(line, quote)),
      )}</div></div>`,
  );
}

function hunkLine(line: ExcerptLine, quote: Quote): Markup {
  const alone = quote.before === null || quote.after === null;
  const spoken = line.side === 'before' ? 'before: ' : 'after: ';
  return markup`<p class="line is-${line.side}"><span class="theirs"><span class="sr">${spoken}</span>${alone ? line.marks.map((m) => m.text).join('') : words(line, false)}</span></p>`;
}

/** A link to an address that others gave: only http and https become links, all else stays text. */
export function outsideLink(url: string, text = url): Markup {
  const address = webAddress(url);
  return address === null
    ? markup`<span class="machine">${text}</span>`
    : markup`<a class="machine" href="${address}" rel="noreferrer noopener">${text}</a>`;
}
