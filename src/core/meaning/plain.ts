const INVISIBLE =
  // C0 and C1 controls, soft hyphen, zero-width, bidi controls, variation selectors of no sight, the tag block.
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

/** The text that an eye sees: no control, zero-width, bidi or tag characters; whitespace folded to single spaces. */
export function plain(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();
}

/** For comparing words: plain, case folded. */
export function folded(text: string): string {
  return plain(text).normalize('NFKC').toLowerCase();
}

export function wordsOf(text: string): string[] {
  return plain(text).split(' ').filter(Boolean);
}

const UNFIT = /:\/\/|\bwww\.|[<>`{}[\]]|(^|\s)[@=]\w|\S@\S|!\[|[?&]\w+=/u;
/** Mail and chat programs make a link of a bare "name.tld". File endings that name techniques are none. */
const DOMAIN =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?!(?:js|ts|md|py|rs)(?!\p{L}))[a-z]{2,24}(?![\p{L}\p{N}-])/u;

/** May this text stand in a line of our own? Addresses, mentions, markup and formulas may not: they stay in the quotes. */
export function quotable(text: string): boolean {
  return /\p{L}|\p{N}/u.test(text) && !UNFIT.test(text) && !DOMAIN.test(text);
}

/** Shortened at a word, and never inside a number, to at most `most` characters, with an ellipsis where something was cut. */
export function shorten(text: string, most: number): string {
  const whole = plain(text);
  if (whole.length <= most) return whole;
  const cut = whole.slice(0, most - 1);
  const atWord = whole[most - 1] === ' ' ? cut : cut.replace(/\s+\S*$/u, '');
  const kept = atWord.length > most / 2 ? atWord : cut;
  const inNumber = /^[\s.,]?\d/u.test(whole.slice(kept.length));
  return `${(inNumber ? kept.replace(/[\d\s.,]+$/u, '') : kept).replace(/[\s,;:–-]+$/u, '')}…`;
}

/** PRODUCT 3: a subject is at most 70 characters, "Acme: " included. */
const SUBJECT_MOST = 70;
export const SUMMARY_MOST_WORDS = 25;

/** A competitor's name as it stands in front of a headline. */
export function shortName(competitor: string): string {
  return shorten(competitor, 28);
}

/**
 * Characters of a headline that leave room for the competitor's name in front. The name itself stays out of it: an event
 * belongs to the page and knows no account, and each account has its own name for a competitor.
 */
export function headlineMost(competitor: string): number {
  return SUBJECT_MOST - `${shortName(competitor)}: `.length;
}

/**
 * The parts as they are, dropped from the right until they fit.
 * @param parts at least one; each carries its own leading space or comma
 */
export function headlineOf(competitor: string, parts: readonly string[]): string {
  const most = headlineMost(competitor);
  for (let kept = parts.length; kept > 1; kept -= 1) {
    const line = parts.slice(0, kept).join('');
    if (line.length <= most) return line;
  }
  const [first = ''] = parts;
  return shorten(first, most);
}

const COUNTS = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** ", and two more": counts of ours are words, so that every digit in a headline is one of theirs or a percentage. */
export function andMore(count: number): string {
  if (count < 1) return '';
  return `, and ${countWord(count)} more`;
}

/** One to twelve in words; beyond that, many. */
export function countWord(count: number): string {
  return COUNTS[count] ?? 'many';
}
