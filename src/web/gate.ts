import type { Context, MiddlewareHandler } from 'hono';
import { hostOf } from './public-part.ts';

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
 * Lets a request that may change something through only from our own pages. Browsers send Sec-Fetch-Site or Origin with
 * every POST; a request with neither comes from no browser, and carries nobody's rights but its sender's. Where both are
 * sent both have to be ours: behind a proxy that changes the name, a page of that proxy is to itself of the same origin.
 */
export const ownOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || isMessageLink(c)) return next();
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  const origin = c.req.header('origin');
  const isOwn = site === 'same-origin' && (origin === undefined || URL.parse(origin)?.host === hostOf(c));
  if (isOwn) return next();
  return c.text('This form was not sent from a page of Sightline, so nothing was changed.', 403);
};
