import { carriesData } from './hydrated.ts';

/** Markup without the parts that no reader sees, and what machines were told beside it. */
export interface Prepared {
  readonly html: string;
  /** Texts of the `application/ld+json` scripts, in order. */
  readonly declared: readonly string[];
  /** Texts of the scripts that hand data to the page's own scripts, in order. */
  readonly hydrated: readonly string[];
}

const OPENERS =
  /<!--|<(script|style|noscript|template|svg|iframe|noembed|noframes|xmp|plaintext)(?=[\s/>])/gi;

/**
 * Takes scripts, styles, templates, comments, frames, drawings and noscript out before the parser sees them.
 *
 * Every one of them can swallow a page: `<noscript><iframe … /></noscript>` emptied a page of 405 KB to 22 characters,
 * because a frame's content is raw text and its self-closing slash means nothing. One linear scan skips them in the
 * order in which a browser meets them, so that a `<noscript>` inside a script or a comment opens nothing.
 * An element that is never closed loses its tag only, or the style sheet behind it (fault 29).
 */
export function prepare(html: string): Prepared {
  const pieces: string[] = [];
  const declared: string[] = [];
  const hydrated: string[] = [];
  const openers = new RegExp(OPENERS);
  const scan: Scan = { html, neverClosed: new Set() };
  let from = 0;
  for (let found = openers.exec(html); found !== null; found = openers.exec(html)) {
    const name = found[1]?.toLowerCase() ?? 'comment';
    const { bodyStart, bodyEnd, end } = extent(scan, found.index, name);
    pieces.push(html.slice(from, found.index), ' '.repeat(name === 'comment' ? 0 : 1));
    if (name === 'svg') pieces.push(wordsOfDrawing(html.slice(found.index, end)));
    if (name === 'script') {
      const tag = html.slice(found.index, Math.min(bodyStart, found.index + 300));
      if (/ld\+json/i.test(tag)) declared.push(html.slice(bodyStart, bodyEnd));
      else if (carriesData(tag, html.slice(bodyStart, bodyStart + 60)))
        hydrated.push(html.slice(bodyStart, bodyEnd));
    }
    from = end;
    openers.lastIndex = end;
  }
  pieces.push(html.slice(from));
  return { html: withoutCutTag(pieces.join('')), declared, hydrated };
}

/** A tag that the end of the body cut in two is no text (HTML, 13.2.5.8, EOF in a tag); the parser would read "<s" as "s". */
function withoutCutTag(html: string): string {
  const last = html.lastIndexOf('<');
  return last !== -1 && /^<[/!]?(?:[a-z][^>]*)?$/i.test(html.slice(last)) ? html.slice(0, last) : html;
}

interface Extent {
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly end: number;
}

/** The markup, and the elements that were once looked for an end in vain: without this memory a page of open tags is quadratic. */
interface Scan {
  readonly html: string;
  readonly neverClosed: Set<string>;
}

function extent(scan: Scan, start: number, name: string): Extent {
  const { html } = scan;
  if (name === 'comment') return extentOfComment(scan, start);
  const open = endOfTag(html, start);
  if (name === 'plaintext' || (name === 'svg' && html[open - 2] === '/'))
    return { bodyStart: open, bodyEnd: open, end: open };
  const close = closeOf(scan, open, name);
  if (close === -1) {
    scan.neverClosed.add(name);
    // The style sheet itself holds no "<": the next tag is page again.
    const next = name === 'style' ? html.indexOf('<', open) : open;
    const end = next === -1 ? html.length : next;
    return { bodyStart: open, bodyEnd: end, end };
  }
  return { bodyStart: open, bodyEnd: close, end: endOfTag(html, close) };
}

/** `<!-->` and `<!--->` are whole comments; one that never closes hides nothing, or the page would be gone. */
function extentOfComment({ html, neverClosed }: Scan, start: number): Extent {
  const close = neverClosed.has('comment') ? -1 : html.indexOf('-->', start + 2);
  if (close === -1) neverClosed.add('comment');
  const end = close === -1 ? start + 4 : close + 3;
  return { bodyStart: start, bodyEnd: end, end };
}

/** The place behind the `>` of the tag at `start`; quoted attribute values may hold a `>`. */
function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < html.length; at += 1) {
    const sign = html.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at + 1;
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign;
  }
  return html.length;
}

/**
 * Where the closing tag stands, or -1. A frame without an end before the next frame was never closed: only its tag goes.
 * Templates and drawings nest, until one of them was found open to the end of the page: then the next tag decides.
 */
function closeOf({ html, neverClosed }: Scan, from: number, name: string): number {
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi');
  tags.lastIndex = from;
  const nests = name === 'template' || name === 'svg';
  let depth = 1;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    if (tag[1] === '/') depth -= 1;
    else if (name === 'iframe' || neverClosed.has(name)) return -1;
    else if (nests) depth += 1;
    if (depth === 0) return tag.index;
  }
  return -1;
}

/** What a drawing says: its accessible name as an image, and the text drawn in it. */
function wordsOfDrawing(svg: string): string {
  const label = /^<svg[^>]*?\saria-label\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(svg.slice(0, 2000));
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(svg)?.[1];
  const name = label?.[1] ?? label?.[2] ?? title ?? '';
  const drawn = [...svg.matchAll(/<(?:text|tspan)\b[^>]*>([^<]+)/gi)].map(([, words = '']) => words.trim());
  const image = name.trim() === '' ? '' : `<img alt="${name.trim().replaceAll('"', '&quot;')}">`;
  return drawn.length === 0 ? image : `${image}<span>${drawn.join(' ')}</span>`;
}
