import { createTransport } from 'nodemailer';
import { type SendResult, unsent } from '../../core/messages/send-result.ts';
import type { SendEmail } from '../send-email.ts';
import { composed } from './compose.ts';

/** Milliseconds without a word from the server. */
const SILENCE_MS = 20_000;

/** Before these, the server has seen no message. */
const BEFORE_MESSAGE = /^E(?:DNS|TLS|REQUIRETLS|AUTH|NOAUTH|OAUTH2|ENVELOPE|CONFIG|PROXY)$/;

/**
 * Sends over SMTP, one connection a mail. `url` is the operator's: smtp://host:25, smtps://user:password@host:465.
 * SMTP has no idempotency key; the Message-ID is the same on every attempt, by which receivers can drop a repeat.
 */
export function makeSmtpSender(url: string, silenceMs = SILENCE_MS): SendEmail {
  const limits = { connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs };
  const transport = createTransport({ url, ...limits });
  return async (mail) => {
    try {
      const info = await transport.sendMail(composed(mail, new Date()));
      return { sent: true, code: Number(info.response.slice(0, 3)) || null, id: info.messageId };
    } catch (error) {
      if (error instanceof Error && 'code' in error) return failed(error);
      throw error;
    }
  };
}

/** RFC 5321 4.2.1: 5yz is permanent, but only about the address or the message; a refused login is the operator's. */
function failed(error: Error & { readonly code: unknown }): SendResult {
  const name = String(error.code);
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const isUnreached = 'syscall' in error && error.syscall === 'connect';
  const isAboutMail = name === 'EENVELOPE' || name === 'EMESSAGE';
  return unsent(`SMTP: ${name}${status === null ? '' : ` (${status})`}`, {
    code: status,
    permanent: isAboutMail && status !== null && status >= 500,
    ambiguous: status === null && !isUnreached && !BEFORE_MESSAGE.test(name),
  });
}
