import { createTransport } from 'nodemailer';
import type { Logger } from 'nodemailer/lib/shared';
import { saidBy, secretsIn } from '../../core/messages/answer-words.ts';
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
  const secrets = secretsIn(url);
  return async (mail) => {
    let handedOver = false;
    const logger = listening(() => {
      handedOver = true;
    });
    try {
      const info = await createTransport({ url, ...limits, logger }).sendMail(composed(mail, new Date()));
      return { sent: true, code: Number(info.response.slice(0, 3)) || null, id: info.messageId };
    } catch (error) {
      if (error instanceof Error && 'code' in error) return failed(error, { handedOver, secrets });
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

interface Failure extends Error {
  readonly code: unknown;
  /** The step that failed: "AUTH PLAIN", "MAIL FROM", "RCPT TO", "DATA". */
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

function failed(
  error: Failure,
  { handedOver, secrets }: { handedOver: boolean; secrets: readonly string[] },
): SendResult {
  const name = String(error.code);
  const status = typeof error.responseCode === 'number' ? error.responseCode : null;
  if (status === null) {
    return unsent(`The mail server gave no answer (${name})`, {
      ambiguous: handedOver,
      next: 'See whether SMTP_URL is right, and whether the server can be reached from this machine.',
    });
  }
  const said = saidBy(String(error.response).replace(/^\d{3}[ -]/gm, ''), secrets);
  const blame = status >= 500 ? blameOf(String(error.command), status, said) : null;
  return unsent(answered(status, said), {
    code: status,
    permanent: blame === 'address' || blame === 'message',
    ...(blame === 'message' ? { messageOnly: true } : {}),
    ...(blame === null ? {} : { next: NEXT[blame] }),
  });
}

/** Codes of SMTP mean something else than those of HTTP. */
function answered(status: number, said: string): string {
  return `The mail server answered ${status}${said === '' ? '' : `: ${said}`}`;
}

type Blame = 'address' | 'message' | 'operator';

/**
 * Of what a refusal for good (RFC 5321 4.2.1) speaks. Only an address that is not there, or takes no mail, is no use to try
 * again (RFC 3463: 5.1.1 to 5.1.6, 5.1.10, 5.2.1); without such a code, what is refused at RCPT. A refused message says
 * nothing of the next one; a refused login, sender or policy is for the operator to mend.
 */
function blameOf(command: string, status: number, said: string): Blame {
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(said) ?? [];
  const isRecipient = command === 'RCPT TO';
  if (!isRecipient && command !== 'DATA') return 'operator';
  if (subject === '1' && detail !== '7' && detail !== '8') return 'address';
  if (subject === '2' && detail === '1') return 'address';
  if (isRecipient) return subject === undefined && [550, 551, 553].includes(status) ? 'address' : 'operator';
  return 'message';
}

const NEXT: Readonly<Record<Blame, string>> = {
  address: 'See whether the address is right, and add the right one.',
  message: 'It refused this one message; others may be taken.',
  operator: 'See what the mail server says, and mend SMTP_URL or MAIL_FROM.',
};
