/**
 * A mail address that Cloudflare hid: hexadecimal, the first byte is the key that all others are xored with
 * (developers.cloudflare.com, "Email address obfuscation"). The key differs per response, so that the hidden form
 * flaps on every visit and the decoded form never does.
 * @returns the address, or null when the text is not of that form
 */
export function decodeEmail(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2}){4,200}$/i.test(hex)) return null;
  const [key = 0, ...hidden] = Array.from(hex.matchAll(/../g), ([pair]) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(hidden, (byte) => byte ^ key));
  } catch {
    return null;
  }
}

/** The address behind a `/cdn-cgi/l/email-protection#…` link, as mailto; null for every other link. */
export function emailOfLink(href: string): string | null {
  const hex = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1];
  const address = hex === undefined ? null : decodeEmail(hex);
  return address === null ? null : `mailto:${address}`;
}
