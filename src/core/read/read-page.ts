import { load } from 'cheerio';
import type { Block } from '../block.ts';
import { decodeBody } from './charset.ts';
import { contentHash } from './content-hash.ts';
import { readCrudely } from './crude.ts';
import { readDeclared } from './declared.ts';
import { readHydrated } from './hydrated.ts';
import { readJson, readText, readXml } from './plain.ts';
import { prepare, type Prepared } from './prepare.ts';
import { walk } from './walk.ts';

/** Raised with every change of what this room yields for the same bytes; a version made by another one is reread (P13). */
export const READER_VERSION = 4;

export interface PageBytes {
  readonly body: Uint8Array;
  readonly contentType: string | null;
  /** The address that answered; links are resolved against it. */
  readonly url: string;
  /** CSS selector of the part to read, or null for the whole page. */
  readonly scope: string | null;
}

export type Reading = Read | Unread;

export interface Read {
  readonly ok: true;
  readonly blocks: readonly Block[];
  readonly charset: string;
  readonly contentHash: string;
  /** Characters of all block texts together, data apart: nobody sees it. */
  readonly textLength: number;
  /** Characters of the decoded body. */
  readonly htmlLength: number;
  readonly title: string | null;
}

export interface Unread {
  readonly ok: false;
  readonly reason: string;
}

/** From this much markup on, next to no text is a reason to read a second way. */
const MUCH_MARKUP = 20_000;
const LITTLE_TEXT = 500;

/** Bytes of an answer to blocks. A value in every case; what cannot be read says why. */
export function readPage(page: PageBytes): Reading {
  const kind = kindOf(page);
  if (kind === null) return { ok: false, reason: `no text: ${page.contentType ?? 'unknown content type'}` };
  const { text, charset } = decodeBody(page.body, page.contentType);
  const blocks = kind === 'html' ? readHtml(text, page) : readOther(kind, text);
  if (typeof blocks === 'string') return { ok: false, reason: blocks };
  return {
    ok: true,
    blocks,
    charset,
    contentHash: contentHash(`${READER_VERSION}${page.scope === null ? '' : ` of ${page.scope}`}`, blocks),
    textLength: lengthOf(blocks),
    htmlLength: text.length,
    title: blocks.find((block) => block.role === 'title')?.text ?? null,
  };
}

type PageKind = 'html' | 'text' | 'json' | 'xml';

/** By content type; without one, or with a wrong one, by the first bytes. Null: not a text at all. */
function kindOf({ body, contentType }: PageBytes): PageKind | null {
  const type = (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/[/+]json$/.test(type)) return 'json';
  if (/[/+]xml$/.test(type)) return 'xml';
  if (type.startsWith('text/')) return 'text';
  if (type !== '' && type !== 'application/octet-stream') return null;
  return sniff(new TextDecoder('latin1').decode(body.subarray(0, 1024)));
}

function sniff(start: string): PageKind | null {
  if (/^\s*(?:<!doctype html|<html|<head|<body|<!--|<[a-z][a-z1-6]*[\s>])/i.test(start)) return 'html';
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<\?xml/.test(start)) return /<html/i.test(start) ? 'html' : 'xml';
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000e-\u001a]/.test(start) ? null : /<[a-z!/]/i.test(start) ? 'html' : 'text';
}

function readOther(kind: Exclude<PageKind, 'html'>, text: string): readonly Block[] | string {
  if (kind === 'text') return readText(text);
  if (kind === 'xml') return readXml(text);
  return readJson(text) ?? 'the body is no JSON that can be read: broken, over 5 MiB, or nested too deep';
}

/** Markup beyond this is not read (http.md): 20 MiB of it took 446 MB. Scripts, styles and drawings do not count. */
const MOST_MARKUP = 5 * 1024 * 1024;

/** Cut between two tags, so that no half of one is read as text. */
function capped({ html, ...rest }: Prepared): Prepared {
  if (html.length <= MOST_MARKUP) return { html, ...rest };
  return { html: html.slice(0, html.lastIndexOf('<', MOST_MARKUP)), ...rest };
}

function readHtml(html: string, { url, scope }: PageBytes): readonly Block[] | string {
  const prepared = capped(prepare(html));
  const blocks = walk(prepared.html, url);
  if (blocks === null) return readCrudely(prepared.html);
  if (scope !== null) return readScope(prepared.html, { scope, url });
  const seen = lengthOf(blocks);
  if (seen < LITTLE_TEXT && html.length > MUCH_MARKUP) {
    const crude = readCrudely(prepared.html);
    if (lengthOf(crude) > 2 * seen + LITTLE_TEXT) return crude;
  }
  return [...blocks, ...readDeclared(prepared.declared), ...readHydrated(prepared.hydrated)];
}

/** The chosen part only. The depth was bounded by the walk before: cheerio on its own would overflow. */
/** How the reason of a scope that cannot be read as one ends. */
export const NO_SELECTOR = 'is no CSS selector';

function readScope(html: string, { scope, url }: { scope: string; url: string }): readonly Block[] | string {
  const page = load(html, { xml: { xmlMode: false, decodeEntities: true } });
  let parts: string[];
  try {
    parts = page(scope)
      .toArray()
      .map((element) => page.html(element));
  } catch {
    return `"${scope}" ${NO_SELECTOR}`;
  }
  if (parts.length === 0) return `nothing on the page matches "${scope}"`;
  return walk(parts.join('\n'), url) ?? [];
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.role === 'data' ? 0 : block.text.length), 0);
}
