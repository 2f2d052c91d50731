/** Different strokes of one sign: marks for yes and no, dashes. */
const YES = /[✓✔☑✅🗸]/gu;
const NO = /[✗✘✕✖❌☒]/gu;
const DASHES = /[‐‑‒–—―−]/g;

const UNSAID = /[^\p{L}\p{M}\p{N}\p{Sc}%‰+<>=±≤≥∞✓✗♯]+/gu;
const UNSAID_AMONG_DIGITS = /[^\p{L}\p{M}\p{N}\p{Sc}%‰+<>=±≤≥∞✓✗♯.,:/-]+/gu;

/**
 * What a text says, without how it is set: letters, digits, money, percent, comparison signs, marks for yes and no, and
 * the separators inside numbers ("19.00" is not "1900", "24/7" is not "247"). Case, quotes, dashes, bullets, spaces and
 * soft hyphens are gone. A text of other signs only stands for itself.
 */
export function squash(text: string): string {
  const plain = plainOf(text);
  const kept = /\d/.test(plain) ? withNumbers(plain) : plain.replace(UNSAID, '');
  return kept === '' ? plain.replace(/\s+/g, '') : kept;
}

/** A letter with a sharp sign is the name of a language, not a letter with an anchor. */
const SHARP = /(?<![\p{L}\d])([a-z])#/gu;

/** Most texts are ASCII, and there the cheap way is exact: squashing is the dearest step of a comparison. */
function plainOf(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.toLowerCase().replaceAll('(c)', '').replace(SHARP, '$1♯');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(YES, '✓')
    .replace(NO, '✗')
    .replace(DASHES, '-')
    .replace(/\(c\)|©/g, '')
    .replace(SHARP, '$1♯');
}

function withNumbers(plain: string): string {
  return plain
    .replace(/(?<=\d)\s*-\s*(?=\d)/g, '-')
    .replace(/-(?![\d\p{Sc}])|(?<=[\p{L}\p{M}])-/gu, '')
    .replace(/[.,:/](?!\d)|(?<!\d)[.,:/]/g, '')
    .replace(UNSAID_AMONG_DIGITS, '');
}
