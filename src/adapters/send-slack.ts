import type { Send } from '../core/channels/post.ts';
import { retryAfterSeconds } from '../core/http/retry-after.ts';
import type { SlackMessage } from '../core/messages/message.ts';
import { answerWords, saidBy, secretsIn } from '../core/messages/answer-words.ts';
import { type SendResult, unsent } from '../core/messages/send-result.ts';
import type { Guard } from './guard.ts';
import { type Clock, CLOCK, paced } from './guard/paced.ts';
import { headerOf, type JsonAnswer, postJson } from './guard/post-json.ts';

const TIMEOUT_MS = 15_000;

/** Slack's errors are one word ("no_service") or a sentence; what is longer is not Slack's. */
const MOST_ERROR_BYTES = 1024;

/** What is wrong with one message; another may be taken (Slack, "Handling errors"). */
const ABOUT_MESSAGE =
  /^(?:invalid_payload|invalid_blocks|invalid_attachments|no_text|msg_too_long|too_many_attachments)/;

/** Slack, "Rate limits": one message a second to a webhook; bursts beyond may be dropped. */
const PACES = [{ most: 1, perMs: 1000 }];

/**
 * Posts to incoming webhooks through the guard (P15), without redirects: an address that answers 3xx is no webhook.
 * Slack knows no idempotency key, so a lost answer is told as `ambiguous`.
 */
export function makeSlackSender(
  guard: Pick<Guard, 'request'>,
  { timeoutMs = TIMEOUT_MS, clock = CLOCK }: { timeoutMs?: number; clock?: Clock } = {},
): Send<SlackMessage> {
  const send: Send<SlackMessage> = async ({ address, message }) => {
    const body = JSON.stringify(message);
    const answer = await postJson(guard, { url: address, body, timeoutMs, mostBytes: MOST_ERROR_BYTES });
    if (answer.answered) return outcome(answer, address, new Date(clock.now()));
    const refused = answer.failure === 'refused';
    return unsent(`Slack: ${answer.reason}`, { permanent: refused, ambiguous: answer.requests > 0 });
  };
  return paced(send, PACES, clock);
}

/**
 * Slack says "ok"; in a 2xx any other word of its own is a refusal all the same, and what is not its word may come from a
 * proxy before it or behind it. 4xx but 429 never heals; Slack's own 5xx were not posted, those of a gateway may have been.
 */
function outcome(answer: JsonAnswer, address: string, now: Date): SendResult {
  const { status } = answer;
  const said = answer.cut ? '' : saidBy(answer.text, secretsIn(address));
  if (status >= 200 && status < 300) return taken(answer, said);
  return unsent(answerWords('Slack', status, said), {
    code: status,
    permanent: status >= 300 && status < 500 && status !== 429,
    retryAfterS: retryAfterSeconds(headerOf(answer, 'retry-after'), now),
    ambiguous: status === 502 || status === 504,
    ...(status === 413 || (status === 400 && ABOUT_MESSAGE.test(said)) ? { messageOnly: true } : {}),
  });
}

function taken({ status, text, cut }: JsonAnswer, said: string): SendResult {
  if (text.trim() === 'ok' || text.trim() === '') return { sent: true, code: status, id: null };
  const isRefusal = !cut && /^[a-z][a-z_]*\s*$/.test(text);
  const reason = isRefusal
    ? answerWords('Slack', status, said)
    : `Slack: an answer that is not Slack’s (${status})`;
  return unsent(reason, { code: status, permanent: isRefusal, ambiguous: !isRefusal });
}
