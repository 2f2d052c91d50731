import { createHash } from 'node:crypto';
import type { OutgoingMail } from '../send-email.ts';

/** A mail as nodemailer takes it: strings only, and no way for a string to become a file or a download. */
export function composed(mail: OutgoingMail, date: Date) {
  const { preheader: _, idempotencyKey: __, headers, ...parts } = mail;
  const messageId = `<${keyHash(mail)}@${domainOf(mail.from)}>`;
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  return { ...parts, ...closed, headers: { ...headers }, messageId, date };
}

/** Equal for every attempt of one delivery: receivers drop a second mail of the same Message-ID. */
export function keyHash({ idempotencyKey }: OutgoingMail): string {
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
}

function domainOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
