import type { TypedValue } from '../fact.ts';

/** A value with the part of the text that it was read from. */
export interface Found {
  readonly from: number;
  readonly to: number;
  readonly value: TypedValue;
}

/** What a finder is given: the text, and a look at the words around a hit. */
export interface Scan {
  readonly text: string;
  /** Lower-case words before and behind a part, within `reach` characters, never over a sentence end. */
  readonly around: (from: number, to: number, reach?: number) => { before: string; behind: string };
}

export type Finder = (scan: Scan) => Found[];

/** How far the words that give a value its role stand from it. Measured: meaning.md, section 1. */
const REACH = 25;

export function scanOf(text: string): Scan {
  return {
    text,
    around: (from, to, reach = REACH) => ({
      before: text
        .slice(Math.max(0, from - reach), from)
        .replace(/^[^]*[.!?;]\s/, '')
        .toLowerCase(),
      behind: text
        .slice(to, to + reach)
        .replace(/[.!?;]\s[^]*$/, '')
        .toLowerCase(),
    }),
  };
}

/** Every hit of a pattern, as a value or as nothing. */
export function findAll(
  scan: Scan,
  pattern: RegExp,
  read: (hit: RegExpExecArray) => TypedValue | null,
): Found[] {
  return [...scan.text.matchAll(pattern)].flatMap((hit) => {
    const value = read(hit);
    return value === null ? [] : [{ from: hit.index, to: hit.index + hit[0].length, value }];
  });
}

const FOREIGN = /[\uFF01-\uFF5E\uFFE0\uFFE1\uFFE5\uFFE6\u0660-\u0669\u06F0-\u06F9\u066B\u066C]/gu;
const SIGNS: Readonly<Record<string, string>> = {
  '￠': '¢',
  '￡': '£',
  '￥': '¥',
  '￦': '₩',
  '\u066B': '.',
  '\u066C': ',',
};

/** Full-width forms and Arabic-Indic digits as ASCII, one character for one, so that every position stays. */
export function inAscii(text: string): string {
  return text.replace(FOREIGN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x0700) return SIGNS[sign] ?? String(code & 15);
    return SIGNS[sign] ?? String.fromCodePoint(code - 0xfee0);
  });
}
