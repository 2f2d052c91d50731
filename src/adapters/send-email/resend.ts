import { type ErrorResponse, Resend } from 'resend';
import { retryAfterSeconds } from '../../core/http/retry-after.ts';
import { answerWords, saidBy } from '../../core/messages/answer-words.ts';
import { type SendResult, unsent } from '../../core/messages/send-result.ts';
import { goDirect } from '../guard/go-direct.ts';
import { type Clock, CLOCK } from '../guard/paced.ts';
import type { OutgoingMail, SendEmail } from '../send-email.ts';
import { Rate } from './rate.ts';
import { sentSince } from './sent-since.ts';

export interface ResendOptions {
  readonly apiKey: string;
  /** Where Resend is; its public address when nothing is given. */
  readonly baseUrl?: string;
  /** Milliseconds for one attempt, answer included. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

const PUBLIC_ADDRESS = 'https://api.resend.com';
const TIMEOUT_MS = 20_000;

/** Heals by no retry of ours within minutes; the reset is at most a day away (Resend's docs on quotas). */
const QUOTA_WAIT_S = 3600;

/** No answer, or one that is not Resend's. */
const UNREADABLE = unsent('Resend gave no answer that could be read', { ambiguous: true });

/** What lies in the mail itself. Keys and domains are the operator's to mend: those mails wait. */
const ABOUT_MAIL = /^(?:validation_error|missing_required_field|invalid_attachment|invalid_parameter)$/;

/** Resend forgets a key after 24 hours; an hour is left for clocks and queues. */
const KEY_LIFE_MS = 23 * 3_600_000;

/**
 * Sends through Resend under the mail's idempotency key: Resend answers a repeat within 24 hours with the first id and
 * sends nothing. The SDK's request is a plain fetch: redirects are not followed, so that key and mail reach the
 * operator's origin only (P15). What may have arrived before the key was forgotten is looked for among the mails that were sent. It
 * keeps the pace that the answers' headers ask for.
 */
export function makeResendSender({
  apiKey,
  baseUrl,
  timeoutMs = TIMEOUT_MS,
  clock = CLOCK,
}: ResendOptions): SendEmail {
  goDirect();
  const resend = new Resend(apiKey, { baseUrl: (baseUrl ?? PUBLIC_ADDRESS).replace(/\/+$/, '') });
  const rate = new Rate(clock);
  return async (mail) => {
    const early = await rate.turn();
    if (early !== null) return early;
    const since = mail.perhapsSentAt;
    if (since !== null && clock.now() - +since > KEY_LIFE_MS) {
      const id = await sentSince(resend, mail, since);
      if (id !== null) return { sent: true, code: 200, id };
    }
    const options = {
      idempotencyKey: mail.idempotencyKey,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    };
    const { data, error, headers } = await resend.emails.send(bodyOf(mail), options);
    rate.heard(headers);
    if (error !== null) return failed(error, headers, apiKey);
    return typeof data?.id === 'string' ? { sent: true, code: 200, id: data.id } : UNREADABLE;
  };
}

function bodyOf({ from, to, subject, html, text, headers }: OutgoingMail) {
  return { from, to, subject, html, text, headers: { ...headers } };
}

/** A status of null is how the SDK tells that nothing came, or nothing that it could read. */
function failed(
  error: ErrorResponse,
  headers: Readonly<Record<string, string>> | null,
  apiKey: string,
): SendResult {
  const code = typeof error.statusCode === 'number' ? error.statusCode : null;
  if (code === null) return UNREADABLE;
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'error';
  const asked = retryAfterSeconds(headers?.['retry-after'], new Date());
  const said = saidBy(error.message, [apiKey]);
  const blame = blameOf(code, name, said);
  const next = NEXT[name.endsWith('_quota_exceeded') ? 'quota' : blame];
  return unsent(answerWords('Resend', code, said === '' ? name : said), {
    code,
    permanent: blame === 'address' || blame === 'message',
    retryAfterS: name.endsWith('_quota_exceeded') ? (asked ?? QUOTA_WAIT_S) : asked,
    ambiguous: code === 502 || code === 504,
    ...(blame === 'message' ? { messageOnly: true } : {}),
    ...(next === undefined ? {} : { next }),
  });
}

/** Whose it is to mend: the operator's mails wait; an address that is refused is switched off; one message is given up. */
type Blame = 'key' | 'sender' | 'address' | 'message' | 'nobody';

/** 409 with another body under the same key can never become right. Of a mail's faults Resend's words name the field. */
function blameOf(code: number, name: string, said: string): Blame {
  if (name === 'invalid_idempotent_request' || code === 413) return 'message';
  if (code === 401 || name.endsWith('_api_key')) return 'key';
  if (code === 403) return 'sender';
  if ((code !== 400 && code !== 422) || !ABOUT_MAIL.test(name)) return 'nobody';
  if (/`from`|\bdomain\b/i.test(said)) return 'sender';
  return /`to`|\brecipient|\bto\b[^.]*\baddress/i.test(said) ? 'address' : 'message';
}

const NEXT: Readonly<Partial<Record<Blame | 'quota', string>>> = {
  key: 'Set RESEND_API_KEY to a key that may send.',
  sender: 'Set MAIL_FROM to an address of a domain that is verified at Resend.',
  address: 'See whether the address is right, and add the right one.',
  quota: 'The quota of the account at Resend is used up: wait until it comes back, or take a larger one.',
};
