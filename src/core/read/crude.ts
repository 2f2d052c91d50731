import type { Block } from '../block.ts';
import { fold } from './fold.ts';

const BLOCK_TAGS =
  /<\/?(?:h[1-6]|p|div|section|article|main|nav|header|footer|aside|ul|ol|li|dl|dt|dd|table|tr|td|th|form|br|hr|option|button|title|figcaption|blockquote)\b[^<>]*>/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * A second way to read markup that shares no code with the first: tags that end a line become line ends, other tags go.
 * It knows no nesting, so that no depth and no unclosed tag can empty it. It serves to doubt the first reading when
 * that finds hardly any text, and to read what is nested beyond reason.
 * @param html prepared markup
 */
export function readCrudely(html: string): readonly Block[] {
  return html
    .replace(BLOCK_TAGS, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .split('\n')
    .map((line) => fold(decodeEntities(line)))
    .filter((text) => text !== '')
    .map((text) => ({ role: 'p', region: 'none', text, headings: [], links: [], hidden: false }));
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
