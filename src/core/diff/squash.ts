/** Different strokes of one sign: marks for yes and no, dashes, multiplication. */
const YES = /[✓✔☑✅🗸]/gu;
const NO = /[✗✘✕✖❌☒]/gu;
const DASHES = /[‐‑‒–—―−]/g;

/**
 * What a text says, without how it is set: letters, digits, money, percent, comparison signs, marks for yes and no, and
 * the separators inside numbers ("19.00" is not "1900", "24/7" is not "247"). Case, quotes, dashes, bullets, spaces and
 * soft hyphens are gone. A text of other signs only stands for itself.
 */
export function squash(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(YES, '✓')
    .replace(NO, '✗')
    .replace(DASHES, '-')
    .replace(/\(c\)/g, '');
  const kept = plain
    .replace(/(?<=\d)\s*-\s*(?=\d)/g, '-')
    .replace(/-(?![\d\p{Sc}])|(?<=[\p{L}\p{M}])-/gu, '')
    .replace(/[.,:/](?!\d)|(?<!\d)[.,:/]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}%‰+<>=±≤≥∞✓✗.,:/-]+/gu, '');
  return kept === '' ? plain.replace(/\s+/g, '') : kept;
}
