import type { AnsweredPage } from '../http/answer.ts';
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
import type { Health } from './health.ts';
import { headingsOf, markupOf } from './answer-text.ts';
import { redirectElsewhere } from '../watch/move.ts';
import type { Reading } from '../read/read-page.ts';

/** Something in an answer that speaks for or against its being the page. */
export interface SeenMark {
  /** The kind of trouble it speaks for; `page` where it speaks for the page. */
  readonly kind: string;
  readonly where: 'status' | 'header' | 'address' | 'markup' | 'text' | 'length';
  /** As it stands in the answer, cut short. */
  readonly saw: string;
}

export interface Evidence {
  /** What the verdict rests on; never empty. */
  readonly decided: readonly SeenMark[];
  /** What was seen as well, and was not enough by itself. */
  readonly alsoSeen: readonly SeenMark[];
}

type Answer = Pick<AnsweredPage, 'status' | 'finalUrl' | 'hops' | 'headers' | 'body'>;

const MOST_CHARACTERS = 120;

/** The marks in an answer, told apart by whether they speak for the verdict that was given (walls.md). */
export function evidenceFor(health: Health, answer: Answer, reading: Reading): Evidence {
  const all = [
    statusMark(answer),
    ...headerMarks(answer),
    ...addressMarks(answer),
    ...markupMarks(answer),
    ...textMarks(answer, reading),
    ...lengthMarks(reading),
  ].map((mark) => ({ ...mark, saw: mark.saw.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS) }));
  const kind = health.health === 'page' ? 'page' : health.kind;
  const decided = all.filter((mark) => mark.kind === kind);
  const alsoSeen = all.filter((mark) => mark.kind !== kind && mark.kind !== 'page');
  if (decided.length > 0 || health.health === 'page') return { decided, alsoSeen };
  return { decided: [{ kind, where: 'text', saw: health.reason }], alsoSeen };
}

const BY_STATUS: Readonly<Record<number, string>> = {
  200: 'page',
  202: 'bot wall',
  203: 'page',
  204: 'empty',
  205: 'empty',
  206: 'partial',
  401: 'login',
  402: 'payment',
  403: 'forbidden',
  404: 'not found',
  407: 'login',
  410: 'removed',
  429: 'rate limit',
  451: 'legal',
};

function statusMark({ status }: Answer): SeenMark {
  const otherwise = status >= 500 ? 'server error' : status >= 400 ? 'client error' : 'status';
  return { kind: BY_STATUS[status] ?? otherwise, where: 'status', saw: String(status) };
}

function headerMarks({ status, headers, body }: Answer): SeenMark[] {
  const walls = WALL_HEADERS.filter(({ name, value }) => value.test(headers[name] ?? ''));
  const senders = WALL_ERRORS.filter(
    ({ name, value, mostBytes }) =>
      status >= 400 && body.length <= mostBytes && value.test(headers[name] ?? ''),
  );
  return [...walls, ...senders].map(({ name, who }) => ({
    kind: 'bot wall',
    where: 'header',
    saw: `${name}: ${headers[name]} (${who})`,
  }));
}

function addressMarks(answer: Answer): SeenMark[] {
  const redirect = redirectElsewhere(answer);
  const final = new URL(answer.finalUrl);
  const mark = (kind: string): SeenMark => ({ kind, where: 'address', saw: `leads to ${final.href}` });
  if (redirect === null) return [];
  const login = SIGN_IN_PATH.test(final.pathname) || SIGN_IN_HOST.test(final.hostname);
  if (login) return [mark('login')];
  return [mark(CONSENT_HOST.test(final.hostname) ? 'consent' : 'moved')];
}

function markupMarks({ body }: Answer): SeenMark[] {
  const markup = markupOf(body);
  const walls = WALL_MARKUP.flatMap(({ kind, pattern }) => {
    const saw = pattern.exec(markup)?.[0];
    return saw === undefined ? [] : [{ kind, where: 'markup', saw } as const];
  });
  const field = /<input[^>]+type=["']?password[^>]{0,100}>/i.exec(markup)?.[0];
  return field === undefined ? walls : [...walls, { kind: 'login', where: 'markup', saw: field }];
}

const WORDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ['bot wall', WALL_WORDS],
  ['maintenance', MAINTENANCE],
  ['parked', PARKED],
  ['server error', SERVER_TEXT],
  ['redirect stub', REDIRECT_STUB],
  ['shell', NEEDS_SCRIPT],
];

function textMarks({ body }: Answer, reading: Reading): SeenMark[] {
  if (!reading.ok) return [{ kind: 'unreadable', where: 'text', saw: reading.reason }];
  const noscript = /<noscript[^>]*>([\s\S]{0,500}?)<\/noscript>/i.exec(markupOf(body))?.[1];
  const texts = [...reading.blocks.map(({ text }) => text), noscript ?? ''];
  const words = WORDS.flatMap(([kind, pattern]) => {
    const saw = texts.map((text) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    return saw === undefined ? [] : [{ kind, where: 'text', saw } as const];
  });
  const missing = headingsOf(reading).find((title) => NOT_FOUND.test(title));
  return missing === undefined ? words : [...words, { kind: 'soft 404', where: 'text', saw: missing }];
}

function lengthMarks(reading: Reading): SeenMark[] {
  if (!reading.ok) return [];
  const { textLength, htmlLength } = reading;
  const saw = `${textLength} characters of text in ${htmlLength} of markup`;
  const shell = textLength < SHELL_TEXT && htmlLength > SHELL_MARKUP;
  return [{ kind: textLength === 0 ? 'empty' : shell ? 'shell' : 'page', where: 'length', saw }];
}
