import { isTrackingParameter } from '../page-key.ts';

/** Parameters whose value belongs to a visit or a cache by their very name. */
const PASSING =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|sess(?:ion)?(?:_?id)?|s_?id|nonce|_?csrf(?:_?token)?|authenticity_token|cb|cachebust(?:er)?|rnd|rand|request_?id|trace_?id|visitor_?id|(?:anonymous|device)_?id|sig|signature|expires|x-amz-.*|dpl)$/i;

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
    ([name, value]) => !isTrackingParameter(name) && !PASSING.test(name) && !isToken(value),
  );
  const query = new URLSearchParams(kept).toString();
  const fragment = isToken(url.hash.slice(1)) ? '' : url.hash;
  return `${url.host}${path}${query === '' ? '' : `?${query}`}${fragment}`;
}
