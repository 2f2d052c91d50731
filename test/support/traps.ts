import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';

/** A page that lies in its own way at every answer, and may at some point really change. */
export interface Trap {
  readonly name: string;
  /** What the n-th answer shows; `changed` once the true change is planted. */
  reply(n: number, changed: boolean, response: ServerResponse): void;
}

const PRICE = { before: '$29 per month', after: '$35 per month' };
const SENTENCE = 'Every plan now comes with a phone line for your crew, from eight to six.';

function page(main: string, { title = 'Prices - Oakmill', lang = 'en' } = {}): string {
  return `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>
    <header><nav><a href="/">Home</a> <a href="/prices">Prices</a></nav></header><main>${main}</main>
    <footer><p>Oakmill mends boats in four harbours and answers letters by hand.</p></footer></body></html>`;
}

/** What stands on every page of the traps: enough text to be a page, and a price to change. */
function offer(changed: boolean): string {
  return `<h1>Mending by subscription</h1><p>We mend sails, masts and hulls, as often as your boat asks for it.</p>
    <section><h2>Harbour</h2><p>${changed ? PRICE.after : PRICE.before}</p><ul><li>Two visits</li><li>Small repairs</li></ul></section>
    <section><h2>Coast</h2><p>$89 per month</p><ul><li>Ten visits</li><li>All repairs</li></ul></section>
    ${changed ? `<p>${SENTENCE}</p>` : ''}`;
}

function html(response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const PRAISE = [
  'They saved our mast for $40. A miracle.',
  'My sail is whole again.',
  'Best glue on the coast, worth $15 a pot.',
  'Quick, kind and dry.',
];
const HEADLINES = ['Mending by subscription', 'Your boat, whole all year'];

/** The n-th answer of each page comes at most once in a visit; n rises with every request. */
export const TRAPS: readonly Trap[] = [
  {
    name: 'A/B headline, alternating',
    reply: (n, changed, response) =>
      html(response, page(offer(changed).replace(HEADLINES[0] ?? '', pick(HEADLINES, n)))),
  },
  {
    name: 'cookie bar that comes and goes',
    reply: (n, changed, response) =>
      html(
        response,
        page(
          `${n % 3 === 0 ? '<div id="cookie-consent" class="cookie-banner" role="dialog"><p>We use cookies to give you the best experience. You can accept or reject them, see our cookie policy.</p><button>Accept all</button><button>Reject</button></div>' : ''}${offer(changed)}`,
        ),
      ),
  },
  {
    name: 'relative time and render time',
    reply: (n, changed, response) =>
      html(
        response,
        page(
          `${offer(changed)}<p>Updated ${n + 2} hours ago</p><p>Rendered at 10:${String(10 + (n % 50))}:${String(n % 60).padStart(2, '0')}</p>`,
        ),
      ),
  },
  {
    name: 'counters',
    reply: (n, changed, response) =>
      html(
        response,
        page(
          `${offer(changed)}<p>${12_040 + n} boats mended so far</p><p>${3 + (n % 7)} people are looking at this page</p>`,
        ),
      ),
  },
  {
    name: 'testimonials with prices, shuffled',
    reply: (n, changed, response) =>
      html(
        response,
        page(
          `${offer(changed)}<section><h2>Praise</h2>${PRAISE.map((_, i) => `<blockquote>${pick(PRAISE, i + n)}</blockquote>`).join('')}</section>`,
        ),
      ),
  },
  {
    name: 'soft 404 every third time',
    reply: (n, changed, response) =>
      html(
        response,
        n % 3 === 2
          ? page('<h1>Page not found</h1><p>The page you asked for does not exist.</p>', {
              title: '404 - Oakmill',
            })
          : page(offer(changed)),
      ),
  },
  {
    name: 'empty shell every third time',
    reply: (n, changed, response) =>
      html(
        response,
        n % 3 === 2
          ? `<!doctype html><html><head><title>Oakmill</title><script>${'x=1;'.repeat(15_000)}</script></head><body><div id="root"></div></body></html>`
          : page(offer(changed)),
      ),
  },
  {
    name: 'body cut in its encoding every third time',
    reply: (n, changed, response) => {
      const whole = gzipSync(page(offer(changed)));
      html(response, n % 3 === 2 ? whole.subarray(0, whole.length / 2) : whole, {
        'content-encoding': 'gzip',
      });
    },
  },
  {
    name: 'charset header that flips',
    reply: (n, changed, response) => {
      const body = page(`${offer(changed)}<p>Schöne Grüße aus Kiel</p>`);
      const latin = n % 2 === 0;
      html(response, latin ? Buffer.from(body, 'latin1') : Buffer.from(body), {
        'content-type': `text/html; charset=${latin ? 'iso-8859-1' : 'utf-8'}`,
      });
    },
  },
  {
    name: 'bot wall with status 200 every third time',
    reply: (n, changed, response) =>
      html(
        response,
        n % 3 === 2
          ? '<title>Just a moment...</title><p>Checking your browser</p><script>window._cf_chl_opt={}</script>'
          : page(offer(changed)),
      ),
  },
  {
    name: 'server errors every third time',
    reply: (n, changed, response) => {
      if (n % 3 === 2) response.writeHead(503, { etag: `"e${n}"` }).end('<h1>Unavailable</h1>');
      else html(response, page(offer(changed)), { etag: `"${changed}"` });
    },
  },
  {
    name: 'half page every third time',
    reply: (n, changed, response) =>
      html(response, n % 3 === 2 ? page(offer(changed)).slice(0, 300) : page(offer(changed))),
  },
  {
    name: 'tokens in links, forms, scripts and comments',
    reply: (n, changed, response) =>
      html(
        response,
        page(
          `${offer(changed)}<p><a href="/start?sid=${'a1b2c3d4e5f6a7b8'.slice(n % 8)}${n}">Start</a></p><form><input type="hidden" name="csrf" value="t${n}"></form><script>t=${n}</script><!-- ${n} -->`,
        ),
      ),
  },
  {
    name: 'ETags that differ while bytes do not',
    reply: (n, changed, response) => html(response, page(offer(changed)), { etag: `"node-${n}"` }),
  },
];
