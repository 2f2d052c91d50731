import type { ServerResponse } from 'node:http';

/** What an answer is asked for: its number and the visit's, from 0, and whether the true change is planted. */
export interface Asked {
  /** Rises with every request; a visit with a second read makes two. */
  readonly n: number;
  readonly visit: number;
  readonly changed: boolean;
}

/** A page that lies in its own way at every answer, and may at some point really change. */
export interface Trap {
  readonly name: string;
  reply(asked: Asked, response: ServerResponse): void;
  /** What must be told of the true change; a price and a sentence where nothing else is said. */
  readonly tells: readonly RegExp[];
  /** What must not be told beside it. */
  readonly never: RegExp;
}

const PRICE = { before: '$29 per month', after: '$35 per month' };
export const SENTENCE = 'Every plan now comes with a phone line for your crew, from eight to six.';
const TELLS = [/\$35/, /phone line/];
const NEVER =
  /not found|Unavailable|Just a moment|cookies|hours ago|Rendered|looking at|newsletter|used by|Read next/i;

/** A page around a main part: enough text to be a page. */
export function page(main: string, { title = 'Prices - Oakmill', lang = 'en' } = {}): string {
  return `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>
    <header><nav><a href="/">Home</a> <a href="/prices">Prices</a></nav></header><main>${main}</main>
    <footer><p>Oakmill mends boats in four harbours and answers letters by hand.</p></footer></body></html>`;
}

/** A price to change, and what stands around it. */
export function prices(changed: boolean): string {
  return `<h1>Mending by subscription</h1><p>We mend sails, masts and hulls, as often as your boat asks for it.</p>
    <section><h2>Harbour</h2><p>${changed ? PRICE.after : PRICE.before}</p><ul><li>Two visits</li><li>Small repairs</li></ul></section>
    <section><h2>Coast</h2><p>$89 per month</p><ul><li>Ten visits</li><li>All repairs</li></ul></section>`;
}

/** The sentence of the true change, as a block of its own. */
export function news(changed: boolean, tag = 'p'): string {
  return changed ? `<${tag}>${SENTENCE}</${tag}>` : '';
}

/** Prices and the sentence below them. */
export function offer(changed: boolean): string {
  return prices(changed) + news(changed);
}

export function html(
  response: ServerResponse,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

type Told = Partial<Pick<Trap, 'tells' | 'never'>>;

/** A trap that answers in its own way. */
export function replies(name: string, reply: Trap['reply'], told: Told = {}): Trap {
  return { name, reply, tells: TELLS, never: NEVER, ...told };
}

/** A trap that always answers 200 with a whole document, in which something is never the same. */
export function shows(name: string, document: (asked: Asked) => string, told: Told = {}): Trap {
  return replies(name, (asked, response) => html(response, document(asked)), told);
}

/** Every third answer: once as the first read of a visit, once as the second. */
export const isThird = ({ n }: Asked): boolean => n % 3 === 2;
/** All reads of every third visit. */
export const isThirdVisit = ({ visit }: Asked): boolean => visit % 3 === 2;
