import type { AnsweredPage } from '../http/answer.ts';
import { APART } from '../block.ts';
import {
  CONSENT_HOST,
  MAINTENANCE,
  NEEDS_SCRIPT,
  NOT_FOUND,
  PARKED,
  REDIRECT_STUB,
  SHELL_MARKUP,
  SHELL_TEXT,
  SERVER_TEXT,
  SIGN_IN_HOST,
  SIGN_IN_PATH,
  WALL_ERRORS,
  WALL_HEADERS,
  WALL_MARKUP,
  WALL_WORDS,
} from './health-marks.ts';
import { LOG_IN, NOT_FOUND_ABROAD, PASSWORD, UNABLE, WALL_ABROAD } from './health-words.ts';
import { headingsOf, markupOf } from './answer-text.ts';
import { isSamePage } from '../watch/move.ts';
import type { Read, Reading } from '../read/read-page.ts';

export type Health = { readonly health: 'page' } | Unwell;

export interface Unwell {
  readonly health: 'failed' | 'blocked' | 'gone';
  readonly kind: string;
  readonly reason: string;
}

export interface HealthQuestion {
  readonly answer: Pick<AnsweredPage, 'status' | 'finalUrl' | 'hops' | 'headers' | 'body'>;
  readonly reading: Reading;
  /** What the page stood at last; null at first sight. */
  readonly last: { readonly textLength: number } | null;
}

const PAGE: Health = { health: 'page' };

/** Characters up to which a text can be nothing but a notice. Measured: detection.md, section 3. */
const NOTICE = 600;
/** A page of over 500 characters that shrinks under 120, or under 30 % and 1,500, is looked at again. */
const STUMP = 120;
const BODY = 500;
const COLLAPSE_SHARE = 0.3;
const COLLAPSE_TEXT = 1500;

/**
 * Is this answer the page (P5)? Header marks decide alone; body marks need a short text or an error status; words decide only
 * where the text is too short to be a page of its own (136 of 224 healthy pages contain an error word).
 */
export function judgeHealth({ answer, reading, last }: HealthQuestion): Health {
  const early = byStatus(answer);
  if (early !== null) return early;
  if (!reading.ok) return failed('unreadable', reading.reason);
  const question = { answer, reading, last };
  return byWall(question) ?? byAddress(question) ?? byContent(question) ?? PAGE;
}

/** What is left to ask of an answer with a good status and a text. */
interface ReadQuestion extends HealthQuestion {
  readonly reading: Read;
}

function failed(kind: string, reason: string): Unwell {
  return { health: 'failed', kind, reason };
}

function blocked(kind: string, reason: string): Unwell {
  return { health: 'blocked', kind, reason };
}

function gone(kind: string, reason: string): Unwell {
  return { health: 'gone', kind, reason };
}

/** What a status says before anything is read (RFC 9110, section 15). A wall may hide behind 403, 429 and 503. */
function byStatus(answer: HealthQuestion['answer']): Health | null {
  const { status, headers } = answer;
  const wall = wallOfHeaders(headers) ?? wallOfError(answer);
  if (wall !== null) return wall;
  if (status === 404) return gone('not found', 'the server answered 404 Not Found');
  if (status === 410) return gone('removed', 'the server answered 410 Gone');
  if (status === 401 || status === 407) return blocked('login', `the server wants a login (${status})`);
  if (status === 402) return blocked('payment', 'the server wants a payment (402)');
  if (status === 403) return blocked('forbidden', 'the server forbids reading this page (403)');
  if (status === 429) return blocked('rate limit', 'the server wants fewer requests (429)');
  if (status === 451) return blocked('legal', 'the page is withheld for legal reasons (451)');
  if (status >= 500) return failed('server error', `the server answered ${status}`);
  if (status >= 400) return failed('client error', `the server answered ${status}`);
  if (status === 202) return blocked('bot wall', 'the server took the request (202) and sent no page');
  if (status === 204 || status === 205) return failed('empty', `the server answered ${status}: no content`);
  if (status === 206) return failed('partial', 'the server sent a part of the page (206)');
  return status === 200 || status === 203 ? null : failed('status', `the server answered ${status}`);
}

