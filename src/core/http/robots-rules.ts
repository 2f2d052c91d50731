import robots from 'robots-parser';

// Its types name a default export that the CommonJS module does not have.
const robotsParser = robots as unknown as typeof robots.default;

/** A rule of robots.txt that speaks of an address, and where it stands. */
export interface RobotsRule {
  readonly allows: boolean;
  /** The rule in words: 'Disallow: /private, line 12, for User-agent: *'. */
  readonly words: string;
}

/** RFC 9309 2.5: at least 500 KiB are read; what follows is not. */
const MOST_BYTES = 500 * 1024;
const MOST_DELAY_S = 60;

/** The text of an answer as it is kept: its first 500 KiB without a torn last line, and without NUL (Postgres has none). */
export function robotsText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, MOST_BYTES)).replaceAll('\0', '');
  return body.length <= MOST_BYTES ? text : text.replace(/[^\r\n]*$/, '');
}

/**
 * The rule of a robots.txt that decides about an address: of the group of our token, else of `*`, the longest that matches,
 * Allow before Disallow (RFC 9309 2.2). Null: none speaks of it, so that it may be fetched. So may robots.txt itself.
 */
export function ruleFor(rules: string, url: string, token: string): RobotsRule | null {
  const { origin, pathname, search } = new URL(url);
  if (pathname === '/robots.txt') return null;
  const path = comparable(pathname + search);
  const lines = linesOf(rules);
  const near = lines.map((one) => mayMatch(asRule(one), path));
  const parsed = robotsParser(`${origin}/robots.txt`, near.join('\n'));
  const line = parsed.getMatchingLineNumber(origin + path, token);
  if (line < 1) return null;
  const allows = parsed.isAllowed(origin + path, token) !== false;
  const group = groupOf(lines.slice(0, line), token);
  return { allows, words: `${said(lines[line - 1])}, line ${line}, for User-agent: ${group}` };
}

/** A rule whose beginning is another is emptied, for the parser tries each of thousands in full (500 KiB: 0.4 s a check). */
function mayMatch(rule: string, path: string): string {
  const [, head = '', pattern = ''] = /^((?:dis)?allow: )([^*$]*)/i.exec(rule) ?? [];
  return head === '' || path.startsWith(pattern) ? rule : head;
}

/** Seconds that the site asks for between two visits (Crawl-delay, no part of RFC 9309), at most 60; 0: none. */
export function crawlDelayS(rules: string, token: string): number {
  const lines = linesOf(rules).map((line) =>
    /^\s*crawl-delay\s*:/i.test(line) ? withoutComment(line) : asRule(line),
  );
  const delay = robotsParser('http://robots.invalid/robots.txt', lines.join('\n')).getCrawlDelay(token) ?? 0;
  return Math.min(Math.max(delay, 0), MOST_DELAY_S);
}

/** The name that robots.txt calls us by: letters, hyphen and underscore of the product in our User-Agent (RFC 9309 2.2.1). */
export function productToken(userAgent: string): string {
  const product = /compatible;\s*([A-Za-z_-]+)/.exec(userAgent) ?? /^([A-Za-z_-]+)/.exec(userAgent);
  return product?.[1] ?? 'Sightline';
}

function linesOf(rules: string): readonly string[] {
  return rules.split(/\r\n|\r|\n/);
}

function withoutComment(line: string): string {
  return line.replace(/#.*/s, '');
}

/**
 * A line as robots-parser reads it by the RFC, or nothing: records that are no part of a group (Sitemap, Host, unknown ones)
 * would end the list of its user agents for that parser, while "they MUST NOT interfere" (RFC 9309 2.2.4).
 */
function asRule(line: string): string {
  const [, name = '', value = ''] = /^[\s\uFEFF]*([a-z-]+)\s*:\s*(.*?)\s*$/i.exec(withoutComment(line)) ?? [];
  if (/^user-agent$/i.test(name)) return `user-agent: ${/^(?:[a-z_-]+|\*)/i.exec(value)?.[0] ?? value}`;
  return /^(?:dis)?allow$/i.test(name) ? `${name}: ${comparable(value)}` : '';
}

/** RFC 9309 2.2.2: octets that need no encoding are compared without, all others with it, in upper case. */
function comparable(path: string): string {
  const bare = path
    .toWellFormed()
    .replaceAll(/%(?:2d|2e|5f|7e|3\d|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/gi, decodeURIComponent);
  return encodeURI(bare)
    .replaceAll('%25', '%')
    .replaceAll(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

function said(line: string | undefined): string {
  return withoutComment(line ?? '')
    .trim()
    .slice(0, 200);
}

/** Whom the group of the last line is for: the user agent that is ours, else that of all. */
function groupOf(lines: readonly string[], token: string): string {
  const isRule = (line: string): boolean => /^\s*(?:dis)?allow\s*:/i.test(line);
  const last = lines.findLastIndex((line) => asRule(line).startsWith('user-agent:'));
  const first = lines.slice(0, last).findLastIndex(isRule) + 1;
  const names = lines.slice(first, last + 1).filter((line) => asRule(line).startsWith('user-agent:'));
  const ours = (name: string): string | undefined =>
    names.find((line) => asRule(line).toLowerCase() === `user-agent: ${name}`);
  return said(ours(token.toLowerCase()) ?? ours('*') ?? names.at(-1)).replace(/^[^:]*:\s*/, '');
}
