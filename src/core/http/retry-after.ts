import { httpDate } from './http-date.ts';
import type { PageAnswer } from './answer.ts';

const LEAST_S = 60;
const MOST_S = 24 * 3600;

/**
 * How long a server asks to be left alone (RFC 9110 10.2.3): whole seconds or an HTTP date.
 * @param value the Retry-After header
 * @returns seconds from `now`, between one minute and one day; null when the header is absent or says nothing
 */
export function retryAfterSeconds(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds === null ? null : Math.min(Math.max(seconds, LEAST_S), MOST_S);
}

function secondsUntil(text: string, now: Date): number | null {
  const at = httpDate(text);
  return at === null ? null : Math.ceil((+at - +now) / 1000);
}

/** Until when an answer asks that its host be left alone: Retry-After of a 429 or a 503 (RFC 9110 10.2.3, RFC 6585 4). */
export function hostHeldUntil(answer: PageAnswer, now: Date): Date | null {
  if (!answer.answered || (answer.status !== 429 && answer.status !== 503)) return null;
  const seconds = retryAfterSeconds(answer.headers['retry-after'], now);
  return seconds === null ? null : new Date(+now + seconds * 1000);
}
