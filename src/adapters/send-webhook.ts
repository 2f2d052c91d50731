import { Webhook } from 'standardwebhooks';
import type { Send } from '../core/channels/post.ts';
import type { WebhookPayload } from '../core/channels/webhook-payload.ts';
import { retryAfterSeconds } from '../core/http/retry-after.ts';
import { answerWords } from '../core/messages/answer-words.ts';
import { type SendResult, unsent } from '../core/messages/send-result.ts';
import type { Guard } from './guard.ts';
import { headerOf, type JsonAnswer, postJson } from './guard/post-json.ts';

const TIMEOUT_MS = 15_000;

/** Nothing in the body of an answer is used. */
const MOST_ANSWER_BYTES = 1024;

/**
 * Posts to an account's own programs by Standard Webhooks: signed with every secret of the channel, so that an old one can
 * be replaced without a gap. The key is the webhook-id, by which a receiver knows a repeat.
 *
 * Only 410 is for good: an endpoint that is being deployed answers 404, one behind a login answers 3xx, and the schedule
 * decides how long that may last.
 */
export function makeWebhookSender(
  guard: Pick<Guard, 'request'>,
  { timeoutMs = TIMEOUT_MS, now = () => new Date() }: { timeoutMs?: number; now?: () => Date } = {},
): Send<WebhookPayload> {
  return async ({ address, message, key, secrets }) => {
    if (secrets.length === 0)
      return unsent('Webhook: the channel has no secret to sign with.', { permanent: true });
    const body = JSON.stringify(message);
    const answer = await postJson(guard, {
      url: address,
      body,
      headers: signed(body, { key, secrets, at: now() }),
      timeoutMs,
      mostBytes: MOST_ANSWER_BYTES,
    });
    if (answer.answered) return outcome(answer, now());
    const refused = answer.failure === 'refused';
    return unsent(`Webhook: ${answer.reason}`, { permanent: refused, ambiguous: answer.requests > 0 });
  };
}

interface Signing {
  readonly key: string;
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** Over `id.timestamp.body`; the time is that of the attempt, or a late one would look like a replay. */
function signed(body: string, { key, secrets, at }: Signing): Record<string, string> {
  return {
    'webhook-id': key,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(key, at, body)).join(' '),
  };
}

function outcome(answer: JsonAnswer, now: Date): SendResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return { sent: true, code: status, id: null };
  return unsent(answerWords('The webhook', status), {
    code: status,
    permanent: status === 410,
    retryAfterS: retryAfterSeconds(headerOf(answer, 'retry-after'), now),
    ambiguous: status === 502 || status === 504,
  });
}
