import { createHash } from 'node:crypto';
import type { OutgoingMail } from '../send-email.ts';

/** A mail as nodemailer takes it: strings only, and no way for a string to become a file or a download. */
export function composed(mail: OutgoingMail, date: Date) {
  const { preheader: _, idempotencyKey: __, headers, ...parts } = mail;
  const { messageId, others } = splitOff(headers);
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  const id = messageId ?? `<${keyHash(mail)}@${domainOf(mail.from)}>`;
  return { ...parts, ...closed, headers: others, messageId: id, date };
}

/** nodemailer takes the Message-ID as an option; left among the headers, a mail could have two. */
function splitOff(headers: OutgoingMail['headers']): {
  messageId: string | undefined;
  others: Record<string, string>;
} {
  const isId = ([name]: readonly [string, string]) => name.toLowerCase() === 'message-id';
  const all = Object.entries(headers);
  return {
    messageId: all.find(isId)?.[1],
    others: Object.fromEntries(all.filter((header) => !isId(header))),
  };
}

/** Equal for every attempt of one delivery: receivers drop a second mail of the same Message-ID. */
export function keyHash({ idempotencyKey }: OutgoingMail): string {
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
}

function domainOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
