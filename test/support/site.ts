import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
}

/** What a path answers: a page with an optional ETag (304s are then given), or a function for everything else. */
export type Answer =
  | {
      readonly html: string;
      readonly etag?: string;
      readonly status?: number;
      readonly headers?: Record<string, string>;
    }
  | { readonly redirect: string; readonly status?: number }
  | ((request: Seen, response: ServerResponse) => void);

export interface Site {
  readonly origin: string;
  /** Requests, but for those for robots.txt. */
  readonly seen: Seen[];
  readonly robotsSeen: Seen[];
  set(path: string, answer: Answer): void;
  /** Requests since the last call, as "path" or "path if-none-match". */
  take(): readonly string[];
  close(): Promise<void>;
}

/** A rival's site on loopback whose every answer the test decides. */
export async function openSite(): Promise<Site> {
  const answers = new Map<string, Answer>();
  const seen: Seen[] = [];
  const robotsSeen: Seen[] = [];
  let taken = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const one = { method: request.method ?? '', path, headers: request.headers, at: seen.length };
    (path === '/robots.txt' ? robotsSeen : seen).push(one);
    reply(answers.get(path) ?? answers.get(path.replace(/\?.*$/, '')), one, response);
  });
  // On all of loopback: 127.0.0.2 is another host than 127.0.0.1, and the same site.
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    robotsSeen,
    set: (path, answer) => void answers.set(path, answer),
    take() {
      const news = seen.slice(taken);
      taken = seen.length;
      return news.map(({ path, headers }) => [path, headers['if-none-match']].filter(Boolean).join(' '));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(answer: Answer | undefined, request: Seen, response: ServerResponse): void {
  if (typeof answer === 'function') return answer(request, response);
  if (answer === undefined) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    return;
  }
  if ('redirect' in answer) {
    response.writeHead(answer.status ?? 301, { location: answer.redirect }).end();
    return;
  }
  const { html, etag, status = 200, headers = {} } = answer;
  const validators = etag === undefined ? {} : { etag };
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, validators).end();
    return;
  }
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...validators, ...headers })
    .end(html);
}

export interface Plan {
  readonly name: string;
  readonly price: string;
  readonly features: readonly string[];
}

export const PLANS: readonly Plan[] = [
  { name: 'Free', price: '$0 per month', features: ['One project', 'Community help'] },
  { name: 'Pro', price: '$29 per month', features: ['Ten projects', 'Mail support'] },
  { name: 'Team', price: '$99 per month', features: ['Unlimited projects', 'Phone support'] },
];

/** A pricing page as such pages are: header, cards, questions, footer. `more` goes into the main part. */
export function pricingPage(plans: readonly Plan[] = PLANS, more = ''): string {
  const cards = plans.map(
    (p) => `<section class="card"><h3>${p.name}</h3><p class="price">${p.price}</p>
      <ul>${p.features.map((f) => `<li>${f}</li>`).join('')}</ul><a href="/signup?plan=${p.name.toLowerCase()}">Choose ${p.name}</a></section>`,
  );
  return `<!doctype html><html lang="en"><head><title>Pricing - Birchline</title>
    <meta name="description" content="What Birchline costs"></head><body>
    <header><nav><a href="/">Home</a> <a href="/pricing/">Pricing</a> <a href="/changelog">Changelog</a></nav></header>
    <main><h1>Plans for every crew</h1><p>Start small and grow when your work does. All plans include maps, offline use and exports.</p>
    <h2>Plans</h2>${cards.join('\n')}
    <h2>Questions</h2><h3>Can I change later?</h3><p>Yes. You can move between plans at any time from the billing page, and we settle the rest.</p>
    <h3>Do you offer invoices?</h3><p>Every payment comes with an invoice that your bookkeeper will accept without a second mail.</p>
    ${more}</main>
    <footer><p>Birchline builds route planning for people who work outdoors.</p></footer></body></html>`;
}

/** The same plans with one price changed. */
export function withPrice(name: string, price: string, plans: readonly Plan[] = PLANS): readonly Plan[] {
  return plans.map((plan) => (plan.name === name ? { ...plan, price } : plan));
}
