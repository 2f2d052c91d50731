import type { DiscordMessage } from '../core/channels/discord.ts';
import type { Send } from '../core/channels/post.ts';
import { answerWords, saidBy, secretsIn } from '../core/messages/answer-words.ts';
import { type SendResult, unsent } from '../core/messages/send-result.ts';
import type { Guard } from './guard.ts';
import { type Clock, CLOCK, paced } from './guard/paced.ts';
import { headerOf, type JsonAnswer, postJson } from './guard/post-json.ts';

const TIMEOUT_MS = 15_000;

/** The message that Discord made, of some kilobytes, comes back with its id. */
const MOST_ANSWER_BYTES = 64 * 1024;

/** What senders measured and Discord tells in its X-RateLimit headers: 5 in 2 seconds and 30 in a minute for a webhook. */
const PACES = [
  { most: 5, perMs: 2_000 },
  { most: 30, perMs: 60_000 },
];

/** Discord's reference, "JSON Error Codes": those that a webhook answers, for answers without words. */
const ERRORS: Readonly<Record<number, string>> = {
  10003: 'unknown channel',
  10015: 'unknown webhook',
  50013: 'missing permissions',
  50027: 'invalid webhook token',
  50035: 'invalid form body',
};

/** One message is not as Discord wants it; another may be. */
const INVALID_FORM = 50035;

interface Told {
  readonly id?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly retry_after?: unknown;
}

/** Posts to webhooks of Discord, which know no key of ours: a lost answer is told as `ambiguous`. */
export function makeDiscordSender(
  guard: Pick<Guard, 'request'>,
  { timeoutMs = TIMEOUT_MS, clock = CLOCK }: { timeoutMs?: number; clock?: Clock } = {},
): Send<DiscordMessage> {
  const send: Send<DiscordMessage> = async ({ address, message }) => {
    const body = JSON.stringify(message);
    const url = waiting(address);
    const answer = await postJson(guard, { url, body, timeoutMs, mostBytes: MOST_ANSWER_BYTES });
    if (answer.answered) return outcome(answer, toldBy(answer), address);
    const refused = answer.failure === 'refused';
    return unsent(`Discord: ${answer.reason}`, { permanent: refused, ambiguous: answer.requests > 0 });
  };
  return paced(send, PACES, clock);
}

/** With `wait` Discord answers when the message is there, and names it; without, before it has looked at it. */
function waiting(address: string): string {
  const url = URL.parse(address);
  url?.searchParams.set('wait', 'true');
  return url?.href ?? address;
}

function outcome(answer: JsonAnswer, told: Told, address: string): SendResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return { sent: true, code: status, id: snowflake(told.id) };
  const name = typeof told.code === 'number' ? (ERRORS[told.code] ?? '') : '';
  const said = saidBy(typeof told.message === 'string' ? told.message : name, secretsIn(address));
  return unsent(answerWords('Discord', status, said), {
    code: status,
    permanent: status >= 300 && status < 500 && status !== 408 && status !== 429,
    retryAfterS: retryAfter(told.retry_after) ?? retryAfter(headerOf(answer, 'retry-after')),
    // Of a gateway: the message may stand behind it all the same.
    ambiguous: status > 500 && status !== 503,
    ...(status === 413 || told.code === INVALID_FORM ? { messageOnly: true } : {}),
  });
}

function toldBy({ text, cut }: JsonAnswer): Told {
  if (cut || !text.startsWith('{')) return {};
  try {
    return JSON.parse(text) as Told;
  } catch {
    return {};
  }
}

function snowflake(id: unknown): string | null {
  return typeof id === 'string' && /^\d{1,25}$/.test(id) ? id : null;
}

/** Seconds, a fraction among them; between one second and one day. */
function retryAfter(asked: unknown): number | null {
  const seconds = typeof asked === 'string' && /^\d+(?:\.\d+)?$/.test(asked) ? Number(asked) : asked;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return null;
  return Math.min(Math.max(Math.ceil(seconds), 1), 24 * 3600);
}
