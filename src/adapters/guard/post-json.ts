import type { Answered, Guard, Unanswered } from '../guard.ts';

export interface JsonPost {
  /** Often a secret: it stands in no reason. */
  readonly url: string;
  /** Sent byte for byte. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** What is read of the answer; the rest is left and the connection closed. */
  readonly mostBytes: number;
}

/** An answer with the start of its body; `cut` where it was longer or broke off. */
export interface JsonAnswer {
  readonly answered: true;
  readonly status: number;
  readonly headers: Answered['headers'];
  readonly text: string;
  readonly cut: boolean;
}

/**
 * One POST over a connection of its own, without redirects. `timeoutMs` bounds the whole exchange. Never throws on what the
 * other side does.
 */
export async function postJson(
  guard: Pick<Guard, 'request'>,
  { url, body, headers = {}, timeoutMs, mostBytes }: JsonPost,
): Promise<JsonAnswer | Unanswered> {
  const answer = await guard.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
    fresh: true,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.answered) return answer;
  const { status, headers: given } = answer;
  return { answered: true, status, headers: given, ...(await startOf(answer.body, mostBytes)) };
}

/** Leaving the loop destroys the body, and with it the connection. */
async function startOf(body: Answered['body'], mostBytes: number): Promise<{ text: string; cut: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size > mostBytes) break;
    }
  } catch {
    return { text: '', cut: true };
  }
  const read = Buffer.concat(parts).subarray(0, mostBytes);
  return { text: read.toString('utf8').trim(), cut: size > mostBytes };
}

/** The first value of a header that may have come more than once. */
export function headerOf({ headers }: Pick<JsonAnswer, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
