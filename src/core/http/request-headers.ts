import { createHash } from 'node:crypto';
import type { Conditional } from './answer.ts';
import { httpDate } from './http-date.ts';

export type RequestHeaders = Readonly<Record<string, string>>;

const LONGEST_VALIDATOR = 512;

/**
 * The request headers that a server may vary its answer on, the same in every visit: a validator is only worth
 * something under the headers that it was given for (RFC 9110 12.5.5).
 */
export function varyingHeaders(userAgent: string): RequestHeaders {
  return {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
    'accept-encoding': 'gzip, deflate, br, zstd',
  };
}

/** SHA-256 (hex) of the varying headers, stored beside the validators; another digest makes them worthless. */
export function requestDigest(headers: RequestHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

/**
 * The conditional headers for one hop: none unless this hop is the URL that issued the validators (P4), else all that
 * there are, byte for byte (RFC 9110 13.1.3 lets the server ignore the date when it knows the tag).
 */
export function conditionalHeaders(conditional: Conditional | null, url: URL): RequestHeaders {
  if (conditional === null || withoutFragment(conditional.url) !== withoutFragment(url.href)) return {};
  const etag = entityTag(conditional.etag ?? undefined);
  const lastModified = dateValidator(conditional.lastModified ?? undefined);
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/**
 * A validator as the server sent it, if it can be sent back: at most 512 characters of printable ASCII, so that it
 * cannot carry a header of its own. Several in one answer contradict each other.
 */
export function validator(value: string | string[] | undefined): string | null {
  const usable =
    typeof value === 'string' && value.length <= LONGEST_VALIDATOR && /^[\x20-\x7e]+$/.test(value);
  return usable ? value : null;
}

/**
 * As `validator`, for ETag: one tag, quoted or not. In If-None-Match a bare `*` stands for whatever the page is, and a list for
 * each of its tags (RFC 9110 13.1.2): either would bring a 304 for a page that was never seen.
 */
export function entityTag(value: string | string[] | undefined): string | null {
  const text = validator(value);
  const isOne = text !== null && (/^(?:W\/)?"[^"]*"$/.test(text) || !(text === '*' || text.includes(',')));
  return isOne ? text : null;
}

/** As `validator`, for Last-Modified: text that is no date is dropped, a date of the future is kept as it is. */
export function dateValidator(value: string | string[] | undefined): string | null {
  const text = validator(value);
  return text === null || httpDate(text) === null ? null : text;
}

/** The part of an address that goes to the server (RFC 9110 7.1). */
export function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
