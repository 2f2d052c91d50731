import type { SlackMessage } from '../core/messages/message.ts';
import { type SendResult, unsent } from '../core/messages/send-result.ts';
import { retryAfterSeconds } from '../core/http/retry-after.ts';
import type { Answered, Guard } from './guard.ts';

export interface SlackPost {
  /** The incoming webhook: a secret, so it stands in no reason. */
  readonly url: string;
  readonly message: SlackMessage;
}

/** One attempt to post one message. Never throws on what the other side does. */
export type SendSlack = (post: SlackPost) => Promise<SendResult>;

const TIMEOUT_MS = 15_000;

/** Slack's errors are one word ("no_service"); more than that is not Slack's. */
const MOST_ERROR_BYTES = 100;

/**
 * Posts to incoming webhooks through the guard (P15), without redirects: an address that answers 3xx is no webhook.
 * Slack knows no idempotency key, so a lost answer is told as `ambiguous`.
 */
export function makeSlackSender(guard: Pick<Guard, 'request'>, timeoutMs = TIMEOUT_MS): SendSlack {
  return async ({ url, message }) => {
    const answer = await guard.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(message),
      fresh: true,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.answered) return outcome(answer, await wordOf(answer));
    const refused = answer.failure === 'refused';
    return unsent(`Slack: ${answer.reason}`, { permanent: refused, ambiguous: answer.requests > 0 });
  };
}

/** 4xx but 429 never heals; Slack's own 5xx were not posted, those of a gateway may have been. */
function outcome({ status, headers }: Answered, word: string): SendResult {
  if (status >= 200 && status < 300) return { sent: true, code: status, id: null };
  const asked = headers['retry-after'];
  return unsent(`Slack: ${word === '' ? 'status' : word} (${status})`, {
    code: status,
    permanent: status >= 300 && status < 500 && status !== 429,
    retryAfterS: retryAfterSeconds(Array.isArray(asked) ? asked[0] : asked, new Date()),
    ambiguous: status === 502 || status === 504,
  });
}

/** The error as one word, or nothing: the text of an answer could be anybody's and is not repeated. */
async function wordOf({ body }: Answered): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      size += part.length;
      if (size > MOST_ERROR_BYTES) break;
      parts.push(part);
    }
  } catch {
    return '';
  }
  const text = Buffer.concat(parts).toString('utf8').trim();
  return size <= MOST_ERROR_BYTES && /^[a-z][a-z_]*$/.test(text) ? text : '';
}
