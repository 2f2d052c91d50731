import { getDomain, getDomainWithoutSuffix } from 'tldts';

/** Two firms on one hoster (acme.github.io, other.github.io) are two sites: its suffix is on the list's private part. */
const SUFFIXES = { allowPrivateDomains: true };

/** The registrable domain (public suffix list); where there is none (an address, `localhost`), the host with its port. */
export function siteOf(url: string): string {
  const { hostname, host } = new URL(url);
  return getDomain(hostname, SUFFIXES) ?? host;
}

/** A first name for a rival, from its domain: "acme.co.uk" -> "Acme". The founder may give a better one. */
export function nameOfSite(url: string): string {
  const { hostname } = new URL(url);
  const name = getDomainWithoutSuffix(hostname, SUFFIXES) ?? hostname;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
