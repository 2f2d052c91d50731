import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { markup, type Markup } from '../core/messages/markup.ts';
import { doorLayout } from './views/layout.ts';

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What proxies, tunnels and caches say of themselves, beside `X-Forwarded-…`. */
const PASSED_ON = new Set(['forwarded', 'via', 'x-real-ip', 'x-original-host', 'cdn-loop', 'cf-ray']);

/** What needs no sign-in: its address is secret or signed, its sender signs, or it says nothing. */
const PUBLIC_PATH = /^\/(?:healthz|style\.css|hooks\/resend|m\/[^/]+|feeds\/[^/]+)$/;

/** What is open to everybody where the web app has a public name; null: PUBLIC_URL is a name of this machine. */
export function publicWords(publicUrl: string): string | null {
  if (isOfThisMachine(new URL(publicUrl).host)) return null;
  return `Under ${publicUrl} open to everybody are the buttons of messages (/m/), feeds (/feeds/), /hooks/resend and /healthz; all else opens only on this machine, until there is sign-in.`;
}

/** Answers requests that are not of this machine only where no sign-in is needed. Everything else is one page that says so. */
export function publicPart(port: number): MiddlewareHandler {
  return async (c, next) => {
    if (PUBLIC_PATH.test(c.req.path) || isFromHere(c)) return next();
    return c.html(doorView(`http://localhost:${port}${c.req.path}`), 404);
  };
}

/**
 * Was this asked by a browser of this machine? All names it was asked under have to be of this machine (a stranger's name
 * may resolve here: DNS rebinding), and nobody may have passed it on: a proxy that changes the name leaves other traces.
 */
export function isFromHere(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const hosts =
    incoming?.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host') ?? [];
  // Browsers have not spoken HTTP/1.0 for decades; nginx does, unless told otherwise. RFC 9112 3.2: one Host, no more.
  if (incoming?.httpVersion === '1.0' || hosts.length > 1) return false;
  const names = Object.keys(c.req.header());
  if (names.some((name) => PASSED_ON.has(name) || name.startsWith('x-forwarded-'))) return false;
  return isOfThisMachine(hostOf(c)) && isOfThisMachine(new URL(c.req.url).host);
}

/** The name and port that a request was sent to. */
export function hostOf(c: Context): string {
  return c.req.header('host') ?? new URL(c.req.url).host;
}

function isOfThisMachine(host: string): boolean {
  return THIS_MACHINE.has(URL.parse(`http://${host}`)?.hostname ?? '');
}

/** The same for all paths: it tells nobody what there is. */
function doorView(url: string): Markup {
  const title = 'Open it on the machine where it runs.';
  return doorLayout({
    title,
    content: [
      markup`<h1>${title}</h1><p class="soft">There is no sign-in yet, so under this name only the buttons of messages and feeds work. On the machine where Sightline runs this page is at:</p>`,
      markup`<p><a class="machine" href="${url}">${url}</a></p>`,
    ],
    note: 'Nothing was changed.',
  });
}
