import type { Send } from '../core/channels/post.ts';
import type { MailMessage } from '../core/messages/message.ts';
import type { SendResult } from '../core/messages/send-result.ts';

export { makeEmlSender } from './send-email/eml.ts';
export { makeResendSender } from './send-email/resend.ts';
export { makeSmtpSender } from './send-email/smtp.ts';

export interface OutgoingMail extends MailMessage {
  readonly to: string;
  /** Fixed by the operator: "Sightline <told@example.com>". */
  readonly from: string;
  /** The same on every attempt of one delivery, at most 256 characters (Resend's limit). */
  readonly idempotencyKey: string;
  /** When an earlier try began that may have arrived; null: none did. */
  readonly perhapsSentAt: Date | null;
}

/** One attempt to send one mail. Never throws on what the other side does. */
export type SendEmail = (mail: OutgoingMail) => Promise<SendResult>;

/** Mail as a channel sends it: to its address, from the operator's, under the delivery's key. */
export function makeMailPost(sendEmail: SendEmail, from: string): Send<MailMessage> {
  return async ({ address: to, message, key: idempotencyKey, perhapsSentAt }) =>
    sendEmail({ ...message, to, from, idempotencyKey, perhapsSentAt });
}
