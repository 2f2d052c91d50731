import { getDomain } from 'tldts';

/** What shows nothing, or turns what follows it: two addresses that look alike would be two. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u;

/** RFC 5321 4.1.2, Dot-string. Quoted local parts are in no use, and can hold anything. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 1035: letters, digits and hyphens; at least two labels, of which the last is no number. */
const DOMAIN = /^(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+(?!-|\d+$)[a-z0-9-]{1,63}(?<!-)$/;
/** RFC 5321 4.5.3.1. */
const LONGEST = { local: 64, whole: 254 };

/**
 * The one form of a mail address, so that one mailbox is one channel and is asked and silenced as one: lower case, the
 * domain in ASCII (punycode) without a dot at its end. Null: it is no address, a list, one with a display name, or one that
 * cannot be told from another by looking. Letters beyond ASCII are taken in the domain only.
 */
export function emailAddress(text: string): string | null {
  const [local = '', domain = '', more] = text.trim().normalize('NFC').toLowerCase().split('@');
  if (more !== undefined || local.length > LONGEST.local || !LOCAL.test(local)) return null;
  const host = asciiDomain(domain);
  if (host === null || local.length + 1 + host.length > LONGEST.whole) return null;
  return `${local}@${host}`;
}

function asciiDomain(domain: string): string | null {
  // A URL's parser would read a port, a path or an escape in it, drop what is not seen, and fold wide letters.
  const isPlain = !UNSEEN.test(domain) && domain.normalize('NFKC') === domain;
  if (!isPlain || /[^a-z0-9.\-\u0080-\u{10FFFF}]/u.test(domain)) return null;
  const host = URL.parse(`http://${domain.replace(/\.$/, '')}`)?.hostname ?? '';
  // Nobody has a mailbox at "co.uk".
  return DOMAIN.test(host) && getDomain(host) !== null ? host : null;
}

/**
 * What addresses have in common that lead to one mailbox, by what comes before a "+" (RFC 5233): for counting how often its
 * reader was asked, where counting too many together does no harm.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const name = local.replace(/(?<=.)\+.*$/, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
