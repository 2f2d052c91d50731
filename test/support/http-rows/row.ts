import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FailureKind } from '../../../src/core/http/answer.ts';
import { pricingPage } from '../site.ts';

/** One way of a server to misbehave, by its row in the reference on HTTP. */
export interface HttpRow {
  readonly row: number;
  readonly what: string;
  readonly answer: Misbehave;
  /** What the adapter makes of it: a status, or why there is none. */
  readonly gets: number | FailureKind;
  /** What a check makes of it, at both its reads. */
  readonly outcome: 'unchanged' | 'failed' | 'blocked' | 'gone';
  /** Runs into the deadline, which the test makes short. */
  readonly slow?: true;
  /** A page at another path, where this row's redirect leads. */
  readonly also?: { readonly path: string; readonly html: string };
}

export interface Asked {
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export type Misbehave = (asked: Asked, response: ServerResponse) => void;

export const PAGE = pricingPage();
export const HTML = { 'content-type': 'text/html; charset=utf-8' };

type Headers = Readonly<Record<string, string | string[]>>;

export const say =
  (status: number, headers: Headers = {}, body: Uint8Array | string = ''): Misbehave =>
  (_, response) =>
    void response.writeHead(status, { ...HTML, ...headers }).end(body);

/** An exact text on the wire, then the connection ends. */
export const wire =
  (text: string): Misbehave =>
  (_, { socket }) =>
    void socket?.end(text, 'utf8');

export const packed = (encoding: string, body: Uint8Array | string): Misbehave =>
  say(200, { 'content-encoding': encoding }, body);
export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
/** The page with another number in a comment: bytes that were never seen. */
export const NONCE = `<!-- 7 -->${PAGE}`;
export const HALF = PAGE.slice(0, PAGE.length >> 1);
export const bytes = Buffer.byteLength(PAGE);

export type Line = readonly [
  row: number,
  what: string,
  answer: Misbehave,
  gets: HttpRow['gets'],
  outcome: HttpRow['outcome'],
  more?: Pick<HttpRow, 'slow' | 'also'>,
];

/** A page that is nothing but a heading. */
export const stub = (text: string): string =>
  `<html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`;

/** The page under another query of its own path, and this answer everywhere else. */
export const towards =
  (first: Misbehave): Misbehave =>
  (asked, response) =>
    (asked.path.includes('there') ? say(200, {}, PAGE) : first)(asked, response);
