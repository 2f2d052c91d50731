import { oneLine, webAddress } from './inert.ts';
import type { Thread, WaysOut } from './message.ts';

/** RFC 3834: nobody's out-of-office answers an automatic mail. */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } as const;

export type Headers = Readonly<Record<string, string>>;

/** Where a mail stands in its thread (RFC 5322 3.6.4). The one that begins it refers to none. */
export function threadHeaders({ id, root }: Thread): Headers {
  const [own, first] = [messageId(id), messageId(root)];
  return { 'Message-ID': own, ...(own === first ? {} : { 'In-Reply-To': first, References: first }) };
}

/** What no id holds (RFC 5322 3.2.3) falls out, so that one id stays one id and one header one line. */
function messageId(id: string): string {
  return `<${id.replace(/[^\w.!#$%&'*+/=?^`{|}~@-]/gu, '')}>`;
}

/** RFC 2369 and RFC 8058: the mail program's own button posts to the address. Nothing where the address is no web address. */
export function unsubscribeHeaders({ oneClick }: Pick<WaysOut, 'oneClick'>): Headers {
  const address = webAddress(oneLine(oneClick));
  if (address === null) return {};
  // In a list of addresses, "<", ">" and "," would end one (RFC 2369 2); the URL parser has left the comma alone.
  const safe = address.replace(/[<>,]/gu, encodeURIComponent);
  return { 'List-Unsubscribe': `<${safe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
