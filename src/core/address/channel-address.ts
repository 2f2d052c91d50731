/** What a channel is, as far as its address goes. */
export interface Addressed {
  readonly kind: string;
  readonly address: string;
}

/** A Slack webhook is a secret: whoever has it can post. Shown is what tells one from another. */
export function shownAddress({ kind, address }: Addressed): string {
  if (kind === 'email') return address;
  const { host, pathname } = new URL(address);
  // Of a short path the last four characters would be most of the secret.
  return `${host}/…${pathname.length > 16 ? pathname.slice(-4) : ''}`;
}

/** One address, no list, no display name, no line break: what may stand in a To header. */
const EMAIL = /^[^\s@<>"(),;:\\[\]]{1,64}@[^\s@<>"(),;:\\[\]]{1,190}$/;

/** The address in one case, so that one mailbox is one channel; null when it is none. */
export function emailAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  return EMAIL.test(address) ? address : null;
}