function wallOfHeaders(headers: Readonly<Record<string, string>>): Health | null {
  const hit = WALL_HEADERS.find(({ name, value }) => value.test(headers[name] ?? ''));
  return hit === undefined ? null : blocked('bot wall', `a bot wall of ${hit.who} stands before the page`);
}

/** The statuses that walls answer with; another error is the page's own, however short. */
const WALL_STATUSES = new Set([403, 405, 429, 503]);

function wallOfError({ status, headers, body }: HealthQuestion['answer']): Health | null {
  if (!WALL_STATUSES.has(status)) return null;
  const sender = WALL_ERRORS.find(
    ({ name, value, mostBytes }) => body.length <= mostBytes && value.test(headers[name] ?? ''),
  );
  if (sender !== undefined)
    return blocked('bot wall', `${sender.who} refused the request before the page (${status})`);
  const markup = markupOf(body);
  const hit = WALL_MARKUP.find(({ pattern }) => pattern.test(markup));
  return hit === undefined ? null : blocked(hit.kind, hit.reason);
}

function byWall({ answer, reading }: ReadQuestion): Health | null {
  if (reading.textLength > COLLAPSE_TEXT) return null;
  const markup = markupOf(answer.body);
  const hit = WALL_MARKUP.find(({ pattern }) => pattern.test(markup));
  if (hit !== undefined && reading.textLength <= NOTICE) return blocked(hit.kind, hit.reason);
  const words =
    reading.textLength <= NOTICE
      ? (WALL_WORDS.exec(textOf(reading)) ?? WALL_ABROAD.exec(textOf(reading)))?.[0]
      : undefined;
  return words === undefined ? null : blocked('bot wall', `the text is only: "${words}"`);
}

/** Where the redirects ended. Another name of the same page is silent; a login is a wall; the rest is a move. */
function byAddress({ answer: { finalUrl, hops }, reading }: ReadQuestion): Health | null {
  const asked = new URL(hops[0]?.url ?? finalUrl);
  const final = new URL(finalUrl);
  const moved = !isSamePage(asked.href, final.href);
  const askedForLogin = SIGN_IN_PATH.test(asked.pathname) || SIGN_IN_HOST.test(asked.hostname);
  if (moved && !askedForLogin && (SIGN_IN_PATH.test(final.pathname) || SIGN_IN_HOST.test(final.hostname))) {
    return blocked('login', `the page leads to a login at ${final.host}${final.pathname}`);
  }
  if (moved && CONSENT_HOST.test(final.hostname))
    return blocked('consent', `a consent page at ${final.host} stands before the page`);
  if (moved) return gone('moved', `the page now leads to ${final.host}${final.pathname}`);
  return hasOnlyLogin(reading) ? blocked('login', 'the page is a form for a password and little else') : null;
}

function hasOnlyLogin(reading: Read): boolean {
  const headed = headingsOf(reading).some((part) => part.length < 40 && LOG_IN.test(part));
  if (reading.textLength > NOTICE && !(headed && ownLength(reading) <= NOTICE)) return false;
  const text = textOf(reading);
  const field = reading.blocks.some((block) => block.role === 'input' && PASSWORD.test(block.text));
  return LOG_IN.test(text) && (field || (reading.textLength <= NOTICE && PASSWORD.test(text)));
}

