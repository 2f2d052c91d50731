/** Markup without the parts that no reader sees, and what machines were told beside it. */
export interface Prepared {
  readonly html: string;
  /** Texts of the `application/ld+json` scripts, in order. */
  readonly declared: readonly string[];
}

const OPENERS = /<!--|<(script|style|noscript|template|svg|iframe|noembed|noframes|xmp|plaintext)(?=[\s/>])/gi;

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
  let from = 0;
  OPENERS.lastIndex = 0;
  for (let found = OPENERS.exec(html); found !== null; found = OPENERS.exec(html)) {
    const name = found[1]?.toLowerCase() ?? 'comment';
    const { bodyStart, bodyEnd, end } = extent(html, found.index, name);
    pieces.push(html.slice(from, found.index), ' '.repeat(name === 'comment' ? 0 : 1));
    if (name === 'svg') pieces.push(wordsOfDrawing(html.slice(found.index, end)));
    if (name === 'script' && /^[^>]*ld\+json/i.test(html.slice(found.index, found.index + 300))) {
      declared.push(html.slice(bodyStart, bodyEnd));
    }
    from = end;
    OPENERS.lastIndex = end;
  }
  pieces.push(html.slice(from));
  return { html: pieces.join(''), declared };
}

interface Extent {
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly end: number;
}

function extent(html: string, start: number, name: string): Extent {
  if (name === 'comment') return extentOfComment(html, start);
  const open = endOfTag(html, start);
  if (name === 'plaintext' || (name === 'svg' && html[open - 2] === '/')) return { bodyStart: open, bodyEnd: open, end: open };
  const close = closeOf(html, open, name);
  if (close === -1) {
    // The style sheet itself holds no "<": the next tag is page again.
    const next = name === 'style' ? html.indexOf('<', open) : open;
    const end = next === -1 ? html.length : next;
    return { bodyStart: open, bodyEnd: end, end };
  }
  return { bodyStart: open, bodyEnd: close, end: endOfTag(html, close) };
}

/** `<!-->` and `<!--->` are whole comments; one that never closes hides nothing, or the page would be gone. */
function extentOfComment(html: string, start: number): Extent {
  const close = html.indexOf('-->', start + 2);
  const end = close === -1 ? start + 4 : close + 3;
  return { bodyStart: start, bodyEnd: end, end };
}

/** The place behind the `>` of the tag at `start`; quoted attribute values may hold a `>`. */
function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < html.length; at += 1) {
    const sign = html[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at + 1;
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign;
  }
  return html.length;
}

/** A frame without an end before the next frame was never closed: only its tag goes. Templates and drawings nest. */
function closeOf(html: string, from: number, name: string): number {
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi');
  tags.lastIndex = from;
  let depth = 1;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    if (tag[1] === '/') depth -= 1;
    else if (name === 'iframe') return -1;
    else if (name === 'template' || name === 'svg') depth += 1;
    if (depth === 0) return tag.index;
  }
  return -1;
}

/** What a drawing says: its accessible name as an image, and the text drawn in it. */
function wordsOfDrawing(svg: string): string {
  const label = /^<svg[^>]*?\saria-label\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(svg.slice(0, 2000));
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(svg)?.[1];
  const name = label?.[1] ?? label?.[2] ?? title ?? '';
  const drawn = [...svg.matchAll(/<(?:text|tspan)\b[^>]*>([^<]+)/gi)].map(([, words]) => words?.trim() ?? '');
  const image = name.trim() === '' ? '' : `<img alt="${name.trim().replaceAll('"', '&quot;')}">`;
  return drawn.length === 0 ? image : `${image}<span>${drawn.join(' ')}</span>`;
}
