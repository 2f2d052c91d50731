import { diffBlocks } from '../../src/core/diff/diff-blocks.ts';
import type { Block } from '../../src/core/block.ts';
import type { Difference } from '../../src/core/difference.ts';
import { judgePair, type PairVerdict } from '../../src/core/judge-pair.ts';
import { labelDifferences } from '../../src/core/labels/label-differences.ts';
import { type Read, readPage } from '../../src/core/read/read-page.ts';

export const URL_OF_PAGE = 'https://rival.example/pricing';

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A whole page around a body: long enough that no health rule takes it for a notice. */
export function page(body: string, head = '<title>Rival</title>'): string {
  return `<!doctype html><html><head>${head}</head><body>${body}${FILLING}</body></html>`;
}

const FILLING = `<section><h2>About the tool</h2>${[
  'Teams plan their releases with it, from the first sketch to the last invoice of the quarter.',
  'Every board keeps its own history, so that nobody has to ask twice who decided what and when.',
  'Reports are sent on Monday morning, and the numbers in them come straight from the boards.',
  'Our people answer in the language of the question, usually before the coffee has gone cold.',
  'Import from a spreadsheet takes a minute; export gives back exactly what went in, and more.',
  'The mobile app keeps working in tunnels and on planes, and catches up when the net returns.',
  'Administrators see who has access to which board, and can end a session with one click.',
]
  .map((text) => `<p>${text}</p>`)
  .join('')}</section>`;

/** Reads markup that must be readable; a refusal fails the test with its reason. */
export function read(html: string, scope: string | null = null): Read {
  const reading = readPage({ body: bytes(html), contentType: 'text/html', url: URL_OF_PAGE, scope });
  if (!reading.ok) throw new Error(reading.reason);
  return reading;
}

export function texts(html: string): string[] {
  return read(html).blocks.map((block) => block.text);
}

/** A paragraph, or any other block, without markup around it. */
export function block(text: string, more: Partial<Block> = {}): Block {
  return { role: 'p', region: 'main', text, headings: [], links: [], hidden: false, ...more };
}

export function diff(before: readonly Block[], after: readonly Block[]): Difference[] {
  return labelDifferences(diffBlocks(before, after), { before, after });
}

/** The rules that label the one difference between two texts of a block. */
export function rulesFor(before: string | null, after: string | null, more: Partial<Block> = {}): string[] {
  const side = (text: string | null): Block[] => (text === null ? [] : [block(text, more)]);
  return diff(side(before), side(after)).flatMap((difference) =>
    difference.labels.map((label) => label.rule),
  );
}

/** Judges two page bodies, each set into a page that is otherwise the same. */
export function judge(before: string, after: string, again?: string): PairVerdict {
  const side = (body: string) => ({ body: bytes(page(body)), contentType: 'text/html' });
  const sides = { before: side(before), after: side(after), url: URL_OF_PAGE };
  return judgePair(again === undefined ? sides : { ...sides, again: side(again) });
}

/** What is told of a verdict, as "before -> after". */
export function told(verdict: PairVerdict): string[] {
  return verdict.differences
    .filter((difference) => difference.labels.length === 0)
    .map((difference) => `${difference.before ?? ''} -> ${difference.after ?? ''}`);
}
