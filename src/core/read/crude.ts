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
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (entity) => {
    const name = entity.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const point = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
  });
}
