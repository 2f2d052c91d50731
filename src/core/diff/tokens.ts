const MONTH =
  '(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|janv|févr|fevr|mars|avr|juin|juil|août|aout|ene|abr|ago|dic)\\p{L}*\\.?';

const TOKEN = new RegExp(
  [
    `${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}(?!\\d)`,
    `\\d{1,2}(?:st|nd|rd|th)?\\.? (?:de )?${MONTH},? (?:de )?\\d{4}(?!\\d)`,
    "(?:[A-Z]{2,3})?[\\p{Sc}] ?\\d[\\d.,:/'’-]*\\d|[\\p{Sc}] ?\\d",
    "v\\d+(?:\\.\\d+)+|\\d[\\d.,:/'’-]*\\d ?[\\p{Sc}%‰]|\\d ?[\\p{Sc}%‰]|\\d[\\d.,:/'’-]*\\d(?:[\\p{L}\\p{M}]+\\d*)?|\\d(?:[\\p{L}\\p{M}]+\\d*)?",
    "[\\p{L}\\p{M}\\p{N}_]+(?:['’][\\p{L}\\p{M}]+)*",
    '\\s+',
    '[^]',
  ].join('|'),
  'giu',
);

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Made at first need: its dictionaries take some 50 ms to load. */
let segmenter: Intl.Segmenter | null = null;

/**
 * A text cut into tokens that together are the text again. A number, a price and a date are one token each, so that no
 * comparison ever cuts inside a value; scripts without spaces are cut by dictionary.
 */
export function tokensOf(text: string): string[] {
  const tokens = text.match(TOKEN) ?? [];
  if (!UNSPACED.test(text)) return tokens;
  return tokens.flatMap((token) => (UNSPACED.test(token) ? segmentsOf(token) : [token]));
}

function segmentsOf(token: string): string[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return [...segmenter.segment(token)].map(({ segment }) => segment);
}

/** The words and values of a text in lower case, without spaces and punctuation; signs that compare or count stay. */
export function wordsOf(text: string): string[] {
  return tokensOf(text.normalize('NFKC').toLowerCase()).filter(says);
}

/** In a text of this length the words alone tell how alike it is: values as tokens of their own cost three times as much. */
const LONG = 20_000;
const BETWEEN_WORDS = /[\s,;:()"]+/;

/**
 * The same, with scripts that set no spaces cut into pairs of signs that overlap: enough to see how alike two texts are,
 * and ten times as fast as a dictionary (0.4 us a sign).
 */
export function looseWordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  if (plain.length > LONG && !UNSPACED.test(plain)) return plain.split(BETWEEN_WORDS);
  const tokens = (plain.match(TOKEN) ?? []).filter(says);
  return UNSPACED.test(plain)
    ? tokens.flatMap((token) => (UNSPACED.test(token) ? pairsOf(token) : [token]))
    : tokens;
}

function pairsOf(token: string): string[] {
  const signs = [...token];
  return signs.length === 1 ? signs : signs.slice(1).map((sign, before) => `${signs[before]}${sign}`);
}

function says(token: string): boolean {
  return /[\p{L}\p{N}\p{Sc}%‰+<>=±≤≥✓✗∞]/u.test(token);
}
