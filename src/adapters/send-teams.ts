import type { Send } from '../core/channels/post.ts';
import type { TeamsMessage } from '../core/channels/teams.ts';
import { retryAfterSeconds } from '../core/http/retry-after.ts';
import { answerWords, saidBy, secretsIn } from '../core/messages/answer-words.ts';
import { type SendResult, unsent } from '../core/messages/send-result.ts';
import type { Guard } from './guard.ts';
import { type Clock, CLOCK, paced } from './guard/paced.ts';
import { headerOf, type JsonAnswer, postJson } from './guard/post-json.ts';

/** A connector answers when the card is posted, a workflow at once. */
const TIMEOUT_MS = 30_000;
const MOST_ANSWER_BYTES = 4 * 1024;

/** Microsoft, "Create Incoming Webhooks": more than four requests in a second are throttled. */
const PACES = [{ most: 4, perMs: 1000 }];

/** What waiting does not mend. A workflow that is switched off answers 400, and may be switched on again. */
const PERMANENT = new Set([401, 403, 404, 410]);

/** Posts to workflows of Teams and to the connectors before them. Neither knows a key: a lost answer is `ambiguous`. */
export function makeTeamsSender(
  guard: Pick<Guard, 'request'>,
  { timeoutMs = TIMEOUT_MS, clock = CLOCK }: { timeoutMs?: number; clock?: Clock } = {},
): Send<TeamsMessage> {
  const send: Send<TeamsMessage> = async ({ address, message }) => {
    const body = JSON.stringify(message);
    const answer = await postJson(guard, { url: address, body, timeoutMs, mostBytes: MOST_ANSWER_BYTES });
    if (answer.answered) return outcome(answer, address, new Date(clock.now()));
    const refused = answer.failure === 'refused';
    return unsent(`Teams: ${answer.reason}`, { permanent: refused, ambiguous: answer.requests > 0 });
  };
  return paced(send, PACES, clock);
}

function outcome(answer: JsonAnswer, address: string, now: Date): SendResult {
  const status = statusOf(answer);
  if (status >= 200 && status < 300) return { sent: true, code: status, id: null };
  // A connector's sentence is our code's own finding, with ids of Microsoft's machines.
  const said = status === answer.status ? saidBy(wordsOf(answer), secretsIn(address)) : '';
  const where = status === answer.status ? '' : `, told in a ${answer.status}`;
  return unsent(answerWords('Teams', status, said) + where, {
    code: status,
    permanent: PERMANENT.has(status) || (status >= 300 && status < 400),
    retryAfterS: retryAfterSeconds(headerOf(answer, 'retry-after'), now),
    ambiguous: status === 502 || status === 504,
  });
}

/** A workflow answers `{"error":{"code","message"}}`, a connector a sentence. */
function wordsOf({ text, cut }: JsonAnswer): string {
  if (cut || !text.startsWith('{')) return cut ? '' : text;
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } | null };
    return [error?.message, error?.code].find((words) => typeof words === 'string') ?? '';
  } catch {
    return '';
  }
}

/** A connector answers 200 and "1"; or 200 and a sentence with the status that counts, and then nothing was posted. */
function statusOf({ status, text }: JsonAnswer): number {
  if (status !== 200 || !/message delivery failed|returned HTTP error/i.test(text)) return status;
  return Number(/returned HTTP error ([45]\d\d)\b/i.exec(text)?.[1] ?? 500);
}
