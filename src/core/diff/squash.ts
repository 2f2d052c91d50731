/** Different strokes of one sign: marks for yes and no, dashes. */
const YES = /[✓✔☑✅🗸]/gu;
const NO = /[✗✘✕✖❌☒]/gu;
const DASHES = /[‐‑‒–—―−]/g;

/** How to squash: one set of patterns for ASCII, where classes of Unicode take three times as long, one for the rest. */
const ASCII = {
  unsaid: /[^a-z\d$%+<>=♯]+/g,
  unsaidAmongDigits: /[^a-z\d$%+<>=♯.,:/-]+/g,
  dash: /-(?![\d$])|(?<=[a-z])-/g,
};
const UNICODE = {
  unsaid: /[^\p{L}\p{M}\p{N}\p{Sc}%‰+<>=±≤≥∞✓✗♯]+/gu,
  unsaidAmongDigits: /[^\p{L}\p{M}\p{N}\p{Sc}%‰+<>=±≤≥∞✓✗♯.,:/-]+/gu,
  dash: /-(?![\d\p{Sc}])|(?<=[\p{L}\p{M}])-/gu,
};

/**
 * What a text says, without how it is set: letters, digits, money, percent, comparison signs, marks for yes and no, and
 * the separators inside numbers ("19.00" is not "1900", "24/7" is not "247"). Case, quotes, dashes, bullets, spaces and
 * soft hyphens are gone. A text of other signs only stands for itself.
 */
export function squash(text: string): string {
  const isAscii = /^[\u0020-\u007e]*$/.test(text);
  const patterns = isAscii ? ASCII : UNICODE;
  const plain = isAscii ? plainAscii(text) : plainOf(text);
  const kept = /\d/.test(plain) ? withNumbers(plain, patterns) : plain.replace(patterns.unsaid, '');
  return kept === '' ? plain.replace(/\s+/g, '') : kept;
}

/** A letter with a sharp sign is the name of a language, not a letter with an anchor. */
const SHARP = /(?<![\p{L}\d])([a-z])#/gu;

/** Most texts are ASCII, and there the cheap way is exact: squashing is the dearest step of a comparison. */
function plainAscii(text: string): string {
  const plain = text.toLowerCase().replaceAll('(c)', '');
  return plain.includes('#') ? plain.replace(SHARP, '$1♯') : plain;
}

function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(YES, '✓')
    .replace(NO, '✗')
    .replace(DASHES, '-')
    .replace(/\(c\)|©/g, '')
    .replace(SHARP, '$1♯');
}

function withNumbers(plain: string, { dash, unsaidAmongDigits }: typeof ASCII): string {
  return plain
    .replace(/(?<=\d)\s*-\s*(?=\d)/g, '-')
    .replace(dash, '')
    .replace(/[.,:/](?!\d)|(?<!\d)[.,:/]/g, '')
    .replace(unsaidAmongDigits, '');
}
