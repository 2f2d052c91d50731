/**
 * A number as part of a larger pattern. Bounded on purpose: nothing on a page has more digits, and an unbounded form makes
 * a text of a hundred thousand digits quadratic.
 */
export const NUMBER =
  "(?:\\d{1,3}(?:[.,'’ \\u202f\\u00a0]\\d{3}){1,5}(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,15}(?:[.,]\\d{1,8})?(?!\\d))";

/**
 * A number as pages write it, in any of the usual ways to set thousands and decimals: "1,099", "1.099", "36 982,92",
 * "29,90", "0.002", "10k", "2.5M". One separator before exactly three digits sets thousands, unless the number starts with 0.
 * @returns null when the text is no number
 */
export function parseNumber(text: string): number | null {
  const found = /^(\d[\d.,'’\s]*?)\s?(k|m|mio\.?|million(?:en|s)?)?\+?$/i.exec(text.trim());
  if (found === null) return null;
  const [, digits = '', scale] = found;
  const value = valueOf(digits, scale);
  return Number.isFinite(value) ? value : null;
}

/**
 * @param digits what NUMBER found
 * @param scale the letter or word behind it: "k", or one that says millions
 */
export function valueOf(digits: string, scale: string | undefined): number {
  const value = Number(withPoint(digits.replace(/[\s'’]/g, '')));
  if (scale === undefined) return value;
  // "2.5M" is 2500000, not 2500000.0000000005.
  return Math.round(value * (/^k$/i.test(scale) ? 1000 : 1_000_000) * 100) / 100;
}

function withPoint(digits: string): string {
  const trimmed = digits.replace(/[.,]+$/, '');
  const last = Math.max(trimmed.lastIndexOf(','), trimmed.lastIndexOf('.'));
  if (last === -1) return trimmed;
  const sign = trimmed.charAt(last);
  const behind = trimmed.length - last - 1;
  const several = trimmed.indexOf(sign) !== last;
  const both = /,/.test(trimmed) && /\./.test(trimmed);
  const thousands = several || (behind === 3 && !both && !trimmed.startsWith('0'));
  if (thousands) return trimmed.replace(/[.,]/g, '');
  return `${trimmed.slice(0, last).replace(/[.,]/g, '')}.${trimmed.slice(last + 1)}`;
}

/** Halves and doubles of a computer, months of years, weeks and months in days: numbers that people set. */
const SET = new Set([12, 14, 16, 18, 24, 28, 31, 32, 36, 48, 64, 72, 96, 128, 256, 512, 1024, 2048, 4096]);

/**
 * Is a number one that somebody chose, rather than one that things added up to? Small numbers, those with one or two digits
 * before their zeros, quarters of hundreds.
 */
export function isChosen(value: number): boolean {
  if (value < 10 || SET.has(value) || !Number.isInteger(value)) return true;
  if (value < 100) return value % 5 === 0;
  return value % 25 === 0 || value % 10 ** (String(value).length - 2) === 0;
}
