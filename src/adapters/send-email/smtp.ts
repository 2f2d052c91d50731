import { createTransport } from 'nodemailer';
import type { Logger } from 'nodemailer/lib/shared';
import { type SendResult, unsent } from '../../core/messages/send-result.ts';
import type { SendEmail } from '../send-email.ts';
import { composed } from './compose.ts';

/** Milliseconds without a word from the server. */
const SILENCE_MS = 20_000;

/**
 * Sends over SMTP, one connection a mail. `url` is the operator's: smtp://host:25, smtps://user:password@host:465.
 * SMTP has no idempotency key, so what was cut off after the whole message was handed over is told as `ambiguous`; before
 * its end no server takes it (RFC 5321 4.1.1.4). The Message-ID is the same on every attempt, by which some mailboxes drop
 * a repeat.
 */
export function makeSmtpSender(url: string, silenceMs = SILENCE_MS): SendEmail {
  const limits = { connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs };
  return async (mail) => {
    let handedOver = false;
    const logger = listening(() => {
      handedOver = true;
    });
    try {
      const info = await createTransport({ url, ...limits, logger }).sendMail(composed(mail, new Date()));
      return { sent: true, code: Number(info.response.slice(0, 3)) || null, id: info.messageId };
    } catch (error) {
      if (error instanceof Error && 'code' in error) return failed(error, handedOver);
      throw error;
    }
  };
}

/** The package tells the end of a message to its log alone. */
function listening(messageEnded: () => void): Logger {
  const ignore = (): void => {};
  const info = (entry: unknown): void => {
    if (typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'message')
      messageEnded();
  };
  return { trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore };
}

/** RFC 5321 4.2.1: 5yz is permanent, but only about the address or the message; a refused login is the operator's. */
function failed(error: Error & { readonly code: unknown }, handedOver: boolean): SendResult {
  const name = String(error.code);
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const isAboutMail = name === 'EENVELOPE' || name === 'EMESSAGE';
  return unsent(`SMTP: ${name}${status === null ? '' : ` (${status})`}`, {
    code: status,
    permanent: isAboutMail && status !== null && status >= 500,
    ambiguous: handedOver && status === null,
  });
}
