import { isTrackingParameter } from '../address/page-key.ts';

/** Parameters whose value belongs to a visit or a cache by their very name. */
const PASSING =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|sess(?:ion)?(?:_?id)?|s_?id|nonce|_?csrf(?:_?token)?|authenticity_token|cb|cachebust(?:er)?|rnd|rand|request_?id|trace_?id|visitor_?id|(?:anonymous|device)_?id|sig|signature|expires|x-amz-.*|dpl|_(?:t|ts|v|r|cb|rsc)?)$/i;
/** And by their name together with a value that only a build or a clock writes: `?v=9f3c21`, `?t=1718000000`. */
const STAMPED = /^(?:v|ver|version|t|ts|time|h|hash|rev|build|cache)$/i;
const STAMP = /^(?=.*\d)[0-9a-f]{6,}$/i;

/** What is asked for, even where a machine made its name: a price, a product, a document. */
const MEANT = /^(?:plan|price|product|sku|item|variant|offer|article|page|post|doc|id)(?:_?id)?$/i;

/** Made by a machine: a time stamp, a UUID, 16+ hexadecimal signs, or 20+ letters and digits that are no words. */
function isToken(value: string): boolean {
  if (/^\d{10,13}$/.test(value)) return true;
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)) return true;
  if (/^[0-9a-f]{16,}$/i.test(value)) return /\d/.test(value);
  return (
    /^[\w~+/=.-]{20,}$/.test(value) &&
    (value.match(/\d/g)?.length ?? 0) >= 3 &&
    /[a-z]/i.test(value) &&
    !/^[a-z\d]+(?:-[a-z\d]+){2,}$/.test(value)
  );
}

function isPassing(name: string, value: string): boolean {
  if (MEANT.test(name)) return false;
  return PASSING.test(name) || isToken(value) || (STAMPED.test(name) && STAMP.test(value));
}

/**
 * Where a link leads, without what changes from visit to visit: tracking and session parameters, one-time tokens, build
 * hashes in file names. Two links of one target are one link; `/buy?plan=2` stays another than `/buy?plan=1`.
 * @param href an absolute address; anything that is none is returned as it is
 */
export function linkTarget(href: string): string {
  if (!/^https?:/i.test(href)) return href;
  // Addresses were made absolute, and so normal, by the reader: without query, fragment and file hash nothing can pass.
  if (!/[?#;]|[.-]\w{8,}\.\w{2,5}$/.test(href)) return href.slice(href.indexOf('//') + 2);
  const url = URL.parse(href);
  if (url === null) return href;
  const path = url.pathname
    .replace(/;jsessionid=[^/?]*/i, '')
    .split('/')
    .map((part) => part.replace(/([.-])(?=[^.]*\d)(?=[^.]*[a-z])[\w]{8,}(?=\.\w{2,5}$)/i, '$1*'))
    .join('/');
  const kept = [...url.searchParams].filter(
    ([name, value]) => !isTrackingParameter(name) && !isPassing(name, value),
  );
  const query = new URLSearchParams(kept).toString();
  const fragment = isToken(url.hash.slice(1)) ? '' : url.hash;
  return `${url.host}${path}${query === '' ? '' : `?${query}`}${fragment}`;
}