/** What stands in the text where a page should be. */
function byContent({ answer, reading, last }: ReadQuestion): Health | null {
  const { textLength, htmlLength } = reading;
  if (bodyLength(reading) === 0) return failed('empty', 'the page has no text');
  const notice = textLength <= NOTICE ? noticeOf(reading) : null;
  if (notice !== null) return notice;
  const dressed = dressedNotice(reading, last);
  if (dressed !== null) return dressed;
  if (textLength < SHELL_TEXT && htmlLength > SHELL_MARKUP) {
    return failed(
      'shell',
      `${textLength} characters of text in ${htmlLength} of markup: the page needs a browser`,
    );
  }
  if (
    textLength <= NOTICE &&
    NEEDS_SCRIPT.test(`${textOf(reading)} ${noscriptOf(answer.body)}`) &&
    isShell(answer.body)
  ) {
    return failed('shell', 'the page says that it needs JavaScript');
  }
  return collapse(textLength, last);
}

function bodyLength({ blocks }: Read): number {
  return blocks.filter((block) => !APART.has(block.role)).reduce((sum, block) => sum + block.text.length, 0);
}

function noticeOf(reading: Read): Health | null {
  const text = textOf(reading);
  if (MAINTENANCE.test(text) || reading.blocks.some((block) => UNABLE.test(block.text)))
    return failed('maintenance', 'the site says that it is under maintenance');
  if (PARKED.test(text)) return gone('parked', 'the domain is parked or for sale');
  if (reading.blocks.some((block) => SERVER_TEXT.test(block.text)))
    return failed('server error', 'the text is an error of the server');
  if (REDIRECT_STUB.test(text) || reading.blocks.some((block) => REDIRECT_STUB.test(block.text))) {
    return failed('redirect stub', 'the page only says that it leads elsewhere');
  }
  return null;
}

/**
 * A heading, or a part of the title between bars, says nothing else than that the page was not found, or that the site cannot
 * answer; and the text, or the part of it between menus, is too little for a page, or fell. An article about errors has more to
 * its title, and a product called 404 more text.
 */
function dressedNotice(reading: Read, last: HealthQuestion['last']): Health | null {
  const little = reading.textLength <= COLLAPSE_TEXT || ownLength(reading) <= NOTICE;
  const fell = last !== null && reading.textLength < 0.5 * last.textLength;
  if (!little && !fell) return null;
  const parts = headingsOf(reading);
  if (parts.some((part) => NOT_FOUND.test(part) || NOT_FOUND_ABROAD.test(part)))
    return gone('soft 404', 'the title or heading says that the page was not found');
  if (parts.some((part) => UNABLE.test(part)))
    return failed('maintenance', 'the title or heading says that the site cannot answer now');
  return null;
}

/** Characters between the menus of the site. */
function ownLength({ blocks }: Read): number {
  const frame = new Set(['nav', 'header', 'footer', 'consent', 'chat']);
  return blocks
    .filter(({ role, region }) => role !== 'title' && role !== 'meta' && !frame.has(region))
    .reduce((sum, block) => sum + block.text.length, 0);
}

/** Nothing but a root for scripts to fill. */
function isShell(body: Uint8Array): boolean {
  const markup = markupOf(body);
  return /<div[^>]+id=["']?(?:root|app|__next|__nuxt)\b/i.test(markup) || /<script\b/i.test(markup);
}

function noscriptOf(body: Uint8Array): string {
  const markup = markupOf(body);
  return [...markup.matchAll(/<noscript[^>]*>([\s\S]{0,500}?)<\/noscript>/gi)]
    .map(([, inner]) => inner)
    .join(' ');
}

function collapse(textLength: number, last: HealthQuestion['last']): Health | null {
  if (last === null) return null;
  const stump = textLength < STUMP && last.textLength >= BODY;
  const collapsed = textLength < COLLAPSE_SHARE * last.textLength && textLength < COLLAPSE_TEXT;
  if (!stump && !collapsed) return null;
  return failed(
    'collapsed',
    `${textLength} characters where ${last.textLength} stood: the page came in part`,
  );
}

function textOf(reading: Read): string {
  return reading.blocks.map((block) => block.text).join('\n');
}
