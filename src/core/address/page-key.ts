/** Parameters that say where a visitor came from, not which page is shown. */
const TRACKING =
  /^(utm_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|mc_cid|mc_eid|_hsenc|_hsmi|_ga|_gl|mkt_tok|ref_src|vero_id|oly_anon_id|oly_enc_id|s_kwcid)$/i;

export function isTrackingParameter(name: string): boolean {
  return TRACKING.test(name);
}

/**
 * The slash-insensitive form of a URL. It finds duplicates and is never fetched (P4): of one monitor that fetched its
 * keys every site answered 301, and free 304s were off for every page.
 *
 * Alike are: http and https, host in any case, the default port, a trailing slash, a fragment, tracking parameters, and a
 * letter, digit or one of -._~ written as itself or as an escape (RFC 3986, section 6.2.2).
 * Kept apart are: path in its own case, every other parameter, in the order given.
 * @param url an absolute http(s) URL, already parsed once
 */
export function pageKey(url: string): string {
  // The parser has folded the host's case and taken the scheme's own port away.
  const { hostname, port, pathname, searchParams } = new URL(url);
  const path = plainEscapes(pathname).replace(/\/+$/, '');
  const kept = [...searchParams].filter(([name]) => !isTrackingParameter(name));
  const query = new URLSearchParams(kept).toString();
  return `${hostname.replace(/\.$/, '')}${port && `:${port}`}${path}${query && `?${query}`}`;
}

/**
 * Escapes of unreserved characters are undone; the others stay, for "%2F" is no slash, in capitals. One behind a stray
 * percent sign stays too, or undoing it would make a new escape.
 */
function plainEscapes(path: string): string {
  return path.replace(/(?<!%[\da-f]?)%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}
