/** One address, no list, no display name, no line break: what may stand in a To header. */
const EMAIL = /^[^\s@<>"(),;:\\[\]]{1,64}@[^\s@<>"(),;:\\[\]]{1,190}$/;

/** The address in one case, so that one mailbox is one channel; null when it is none. */
export function emailAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  return EMAIL.test(address) ? address : null;
}
