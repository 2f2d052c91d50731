import type { Context, MiddlewareHandler } from 'hono';

/**
 * Nothing runs, nothing is embedded, nothing is loaded from elsewhere. Scripts and connections to ourselves are allowed
 * by the policy for all pages of the product; the pages of this room use neither.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** The links of messages, and feeds: whoever knows the address may use it. */
function isSecretAddress(c: Context): boolean {
  return /^\/(?:m|feeds)\//.test(c.req.path);
}

/**
 * Links of messages, and only those. Their signature is the right: they use nothing that a browser adds by itself, so a
 * forged form could do no more than the link it would have to know. A mail provider presses them for its reader (RFC 8058),
 * without cookies and from an origin of its own.
 */
function isMessageLink(c: Context): boolean {
  return /^\/m\/[^/]+$/.test(c.req.path);
}

/** Headers of every answer, also of errors. */
export const closedHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Content-Security-Policy', CONTENT_POLICY);
  c.header('X-Content-Type-Options', 'nosniff');
  // Not `no-referrer` for all: with it a browser sends "Origin: null" on our own forms (Fetch, "append a request Origin
  // header"). Where the address is itself the right, no Origin is asked for, and the address goes nowhere, not even to
  // the log of whatever stands before us.
  c.header('Referrer-Policy', isSecretAddress(c) ? 'no-referrer' : 'same-origin');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'private, no-cache');
};

/**
 * Refuses names that are not ours: a page of a stranger whose name resolves to this machine would otherwise be of one
 * origin with us and read everything (DNS rebinding).
 * @param publicUrl where people reach the web app; its host is ours, beside the names of this machine
 */
export function knownHost(publicUrl: string): MiddlewareHandler {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicUrl).hostname]);
  return async (c, next) => {
    const name = URL.parse(`http://${hostOf(c)}`)?.hostname ?? '';
    if (names.has(name)) return next();
    return c.text(
      'Sightline does not answer under this name. Set PUBLIC_URL to the address that people use.',
      421,
    );
  };
}

/**
 * Lets a request that may change something through only from our own pages. Browsers send Sec-Fetch-Site or Origin with
 * every POST; a request with neither comes from no browser, and carries nobody's rights but its sender's.
 */
export function ownOrigin(publicUrl: string): MiddlewareHandler {
  const ownUrl = new URL(publicUrl).origin;
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isMessageLink(c)) return next();
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const isOwn =
      site === undefined
        ? origin === undefined || origin === ownUrl || URL.parse(origin)?.host === hostOf(c)
        : site === 'same-origin';
    if (isOwn) return next();
    return c.text('This form was not sent from a page of Sightline, so nothing was changed.', 403);
  };
}

function hostOf(c: Context): string {
  return c.req.header('host') ?? new URL(c.req.url).host;
}
