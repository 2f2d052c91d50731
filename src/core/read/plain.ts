import { Parser } from 'htmlparser2';
import type { Block, Link } from '../block.ts';
import { fold } from './fold.ts';
import { parseJson } from './parse-json.ts';

/** Leaves beyond this are not read: a data file is no page that a person watches. */
const MOST_LEAVES = 20_000;

export function paragraph(text: string, links: readonly Link[] = []): Block {
  return { role: 'p', region: 'main', text, headings: [], links, hidden: false };
}

/** A plain text: one block a line, since a line is what its writer meant to stand together. */
export function readText(text: string): readonly Block[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(fold)
    .filter((line) => line !== '')
    .map((line) => paragraph(line));
}

/**
 * JSON as one block per leaf, "path: value", members sorted by name: their order means nothing (RFC 8259, section 4).
 * @returns null when the text is no JSON, or is larger than 5 MiB or nested deeper than 512 levels
 */
export function readJson(text: string): readonly Block[] | null {
  const root = parseJson(text);
  if (root === undefined) return null;
  const blocks: Block[] = [];
  const open: { path: string; value: unknown }[] = [{ path: '', value: root }];
  for (let next = open.pop(); next !== undefined && blocks.length < MOST_LEAVES; next = open.pop()) {
    const { path, value } = next;
    const inner = membersOf(value);
    if (inner === null) blocks.push(paragraph(fold(`${path === '' ? '' : `${path}: `}${String(value)}`)));
    else
      for (const [name, member] of inner.reverse())
        open.push({ path: path === '' ? name : `${path}.${name}`, value: member });
  }
  return blocks;
}

/** Members of an object by name; items of a list all under one path, so that an inserted item does not rename the rest. */
function membersOf(value: unknown): [string, unknown][] | null {
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value)) return value.map((item) => ['[]', item]);
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Says when the file was made or fetched, not what it holds. */
const CLOCKS = new Set([
  'lastbuilddate',
  'pubdate',
  'updated',
  'published',
  'ttl',
  'generator',
  'lastmod',
  'dc:date',
]);

/** RSS, Atom and other XML: one block per leaf with text, links in the block of the title before them. */
export function readXml(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const names: string[] = [];
  let words = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        names.push(name.toLowerCase());
        words = '';
        const last = blocks.at(-1);
        const href = attributes['href'];
        if (name.toLowerCase() === 'link' && href !== undefined && last !== undefined) {
          blocks[blocks.length - 1] = { ...last, links: [...last.links, { text: last.text, href }] };
        }
      },
      ontext(part) {
        words += part;
      },
      onclosetag(name) {
        names.pop();
        const folded = fold(words.replace(/<[^<>]*>/g, ' '));
        words = '';
        if (folded !== '' && !CLOCKS.has(name.toLowerCase()) && blocks.length < MOST_LEAVES)
          blocks.push(paragraph(folded));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length && names.length < 512; at += 16_384)
    parser.write(text.slice(at, at + 16_384));
  parser.end();
  return blocks;
}
