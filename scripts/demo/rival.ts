import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the rival's site shows, and how it behaves, at one moment of the story. */
export interface RivalState {
  readonly pro: string;
  readonly freePlan: boolean;
  readonly headline: string;
  readonly entries: readonly string[];
  /** `down`: 503 with an ETag of its own. `wall`: a challenge page with status 200. */
  readonly mood: 'well' | 'down' | 'wall';
}

export const OPENING: RivalState = {
  pro: '$29',
  freePlan: true,
  headline: 'Forms that people finish',
  entries: ['2.3: Faster exports', '2.2: New colour themes'],
  mood: 'well',
};

export interface Rival {
  readonly origin: string;
  show(state: RivalState): void;
  close(): Promise<void>;
}

/** An invented rival, Cobalt Forms, on loopback: pricing behind a slash redirect, a home page full of tokens, a changelog. */
export async function openRival(): Promise<Rival> {
  let state = OPENING;
  const server = createServer((request, response) => reply(state, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (next) => void (state = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(state: RivalState, request: IncomingMessage, response: ServerResponse): void {
  const { url, headers } = request;
  if (url === '/pricing') return void response.writeHead(301, { location: '/pricing/' }).end();
  if (state.mood === 'down')
    return void response.writeHead(503, { etag: '"busy"' }).end('<h1>Back soon</h1>');
  if (state.mood === 'wall') return send(response, WALL, null);
  if (url === '/') return send(response, homePage(state), null);
  const html = url === '/pricing/' ? pricingPage(state) : changelogPage(state);
  const etag = `"${Buffer.from(html).length}-${state.pro}-${state.entries.length}"`;
  if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  send(response, html, etag);
}

function send(response: ServerResponse, html: string, etag: string | null): void {
  const validators = etag === null ? {} : { etag };
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...validators }).end(html);
}

const WALL =
  '<title>Just a moment...</title><p>Checking your browser</p><script>window._cf_chl_opt={}</script>';

function pricingPage({ pro, freePlan }: RivalState): string {
  const free = card('Free', '$0 per month', ['3 forms', '100 answers a month']);
  const plans = [
    ...(freePlan ? [free] : []),
    card('Pro', `${pro} per month`, ['Unlimited forms', '5,000 answers a month', 'File uploads']),
    card('Business', '$99 per month', ['Unlimited forms', '50,000 answers a month', 'Single sign-on']),
  ];
  return page(
    'Pricing',
    `<h1>Prices that fit on one page</h1><h2>Plans</h2>${plans.join('')}
    <h2>Questions</h2><h3>Can I cancel?</h3><p>At any time, from the billing page. What you paid for stays yours until the month ends.</p>`,
  );
}

function card(name: string, price: string, features: readonly string[]): string {
  const items = features.map((feature) => `<li>${feature}</li>`).join('');
  return `<section><h3>${name}</h3><p class="price">${price}</p><ul>${items}</ul><a href="/start?plan=${name}">Choose ${name}</a></section>`;
}

/** Tokens, versions and build ids differ in every answer; what a visitor reads does not. */
function homePage({ headline }: RivalState): string {
  const token = randomBytes(8).toString('hex');
  return page(
    'Home',
    `<h1>${headline}</h1><p>Cobalt Forms asks one question at a time, so that more people reach the last one.</p>
    <form action="/start"><input type="hidden" name="csrf" value="${token}"><button>Start now</button></form>
    <p><a href="/start?utm_source=home&amp;sid=${token}">See how it works</a></p><!-- build ${token} -->`,
    `<link rel="stylesheet" href="/site.css?ver=${token}"><meta name="csrf" content="${token}">`,
  );
}

function changelogPage({ entries }: RivalState): string {
  const items = entries.map((entry) => {
    const [version, ...what] = entry.split(': ');
    return `<h2>${version}</h2><p>${what.join(': ')}</p>`;
  });
  return page(
    'Changelog',
    `<h1>Changelog</h1><p>What is new in Cobalt Forms, newest first. We ship on most Tuesdays.</p>${items.join('')}`,
  );
}

function page(title: string, main: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title} - Cobalt Forms</title>${head}</head><body>
    <header><nav><a href="/">Home</a> <a href="/pricing">Pricing</a> <a href="/changelog">Changelog</a></nav></header>
    <main>${main}</main><footer><p>Cobalt Forms is made by nine people in Bergen.</p></footer></body></html>`;
}
