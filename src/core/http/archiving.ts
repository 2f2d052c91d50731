import { Parser } from 'htmlparser2';
import type { AnsweredPage } from './answer.ts';

/** Meta tags stand at the beginning; a page that hides them behind more markup than this does not mean them. */
const MOST_BYTES = 256 * 1024;
/** Directives of X-Robots-Tag that have a colon of their own and name no robot. */
const VALUED = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;

/**
 * Does the answer ask not to be archived: `noarchive` for all robots or for us, in X-Robots-Tag or a meta tag? A 304 repeats
 * no body, so that only its header can say so.
 * @returns null where it says nothing about it: a 304 without the word leaves what was known
 */
export function asksNoArchive(
  { headers, status, body }: Pick<AnsweredPage, 'headers' | 'status' | 'body'>,
  token: string,
): boolean | null {
  if (inHeader(headers['x-robots-tag'] ?? '', token)) return true;
  return status === 304 ? null : inMeta(body, token);
}

/** "googlebot: noindex, noarchive" speaks to that robot up to the next name; without a name it speaks to all. */
function inHeader(header: string, token: string): boolean {
  let forUs = true;
  for (const part of header.split(',')) {
    const [, name, rest = ''] = /^\s*(\*|[\w.-]+)\s*:(.*)$/s.exec(part) ?? [];
    const named = name !== undefined && !VALUED.test(name);
    if (named) forUs = isOurs(name, token);
    if (forUs && isNoArchive(named ? rest : part)) return true;
  }
  return false;
}

function inMeta(body: Uint8Array, token: string): boolean {
  // Latin-1 keeps the ASCII letters of all charsets of the web, and without its NULs those of UTF-16.
  const head = Buffer.from(body.subarray(0, MOST_BYTES)).toString('latin1').replaceAll('\0', '');
  if (!/noarchive/i.test(head)) return false;
  let found = false;
  const parser = new Parser({
    onopentag(tag, { name = '', content = '' }) {
      if (tag === 'meta' && isOurs(name, token)) found ||= content.split(',').some(isNoArchive);
    },
  });
  parser.end(head);
  return found;
}

function isOurs(name: string, token: string): boolean {
  return /^(?:robots|\*)$/i.test(name.trim()) || name.trim().toLowerCase() === token.toLowerCase();
}

function isNoArchive(directive: string): boolean {
  return /^\s*noarchive\s*$/i.test(directive);
}
