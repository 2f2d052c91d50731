/** Line and paragraph separators, C0 and C1 controls: what can break a header, a line of text or a log. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** Marks that turn the reading direction of what follows them, also of our own words. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;

const ELLIPSIS = '…';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text as one harmless line, safe as a header value: no CR, LF, U+2028 or other control (RFC 5322 2.2), no mark that
 * turns direction, no lone surrogate, spaces folded. Letters stay as they are; nothing is decoded or escaped.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(TURNS, '').replace(BREAKS, ' ').replace(/\s+/gu, ' ').trim();
}

/**
 * A text of at most `most` UTF-16 units, cut at a space if one is near, and never inside a visible character or a
 * number: half a number is another number. A cut text ends with "…".
 */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const whole = startWithin(text, most - ELLIPSIS.length);
  const space = whole.lastIndexOf(' ');
  const cut = space > most * 0.5 ? whole.slice(0, space) : whole.replace(/[\p{Sc}\p{N}.,]+$/u, '');
  return cut.trimEnd() + ELLIPSIS;
}

/** The longest start of `text` that has at most `most` UTF-16 units and ends between visible characters. */
export function startWithin(text: string, most: number): string {
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, most + 64))) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  // One "character" can be longer than any limit (stacked accents): then a cut inside it is the lesser evil.
  return end > 0 ? text.slice(0, end) : text.slice(0, most).toWellFormed();
}

/** The longest end of `text` that has at most `most` UTF-16 units and begins between visible characters. */
export function endWithin(text: string, most: number): string {
  const tail = text.slice(-most - 64);
  for (const { index } of graphemes.segment(tail)) {
    if (tail.length - index <= most) return tail.slice(index);
  }
  return '';
}

/** The address as a link may carry it, or null: only http and https are ever linked. */
export function webAddress(url: string): string | null {
  const parsed = URL.parse(url);
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  return isWeb && parsed.username === '' && parsed.password === '' ? parsed.href : null;
}
