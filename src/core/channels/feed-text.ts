import type { ExcerptLine } from '../messages/excerpt.ts';
import { markup } from '../messages/markup.ts';

/** One paragraph of a feed entry, with a label in front or with quotes under it. */
export interface FeedBlock {
  readonly label?: string;
  readonly text?: string;
  readonly quotes?: readonly ExcerptLine[];
}

/**
 * Noncharacters that XML 1.0 (2.2) or HTML forbid even as references; controls and lone surrogates are gone from every
 * line of text before.
 */
const FORBIDDEN = /[\uFFFE\uFFFF]/g;

/** The entry as HTML: our tags, their text, each text escaped once. */
export function feedHtml(blocks: readonly FeedBlock[]): string {
  return blocks.map((block) => String(htmlOf(block))).join('\n');
}

function htmlOf({ label, text = '', quotes = [] }: FeedBlock) {
  if (quotes.length === 0) {
    return label === undefined
      ? markup`<p>${clean(text)}</p>`
      : markup`<p><b>${clean(label)}:</b> ${clean(text)}</p>`;
  }
  const lines = quotes.map(({ side, marks }) => {
    const words = marks.map((mark) =>
      mark.changed ? changed(side, mark.text) : markup`${clean(mark.text)}`,
    );
    return markup`${side === 'before' ? '−' : '+'} ${words}<br>`;
  });
  return markup`<p><b>${clean(label ?? '')}</b></p><blockquote>${lines}</blockquote>`;
}

function changed(side: ExcerptLine['side'], text: string) {
  return side === 'before' ? markup`<del>${clean(text)}</del>` : markup`<ins>${clean(text)}</ins>`;
}

/** The same as plain text. */
export function feedText(blocks: readonly FeedBlock[]): string {
  return blocks.map(textOf).join('\n');
}

function textOf({ label, text = '', quotes = [] }: FeedBlock): string {
  if (quotes.length === 0) return clean(label === undefined ? text : `${label}: ${text}`);
  const lines = quotes.map(({ side, marks }) => {
    const words = marks.map((mark) => mark.text).join('');
    return `${side === 'before' ? '−' : '+'} ${words}`;
  });
  return clean([label ?? '', ...lines].join('\n'));
}

function clean(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}
