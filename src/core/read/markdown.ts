import TurndownService from 'turndown';
import { decodeBody } from './charset.ts';
import { prepare } from './prepare.ts';
import type { Read } from './read-page.ts';
import { walk } from './walk.ts';

/** turndown takes 2 ms per KB and overflows at 2,000 nested elements: beyond these bounds the blocks are written out. */
const MOST_MARKUP = 400_000;
const DEEPEST_TAG_BALANCE = 400;
/** Less than this share of the page's text means that a trap swallowed the rest. */
const LEAST_SHARE = 0.5;

/**
 * A version as Markdown, for people and models to read; never compared. Made for new versions only: it is the dearest step.
 * Never throws: what turndown cannot do, the blocks can.
 * @param reading the page as read
 * @param body the same bytes
 */
export function toMarkdown(reading: Read, body: Uint8Array): string {
  const { text } = decodeBody(body, `text/html; charset=${reading.charset}`);
  const plain = writeOut(reading);
  if (!/<[a-z]/i.test(text) || text.length > MOST_MARKUP) return plain;
  const { html } = prepare(text);
  if (isDeep(html) || walk(html, 'about:blank') === null) return plain;
  const markdown = convert(html);
  return markdown === null || markdown.length < LEAST_SHARE * reading.textLength ? plain : markdown;
}

function convert(html: string): string | null {
  try {
    return service()
      .turndown(html)
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  } catch {
    return null;
  }
}

/** One row a line, cells between bars; the first row of a table is its head, as Markdown demands. */
function service(): TurndownService {
  const made = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  made.remove(['script', 'style', 'noscript', 'iframe']);
  made.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|')
        .trim()} |`,
  });
  made.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const first = node.previousSibling === null && node.parentNode?.nodeName !== 'TBODY';
      const cells = content.split(/(?<!\\)\|/).length - 1;
      return `\n|${content.replaceAll('\n', ' ')}${first ? `\n|${' --- |'.repeat(cells)}` : ''}`;
    },
  });
  made.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  return made;
}

/** Opening tags that no closing tag answers, at their deepest. Void elements and unclosed paragraphs count little. */
function isDeep(html: string): boolean {
  let depth = 0;
  for (const [tag] of html.matchAll(
    /<(\/?)(?!(?:br|hr|img|input|meta|link|area|base|col|source|track|wbr|p|li)\b)[a-z][^<>]*>/gi,
  )) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > DEEPEST_TAG_BALANCE) return true;
  }
  return false;
}

/** The blocks in order, headings by their level. */
function writeOut({ blocks }: Read): string {
  return blocks
    .filter((block) => block.role !== 'meta' && block.role !== 'data')
    .map(({ role, text }) =>
      /^h[1-6]$/.test(role) ? `${'#'.repeat(Number(role[1]))} ${text}` : role === 'li' ? `- ${text}` : text,
    )
    .join('\n\n');
}
